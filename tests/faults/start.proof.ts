import Database from 'better-sqlite3';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { crashesOf, noteStart } from '../../api/maintenance/crashes.ts';
import { listed } from '../api/files.ts';
import { command, newStory, openPortal, ownFolder } from './portal.ts';

/** Starts a portal that must not start. @returns its message, which must be one plain line */
async function refusalOf(folder: string, env: Record<string, string> = {}): Promise<string> {
  const said = await openPortal(folder, { env }).then(
    () => 'started',
    (error: Error) => error.message.replace('the server ended by itself:\n', ''),
  );
  expect(said).toMatch(/^No se pudo iniciar el portal\. [^\n]+\.\n$/);
  return said;
}

test('a second portal on the same database, by any path, stops with one line and does not disturb the first', async () => {
  const folder = ownFolder();
  const first = await openPortal(folder);
  await newStory(first);
  expect(await refusalOf(folder)).toContain('Ya hay un portal en marcha con la base');
  const other = join(ownFolder(), 'enlace');
  symlinkSync(folder, other);
  expect(await refusalOf(other, { UPLOADS_DIR: join(ownFolder(), 'uploads') })).toContain(
    'Ya hay un portal en marcha con la base',
  );
  expect((await fetch(`${first.url}/salud`)).status).toBe(200);

  await first.kill();
  const second = await openPortal(folder);
  expect((await fetch(`${second.url}/salud`)).status).toBe(200);
  await second.stop();
  // The doctor counts the end that nobody asked for, and not the other.
  noteStart(second.dbFile, Date.now());
  expect(crashesOf(second.dbFile)).toHaveLength(1);
});

test('a database that must not be opened is refused in one line, and left unchanged', async () => {
  const half = ownFolder();
  writeFileSync(join(half, 'portal.sqlite.restaurando'), '');
  expect(await refusalOf(half)).toContain('npm run restore');

  const foreign = ownFolder();
  const db = new Database(join(foreign, 'portal.sqlite'));
  db.exec('CREATE TABLE clientes (nombre TEXT)');
  db.close();
  const before = readFileSync(join(foreign, 'portal.sqlite'));
  expect(await refusalOf(foreign)).toContain('es una base de otro programa');
  expect(readFileSync(join(foreign, 'portal.sqlite')).equals(before)).toBe(true);
});

test('a town whose database is gone does not start as another, empty one, nor as the demo town', async () => {
  const folder = ownFolder();
  const env = { DEMO: '1' };
  const first = await openPortal(folder, { env });
  // A first start that is killed when all is written, and a second start, need nothing.
  await first.kill();
  await (await openPortal(folder, { env })).stop();
  const uploads = listed(first.uploadsDir);
  expect(uploads.length).toBeGreaterThan(20);

  // As when its disk is not mounted.
  renameSync(first.dbFile, join(folder, 'otro-disco'));
  expect(await refusalOf(folder, env)).toMatch(
    /No hay ninguna base en .* acá ya hubo un portal: hay \d+ archivos subidos/,
  );
  writeFileSync(first.dbFile, '');
  expect(await refusalOf(folder, env)).toContain('está vacía, y acá ya hubo un portal');
  expect((await command('backup', [join(folder, 'copias')], { folder })).said).toContain('No hay ninguna base en');
  const { code, said } = await command('doctor', [], { folder });
  expect([code, said]).toEqual([1, expect.stringMatching(/^MAL {4}La base \S+ está vacía, y acá ya hubo un portal/m)]);
  expect(listed(first.uploadsDir)).toEqual(uploads);

  renameSync(join(folder, 'otro-disco'), first.dbFile);
  await (await openPortal(folder, { env })).stop();
  expect(listed(first.uploadsDir)).toEqual(uploads);
});

test('the service of an installed town makes no database, even where nothing is left to see', async () => {
  const folder = ownFolder();
  expect(await refusalOf(folder, { NEW_DATABASE: '0' })).toContain('acá no se crea una sola');
  expect(readdirSync(folder)).toEqual([]);
});

test('the doctor finds what is wrong, says what to do, and ends with 1', async () => {
  const folder = ownFolder();
  const portal = await openPortal(folder);
  const env = { BACKUP_DIR: join(folder, 'copias'), PORT: new URL(portal.url).port, ORIGIN: portal.url };
  expect((await command('backup', [], { folder, env })).code).toBe(0);
  const healthy = await command('doctor', [], { folder, env });
  expect(healthy.said).toContain('BIEN   El portal está en marcha, lee y escribe su base, y muestra sus páginas.');
  expect(healthy.said).toMatch(/\n\nEl portal está bien, con \d avisos?\.\n$/);
  expect(healthy.code).toBe(0);
  await portal.stop();

  cpSync(portal.dbFile, join(folder, 'sana'));
  const bytes = readFileSync(portal.dbFile);
  bytes.fill(0xff, 8192, bytes.length - 8192);
  writeFileSync(portal.dbFile, bytes);
  mkdirSync(join(folder, 'copias', 'otra'));
  const sick = await command('doctor', [], { folder, env });
  expect(sick.code).toBe(1);
  expect(sick.said).toMatch(/MAL {4}[^\n]*dañad[^\n]*\n {7}→ Cerrá el portal y restaurá la última copia buena/);
  expect(sick.said).toContain('AVISO  El portal no está en marcha.');
  expect(sick.said).not.toMatch(/ {4}at |undefined|NaN/);
});
