import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { SHARED_PART, sharedPhotos } from '#contract/addresses/installed';
import { qrCodeOf } from '#contract/addresses/qr-codes';
import { blankDocuments } from '#contract/town/documents';
import { sha256 } from '../../../web/src/browser/sha256.ts';
import { qrCode } from '../../../web/src/components/qr-code.ts';
import { fakeFeed } from '../offline/fake-feed.ts';
import { cacheStorage } from './cache-storage.ts';

const ORIGIN = 'https://portal.example';
const MAIN = '/assets/main-hash0001.js';
const ADMIN = '/assets/admin/main-hash0001.js';
const FEED = '/api/dataPublic/changes';
const PUSH = '/api/push/subscriptions';
/** Not a literal in the import, because the worker is checked with types of workers, this file with those of pages. */
const WORKER = new URL('../../../web/src/sw/sw.ts', import.meta.url).pathname;

/** As the build writes it. */
const revisionOf = async (text: string) => (await sha256(new TextEncoder().encode(text))).slice(0, 8);

/** Starts the real service worker in a model of a browser, with a server of files by path. */
async function startWorker() {
  const world = {
    files: {
      '/shell': `<!doctype html><p>107</p><script type="module" src="${MAIN}"></script>`,
      [MAIN]: 'main',
      '/noticias': 'news of the server',
      '/shell/admin': `<!doctype html><p>staff</p><script type="module" src="${ADMIN}"></script>`,
      [ADMIN]: 'admin',
    } as Record<string, string>,
    types: { '/shell': 'text/html; charset=utf-8', [MAIN]: 'text/javascript', [ADMIN]: 'text/javascript' } as Record<
      string,
      string
    >,
    isOnline: true,
    isBroken: false,
    now: Date.parse('2026-03-15T13:32:00Z'),
    /** Paths that were requested. */
    asked: [] as string[],
    /** What the worker has done with the browser. */
    did: [] as string[],
    windows: [] as object[],
    /** What the last event has asked the browser to wait for. */
    waits: [] as unknown[],
    feed: null as ReturnType<typeof fakeFeed> | null,
  };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { pathname: path, search } = new URL(input instanceof Request ? input.url : String(input), ORIGIN);
    world.asked.push(path);
    if (!world.isOnline) throw new TypeError('Failed to fetch');
    if (init?.method === 'DELETE') return new Response(null, { status: 204 });
    if (world.feed && path === FEED) return Response.json((await world.feed.ask(search)).body);
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
    __WB_MANIFEST: [{ url: MAIN.slice(1), revision: await revisionOf('main') }],
    caches,
    location,
    navigator: {},
    addEventListener: (type: string, listener: (event: object) => void) => void listeners.set(type, listener),
    skipWaiting: async () => void world.did.push('skip waiting'),
    clients: {
      claim: async () => void world.did.push('claim'),
      matchAll: async (of: object) => {
        world.did.push(`windows ${JSON.stringify(of)}`);
        return world.windows;
      },
      openWindow: async (url: string) => void world.did.push(`open ${url}`),
    },
    registration: {
      pushManager: { getSubscription: async () => null },
      getNotifications: async () => [],
      showNotification: async (title: string) => void world.did.push(`show ${title}`),
    },
  });
  vi.spyOn(Date, 'now').mockImplementation(() => world.now);
  // A subscription that the server has not been told to forget yet.
  await (await caches.open('push')).put('/agreed', Response.json({ gone: ['https://push.example/1'] }));
  await import(WORKER);

  /** Fires an event and waits until the worker has handled it. */
  async function fire(type: string, more: object = {}): Promise<unknown> {
    const work: unknown[] = [];
    world.waits = work;
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
    caches,
    fire,
    install: () => fire('install'),
    /** Fires an event. @returns the paths that the worker requests meanwhile */
    async asksAfter(type: string, more: object = {}): Promise<string[]> {
      world.asked = [];
      await fire(type, more);
      return [...new Set(world.asked)].sort();
    },
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
  const { world, ask, fire } = await startWorker();
  world.isOnline = false;
  for (const page of ['/', '/noticias/leer/abc123def456/una-noticia'])
    expect(await ask(qrCodeOf(page))).toBe(qrCode(ORIGIN + page));
  const answer = (await fire('fetch', { request: new Request(ORIGIN + qrCodeOf('/')) })) as Response;
  expect(answer.headers.get('content-type')).toBe('image/svg+xml');
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
  await expect(install()).rejects.toThrow(`${MAIN} answered 200`);
  world.types[MAIN] = 'text/javascript';
  await install();
});

test('it leaves to the browser what is not its own', async () => {
  const { fire, install } = await startWorker();
  await install();
  for (const path of ['/api/data/session', '/other.css', '/assets/other-hash0001.js'])
    expect([path, await fire('fetch', { request: new Request(ORIGIN + path) })]).toEqual([path, undefined]);
});

test('a shell with code that is not of this release is not installed', async () => {
  const { world, install } = await startWorker();
  world.files['/shell'] = world.files['/shell']!.replace('hash0001', 'hash0002');
  await expect(install()).rejects.toThrow('another release');
});

test('once active it serves the open pages, and drops what former releases kept', async () => {
  const { world, caches, fire, install } = await startWorker();
  await install();
  await caches.open('shells former');
  await (await caches.open('precache')).put('/assets/main-hash0000.js', new Response('former'));
  await fire('activate');
  expect(world.did).toEqual(['claim']);
  expect(await caches.keys()).not.toContain('shells former');
  expect((await (await caches.open('precache')).keys()).map(({ url }) => url)).toEqual([ORIGIN + MAIN]);
});

test('after a page was opened, the server is told of a subscription that has ended; not for every file', async () => {
  const { world, ask, install } = await startWorker();
  await install();
  world.asked = [];
  await ask(MAIN);
  expect(world.asked).toEqual([]);
  await ask('/noticias', 'navigate');
  expect(world.asked).toEqual([PUSH]);
});

test('a day later the shell is renewed while the kept one answers', async () => {
  const { world, ask, install } = await startWorker();
  await install();
  world.now += 25 * 3_600_000;
  world.files['/shell'] += '<p>nuevo</p>';
  expect(await ask('/noticias', 'navigate')).not.toContain('nuevo');
  // The browser waits for this, and for what is sent once the page was opened.
  expect(world.waits).toHaveLength(2);
  expect(await ask('/noticias', 'navigate')).toContain('nuevo');
  expect(world.waits).toHaveLength(1);
});

test('the shell is renewed as soon as the feed says that it is drawn in another way', async () => {
  const { world, asksAfter, install } = await startWorker();
  world.feed = fakeFeed();
  await install();
  const fill = () => asksAfter('message', { data: { type: 'fill', opened: '' } });
  await fill();
  expect(await fill()).toEqual([FEED]);
  world.feed.put('site', { ...blankDocuments.site, id: 'site', image: null });
  expect(await fill()).toEqual([FEED, '/shell']);
});

test('pages tell it what to do', async () => {
  const { world, ask, fire, asksAfter, install } = await startWorker();
  await install();
  const tell = (type: string, more: object = {}) => asksAfter('message', { data: { type, ...more } });
  expect(await tell('none')).toEqual([]);
  expect(await tell('SKIP_WAITING')).toEqual([]);
  expect(world.did.splice(0)).toEqual(['skip waiting']);
  expect(await tell('claim')).toEqual([]);
  expect(world.did.splice(0)).toEqual(['claim']);
  expect(await tell('refresh-shell')).toEqual(['/shell']);
  expect(await tell('keep-admin')).toEqual([ADMIN, '/shell/admin']);
  expect(await tell('fill', { opened: '' })).toEqual([FEED, PUSH]);
  expect(world.did).toEqual([]);
  world.isOnline = false;
  expect(await ask('/admin/noticias', 'navigate')).toContain('staff');
  expect(await ask(ADMIN)).toBe('admin');
  await expect(fire('message', { data: { type: 'refresh-shell' } })).resolves.toBeUndefined();
});

test('when the network is back, open pages send what waits there, and it sends what concerns the subscription', async () => {
  const { world, asksAfter } = await startWorker();
  world.windows = [1, 2].map((at) => ({
    postMessage: (message: { type: string }) => void world.did.push(`tell ${at} ${message.type}`),
  }));
  expect(await asksAfter('sync', { tag: 'other' })).toEqual([]);
  expect(world.did).toEqual([]);
  expect(await asksAfter('sync', { tag: 'outbox' })).toEqual([]);
  expect(world.did).toEqual(['windows {"type":"window","includeUncontrolled":true}', 'tell 1 drain', 'tell 2 drain']);
  expect(await asksAfter('sync', { tag: 'push' })).toEqual([PUSH]);
});

test('a subscription that the browser has replaced is settled at once', async () => {
  const { asksAfter } = await startWorker();
  expect(await asksAfter('pushsubscriptionchange')).toEqual([PUSH]);
});

test('a message is shown, its record fetched, and its page opened by a touch', async () => {
  const { world, fire, asksAfter } = await startWorker();
  const data = { title: 'Corte de agua', body: '', url: '/alertas/1/a', tag: 'a', topic: 'alertas', at: '' };
  expect(await asksAfter('push', { data: { json: () => data } })).toEqual([FEED]);
  expect(world.did.splice(0)).toEqual(['show Corte de agua']);
  await fire('notificationclick', { notification: { data, close: () => void world.did.push('close') } });
  expect(world.did).toEqual(['close', 'windows {"type":"window","includeUncontrolled":true}', 'open /alertas/1/a']);
});

test('a picture that was seen is there offline', async () => {
  const { world, ask } = await startWorker();
  const picture = '/uploads/album/abc/foto-0123456789abcdef-480.webp';
  Object.assign(world.files, { [picture]: 'picture' });
  Object.assign(world.types, { [picture]: 'image/webp' });
  await ask(picture);
  await Promise.all(world.waits);
  expect(world.waits).toHaveLength(1);
  world.isOnline = false;
  expect(await ask(picture)).toBe('picture');
});

test('photos that the gallery shares are taken in, and the person is led to where they belong', async () => {
  const { fire, asksAfter } = await startWorker();
  await asksAfter('message', { data: { type: 'keep-admin' } });
  const body = new FormData();
  body.append(SHARED_PART, new File(['x'], 'plaza.jpg', { type: 'image/jpeg' }));
  const request = new Request(ORIGIN + sharedPhotos(), { method: 'POST', body });
  Object.defineProperty(request, 'mode', { value: 'navigate' });
  const answer = (await fire('fetch', { request })) as Response;
  expect([answer.status, answer.headers.get('location')]).toEqual([303, ORIGIN + sharedPhotos()]);
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
