import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../api/records/open.ts';
import { createSqlReader } from '../../api/records/read.ts';
import { openRenderer } from '../../api/http/render.ts';
import { fillTown, furnishTown } from '../../lab/bench/town.ts';
import { GAP } from '../../web/src/admin/parts/words/draft-placeholders.ts';
import { REFUSALS } from '#contract/uploaded/upload-refusals';

const DIST = join(import.meta.dirname, '../../dist');
const WEB = join(DIST, 'web');
const KB = 1000;
const NOW = Date.parse('2026-03-15T13:32:00Z');

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}
const manifest = JSON.parse(readFileSync(join(WEB, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
const chunk = (name: string): Chunk => {
  const found = manifest[name];
  if (!found) throw new Error(`${name} was not built`);
  return found;
};

/** What a file costs on the line: as the build has compressed it. */
const wire = (file: string) => statSync(join(WEB, existsSync(join(WEB, `${file}.br`)) ? `${file}.br` : file)).size;
const wireOf = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + wire(file), 0);
const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(join(WEB, folder))
    .filter((name) => ending.test(name))
    .map((name) => `${folder}/${name}`);

/** A chunk and all that it cannot run without. */
function closure(names: string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    closure(chunk(name).imports ?? [], found);
  }
  return found;
}
const filesOf = (names: Iterable<string>) => new Set([...names].map((name) => chunk(name).file));

const main = 'web/src/main.tsx';
const firstScripts = filesOf(closure([main]));
const WORKER = /\/sw-[\w-]{8}\.js$/;
const residentScripts = filesIn('assets', /\.js$/).filter((file) => !WORKER.test(file));
/** What residents load with the form of tickets, and staff with the back office. */
const ticketScripts = filesIn('assets/tickets', /\.js$/);
const FORM = 'web/src/public/pages/tickets/tickets.tsx';
const AFTER = 'web/src/public/after-paint.ts';
const [worker = ''] = filesIn('assets', /\.js$/).filter((file) => WORKER.test(file));

const SAFETY = /(?:^|\/)(?:own-safety|second-steps|password-dialog)-[\w-]{8}\.(?:js|css)$/;

const scripts = [...residentScripts, ...ticketScripts, ...filesIn('assets/admin', /\.js$/), worker].map((file) => ({
  file,
  text: readFileSync(join(WEB, file), 'utf8'),
}));

test('no script has syntax that a browser of 2022 rejects', () => {
  // Safari reads look-behind from 16.4 on; no type tells, and it is written in what looks like any other expression.
  expect(scripts.filter(({ text }) => /\(\?<[=!]/.test(text)).map(({ file }) => file)).toEqual([]);
});

/** What the DOM, and libraries of the language, got after Chromium 100 or Safari 15.4. */
const NEWER_NAMES = `
  AbortSignal.any AbortSignal.timeout Array.fromAsync Map.groupBy Object.groupBy Promise.try Promise.withResolvers
  ReadableStream.from Response.json URL.canParse URL.parse
  adoptedStyleSheets attachInternals checkVisibility cookieStore getSetCookie isWellFormed requestIdleCallback
  setHTMLUnsafe showPicker toReversed toSorted toSpliced toWellFormed userActivation
  CloseWatcher CompressionStream DecompressionStream OffscreenCanvas URLPattern`
  .trim()
  .split(/\s+/);

test('no script uses what a browser of 2022 lacks without asking for it first', () => {
  const usesUnasked = (text: string, name: string) => {
    const word = name.replace('.', String.raw`\.`);
    const own = name.split('.').at(-1);
    const isAsked = new RegExp(`typeof ${word}\\b|[\`"']${own}[\`"']\\s*in\\b`).test(text);
    return !isAsked && new RegExp(String.raw`(?<![\w$])${word}(?![\w$])`).test(text);
  };
  expect(
    scripts.flatMap(({ file, text }) =>
      NEWER_NAMES.filter((name) => usesUnasked(text, name)).map((name) => `${file} ${name}`),
    ),
  ).toEqual([]);
});

describe('compressed for transfer', () => {
  test('all scripts for residents are at most 165 KB', () => {
    expect(wireOf(residentScripts)).toBeLessThanOrEqual(165 * KB);
  });

  test('the scripts of the form of tickets are at most 25 KB beside those, and what sends without a page at most 13', () => {
    const form = filesOf(closure([FORM, 'web/src/tickets/start.ts'].filter((name) => name in manifest)));
    const own = ticketScripts.filter((file) => form.has(file) || /\/(?:start|outbox)-/.test(file));
    expect(own.length).toBeGreaterThanOrEqual(5);
    expect(wireOf(own)).toBeLessThanOrEqual(25 * KB);
    // A worker of its own, which is fetched after the form.
    const [sender = ''] = ticketScripts.filter((file) => /\/sender-/.test(file));
    expect(wire(sender)).toBeLessThanOrEqual(13 * KB);
    expect(own).not.toContain(sender);
  });

  test('no page but that of tickets has a script of theirs before something waits', () => {
    expect(residentScripts.filter((file) => file.startsWith('assets/tickets/'))).toEqual([]);
    expect([...filesOf(closure([main, AFTER]))].filter((file) => file.startsWith('assets/tickets/'))).toEqual([]);
  });

  test('the scripts of a page before it is idle are at most 110 KB', () => {
    expect([...firstScripts].some((file) => /\/pages-/.test(file))).toBe(true);
    expect(wireOf(firstScripts)).toBeLessThanOrEqual(110 * KB);
  });

  test('the scripts that a page starts with contain neither the device store nor the carousel', () => {
    const later = residentScripts.filter((file) => /\/(dexie|slider|reading|triggers|register-worker)-/.test(file));
    expect(later.length).toBeGreaterThanOrEqual(5);
    expect(later.filter((file) => firstScripts.has(file))).toEqual([]);
  });

  test('the precache of the service worker is at most 260 KB, the worker included, and has nothing for staff', () => {
    const code = readFileSync(join(WEB, worker), 'utf8');
    const ahead = [...code.matchAll(/"revision":(?:null|"\w+"),"url":"([^"]+)"/g)].map(([, url]) => String(url));
    expect(ahead.length).toBeGreaterThan(8);
    expect(ahead.filter((file) => file.startsWith('assets/admin/'))).toEqual([]);
    // The worker knows the code of the form of tickets, and fetches it once a person has opened the form.
    expect(ahead.filter((file) => file.startsWith('assets/tickets/')).length).toBeGreaterThan(3);
    expect(
      wireOf(ahead.filter((file) => !file.startsWith('assets/tickets/'))) + wire('sw.js') + wire(worker),
    ).toBeLessThanOrEqual(260 * KB);
  });

  test('what browsers fetch to look for a new worker is a line, which imports its code and what that imports', () => {
    const line = readFileSync(join(WEB, 'sw.js'), 'utf8');
    expect(line).toMatch(/^import"\/assets\/dexie-[\d.]+\.js";import\{whole\}from"\/assets\/sw-[\w-]{8}\.js";\n$/);
    expect(line).toContain(`/${worker}`);
    const code = readFileSync(join(WEB, worker), 'utf8');
    expect(code.match(/^import|from"[^"]+"/gm)).toHaveLength(2);
    // A part of it is no worker.
    expect(code).toMatch(/export const whole=1;\n$/);
  });

  test('everything that staff load in addition, the editors included, is at most 460 KB', () => {
    const files = filesIn('assets/admin', /\.(js|css|svg)$/).filter((file) => !SAFETY.test(file));
    expect(files.some((file) => file.includes('rich-editor'))).toBe(true);
    expect(wireOf(files)).toBeLessThanOrEqual(460 * KB);
  });

  test('sessions and the second factor, which are loaded where they are asked for, are at most 12 KB', () => {
    const files = filesIn('assets/admin', SAFETY);
    expect(files.filter((file) => file.endsWith('.js')).length).toBeGreaterThanOrEqual(2);
    expect(wireOf(files)).toBeLessThanOrEqual(12 * KB);
    const staff = Object.keys(manifest).filter((name) => name.endsWith('admin/main.tsx'));
    expect(staff).toHaveLength(1);
    expect([...filesOf(closure([...staff, main]))].filter((file) => SAFETY.test(file))).toEqual([]);
  });

  test('the home page is at most 14 KB with its styles; those of all pages are at most 12', async () => {
    const db = openDatabase(':memory:');
    furnishTown(db, NOW);
    fillTown(db, { stories: 60, events: 60, bulletins: 5 }, NOW);
    const { page, shell } = await openRenderer({ now: () => NOW, origin: 'https://portal.example', dist: DIST });
    const reader = createSqlReader({ db, now: () => NOW });
    const { html } = await page('/', reader);
    const shellHtml = await shell('public', reader);
    db.close();
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(14 * KB);
    // The shell has the styles of all pages.
    for (const [one, least] of [
      [html, 2],
      [shellHtml, 20],
    ] as const) {
      const styles = [...one.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => style).join('');
      expect(styles.length).toBeGreaterThan(least * KB);
      expect(brotliCompressSync(styles).length).toBeLessThanOrEqual(12 * 1024);
    }
  });
});

describe('what a resident loads', () => {
  // Zod's every schema carries an object under this name.
  const hasZod = (file: string) => readFileSync(join(WEB, file), 'utf8').includes('_zod');

  test('has no texts about uploads', () => {
    const speaksOfUploads = (file: string) => readFileSync(join(WEB, file), 'utf8').includes(REFUSALS.notPdf);
    expect(filesIn('assets/admin', /\.js$/).some(speaksOfUploads)).toBe(true);
    expect([...residentScripts, ...ticketScripts, worker].filter(speaksOfUploads)).toEqual([]);
  });

  test('has no drafts for staff to fill in', () => {
    const hasDrafts = (file: string) => readFileSync(join(WEB, file), 'utf8').includes(GAP);
    expect(filesIn('assets/admin', /\.js$/).some(hasDrafts)).toBe(true);
    expect([...residentScripts, ...ticketScripts, worker].filter(hasDrafts)).toEqual([]);
  });

  test('has no addresses of the back office', () => {
    const hasCalls = (file: string) => readFileSync(join(WEB, file), 'utf8').includes('createStoryBasic');
    expect(filesIn('assets/admin', /\.js$/).some(hasCalls)).toBe(true);
    expect([...residentScripts, ...ticketScripts, worker].filter(hasCalls)).toEqual([]);
  });

  test('has no validation library', () => {
    expect(filesIn('assets/admin', /\.js$/).some(hasZod)).toBe(true);
    expect([...residentScripts, ...ticketScripts, worker].filter(hasZod)).toEqual([]);
  });

  test('says nothing to search engines, which read documents only', () => {
    expect(readFileSync(join(WEB, '../server/entry-server.js'), 'utf8')).toContain('schema.org');
    expect(
      [...residentScripts, ...ticketScripts, worker].filter((file) =>
        readFileSync(join(WEB, file), 'utf8').includes('schema.org'),
      ),
    ).toEqual([]);
  });

  test('never waits for a chunk of the back office', () => {
    const starts = Object.keys(manifest).filter((name) => !chunk(name).file.startsWith('assets/admin/'));
    expect(starts).toContain(main);
    expect([...filesOf(closure(starts))].filter((file) => file.startsWith('assets/admin/'))).toEqual([]);
  });

  test('has compressed copies beside it with the same content', () => {
    for (const file of [
      ...[...residentScripts, ...ticketScripts].filter((one) => statSync(join(WEB, one)).size >= 1024),
      worker,
      'icons/icon.svg',
    ]) {
      const bytes = readFileSync(join(WEB, file));
      if (bytes.length < 1024) continue;
      expect([file, brotliDecompressSync(readFileSync(join(WEB, `${file}.br`))).equals(bytes)]).toEqual([file, true]);
      expect([file, gunzipSync(readFileSync(join(WEB, `${file}.gz`))).equals(bytes)]).toEqual([file, true]);
    }
  });
});
