import { createRoutes } from '../../../api/app.ts';
import { openLog } from '../../../api/log.ts';
import { openDatabase } from '../../../api/records/open.ts';

/** Returns every route of the app, as `GET /path/:part`. */
export function allRoutes(): string[] {
  const db = openDatabase(':memory:');
  const app = createRoutes({
    db,
    now: Date.now,
    origin: 'http://localhost',
    uploadsDir: '/nonexistent',
    log: openLog('silent'),
  });
  interface Layer {
    route?: { path: string; methods: Record<string, boolean> };
    handle: { stack?: Layer[] };
  }
  const routesIn = (layers: Layer[]): string[] =>
    layers.flatMap(({ route, handle }) =>
      route
        ? Object.keys(route.methods)
            .filter((method) => method !== '_all')
            .map((method) => `${method.toUpperCase()} ${route.path}`)
        : routesIn(handle.stack ?? []),
    );
  const found = routesIn((app.router as unknown as { stack: Layer[] }).stack);
  db.close();
  return found;
}
