import Database from 'better-sqlite3';
import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { command, newStory, openPortal, ownFolder, saveField } from './portal.ts';
import type { Portal } from './portal.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Makes a machine with a town, `villa`: its root, its settings, and the folders for data and backups. */
function installation(): { root: string; folder: string; copies: string } {
  const root = ownFolder();
  const [folder, copies] = [join(root, 'var/lib/portal/villa'), join(root, 'var/backups/portal/villa')];
  for (const one of [folder, copies, join(root, 'etc/portal')]) mkdirSync(one, { recursive: true });
  writeFileSync(
    join(root, 'etc/portal/villa.env'),
    `ORIGIN=https://portal.example\nDB_FILE=${join(folder, 'portal.sqlite')}\n` +
      `UPLOADS_DIR=${join(folder, 'uploads')}\nBACKUP_DIR=${copies}\nDEMO=0\n`,
  );
  return { root, folder, copies };
}

/** Runs the command `portal` on that machine. */
function portalCommand(root: string, args: string[], cwd: string): { code: number | null; said: string } {
  const { DB_FILE: _, UPLOADS_DIR: __, BACKUP_DIR: ___, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/portal/main.ts'), ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...env, PORTAL_ROOT: root },
  });
  return { code: status, said: stdout + stderr };
}

const logIn = async (portal: Portal, password: string) =>
  (await portal.send('POST', calls.authenticate(), { username: 'admin', password })).status;

describe('on a machine with an installation', () => {
  test.for([
    ['doctor', [], 'portal doctor PUEBLO'],
    ['backup', [], 'portal backup PUEBLO [CARPETA] [--to DESTINO]'],
    ['restore', ['x'], 'portal restore PUEBLO COPIA'],
    ['reset-password', ['admin'], 'portal reset-password PUEBLO USUARIO'],
  ] as const)('npm run %s changes nothing in the checkout and names the right command', async ([name, args, right]) => {
    const { folder, root } = installation();
    const before = readdirSync(join(ROOT, 'db')).sort();
    const { code, said } = await command(name, [...args], {
      folder,
      env: { DB_FILE: '', UPLOADS_DIR: '', BACKUP_DIR: '', PORTAL_ROOT: root },
    });
    expect([code, said]).toEqual([1, expect.stringContaining(`Ejecutá «${right}».`)]);
    expect(readdirSync(join(ROOT, 'db')).sort()).toEqual(before);
  });

  test('npm start without the settings does not start a second portal', async () => {
    const { root } = installation();
    const said = await openPortal(ownFolder(), { env: { DB_FILE: '', PORTAL_ROOT: root } }).then(
      () => 'started',
      (error: Error) => error.message,
    );
    expect(said).toContain('Ejecutá «portal start PUEBLO».');
  });

  test('doctor and a failed start name the commands of the installation, and those of a checkout for another database', async () => {
    const { folder, root } = installation();
    writeFileSync(join(folder, 'portal.sqlite'), 'esto no es una base de datos '.repeat(200));
    const env = { PORTAL_ROOT: root };
    expect((await command('doctor', [], { folder, env })).said).toContain('«portal restore villa COPIA»');
    expect(
      await openPortal(folder, { env }).then(
        () => 'started',
        (error: Error) => error.message,
      ),
    ).toContain('«portal restore villa COPIA»');
    const other = ownFolder();
    writeFileSync(join(other, 'portal.sqlite'), 'esto no es una base de datos '.repeat(200));
    expect((await command('doctor', [], { folder: other, env })).said).toContain('«npm run restore -- COPIA»');
  });

  test('a misspelt name in the settings of a town stops the portal and the commands, in one line', async () => {
    const { folder, root } = installation();
    appendFileSync(join(root, 'etc/portal/villa.env'), 'PROT=3001\n');
    const line = 'PROT: no es un ajuste del portal; ¿querías poner PORT?';
    const started = openPortal(folder, { env: { PORTAL_ROOT: root } });
    const file = join(root, 'etc/portal/villa.env');
    await expect(started).rejects.toThrow(`No se pudo iniciar el portal. En ${file}, ${line}`);
    expect(portalCommand(root, ['doctor'], ownFolder())).toEqual({
      code: 1,
      said: expect.stringContaining(line) as string,
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('the command uses the database and uploads of the installation, and paths relative to where it is typed', async () => {
    const { folder, root, copies } = installation();
    const portal = await openPortal(folder);
    const id = await newStory(portal);
    await saveField(portal, id, 'title', { value: 'Uno' });
    expect(portalCommand(root, ['backup'], ownFolder()).code).toBe(0);
    await saveField(portal, id, 'title', { value: 'Dos' });
    await portal.stop();
    const copy = readdirSync(copies).find((name) => name.startsWith('portal-')) ?? '';
    expect(portalCommand(root, ['restore', copy], copies)).toEqual({
      code: 0,
      said: expect.stringContaining(`Base: ${join(folder, 'portal.sqlite')}`) as string,
    });
    const db = new Database(join(folder, 'portal.sqlite'), { readonly: true });
    expect(db.prepare('SELECT title FROM story WHERE id = ?').pluck().get(id)).toBe('Uno');
    db.close();
  });

  test('a forgotten password is reset while the portal runs, and printed once', async () => {
    const { folder, root } = installation();
    const portal = await openPortal(folder);
    const { code, said } = portalCommand(root, ['reset-password', 'ADMIN'], ownFolder());
    expect([code, said]).toEqual([0, expect.stringMatching(/^Usuario: +admin\nContraseña: +(\w{4}-){3}\w{4}\n/)]);
    const password = /Contraseña: +(\S+)/.exec(said)?.[1] ?? '';
    expect((await portal.send('GET', calls.list('story'))).status).toBe(401);
    // It is temporary: a log-in with it can only choose one's own.
    expect([await logIn(portal, 'clave-de-prueba'), await logIn(portal, password)]).toEqual([401, 403]);
    const db = new Database(portal.dbFile, { readonly: true });
    const kept = db
      .prepare<[], object>("SELECT user_id, action, type, field, before, after FROM history WHERE field = 'password'")
      .all();
    expect(kept).toEqual([
      { user_id: '', action: 'update', type: 'user', field: 'password', before: null, after: null },
    ]);
    db.close();
    const again = new Database(portal.dbFile);
    again.exec("INSERT INTO second_factor SELECT id, 'x', 'x', 0, 'x' FROM user");
    expect(portalCommand(root, ['reset-password', 'admin'], ownFolder()).said).toContain('--remove-second-factor');
    const factors = again.prepare('SELECT 1 FROM second_factor');
    expect(factors.all()).toHaveLength(1);
    const removed = portalCommand(root, ['reset-password', 'admin', '--remove-second-factor'], ownFolder());
    expect([removed.code, removed.said]).toEqual([0, expect.stringContaining('quedó desactivada')]);
    expect(factors.all()).toEqual([]);
    again.close();
    expect(portalCommand(root, ['reset-password', 'nadie'], ownFolder())).toEqual({
      code: 1,
      said: 'No se cambió ninguna contraseña. No hay ningún usuario «nadie». Hay: admin.\n',
    });
    expect(portalCommand(root, ['reset-password'], ownFolder())).toEqual({
      code: 2,
      said: expect.stringContaining('Uso: portal reset-password [PUEBLO] USUARIO') as string,
    });
    const newest = /Contraseña: +(\S+)/.exec(removed.said)?.[1] ?? '';
    expect(await logIn(portal, newest)).toBe(403);
  });
});

test('no password is reset in a database that does not exist or is of another release', async () => {
  const folder = ownFolder();
  expect(await command('reset-password', ['admin'], { folder })).toEqual({
    code: 1,
    said: expect.stringContaining('No hay ninguna base en') as string,
  });
  expect(existsSync(join(folder, 'portal.sqlite'))).toBe(false);
  const portal = await openPortal(folder);
  await portal.stop();
  const db = new Database(portal.dbFile);
  db.pragma('user_version = 1');
  const before = db.prepare('SELECT password_hash FROM user').pluck().all();
  expect(await command('reset-password', ['admin'], { folder })).toEqual({
    code: 1,
    said: expect.stringContaining('es de otra versión del portal') as string,
  });
  expect(db.prepare('SELECT password_hash FROM user').pluck().all()).toEqual(before);
  db.close();
});

describe('what the portal stores', () => {
  const openTo = (path: string) => (statSync(path).mode & 0o077).toString(8);

  test('is accessible only to its own user, whatever the umask: database, log, lock, uploads, backups', async () => {
    const folder = ownFolder();
    const mask = process.umask(0o022);
    try {
      const portal = await openPortal(folder, { env: { DEMO: '1' } });
      await newStory(portal);
      expect((await command('backup', [join(folder, 'copias')], portal)).code).toBe(0);
      const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      expect(all).toEqual(
        expect.arrayContaining([
          'portal.sqlite',
          'portal.sqlite-wal',
          'portal.sqlite-shm',
          'portal.sqlite.lock',
          'uploads',
          'copias',
        ]),
      );
      expect(all.length).toBeGreaterThan(20);
      expect(all.filter((path) => openTo(join(folder, path)) !== '0')).toEqual([]);
      await portal.stop();
    } finally {
      process.umask(mask);
    }
  });

  test('and was created by an earlier release is closed to others at the next start', async () => {
    const folder = ownFolder();
    const first = await openPortal(folder);
    await first.stop();
    chmodSync(first.dbFile, 0o644);
    mkdirSync(first.uploadsDir, { recursive: true });
    chmodSync(first.uploadsDir, 0o755);
    const second = await openPortal(folder);
    expect(
      [statSync(second.dbFile).mode & 0o777, statSync(second.uploadsDir).mode & 0o777].map((mode) => mode.toString(8)),
    ).toEqual(['640', '750']);
    await second.stop();
  });
});
