import { expect, test } from 'vitest';
import { codeIn } from '../../../web/src/sw/admin-code-cache.ts';
import { PICTURES, PUSH, SAVED_PDFS, SHARED_PHOTOS } from '../../../web/src/page-and-worker/cache-names.ts';
import { openCacheAccess } from '../../../web/src/page-and-worker/cache-access.ts';
import { openCaches } from '../../../web/src/sw/open-caches.ts';
import { cacheStorage } from './cache-storage.ts';

const ORIGIN = 'https://portal.example';
const HOUR = 3600_000;

/** Opens a server of files by path, a device's caches, and the worker of a release with some precached files. */
function openWorld() {
  const world = {
    files: {
      '/shell': shellOf('main-hash0001.js'),
      '/shell/admin': shellOf('admin/main-hash0001.js', 'admin/list-hash0001.js', 'late-hash0001.css'),
      '/assets/admin/main-hash0001.js': 'main',
      '/assets/admin/list-hash0001.js': 'list',
    } as Record<string, string>,
    /** Content types that differ from what the file extension says, by path. */
    types: {} as Record<string, string>,
    /** What comes of a file where a dictionary is used, by path; a query keeps it from being used. */
    undecoded: {} as Record<string, string>,
    isOnline: true,
    isFull: false,
    isBroken: false,
    asked: [] as string[],
    /** Paths that were asked past the browser's own cache. */
    reloaded: [] as string[],
    now: 1_000_000,
    precached: ['/assets/main-hash0001.js', '/assets/late-hash0001.css'],
  };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { pathname: path, href } = new URL(input instanceof Request ? input.url : String(input), ORIGIN);
    world.asked.push(path);
    if (init?.cache === 'reload') world.reloaded.push(path);
    if (!world.isOnline) throw new TypeError('Failed to fetch');
    const body = (href.includes('?') ? undefined : world.undecoded[path]) ?? world.files[path];
    return body === undefined
      ? new Response('', { status: 404 })
      : new Response(body, {
          headers: { 'content-type': world.types[path] ?? typeOf(path), 'content-length': String(body.length) },
        });
  };
  const caches = cacheStorage(fetch, ORIGIN, world);
  const work: Promise<unknown>[] = [];
  return {
    world,
    caches,
    worker: (release = 'one') =>
      openCaches({
        caches,
        access: openCacheAccess(caches),
        fetch,
        now: () => world.now,
        release,
        isPrecached: (path) => world.precached.includes(path),
      }),
    later: (one: Promise<unknown>) => void work.push(one),
    rest: async () => void (await Promise.all(work.splice(0))),
  };
}
function shellOf(...code: string[]): string {
  return `<!doctype html><p>107</p>${code.map((file) => `<script type="module" src="/assets/${file}"></script>`).join('')}`;
}
function typeOf(path: string): string {
  const [, ending = ''] = /\.(\w+)$/.exec(path) ?? [];
  return (
    {
      js: 'text/javascript; charset=utf-8',
      css: 'text/css',
      svg: 'image/svg+xml',
      webp: 'image/webp',
      pdf: 'application/pdf',
    }[ending] ?? 'text/html; charset=utf-8'
  );
}
const get = (path: string, headers: Record<string, string> = {}) => new Request(ORIGIN + path, { headers });
const textOf = async (found: { response: Response } | null) => found && found.response.text();

test('the shell is cached when the worker is installed, and answers offline', async () => {
  const { world, worker } = openWorld();
  expect(await worker().shell('/shell')).toBeNull();
  await worker().prepare();
  world.isOnline = false;
  expect(await textOf(await worker().shell('/shell'))).toContain('107');
  expect(await worker().shell('/shell/admin')).toBeNull();
  // The browser may hold one that is older than the release.
  expect(world.reloaded).toEqual(['/shell']);
});

test.for([
  ['nothing', ''],
  ['what nobody has decoded', '\u005e*M\u0018 noise'],
])('a shell that came as %s is fetched once more, without a dictionary', async ([, undecoded]) => {
  const { world, worker } = openWorld();
  world.undecoded['/shell'] = undecoded ?? '';
  await worker().prepare();
  expect(await textOf(await worker().shell('/shell'))).toContain('107');
  expect(world.reloaded).toEqual(['/shell', '/shell']);
});

test('without its shell a worker is not installed', async () => {
  const { world, worker } = openWorld();
  world.isOnline = false;
  await expect(worker().prepare()).rejects.toThrow();
  world.isOnline = true;
  delete world.files['/shell'];
  await expect(worker().prepare()).rejects.toThrow('404');
});

test("a shell that refers to another release's code is not cached: offline, that code would be missing", async () => {
  const { world, worker } = openWorld();
  await worker().prepare();
  world.files['/shell'] = shellOf('main-hash0002.js');
  await worker().refreshShells();
  expect(await textOf(await worker().shell('/shell'))).toContain('main-hash0001.js');
  await expect(worker('two').prepare()).rejects.toThrow('another release');
});

test.for([
  ['a parking page', '<!doctype html><h1>Dominio en venta</h1>'],
  ['a parking page with code of its own', '<!doctype html><script src="/assets/parking-hash0009.js"></script>'],
])('%s in place of the shell is not cached: the previous shell stays', async ([, page]) => {
  const { world, worker } = openWorld();
  await worker().prepare();
  world.files['/shell'] = page!;
  await worker().refreshShells();
  world.now += 25 * HOUR;
  await (
    await worker().shell('/shell')
  )?.renewal;
  expect(await textOf(await worker().shell('/shell'))).toContain('107');
  await expect(worker('two').prepare()).rejects.toThrow();
});

test('a file that names our code but is not a page is not a shell', async () => {
  const { world, worker } = openWorld();
  world.types['/shell'] = 'application/json';
  await expect(worker().prepare()).rejects.toThrow();
});

test('a changed identity of the town is in the shell as soon as it can be fetched', async () => {
  const { world, worker } = openWorld();
  await worker().prepare();
  world.files['/shell'] = `${shellOf('main-hash0001.js')}<p>nuevo</p>`;
  world.isOnline = false;
  await worker().refreshShells();
  expect(await textOf(await worker().shell('/shell'))).not.toContain('nuevo');
  world.isOnline = true;
  await worker().refreshShells();
  expect(await textOf(await worker().shell('/shell'))).toContain('nuevo');
  expect(world.asked).not.toContain('/shell/admin');
});

test("yesterday's shell answers immediately and is renewed in the background", async () => {
  const { world, worker } = openWorld();
  await worker().prepare();
  world.now += 24 * HOUR;
  expect((await worker().shell('/shell'))?.renewal).toBeNull();
  world.now += HOUR;
  world.files['/shell'] = `${shellOf('main-hash0001.js')}<p>nuevo</p>`;
  const found = await worker().shell('/shell');
  expect(await textOf(found)).not.toContain('nuevo');
  await found?.renewal;
  expect(await textOf(await worker().shell('/shell'))).toContain('nuevo');
  expect((await worker().shell('/shell'))?.renewal).toBeNull();
});

test('a shell cached while the clock was ahead is renewed once the clock is right', async () => {
  const { world, worker } = openWorld();
  world.now += 365 * 24 * HOUR;
  await worker().prepare();
  world.now -= 365 * 24 * HOUR;
  await (
    await worker().shell('/shell')
  )?.renewal;
  const found = await worker().shell('/shell');
  expect(found?.response.headers.get('x-kept-at')).toBe(String(world.now));
  expect(found?.renewal).toBeNull();
});

test('after a log-in the back office starts offline', async () => {
  const { world, worker } = openWorld();
  await worker().keepAdmin();
  world.isOnline = false;
  expect(await textOf(await worker().shell('/shell/admin'))).toContain('107');
  expect(await (await worker().adminCode(get('/assets/admin/list-hash0001.js'))).text()).toBe('list');
});

test('code that the back office loads later is cached too, with everything it imports', async () => {
  const { world, worker } = openWorld();
  world.files['/assets/admin/list-hash0001.js'] =
    'const deps=["assets/admin/editor-hash0001.js",' +
    '"assets/admin/editor-hash0001.css","assets/main-hash0001.js"];import"../main-hash0001.js"';
  world.files['/assets/admin/editor-hash0001.js'] = 'import{a}from"./list-hash0001.js";import"./late-hash0001.js"';
  world.files['/assets/admin/editor-hash0001.css'] = '.icon{background:url(./icons-hash0001.svg)}';
  world.files['/assets/admin/late-hash0001.js'] = 'late';
  world.files['/assets/admin/icons-hash0001.svg'] = '<svg/>';
  await worker().keepAdmin();
  world.isOnline = false;
  for (const file of ['editor-hash0001.js', 'editor-hash0001.css', 'late-hash0001.js', 'icons-hash0001.svg']) {
    expect((await worker().adminCode(get(`/assets/admin/${file}`))).status).toBe(200);
  }
  expect(world.asked.filter((path) => path === '/assets/main-hash0001.js')).toEqual([]);
});

test('files are found beside a text at its beginning too, and only where its folder is known', () => {
  expect(codeIn('./list-hash0001.js', '/assets/admin/')).toEqual(['/assets/admin/list-hash0001.js']);
  expect(codeIn('./list-hash0001.js')).toEqual([]);
});

test('the names under which a device keeps things stay, or it would lose them with an update', () => {
  expect([PICTURES, SAVED_PDFS, SHARED_PHOTOS, PUSH]).toEqual(['pictures', 'saved-pdfs', 'shared-photos', 'push']);
});

test('admin code that the shell does not name is cached when it is first used', async () => {
  const { world, worker } = openWorld();
  await worker().keepAdmin();
  world.files['/assets/admin/editor-hash0001.js'] = 'editor';
  await worker().adminCode(get('/assets/admin/editor-hash0001.js'));
  world.isOnline = false;
  expect(await (await worker().adminCode(get('/assets/admin/editor-hash0001.js'))).text()).toBe('editor');
});

test('nothing of the back office is cached for a resident who opens the log-in', async () => {
  const { world, caches, worker } = openWorld();
  world.files['/assets/admin/list-hash0001.js'] = 'list';
  await worker().prepare();
  expect(await (await worker().adminCode(get('/assets/admin/list-hash0001.js'))).text()).toBe('list');
  expect((await caches.keys()).filter((name) => name.startsWith('admin'))).toEqual([]);
});

test('a page in place of admin code is returned but not cached as code', async () => {
  const { world, worker } = openWorld();
  await worker().keepAdmin();
  const editor = '/assets/admin/editor-hash0001.js';
  world.files[editor] = '<h1>En mantenimiento</h1>';
  world.types[editor] = 'text/html';
  expect(await (await worker().adminCode(get(editor))).text()).toContain('mantenimiento');
  world.files[editor] = 'editor';
  delete world.types[editor];
  expect(await (await worker().adminCode(get(editor))).text()).toBe('editor');
});

test.each([
  ['as nothing', ''],
  ['as bytes that nobody has decoded', '^*M\u0018 \0\0\0'],
])('code of the back office that has come %s is fetched without a dictionary, and never kept', async (_, wrong) => {
  const { world, worker } = openWorld();
  const [list, editor] = ['/assets/admin/list-hash0001.js', '/assets/admin/editor-hash0001.js'];
  Object.assign(world.files, { [editor]: 'editor' });
  Object.assign(world.undecoded, { [list]: wrong, [editor]: wrong });
  await worker().keepAdmin();
  await worker().adminCode(get(editor));
  delete world.undecoded[editor];
  expect(await (await worker().adminCode(get(editor))).text()).toBe('editor');
  world.isOnline = false;
  expect(await (await worker().adminCode(get(list))).text()).toBe('list');
});

test("while pages are returned in place of the back office's code, the back office is not cached", async () => {
  const { world, worker } = openWorld();
  world.types['/assets/admin/list-hash0001.js'] = 'text/html';
  await worker().keepAdmin();
  expect(await worker().shell('/shell/admin')).toBeNull();
  delete world.types['/assets/admin/list-hash0001.js'];
  await worker().keepAdmin();
  world.isOnline = false;
  expect(await textOf(await worker().shell('/shell/admin'))).toContain('107');
  expect(await (await worker().adminCode(get('/assets/admin/list-hash0001.js'))).text()).toBe('list');
});

test('when the code of the back office cannot be fetched completely, its shell is not cached', async () => {
  const { world, worker } = openWorld();
  delete world.files['/assets/admin/list-hash0001.js'];
  await worker().keepAdmin();
  expect(await worker().shell('/shell/admin')).toBeNull();
});

test('an update includes the back office on devices that have it, and removes the old release', async () => {
  const { world, caches, worker } = openWorld();
  await worker('one').prepare();
  await worker('one').keepAdmin();
  world.files['/shell/admin'] = shellOf('admin/main-hash0002.js');
  world.files['/assets/admin/main-hash0002.js'] = 'main 2';
  await worker('two').prepare();
  await (await caches.open("somebody else's shells x")).put('/x', new Response('x'));
  // Until the person accepts the update, the old release answers with its own shell.
  expect(await textOf(await worker('one').shell('/shell/admin'))).toContain('main-hash0001.js');
  await worker('two').dropOthers();
  world.isOnline = false;
  expect(await (await worker('two').adminCode(get('/assets/admin/main-hash0002.js'))).text()).toBe('main 2');
  expect(await worker('one').shell('/shell')).toBeNull();
  expect(await caches.keys()).toContain("somebody else's shells x");
});

test("a tablet's update waits until the back office has been fetched", async () => {
  const { world, worker } = openWorld();
  await worker('one').keepAdmin();
  delete world.files['/assets/admin/main-hash0001.js'];
  await expect(worker('two').prepare()).rejects.toThrow();
});

test('a picture is fetched once', async () => {
  const { world, worker, later, rest } = openWorld();
  world.files['/uploads/a-480.webp'] = 'picture';
  for (let at = 0; at < 3; at += 1) {
    expect(await (await worker().picture(get('/uploads/a-480.webp'), later)).text()).toBe('picture');
    await rest();
  }
  expect(world.asked).toEqual(['/uploads/a-480.webp']);
});

test('offline another width of the picture is used', async () => {
  const { world, worker, later, rest } = openWorld();
  world.files['/uploads/a-480.webp'] = 'small';
  await worker().picture(get('/uploads/a-480.webp'), later);
  await rest();
  world.isOnline = false;
  expect(await (await worker().picture(get('/uploads/a-1600.webp'), later)).text()).toBe('small');
  await expect(worker().picture(get('/uploads/b-480.webp'), later)).rejects.toThrow(TypeError);
});

test('a file that is not a picture is not cached as one', async () => {
  const { world, caches, worker, later, rest } = openWorld();
  world.files['/uploads/a-480.webp'] = '<html>';
  world.types['/uploads/a-480.webp'] = 'text/html';
  await worker().picture(get('/uploads/a-480.webp'), later);
  await worker().picture(get('/uploads/gone-480.webp'), later);
  await rest();
  expect(await (await caches.open(PICTURES)).keys()).toEqual([]);
});

test('pictures are limited in number, the oldest are removed first', async () => {
  const { world, caches, worker, later, rest } = openWorld();
  const one = worker();
  for (let at = 0; at < 320; at += 1) {
    world.files[`/uploads/p${at}-480.webp`] = 'picture';
    await one.picture(get(`/uploads/p${at}-480.webp`), later);
    await rest();
  }
  const kept = (await (await caches.open(PICTURES)).keys()).map(({ url }) => url);
  expect(kept).toHaveLength(300);
  expect(kept[0]).toContain('/p20-');
});

test('pictures are limited in bytes', async () => {
  const { world, caches, worker, later, rest } = openWorld();
  const one = worker();
  for (let at = 0; at < 20; at += 1) {
    world.files[`/uploads/p${at}-480.webp`] = 'x'.repeat(4_000_000);
    await one.picture(get(`/uploads/p${at}-480.webp`), later);
    await rest();
  }
  const kept = (await (await caches.open(PICTURES)).keys()).map(({ url }) => url);
  expect(kept).toHaveLength(10);
  expect(kept.at(-1)).toContain('/p19-');
});

test('a PDF that the visitor saved is available offline, in parts too', async () => {
  const { world, caches, worker } = openWorld();
  await (
    await caches.open(SAVED_PDFS)
  ).put('/uploads/digesto.pdf', new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } }));
  world.isOnline = false;
  expect(await (await worker().savedPdf(get('/uploads/digesto.pdf'))).text()).toBe('%PDF-1.7');
  const part = await worker().savedPdf(get('/uploads/digesto.pdf', { range: 'bytes=0-3' }));
  expect([part.status, await part.text()]).toEqual([206, '%PDF']);
});

test('other PDFs come from the server and are not cached', async () => {
  const { world, caches, worker } = openWorld();
  world.files['/uploads/bulletin/a/1.pdf'] = '%PDF';
  expect(await (await worker().savedPdf(get('/uploads/bulletin/a/1.pdf'))).text()).toBe('%PDF');
  expect(await (await caches.open(SAVED_PDFS)).keys()).toEqual([]);
});

test('on a full device everything opens from the network', async () => {
  const { world, worker, later, rest } = openWorld();
  world.files['/uploads/a-480.webp'] = 'picture';
  world.isFull = true;
  expect(await (await worker().adminCode(get('/assets/admin/main-hash0001.js'))).text()).toBe('main');
  expect(await (await worker().picture(get('/uploads/a-480.webp'), later)).text()).toBe('picture');
  await rest();
});

test("when the browser's caches are broken, the network answers", async () => {
  const { world, worker, later, rest } = openWorld();
  world.files['/uploads/a-480.webp'] = 'picture';
  world.files['/uploads/digesto.pdf'] = '%PDF';
  world.isBroken = true;
  expect(await worker().shell('/shell')).toBeNull();
  expect(await (await worker().adminCode(get('/assets/admin/main-hash0001.js'))).text()).toBe('main');
  expect(await (await worker().picture(get('/uploads/a-480.webp'), later)).text()).toBe('picture');
  expect(await (await worker().savedPdf(get('/uploads/digesto.pdf'))).text()).toBe('%PDF');
  await rest();
});

test('with broken caches and no network, a picture fails as it would without a worker', async () => {
  const { world, worker, later } = openWorld();
  world.isBroken = true;
  world.isOnline = false;
  await expect(worker().picture(get('/uploads/a-480.webp'), later)).rejects.toThrow('Failed to fetch');
});
