// `npm run dev`: pages with hot reload by Vite, in front of the API, which restarts when its code changes. Pages are
// drawn in the browser, from the shell that devices cache; `npm start` shows what the server draws.
import react from '@vitejs/plugin-react';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createServer } from 'vite';
import type { Plugin } from 'vite';
import { SHEETS as PUBLIC_SHEETS } from '../api/http/render.ts';
import { freePort } from './support/free-port.ts';

const ROOT = join(import.meta.dirname, '..');
const PORT = Number(process.env.PORT ?? 5173);
const API_PORT = await freePort();
const API = `http://127.0.0.1:${API_PORT}`;
const SHEETS = {
  public: PUBLIC_SHEETS,
  admin: ['admin-shell'],
};

const api = spawn(process.execPath, ['--watch-path=api', '--watch-preserve-output', 'api/main.ts'], {
  cwd: ROOT,
  env: { ...process.env, PORT: String(API_PORT), ORIGIN: `http://localhost:${PORT}` },
  stdio: 'inherit',
});
const vite = await createServer({
  root: ROOT,
  configFile: false,
  appType: 'custom',
  publicDir: 'web/public',
  plugins: [react(), documents()],
  server: {
    port: PORT,
    strictPort: true,
    // `api/contract` is served to the browser as source.
    proxy: { '^/(?:api/(?!contract/)|users/|uploads/|salud)': API },
  },
});
await vite.listen();
vite.printUrls();

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
api.on('exit', () => void vite.close());

async function stop(): Promise<void> {
  api.kill('SIGTERM');
  await once(api, 'exit');
}

/** Answers pages with the API's shell, with its built styles and scripts replaced by their sources. */
function documents(): Plugin {
  return {
    name: 'portal-documents',
    configureServer(server) {
      server.middlewares.use((req, res, next) => {
        if (req.method !== 'GET' || !req.headers.accept?.includes('text/html')) return next();
        void documentFor(req.url ?? '/').then(
          (html) => res.setHeader('Content-Type', 'text/html; charset=utf-8').end(html),
          () => {
            res.statusCode = 503;
            res.setHeader('Content-Type', 'text/html; charset=utf-8');
            res.end('<meta http-equiv="refresh" content="1"><p>La API todavía no contesta.</p>');
          },
        );
      });

      async function documentFor(url: string): Promise<string> {
        const kind = /^\/admin(?:[/?]|$)/.test(url) ? 'admin' : 'public';
        const answer = await fetch(`${API}/shell${kind === 'admin' ? '/admin' : ''}`);
        if (!answer.ok) throw new Error(String(answer.status));
        const main = kind === 'admin' ? '/web/src/admin/main.tsx' : '/web/src/main.tsx';
        const sources = SHEETS[kind]
          .map((name) => `<link rel="stylesheet" href="/web/src/styles/${name}.css">`)
          .join('');
        // The policy of the built document would block what Vite inlines.
        const built = [
          /<meta http-equiv="Content-Security-Policy"[^>]*>/g,
          /<link rel="modulepreload"[^>]*>/g,
          /<script type="module"[^>]*><\/script>/g,
          /<script>.*?<\/script>/gs,
        ];
        const own = built.reduce((text, part) => text.replaceAll(part, ''), await answer.text());
        const html = own
          // The town's colour stays.
          .replaceAll(/<style>(:root{[^}]*})?.*?<\/style>/gs, '<style>$1</style>')
          .replace('</head>', `${sources}</head>`)
          .replace('</body>', `<script type="module" src="${main}"></script></body>`);
        return server.transformIndexHtml(url, html);
      }
    },
  };
}
