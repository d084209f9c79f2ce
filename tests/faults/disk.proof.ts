import Database from 'better-sqlite3';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { publicCall } from '#contract/addresses/public-calls';
import { DISK_FULL } from '#contract/problems';
import { openDatabase } from '../../api/records/open.ts';
import { dataUrl, listed, photo } from '../api/files.ts';
import { openTown, save } from '../api/town.ts';
import { command, newStory, openPortal, saveField } from './portal.ts';
import type { Portal } from './portal.ts';
import { openSmallDisk } from './small-disk.ts';

const text = (n: number) => `<p>${n} ${'palabra '.repeat(4000)}</p>`;

test('a full disk loses no acknowledged change and stops no reader; with room again the portal recovers by itself', async () => {
  const running: { pid?: number | undefined } = {};
  const disk = openSmallDisk(() => running.pid);
  const portal = await openPortal(disk.folder);
  running.pid = portal.pid;
  const id = await newStory(portal);
  await saveField(portal, id, 'title', { value: 'Hay lugar' });
  await saveField(portal, id, 'status', { value: 'Publicado' });
  const picture = dataUrl(await photo({ width: 800, height: 600, noise: true }), 'image/jpeg');
  expect((await portal.send('POST', calls.picture('story', id), { name: 'plaza.jpg', data: picture })).body).toBe(1);
  const files = listed(portal.uploadsDir);

  // There is room in the log of the database, so a small change still fits.
  const side = new Database(portal.dbFile);
  side.pragma('wal_checkpoint(RESTART)');
  side.close();
  disk.fill();
  const expected = { trouble: disk.isReal ? 'disk-full' : 'unwritable' };
  const trouble = async () => (await fetch(`${portal.url}/salud`)).json();
  await expect.poll(trouble).toMatchObject(expected);
  const { last, refusal } = await writeUntilRefused(portal, id);
  expect(refusal).toMatchObject({ status: 503, body: { code: 'not-ready' } });
  // Staff learn why, and whom to tell. Without a disk of its own, the test can only make writing fail.
  if (disk.isReal) expect(refusal.body).toMatchObject({ message: DISK_FULL });
  const other = dataUrl(await photo({ width: 800, height: 600, noise: true, seed: 2 }), 'image/jpeg');
  // A disk that only fails, instead of being full, has its reserve.
  const refused = await portal.send('POST', calls.picture('story', id), { name: 'otra.jpg', data: other });
  expect(refused).toMatchObject({
    status: disk.isReal ? 507 : 503,
    body: { message: expect.stringMatching(/no puede guardar archivos|está lleno|no recibe fotos/) },
  });
  expect(listed(portal.uploadsDir)).toEqual(files);
  expect(existsSync(join(portal.uploadsDir, '.tmp')) ? readdirSync(join(portal.uploadsDir, '.tmp')) : []).toEqual([]);
  await expect.poll(trouble).toMatchObject(expected);
  expect(await portal.send('GET', calls.one('story', id))).toMatchObject({
    status: 200,
    body: { title: 'Hay lugar', text: last },
  });
  expect((await fetch(portal.url + publicCall('record', { type: 'story', id }))).status).toBe(200);

  disk.free();
  await expect.poll(async () => (await fetch(`${portal.url}/salud`)).status).toBe(200);
  expect((await saveField(portal, id, 'text', { value: '<p>De nuevo hay lugar</p>' })).body).toBe(1);
  expect((await portal.send('POST', calls.picture('story', id), { name: 'otra.jpg', data: other })).body).toBe(1);
  expect(portal.output()).not.toMatch(/ {4}at .*\n.*unhandled/i);

  disk.fill();
  await portal.stop();
  disk.free();
  const db = new Database(portal.dbFile);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.prepare('SELECT text FROM story').pluck().get()).toBe('<p>De nuevo hay lugar</p>');
  db.close();
});

test('a read-only disk is reported in one plain line at start, and nothing is lost', async () => {
  const disk = openSmallDisk(() => undefined);
  const first = await openPortal(disk.folder);
  const id = await newStory(first);
  await first.stop();
  disk.setWritable(false);
  const refusal = await openPortal(disk.folder).then(
    () => '',
    (error: Error) => error.message,
  );
  const { said } = await command('doctor', [], { folder: disk.folder });
  disk.setWritable(true);
  // A restore would be the wrong advice here.
  expect(said).toContain('MAL');
  expect(said).not.toMatch(/dañad|npm run restore/);
  expect(refusal).toMatch(/No se pudo iniciar el portal\. (La base|La carpeta) \S+ no se puede [^\n]*\.\n*$/);
  const second = await openPortal(disk.folder);
  expect((await second.send('GET', calls.one('story', id))).status).toBe(200);
  await second.stop();
});

test('a database that cannot grow refuses changes completely, with 503, until it can', async () => {
  const db = openDatabase(':memory:');
  const town = await openTown({ db });
  const id = town.make('story', { title: 'Hay lugar' });
  const pages = db.pragma('page_count', { simple: true }) as number;
  db.pragma(`max_page_count = ${pages}`);
  const before = db.prepare('SELECT count(*) FROM history').pluck().get();
  const refused = await save(town, 'story', id, 'text', { value: text(1) });
  expect(refused).toMatchObject({ status: 503, body: { code: 'not-ready' } });
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(db.prepare('SELECT count(*) FROM history').pluck().get()).toBe(before);
  db.pragma('max_page_count = 1000000');
  expect((await save(town, 'story', id, 'text', { value: text(1) })).body).toBe(1);
});

test('checking readiness writes one row, however often it is done', async () => {
  const town = await openTown();
  for (let n = 0; n < 50; n += 1) {
    town.clock.now += 6000;
    expect((await town.get('/salud')).status).toBe(200);
  }
  expect(town.db.prepare("SELECT count(*) FROM meta WHERE key = 'checked'").pluck().get()).toBe(1);
  expect(town.db.prepare("SELECT value FROM meta WHERE key = 'checked'").pluck().get()).toBe(
    new Date(town.clock.now).toISOString(),
  );
});

/**
 * Saves until a save is refused, because the database file may still have free pages.
 * @returns the last text that was saved, and the refusal
 */
async function writeUntilRefused(
  portal: Portal,
  id: string,
): Promise<{ last: string; refusal: { status: number; body: unknown } }> {
  let last = '';
  for (let n = 0; n < 500; n += 1) {
    const answer = await saveField(portal, id, 'text', { value: text(n) });
    if (answer.body !== 1) return { last, refusal: answer };
    last = text(n).trim();
  }
  throw new Error('the disk never got full');
}
