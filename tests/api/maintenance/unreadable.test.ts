import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../api/records/open.ts';
import { makeBackup } from '../../../api/maintenance/backup/make.ts';
import { openWriter } from '../../../api/records/write/writer.ts';
import { temporaryFolder } from '../files.ts';

const ROOT = join(import.meta.dirname, '../../..');
const act = { userId: '', usergroup: 1 as const, request: 'test' };
const me = userInfo().username;

/** Makes a town with a picture, and a backup of it. */
async function openTown() {
  const folder = temporaryFolder();
  const place = { dbFile: join(folder, 'portal.sqlite'), uploadsDir: join(folder, 'uploads') };
  const db = openDatabase(place.dbFile);
  const writer = openWriter({ db, now: Date.now });
  const { id } = writer.create(act, 'authority');
  const name = `foto-${'a'.repeat(16)}`;
  writer.setPicture(act, 'authority', id, { name, width: 400, height: 300 });
  db.close();
  const picture = `authority/${id}/${name}-400.webp`;
  mkdirSync(dirname(join(place.uploadsDir, picture)), { recursive: true });
  writeFileSync(join(place.uploadsDir, picture), 'x');
  const { folder: backup } = await makeBackup({ ...place, dir: join(folder, 'copias'), now: Date.now });
  return { folder, picture, backup, ...place };
}
type Town = Awaited<ReturnType<typeof openTown>> & { root?: string };

/** The same town, installed on a machine whose own folders for it are others. */
function installed(town: Town): Town {
  const root = join(town.folder, 'machine');
  mkdirSync(join(root, 'etc/portal'), { recursive: true });
  writeFileSync(join(root, 'etc/portal/villa.env'), `DB_FILE=${town.dbFile}\nUPLOADS_DIR=${town.uploadsDir}\n`);
  return { ...town, root };
}

/** Takes all permissions from a file or folder, as from one of another user, until the test ends. */
function lock(path: string): void {
  chmodSync(path, 0);
  onTestFinished(() => chmodSync(path, 0o700));
}

/**
 * Runs a command as somebody who may not read what has no permissions; root may, as long as it has its capabilities.
 */
function command({ dbFile, uploadsDir, folder, root = '/' }: Town, name: string, ...args: string[]): string {
  const weak = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : [];
  const [program = '', ...words] = [...weak, process.execPath, `scripts/${name}.ts`, ...args];
  const env = {
    ...process.env,
    DB_FILE: dbFile,
    UPLOADS_DIR: uploadsDir,
    BACKUP_DIR: join(folder, 'copias'),
    PORTAL_ROOT: root,
  };
  const { stdout, stderr } = spawnSync(program, words, { cwd: ROOT, env, encoding: 'utf8' });
  return stdout + stderr;
}

test('a backup that another user owns cannot be read, which is neither missing nor damaged', async () => {
  const town = await openTown();
  const todo = `ejecutá «chown -R ${me}: ${town.backup}», y volvé a probar.`;
  lock(join(town.backup, 'uploads', town.picture));
  expect(command(town, 'restore', town.backup)).toContain(
    `El usuario ${me} no puede leer ${join(town.backup, 'uploads', town.picture)}: ${todo}`,
  );
  lock(town.backup);
  expect(command(town, 'restore', town.backup)).toContain(`El usuario ${me} no puede leer ${town.backup}: ${todo}`);
  const seen = command(town, 'doctor');
  expect(seen).toContain(`no puede leer ${join(town.backup, 'manifest.json')}: ejecutá «chown`);
  expect(seen).not.toMatch(/No hay ninguna copia|no es una copia/);
});

test('a backup in a folder that one may not enter has to be brought out of it', async () => {
  const town = await openTown();
  const closed = dirname(town.backup);
  lock(closed);
  expect(command(town, 'restore', town.backup)).toContain(
    `El usuario ${me} no puede entrar a ${closed}: llevá la copia a una carpeta donde pueda, y ahí ejecutá «chown`,
  );
  expect(command(town, 'doctor')).toContain(`MAL    El usuario ${me} no puede leer ${closed}: ejecutá «chown`);
});

test('uploads that another user owns are not missing', async () => {
  const town = await openTown();
  lock(dirname(join(town.uploadsDir, town.picture)));
  const seen = command(town, 'doctor');
  expect(seen).toContain(`MAL    No se pueden leer 1 archivos que la base nombra: ${town.picture}.`);
  expect(seen).toContain(`→ Si son de otro usuario: «chown -R ${me}: ${town.uploadsDir}».`);
  expect(seen).not.toContain('Faltan');
});

test("a folder that may be the system's, named by mistake, is never given to the user of a town", async () => {
  const town = installed(await openTown());
  const wrong = join(town.folder, 'root');
  mkdirSync(wrong);
  lock(wrong);
  const restored = command(town, 'restore', wrong);
  expect(restored).toContain(`El usuario ${me} no puede leer ${wrong}, que no es una carpeta del`);
  expect(restored).not.toContain(`chown -R ${me}: ${wrong}`);
  lock(town.uploadsDir);
  const seen = command(town, 'doctor');
  expect(seen).toContain(`→ Revisá UPLOADS_DIR. Si es esa, tiene que ser del usuario ${me}`);
  expect(seen).not.toContain('chown');
  // Its backups are the portal's wherever they are.
  lock(town.backup);
  expect(command(town, 'restore', town.backup)).toContain(`ejecutá «chown -R ${me}: ${town.backup}»`);
  const inside = join(town.folder, 'ajena');
  mkdirSync(inside);
  lock(inside);
  writeFileSync(join(town.root ?? '', 'etc/portal/villa.env'), `DB_FILE=${join(inside, 'portal.sqlite')}\n`);
  expect(command({ ...town, dbFile: join(inside, 'portal.sqlite') }, 'doctor')).toBe(
    `No se pudo revisar. No hay permiso para entrar a ${inside}: ` +
      `revisá DB_FILE en ${town.root}/etc/portal/villa.env.\n`,
  );
});
