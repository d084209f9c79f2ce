import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { makeBackup } from '../../../api/maintenance/backup/make.ts';
import { lostDatabase, noteDatabase } from '../../../api/maintenance/lost-database.ts';
import { openDatabase } from '../../../api/records/open.ts';
import { temporaryFolder } from '../files.ts';

const PICTURE = `foto-${'a'.repeat(16)}-400.webp`;

function place() {
  const folder = temporaryFolder();
  return {
    dbFile: join(folder, 'portal.sqlite'),
    uploadsDir: join(folder, 'uploads'),
    backupDir: join(folder, 'copias'),
    newDatabase: true,
  };
}

function put(file: string) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'x');
}

test('where nothing was yet, a database may be made, also after a first start that was interrupted', () => {
  const fresh = place();
  expect(lostDatabase(fresh, Date.now())).toBeNull();
  put(join(fresh.uploadsDir, '.gitkeep'));
  put(`${fresh.dbFile}.lock`);
  expect(lostDatabase(fresh, Date.now())).toBeNull();
  // The moment between making the file and making its tables.
  const db = new Database(fresh.dbFile);
  db.pragma('journal_mode = WAL');
  db.close();
  expect(lostDatabase(fresh, Date.now())).toBeNull();
  openDatabase(fresh.dbFile).close();
  // Half of the demo town's pictures.
  put(join(fresh.uploadsDir, 'story/abc', PICTURE));
  expect(lostDatabase(fresh, Date.now())).toBeNull();
});

test.for([
  ['missing', () => {}, 'No hay ninguna base en'],
  ['empty', (file: string) => writeFileSync(file, ''), 'está vacía'],
  ['without a table', (file: string) => new Database(file).exec('PRAGMA journal_mode = WAL').close(), 'está vacía'],
] as const)('a database that is %s is lost where its uploads are', ([, leave, words]) => {
  const town = place();
  put(join(town.uploadsDir, 'story/abc', PICTURE));
  put(join(town.uploadsDir, '.trash/2026-01-01/story/abc', PICTURE));
  leave(town.dbFile);
  const lost = lostDatabase(town, Date.now());
  expect(lost?.what).toContain(words);
  expect(lost?.what).toContain(`acá ya hubo un portal: hay 2 archivos subidos en ${town.uploadsDir}.`);
  expect(lost?.todo).toContain('Mirá que su disco esté montado');
  expect(lost?.todo).toContain('«npm run restore -- COPIA»');
});

test('a database is lost where its backups are, and the line names the newest', async () => {
  const town = place();
  mkdirSync(town.uploadsDir);
  openDatabase(town.dbFile).close();
  const { folder } = await makeBackup({ ...town, dir: town.backupDir, now: () => Date.parse('2026-03-15T06:30:00Z') });
  const dbFile = join(dirname(town.dbFile), 'otra.sqlite');
  expect(lostDatabase({ ...town, dbFile }, Date.now())).toMatchObject({
    what: expect.stringContaining(`hay 1 copia en ${town.backupDir}.`) as string,
    todo: expect.stringContaining(`«npm run restore -- ${folder}»`) as string,
  });
});

test('a town without a single picture or backup is known by the mark that its first start leaves', () => {
  const town = place();
  mkdirSync(town.uploadsDir);
  noteDatabase(town);
  expect(lostDatabase(town, Date.now())?.what).toContain('la marca de un inicio anterior');
});

test('an installed town gets no database from its service, whatever is or is not there', () => {
  const town = { ...place(), newDatabase: false };
  expect(lostDatabase(town, Date.now())?.what).toMatch(
    /^No hay ninguna base en .*, y acá no se crea una sola: NEW_DATABASE es 0\.$/,
  );
  openDatabase(town.dbFile).close();
  expect(lostDatabase(town, Date.now())).toBeNull();
});

test('no backup is made of a database that is empty', async () => {
  const town = place();
  writeFileSync(town.dbFile, '');
  await expect(makeBackup({ ...town, dir: town.backupDir, now: () => 0 })).rejects.toThrow(/No hay ninguna base en/);
});
