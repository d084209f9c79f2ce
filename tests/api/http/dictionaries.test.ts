import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '../../../api/contract/addresses/calls.ts';
import { PUBLIC_CACHE } from '../../../api/http/cache/cache-control.ts';
import { openDictionaries } from '../../../api/http/cache/dictionaries.ts';
import type { Renderer } from '../../../api/http/render.ts';
import { temporaryFolder } from '../files.ts';
import { NOON, openTown } from '../town.ts';
import { raw } from '../wire.ts';

const COMPRESS = join(import.meta.dirname, '../../../scripts/compress.mjs');
const DAY = 86_400_000;
const CHROMIUM = 'gzip, deflate, br, zstd, dcb, dcz';

/** Code that a compressor cannot make small by itself, as that of a bundle. */
const bundle = (words: string) =>
  Array.from({ length: 300 }, (_, at) => createHash('md5').update(`${at}`).digest('hex')).join(';') + words;
const FIRST = bundle('Hola');
const SECOND = bundle('Buenas');
const OTHER = bundle('Otro').replaceAll('a', 'o');
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');

const folders: string[] = [];
/** Builds a release as `npm run build` ends. @param files by path below assets */
function build(files: Record<string, string>): string {
  const webDir = mkdtempSync(join(tmpdir(), 'portal-release-'));
  folders.push(webDir);
  mkdirSync(join(webDir, 'assets/admin'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(webDir, 'assets', name), text);
  expect(spawnSync(process.execPath, [COMPRESS, webDir]).status).toBe(0);
  return webDir;
}
let first: string;
let second: string;
let odd: string;
beforeAll(() => {
  first = build({ 'pages-AAAAAAAA.js': FIRST, 'main-AAAAAAAA.js': OTHER, 'admin/app-AAAAAAAA.css': FIRST });
  second = build({ 'pages-BBBB-BBB.js': SECOND, 'main-AAAAAAAA.js': OTHER, 'admin/app-BBBBB-44.css': SECOND });
  odd = build({ 'a.js': FIRST, 'dexie-4.4.7.js': FIRST, 'tiny-AAAAAAAA.js': 'let a' });
});
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** An installation that ran the first release and then the second one. */
async function install(clock = { now: NOON }) {
  const folder = join(temporaryFolder(), 'portal.sqlite-releases');
  const open = (webDir: string) => openDictionaries({ webDir, folder, now: () => clock.now });
  await open(first).keep();
  const dictionaries = open(second);
  await dictionaries.keep();
  const town = await openTown({ webDir: second, dictionaries });
  return {
    folder,
    open,
    ask: (path: string, headers: Record<string, string> = {}, method?: string) => raw(town.url + path, headers, method),
  };
}
const offering = (text: string, accept = CHROMIUM) => ({
  'Accept-Encoding': accept,
  'Available-Dictionary': `:${hashOf(text)}:`,
});

test.each([
  ['/assets/pages-BBBB-BBB.js', '/assets/pages-*.js', 'text/javascript; charset=utf-8'],
  ['/assets/admin/app-BBBBB-44.css', '/assets/admin/app-*.css', 'text/css; charset=utf-8'],
])('a browser with %s of the last release gets what has changed', async (path, match, type) => {
  const { ask } = await install();
  const plain = await ask(path, { 'Accept-Encoding': CHROMIUM });
  const { status, headers, bytes } = await ask(path, offering(FIRST));
  expect([status, headers['content-encoding'], headers['content-type']]).toEqual([200, 'dcz', type]);
  expect(headers).toMatchObject({
    vary: 'Accept-Encoding, Available-Dictionary',
    'cache-control': 'public, max-age=31536000, immutable',
    'use-as-dictionary': `match="${match}"`,
    'content-length': String(bytes.length),
  });
  expect(headers).not.toHaveProperty('x-accel-expires');
  expect(bytes.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000');
  expect(bytes.subarray(8, 40).toString('base64')).toBe(hashOf(FIRST));
  expect(zstdDecompressSync(bytes.subarray(40), { dictionary: Buffer.from(FIRST) }).toString()).toBe(SECOND);
  expect(bytes.length).toBeLessThan(plain.bytes.length / 20);
  const head = await ask(path, offering(FIRST), 'HEAD');
  expect([head.headers['content-encoding'], head.bytes.length]).toEqual(['dcz', 0]);
});

test('every other browser gets the bytes that it would get without dictionaries', async () => {
  const { ask } = await install();
  const path = '/assets/pages-BBBB-BBB.js';
  const { bytes } = await ask(path, { 'Accept-Encoding': CHROMIUM });
  expect(brotliDecompressSync(bytes).toString()).toBe(SECOND);
  const malformed = [
    '',
    ':',
    '::',
    ':AAAA:',
    hashOf(FIRST),
    `:${hashOf(FIRST)}`,
    `:${hashOf(FIRST)}:;a=1`,
    ':../../x:',
  ];
  const others: [string, Record<string, string>, string?][] = [
    ['one whose dictionary nobody knows', offering('unknown')],
    ['one that offers another file', offering(OTHER)],
    ['one that offers the file itself', offering(SECOND)],
    ['one that takes no dcz', offering(FIRST, 'gzip, deflate, br, zstd, dcb')],
    ['one that refuses dcz', offering(FIRST, 'br, dcz;q=0')],
    ['one that takes anything', offering(FIRST, 'br, *')],
    // So a device asks that has got what was wrong.
    ['one that asks with a query', offering(FIRST), '?whole'],
  ];
  for (const header of malformed)
    others.push([`one that says «${header}»`, { 'Accept-Encoding': CHROMIUM, 'Available-Dictionary': header }]);
  for (const [name, headers, query = ''] of others) {
    const answer = await ask(path + query, headers);
    expect([name, answer.status, answer.headers['content-encoding'], answer.bytes.equals(bytes)]).toEqual([
      name,
      200,
      'br',
      true,
    ]);
  }
  expect((await ask(path, offering(FIRST))).headers['content-encoding']).toBe('dcz');
});

test('nginx may keep an answer for a dictionary that the portal knows, and none for any other', async () => {
  const { ask } = await install();
  const path = '/assets/pages-BBBB-BBB.js';
  expect((await ask(path, offering('unknown'))).headers['x-accel-expires']).toBe('0');
  for (const headers of [offering(FIRST), offering('unknown', 'br'), { 'Accept-Encoding': 'br' }])
    expect((await ask(path, headers)).headers).not.toHaveProperty('x-accel-expires');
});

test('what has no hash in its name, or is small, is no dictionary', async () => {
  const { ask, open } = await install();
  const dictionaries = open(odd);
  expect(['a.js', 'dexie-4.4.7.js', 'tiny-AAAAAAAA.js'].map((name) => dictionaries.match(`/assets/${name}`))).toEqual([
    undefined,
    '/assets/dexie-*.js',
    undefined,
  ]);
  for (const path of ['/.dictionaries.json', '/assets/.dictionaries.json'])
    expect((await ask(path)).bytes.toString()).not.toContain('match');
});

test.each([
  ['damaged', Buffer.from('damaged')],
  ['exchanged', brotliCompressSync(FIRST.slice(1))],
])('a file that was %s on the disk is no dictionary', async (_, bytes) => {
  const { ask, folder } = await install();
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), bytes);
  const answer = await ask('/assets/pages-BBBB-BBB.js', offering(FIRST));
  expect([answer.status, answer.headers['content-encoding']]).toEqual([200, 'br']);
});

test('files are kept for 90 days after the last start with a release that has them', async () => {
  const clock = { now: NOON };
  const { folder, open } = await install(clock);
  const kept = () => readdirSync(folder).map((name) => name.replace(/-[\w-]{43}/, ''));
  expect(kept().sort()).toEqual(['admin~app.css.br', 'admin~app.css.br', 'main.js.br', 'pages.js.br', 'pages.js.br']);
  const dictionaries = open(second);
  clock.now += 89 * DAY;
  await dictionaries.keep();
  const offered = hashOf(FIRST);
  expect(kept()).toHaveLength(5);
  expect(await dictionaries.encode('/assets/pages-BBBB-BBB.js', offered)).not.toBeNull();
  clock.now += 2 * DAY;
  const later = open(second);
  await later.keep();
  expect(kept().sort()).toEqual(['admin~app.css.br', 'main.js.br', 'pages.js.br']);
  expect(await later.encode('/assets/pages-BBBB-BBB.js', offered)).toBeNull();
});

test('the oldest go where there are too many', async () => {
  const { folder } = await install();
  const old = new Date(NOON - DAY);
  for (const name of ['one', 'two']) {
    writeFileSync(join(folder, name), '');
    utimesSync(join(folder, name), old, old);
  }
  await openDictionaries({ webDir: second, folder, now: () => NOON, max: 6 }).keep();
  expect(readdirSync(folder)).toHaveLength(6);
  await openDictionaries({ webDir: second, folder, now: () => NOON, max: 5 }).keep();
  expect(readdirSync(folder).filter((name) => name.endsWith('.br'))).toHaveLength(5);
});

test('a folder that cannot be made or read leaves everything as it is without', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const dictionaries = openDictionaries({ webDir: second, folder: join(file, 'below'), now: () => NOON });
  await expect(dictionaries.keep()).rejects.toThrow();
  const town = await openTown({ webDir: second, dictionaries });
  const answer = await raw(`${town.url}/assets/pages-BBBB-BBB.js`, offering(FIRST));
  expect([answer.status, answer.headers['content-encoding']]).toEqual([200, 'br']);
});

test('a release that was built without a list has no dictionaries', async () => {
  const webDir = build({ 'pages-BBBBBBBB.js': SECOND });
  rmSync(join(webDir, '.dictionaries.json'));
  const folder = join(temporaryFolder(), 'releases');
  const dictionaries = openDictionaries({ webDir, folder, now: () => NOON });
  await dictionaries.keep();
  expect([readdirSync(folder), dictionaries.match('/assets/pages-BBBBBBBB.js')]).toEqual([[], undefined]);
});

/** A town whose shell says what it is told to, and the folder in which its earlier ones are kept. */
async function openShells({ folder = join(temporaryFolder(), 'releases'), says = FIRST } = {}) {
  const shown = { says };
  const renderer: Renderer = {
    page: async () => ({ status: 200, html: shown.says }),
    view: async (path) => ({ redirect: path }),
    shell: async (kind) => (kind === 'public' ? shown.says : OTHER),
    draft: async () => shown.says,
    tickets: async () => shown.says,
    missingFile: async () => '',
    qrCode: () => '',
  };
  const dictionaries = openDictionaries({ webDir: second, folder, now: () => NOON });
  const town = await openTown({ webDir: second, dictionaries, renderer });
  const ask = (path: string, headers: Record<string, string> = {}) => raw(town.url + path, headers);
  return {
    folder,
    ask,
    /** Has the shell say something else, as after a change of the menu. */
    async change(text: string) {
      shown.says = text;
      const answer = await town.post(calls.create('story'), {}, { as: town.admin });
      expect(answer.status).toBe(200);
    },
    kept: (number: number) =>
      expect.poll(() => readdirSync(folder).filter((name) => name.endsWith('.html.br')).length).toBe(number),
  };
}

test('a device with an earlier shell gets what has changed of it, also after a start', async () => {
  const { folder, ask, change, kept } = await openShells();
  const whole = await ask('/shell', { 'Accept-Encoding': CHROMIUM });
  expect(brotliDecompressSync(whole.bytes).toString()).toBe(FIRST);
  expect(whole.headers).toMatchObject({
    vary: 'Accept-Encoding, Available-Dictionary',
    'use-as-dictionary': 'match="/shell"',
    // Otherwise a browser takes it for no dictionary; a shared cache asks again as soon as for a page.
    'cache-control': PUBLIC_CACHE.replace('max-age=0', 'max-age=7776000'),
  });
  await kept(1);
  await change(SECOND);
  for (const again of [await openShells({ folder, says: SECOND }), { ask }]) {
    const { status, headers, bytes } = await again.ask('/shell', offering(FIRST));
    expect([status, headers['content-encoding'], headers.vary]).toEqual([200, 'dcz', whole.headers.vary]);
    expect(headers).not.toHaveProperty('x-accel-expires');
    expect(bytes.subarray(8, 40).toString('base64')).toBe(hashOf(FIRST));
    expect(zstdDecompressSync(bytes.subarray(40), { dictionary: Buffer.from(FIRST) }).toString()).toBe(SECOND);
    expect(bytes.length).toBeLessThan(whole.bytes.length / 20);
  }
  // What one device gets is kept for nobody else, and the other way round.
  for (let round = 0; round < 2; round += 1) {
    expect((await ask('/shell', { 'Accept-Encoding': CHROMIUM })).headers['content-encoding']).toBe('br');
    expect((await ask('/shell', offering(FIRST))).headers['content-encoding']).toBe('dcz');
    expect((await ask('/shell')).bytes.toString()).toBe(SECOND);
  }
});

test('who offers no earlier shell that the portal has sent gets all of it, and nginx no copy', async () => {
  const { ask, change, kept } = await openShells();
  await ask('/shell');
  await kept(1);
  await change(SECOND);
  for (let round = 0; round < 2; round += 1)
    for (const [headers, query, expires] of [
      [offering('unknown'), '', '0'],
      [offering(FIRST, 'br, dcz;q=0'), '', '0'],
      [{ ...offering(FIRST), 'Available-Dictionary': ':AAAA:' }, '', '0'],
      [{ 'Accept-Encoding': CHROMIUM }, '', undefined],
      // So a device asks that has got what was wrong.
      [offering(FIRST), '?whole', '0'],
    ] as const) {
      const answer = await ask(`/shell${query}`, headers);
      expect([answer.headers['content-encoding'], brotliDecompressSync(answer.bytes).toString()]).toEqual([
        'br',
        SECOND,
      ]);
      expect(answer.headers['x-accel-expires']).toBe(expires);
    }
});

test('a shell that was changed on the disk is no dictionary', async () => {
  const { folder, ask, change, kept } = await openShells();
  await ask('/shell');
  await kept(1);
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), brotliCompressSync(OTHER));
  await change(SECOND);
  const answer = await ask('/shell', offering(FIRST));
  expect([answer.headers['content-encoding'], brotliDecompressSync(answer.bytes).toString()]).toEqual(['br', SECOND]);
});

test('no page but the shell is encoded with another, and what is not public never', async () => {
  const { ask, kept } = await openShells();
  await ask('/shell');
  await kept(1);
  for (const path of ['/', '/noticias', '/shell/admin', '/admin/noticias', '/borrador/AAAAAAAAAAAAAAAAAAAAAA'])
    for (let round = 0; round < 2; round += 1) {
      const { headers } = await ask(path, offering(FIRST));
      expect([path, headers['content-encoding'] === 'dcz', headers['use-as-dictionary']]).toEqual([
        path,
        false,
        undefined,
      ]);
    }
});
