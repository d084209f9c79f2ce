import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { qrCodeOf } from '#contract/addresses/qr-codes';
import { qrCode } from '../../../web/src/public/qr-code.ts';
import { cacheStorage } from './cache-storage.ts';

const ORIGIN = 'https://portal.example';
const MAIN = '/assets/main-hash0001.js';
/** Not a literal in the import, because the worker is checked with types of workers, this file with those of pages. */
const WORKER = new URL('../../../web/src/sw/sw.ts', import.meta.url).pathname;

/** Starts the real service worker in a model of a browser, with a server of files by path. */
async function startWorker() {
  const world = {
    files: {
      '/shell': `<!doctype html><p>107</p><script type="module" src="${MAIN}"></script>`,
      [MAIN]: 'main',
      '/noticias': 'news of the server',
    } as Record<string, string>,
    types: { '/shell': 'text/html; charset=utf-8', [MAIN]: 'text/javascript' } as Record<string, string>,
    isOnline: true,
    isBroken: false,
  };
  const fetch: typeof globalThis.fetch = async (input) => {
    const path = new URL(input instanceof Request ? input.url : String(input), ORIGIN).pathname;
    if (!world.isOnline) throw new TypeError('Failed to fetch');
    const body = world.files[path];
    return body === undefined
      ? new Response('', { status: 404 })
      : new Response(body, { headers: { 'content-type': world.types[path] ?? 'text/html' } });
  };
  const listeners = new Map<string, (event: object) => void>();
  const caches = cacheStorage(fetch, ORIGIN, world);
  const location = new URL(`${ORIGIN}/sw.js`);
  vi.resetModules();
  // As in production, without checks and messages for developers.
  vi.stubEnv('NODE_ENV', 'production');
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('location', location);
  vi.stubGlobal('FetchEvent', class {});
  vi.stubGlobal('self', {
    __WB_MANIFEST: [{ url: MAIN.slice(1), revision: null }],
    caches,
    location,
    addEventListener: (type: string, listener: (event: object) => void) => void listeners.set(type, listener),
    clients: { claim: async () => {} },
  });
  await import(WORKER);

  /** Fires an event and waits until the worker has handled it. */
  async function fire(type: string, more: object = {}): Promise<unknown> {
    const work: unknown[] = [];
    let answer: unknown;
    listeners.get(type)?.({
      type,
      waitUntil: (one: unknown) => void work.push(one),
      respondWith: (one: unknown) => void (answer = one),
      ...more,
    });
    await Promise.all(work);
    return answer;
  }
  return {
    world,
    install: () => fire('install'),
    /** Requests a path. @returns the text of the answer */
    async ask(path: string, mode: RequestMode = 'no-cors', handled?: Promise<void>): Promise<string> {
      const request = new Request(ORIGIN + path);
      // Scripts cannot create a request with the mode `navigate`.
      Object.defineProperty(request, 'mode', { value: mode });
      return ((await fire('fetch', { request, handled })) as Response).text();
    },
  };
}

test('once installed it answers offline', async () => {
  const { world, install, ask } = await startWorker();
  await install();
  world.isOnline = false;
  expect(await ask('/noticias', 'navigate')).toContain('107');
  expect(await ask(MAIN)).toBe('main');
});

test('a file opened offline shows the portal, which says so; a page that requests it gets an error', async () => {
  const { world, install, ask } = await startWorker();
  await install();
  world.isOnline = false;
  for (const file of [
    '/uploads/digesto.pdf',
    '/uploads/bulletin/abc/0f.pdf',
    '/uploads/album/abc/foto-0123456789abcdef-480.webp',
    '/evento/fq2uabcdefgh.ics',
  ]) {
    expect(await ask(file, 'navigate')).toContain('107');
    await expect(ask(file)).rejects.toThrow('Failed to fetch');
  }
  expect(await ask('/agenda.ics', 'navigate')).toContain('107');
});

test('the QR code of a page is drawn without the server, and is the one that the server draws', async () => {
  const { world, ask } = await startWorker();
  world.isOnline = false;
  for (const page of ['/', '/noticias/leer/abc123def456/una-noticia'])
    expect(await ask(qrCodeOf(page))).toBe(qrCode(ORIGIN + page));
});

test('on a device with broken caches, pages and code come from the network', async () => {
  const { world, install, ask } = await startWorker();
  await install();
  world.isBroken = true;
  expect(await ask('/noticias', 'navigate')).toBe('news of the server');
  expect(await ask(MAIN)).toBe('main');
});

test('a release is not installed while pages are returned in place of its code', async () => {
  const { world, install } = await startWorker();
  world.types[MAIN] = 'text/html';
  await expect(install()).rejects.toThrow('bad-precaching-response');
  world.types[MAIN] = 'text/javascript';
  await install();
});

test('what cannot be fetched leaves no unhandled rejection', async () => {
  const { world, install, ask } = await startWorker();
  await install();
  world.isOnline = false;
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  // WebKit rejects the event's `handled` promise when an answer fails, even if nobody uses it.
  const handled = Promise.reject<void>(new DOMException('A network error occurred.', 'NetworkError'));
  await expect(ask('/uploads/missing-480.webp', 'no-cors', handled)).rejects.toThrow('Failed to fetch');
  await setImmediate();
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});
