import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { update } from '../../../lab/update.ts';
import { makeFormerRelease } from '../support/former-release.ts';
import { openBrowser } from '../support/town.ts';

const present = join(import.meta.dirname, '../../../dist/web');
/** What decodes, without an error, to nothing. */
const nothing = (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 40), zstdCompressSync('')]);
const isWorker = (path: string) => path.startsWith('/assets/sw-');
let former: string;

beforeAll(() => {
  former = mkdtempSync(join(tmpdir(), 'portal-former-'));
  makeFormerRelease(present, former);
});
afterAll(() => rmSync(former, { recursive: true, force: true }));

test('a device with an earlier release fetches only what has changed, and has all files as they are', async () => {
  const { sent, wrong, kept } = await update({ browser: await openBrowser(), former, present });
  expect([wrong, kept]).toEqual([
    [],
    (
      readFileSync(worker())
        .toString()
        .match(/"revision":"\w+","url":"(?!assets\/tickets)/g) ?? []
    ).length,
  ]);
  const code = sent.filter(({ path, whole }) => path.startsWith('/assets/') && whole >= 150);
  expect(code.length).toBeGreaterThan(10);
  expect(code.filter(({ encoding }) => encoding !== 'dcz')).toEqual([]);
  expect(code.some(({ path }) => isWorker(path))).toBe(true);
  expect(sent.find(({ path }) => path === '/shell')).toMatchObject({ encoding: 'dcz' });
  const bytes = sent.reduce((sum, one) => sum + one.bytes, 0);
  expect(bytes).toBeLessThan(3500);
  expect(sent.reduce((sum, { whole }) => sum + whole, 0)).toBeGreaterThan(60_000);
});

test.each([
  ['cut off', (bytes: Buffer) => bytes.subarray(0, 60)],
  ['nothing', nothing],
  [
    'made for another dictionary',
    (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 8), Buffer.alloc(32), bytes.subarray(40)]),
  ],
])('where what has changed is %s, files are fetched whole', async (_, spoil) => {
  const { sent, wrong, kept } = await update({
    browser: await openBrowser(),
    former,
    present,
    spoil: (bytes, path) => (isWorker(path) ? bytes : spoil(bytes)),
  });
  expect([wrong, kept > 20]).toEqual([[], true]);
  expect(sent.filter(({ path }) => path.endsWith('.js?whole')).length).toBeGreaterThan(10);
  expect(sent.filter(({ path }) => path === '/shell?whole')).toMatchObject([{ encoding: 'br' }]);
});

test('a worker of which nothing has come takes nothing over', async () => {
  const spoil = (bytes: Buffer, path: string) => (isWorker(path) ? nothing(bytes) : bytes);
  await expect(update({ browser: await openBrowser(), former, present, spoil })).rejects.toThrow(/update|register/i);
});

const worker = () =>
  join(present, /\/assets\/sw-[\w-]+\.js/.exec(readFileSync(join(present, 'sw.js'), 'utf8'))?.[0] ?? '');
