import { copyFileSync, closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../api/records/open.ts';
import type { Renderer } from '../../../api/http/render.ts';
import { temporaryFolder } from '../files.ts';
import { openTown } from '../town.ts';
import type { Town } from '../town.ts';

/** A town with its database on a disk. */
async function townOnDisk(renderer?: Renderer): Promise<{ town: Town; dbFile: string; uploadsDir: string }> {
  const folder = temporaryFolder();
  const [dbFile, uploadsDir] = [join(folder, 'base', 'portal.sqlite'), join(folder, 'uploads')];
  mkdirSync(uploadsDir);
  const town = await openTown({ db: openDatabase(dbFile), uploadsDir, ...(renderer ? { renderer } : {}) });
  return { town, dbFile, uploadsDir };
}

/** What a monitor is told: the status, and the word for what is wrong. */
async function health(town: Town) {
  town.clock.now += 5000;
  const { status, body } = await town.get('/salud');
  return [status, (body as { trouble?: string }).trouble];
}

test('a database that was deleted, or replaced by a copy of itself, is no longer the one that is written', async () => {
  const { town, dbFile } = await townOnDisk();
  expect(await health(town)).toEqual([200, undefined]);
  copyFileSync(dbFile, `${dbFile}.copia`);
  rmSync(dbFile);
  expect(await health(town)).toEqual([503, 'replaced']);
  renameSync(`${dbFile}.copia`, dbFile);
  expect(await health(town)).toEqual([503, 'replaced']);
});

test('a log that was deleted would take everything with it that was saved since', async () => {
  const { town, dbFile } = await townOnDisk();
  expect(await health(town)).toEqual([200, undefined]);
  rmSync(`${dbFile}-wal`);
  expect(await health(town)).toEqual([503, 'replaced']);
});

test('a damaged page that a visitor met is told until the next start', async () => {
  const { town, dbFile } = await townOnDisk();
  town.make('map', { title: 'Mirador' });
  expect(await health(town)).toEqual([200, undefined]);
  damage(town, dbFile, 'map');
  expect((await town.get('/api/dataPublic/getMapsByAll')).status).toBe(500);
  expect(await health(town)).toEqual([503, 'damaged']);
  expect(await health(town)).toEqual([503, 'damaged']);
});

test('damage in what the home page shows is told before anybody meets it', async () => {
  const { town, dbFile } = await townOnDisk();
  town.make('story', { title: 'Fiesta', status: 'Publicado', highlight: 1 });
  expect(await health(town)).toEqual([200, undefined]);
  damage(town, dbFile, 'story');
  expect(await health(town)).toEqual([503, 'damaged']);
});

test('a home page that cannot be drawn is told, and that it can be again', async () => {
  let breaks = false;
  const { town } = await townOnDisk({
    async page() {
      if (breaks) throw new TypeError('icon is not a function');
      return { status: 200, html: '<!doctype html>' };
    },
  } as Partial<Renderer> as Renderer);
  expect(await health(town)).toEqual([200, undefined]);
  breaks = true;
  expect(await health(town)).toEqual([503, 'page']);
  breaks = false;
  expect(await health(town)).toEqual([200, undefined]);
});

test('uploads that can no longer be written are told', async () => {
  const { town, uploadsDir } = await townOnDisk();
  expect(await health(town)).toEqual([200, undefined]);
  rmSync(uploadsDir, { recursive: true });
  expect(await health(town)).toEqual([503, 'unwritable']);
});

test('however often it is asked, the portal looks once in five seconds', async () => {
  let drawn = 0;
  const { town } = await townOnDisk({
    async page() {
      drawn += 1;
      return { status: 200, html: '' };
    },
  } as Partial<Renderer> as Renderer);
  await Promise.all(Array.from({ length: 20 }, () => town.get('/salud')));
  town.clock.now += 4999;
  await town.get('/salud');
  expect(drawn).toBe(1);
});

/** Overwrites the first page of a table on the disk, and lets SQLite forget what it had read of it. */
function damage({ db }: Town, dbFile: string, table: string): void {
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.pragma('shrink_memory');
  const root =
    db.prepare<[string], number>('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table) ?? 0;
  const size = db.pragma('page_size', { simple: true }) as number;
  const file = openSync(dbFile, 'r+');
  writeSync(file, Buffer.alloc(size, 0xff), 0, size, (root - 1) * size);
  closeSync(file);
}
