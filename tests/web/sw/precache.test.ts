import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openCacheAccess } from '../../../web/src/page-and-worker/cache-access.ts';
import { openPrecache } from '../../../web/src/sw/precache.ts';
import type { PrecacheEntry } from '../../../web/src/sw/precache.ts';
import { cacheStorage } from './cache-storage.ts';

const ORIGIN = 'https://portal.example';
const bodyOf = (path: string) => `server ${path}`;
/** A file of a release, as the build lists it. */
const fileOf = (url: string, body = bodyOf(`/${url}`)) => ({
  url,
  revision: createHash('sha256').update(body).digest('hex').slice(0, 8),
});
const MAIN = fileOf('assets/main-hash0001.js');
const LATE = fileOf('assets/late-hash0001.css');
const ICON = fileOf('icons/icon.svg');

/** A device, and a server that answers each path with its own text. */
function openWorld() {
  const world = {
    /** Paths that the server does not answer. */
    cut: new Set<string>(),
    types: {} as Record<string, string>,
    /** What the server answers a path with, unless the request has a query. */
    bodies: {} as Record<string, string>,
    asked: [] as string[],
    /** Paths that were asked past the browser's own cache. */
    reloaded: [] as string[],
    underWay: 0,
    mostUnderWay: 0,
  };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { pathname: path, href } = new URL(input instanceof Request ? input.url : String(input), ORIGIN);
    world.asked.push(path);
    if (init?.cache === 'reload') world.reloaded.push(path);
    world.underWay += 1;
    world.mostUnderWay = Math.max(world.mostUnderWay, world.underWay);
    await setImmediate();
    world.underWay -= 1;
    if (world.cut.has(path)) throw new TypeError('Failed to fetch');
    const body = (href.includes('?') ? undefined : world.bodies[path]) ?? bodyOf(path);
    return new Response(body, { headers: { 'content-type': world.types[path] ?? 'text/javascript' } });
  };
  const caches = cacheStorage(fetch, ORIGIN);
  const access = openCacheAccess(caches);
  return {
    world,
    caches,
    release: (...entries: PrecacheEntry[]) => openPrecache({ caches, access, fetch, entries, origin: ORIGIN }),
  };
}
const request = ({ url }: PrecacheEntry) => new Request(`${ORIGIN}/${url}`);
const many = Array.from({ length: 30 }, (_, at) => fileOf(`assets/part${at}-hash0001.js`));

test('files are fetched six at a time, so that on a slow line none waits for the round trip of another', async () => {
  const { world, release } = openWorld();
  await release(...many).install();
  expect(world.asked).toHaveLength(many.length);
  expect(world.mostUnderWay).toBe(6);
});

test('an installation that was cut off goes on where it was', async () => {
  const { world, caches, release } = openWorld();
  world.cut.add(`/${many[20]!.url}`);
  await expect(release(...many).install()).rejects.toThrow('Failed to fetch');
  // What was under way is checked and stored after that.
  await expect.poll(async () => (await (await caches.open('precache')).keys()).length).toBe(many.length - 1);
  const first = world.asked.splice(0).filter((path) => !world.cut.has(path));
  world.cut.clear();
  await release(...many).install();
  expect(first).toHaveLength(many.length - 1);
  expect(world.asked).toEqual([`/${many[20]!.url}`]);
});

test('what two releases have in common is fetched once, a file with an old name past the browser’s cache', async () => {
  const { world, release } = openWorld();
  await release(MAIN, ICON).install();
  world.asked = [];
  world.bodies[`/${ICON.url}`] = 'a new icon';
  await release(MAIN, LATE, fileOf(ICON.url, 'a new icon')).install();
  expect(world.asked).toEqual([`/${LATE.url}`, `/${ICON.url}`]);
  expect(world.reloaded).toEqual([`/${ICON.url}`, `/${ICON.url}`]);
});

test('it answers without the server, and what the device has lost comes from there', async () => {
  const { world, caches, release } = openWorld();
  const precache = release(MAIN, ICON);
  await precache.install();
  world.asked = [];
  expect(await (await precache.answer(request(ICON))).text()).toBe('server /icons/icon.svg');
  expect(world.asked).toEqual([]);
  await caches.delete('precache');
  expect(await (await precache.answer(request(MAIN))).text()).toBe(`server /${MAIN.url}`);
  expect(world.asked).toEqual([`/${MAIN.url}`]);
});

test('only files of the release are taken for its own', () => {
  const precache = openWorld().release(MAIN, ICON);
  expect(precache.has(`/${MAIN.url}`)).toBe(true);
  expect(precache.has(`${ORIGIN}/${ICON.url}`)).toBe(true);
  expect(precache.has(`https://elsewhere.example/${MAIN.url}`)).toBe(false);
  expect(precache.has(`/${LATE.url}`)).toBe(false);
});

test('a page in the place of code is neither installed nor kept', async () => {
  const { world, caches, release } = openWorld();
  world.types[`/${MAIN.url}`] = 'text/html';
  await expect(release(MAIN).install()).rejects.toThrow(`/${MAIN.url} answered 200`);
  expect(await (await caches.open('precache')).keys()).toEqual([]);
});

test.each([
  ['nothing', ''],
  ['a part', bodyOf(`/${MAIN.url}`).slice(0, -1)],
  ['bytes that nobody has decoded', '^*M\u0018 \0\0\0'],
])('where %s has come in the place of code, it is fetched without a dictionary, and kept whole', async (_, body) => {
  const { world, caches, release } = openWorld();
  world.bodies[`/${MAIN.url}`] = body;
  await release(MAIN).install();
  expect([world.asked.length, world.reloaded]).toEqual([2, [`/${MAIN.url}`]]);
  const kept = await (await caches.open('precache')).match(`/${MAIN.url}`);
  expect(await kept?.text()).toBe(bodyOf(`/${MAIN.url}`));
});

test('code that comes wrong without a dictionary too is neither installed nor kept', async () => {
  const { caches, release } = openWorld();
  await expect(release(fileOf(MAIN.url, 'what the release has')).install()).rejects.toThrow('did not come whole');
  expect(await (await caches.open('precache')).keys()).toEqual([]);
});

test('once a release has taken over, files of others go, and what the first release kept', async () => {
  const { caches, release } = openWorld();
  await release(MAIN, ICON).install();
  await caches.open(`workbox-precache-v2-${ORIGIN}/`);
  await release(LATE, ICON).install();
  await release(LATE, ICON).dropOthers();
  expect(await caches.keys()).toEqual(['precache']);
  const kept = (await (await caches.open('precache')).keys()).map(({ url }) => url);
  expect(kept).toEqual([`${ORIGIN}/${ICON.url}?${ICON.revision}`, `${ORIGIN}/${LATE.url}`]);
});

test('the code of the form is fetched once the form was opened, and with each release after that', async () => {
  const { world, caches, release } = openWorld();
  const FORM = fileOf('assets/tickets/form-hash0001.js');
  const NEXT = fileOf('assets/tickets/form-hash0002.js');
  const first = release(MAIN, FORM);
  await first.install();
  expect(world.asked).toEqual(['/assets/main-hash0001.js']);
  await first.keepOptional();
  expect(world.asked).toEqual(['/assets/main-hash0001.js', '/assets/tickets/form-hash0001.js']);
  world.cut.add('/assets/tickets/form-hash0001.js');
  expect(await (await first.answer(request(FORM))).text()).toBe(bodyOf('/assets/tickets/form-hash0001.js'));
  const second = release(MAIN, NEXT);
  await second.install();
  await second.dropOthers();
  const kept = await (await caches.open('precache')).keys();
  expect(kept.map(({ url }) => url)).toEqual([
    `${ORIGIN}/assets/main-hash0001.js`,
    `${ORIGIN}/assets/tickets/form-hash0002.js`,
  ]);
});

test('a device of staff has the code of the form, which the back office needs', async () => {
  const { world, caches, release } = openWorld();
  const FORM = fileOf('assets/tickets/form-hash0001.js');
  await caches.open('admin 1');
  await release(MAIN, FORM).install();
  expect(world.asked.sort()).toEqual(['/assets/main-hash0001.js', '/assets/tickets/form-hash0001.js']);
});
