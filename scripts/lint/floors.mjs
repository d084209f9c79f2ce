import { posix } from 'node:path';

/**
 * The floors of the houses, each from the ground up. A room, which is a folder or a file in the house, may import only
 * rooms of lower floors; so no two import each other.
 */
export const HOUSES = {
  api: [
    {
      floor: 'what stands alone',
      rooms: ['contract', 'installation.ts', 'normal-path.ts', 'setting-names.ts', 'version.ts'],
    },
    { floor: 'the database file, and the log', rooms: ['db', 'log.ts'] },
    { floor: 'HTTP, the settings, and the queue of mail', rooms: ['config.ts', 'http', 'mail'] },
    { floor: 'records, files, and the settings in a file', rooms: ['files', 'own-settings.ts', 'records'] },
    { floor: 'what is made of them', rooms: ['auth', 'demo', 'push', 'subscriptions', 'tickets', 'weather'] },
    { floor: 'looking after a town', rooms: ['maintenance'] },
    { floor: 'the addresses, and sending mail', rooms: ['mailing', 'routes'] },
    { floor: 'all together', rooms: ['app.ts'] },
    { floor: 'the start', rooms: ['main.ts'] },
  ],
  'web/src': [
    {
      floor: 'what stands alone, and what pages and the service worker agree on',
      rooms: ['page-and-worker', 'light.ts', 'turning.ts'],
    },
    { floor: 'the browser', rooms: ['browser'] },
    { floor: "the device's store, and parts of pages", rooms: ['components', 'offline', 'push'] },
    { floor: "residents' own tickets", rooms: ['tickets'] },
    { floor: 'what the log-in adds', rooms: ['log-in'] },
    { floor: 'pages, editors, and the service worker', rooms: ['fields', 'public', 'sw'] },
    { floor: 'what is made of the pages', rooms: ['admin', 'before-alerts.ts', 'main.tsx', 'structured-data'] },
    { floor: 'the starts', rooms: ['entry-server.tsx', 'starter.ts'] },
  ],
  'web/src/offline': [
    { floor: 'what stands alone', rooms: ['jitter.ts', 'session-end.ts'] },
    { floor: 'the queue of changes', rooms: ['outbox'] },
    { floor: 'records, and logging in', rooms: ['authenticate.ts', 'store'] },
    { floor: 'pulling records', rooms: ['pull'] },
    { floor: 'reading records', rooms: ['reading'] },
  ],
  'web/src/admin': [
    { floor: "the device's records and operations", rooms: ['workspace'] },
    { floor: 'words and small parts', rooms: ['parts'] },
    { floor: 'changes: unsaved, refused, undone', rooms: ['changes'] },
    { floor: 'fields', rooms: ['field'] },
    { floor: 'files, and lists of changes', rooms: ['files', 'history', 'pending'] },
    { floor: 'lists', rooms: ['list'] },
    { floor: 'screens', rooms: ['admins', 'documents', 'edit', 'shared', 'tickets'] },
    { floor: 'the frame around them', rooms: ['shell'] },
    { floor: 'the start', rooms: ['main.tsx'] },
  ],
};

/** Returns the house that a path is in and its room there, for the innermost house. */
const placesIn = (path) =>
  Object.entries(HOUSES).flatMap(([house, floors]) => {
    const at = path.lastIndexOf(`${house}/`);
    if (at < 0 || (at > 0 && path[at - 1] !== '/')) return [];
    const [room] = path.slice(at + house.length + 1).split('/');
    return [{ house, room, floor: floors.findIndex(({ rooms }) => rooms.includes(room)) }];
  });

/** Refuses imports that do not lead to a lower floor of the same house. */
export const downwards = {
  create: (context) => {
    const file = context.filename.replaceAll('\\', '/');
    const places = placesIn(file);
    const check = (source) => {
      if (!/^\..*\.tsx?$/.test(source?.value)) return;
      const targets = placesIn(posix.join(posix.dirname(file), source.value));
      for (const { house, room, floor } of places) {
        const target = targets.find((one) => one.house === house);
        if (!target || target.room === room) continue;
        const unknown = [room, target.room].find((_, at) => [floor, target.floor][at] < 0);
        if (unknown) context.report({ node: source, message: `${unknown} has no floor in scripts/lint/floors.mjs.` });
        else if (target.floor >= floor) context.report({ node: source, message: upward(house, room, target.room) });
      }
    };
    return {
      ImportDeclaration: ({ source }) => check(source),
      ExportNamedDeclaration: ({ source }) => check(source),
      ExportAllDeclaration: ({ source }) => check(source),
      ImportExpression: ({ source }) => check(source),
    };
  },
};
const upward = (house, room, target) => `In ${house}, ${target} is not below ${room}.`;
