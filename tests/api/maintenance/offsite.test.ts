import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../../api/db/open.ts';
import { makeBackup } from '../../../api/maintenance/backup/make.ts';
import { encryptedName, fetchBackup, sendBackup } from '../../../api/maintenance/backup/offsite.ts';
import { keepSent, readTried } from '../../../api/maintenance/backup/outcomes.ts';
import { isFolder, openPlace } from '../../../api/maintenance/backup/places.ts';
import { restoreBackup } from '../../../api/maintenance/backup/restore.ts';
import { isTryDue, tryRestore } from '../../../api/maintenance/backup/try-restore.ts';
import { examine } from '../../../api/maintenance/doctor/doctor.ts';
import { openWriter } from '../../../api/records/write/writer.ts';
import { listed, temporaryFolder } from '../files.ts';

const NOW = Date.parse('2026-03-15T13:32:00Z');
const DAY = 24 * 60 * 60 * 1000;
const KEY = 'clave-de-prueba-larga';

let folder: string;
let away: string;
let bin: string;

beforeEach(() => {
  folder = temporaryFolder();
  away = join(folder, 'afuera');
  bin = join(folder, 'bin');
  for (const one of [away, bin]) mkdirSync(one);
  vi.stubEnv('PATH', `${bin}:${process.env.PATH}`);
});
afterEach(() => vi.unstubAllEnvs());

/** Makes a town with a file, and a backup of it. */
async function openTown(at = NOW) {
  const place = { dbFile: join(folder, 'portal.sqlite'), uploadsDir: join(folder, 'uploads') };
  if (!existsSync(place.dbFile)) {
    mkdirSync(join(place.uploadsDir, '.trash/2026-03-01/story/2026/a'), { recursive: true });
    writeFileSync(join(place.uploadsDir, '.trash/2026-03-01/story/2026/a/foto-400.webp'), 'x'.repeat(100_000));
    const db = openDatabase(place.dbFile);
    const writer = openWriter({ db, now: () => NOW });
    const act = { userId: '', usergroup: 1, request: 'test' };
    const { id } = writer.create(act, 'story');
    writer.update(act, 'story', id, 'title', { value: 'Una noticia' });
    db.close();
  }
  const { folder: backup } = await makeBackup({ ...place, dir: join(folder, 'copias'), now: () => at });
  return { ...place, backup, beside: join(folder, 'copias') };
}

/** Puts a program in front of those of the system. */
const program = (name: string, script: string) =>
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
/**
 * Another machine, whose shell runs what ssh is told, in `away`. @param before runs before, with the order as $order
 */
const otherMachine = (before = '') =>
  program('ssh', `for order; do :; done\ncd '${away}'\n${before}\nexec sh -c "$order"`);

const send = (backup: string, to: string, owner = 'villa', passphrase = KEY) =>
  sendBackup({ folder: backup, place: openPlace(to), owner, passphrase });
const bring = (from: string, file: string | null = null, passphrase = KEY, owner = 'villa') =>
  fetchBackup({ place: openPlace(from), owner, file, passphrase, into: join(folder, 'llegada') });

describe.for([
  ['a folder of another disk', (): string => away, ''],
  ['another machine', (): string => 'copias@otra.example:las copias/de "villa"', 'las copias/de "villa"'],
] as const)('a backup sent to %s', ([, address, below]) => {
  beforeEach(() => otherMachine());

  test('is one encrypted file, from which everything comes back', async () => {
    const { backup, dbFile, uploadsDir } = await openTown();
    const { file } = await send(backup, address());
    expect(file).toBe('villa-2026-03-15T133200Z.tar.gpg');
    expect(readdirSync(join(away, below))).toEqual([file]);
    expect(readFileSync(join(away, below, file)).includes('Una noticia')).toBe(false);
    const back = await bring(address());
    expect(listed(back)).toEqual(listed(backup));
    await restoreBackup({ from: back, dbFile, uploadsDir, now: () => NOW });
    const db = openDatabase(dbFile);
    expect(db.prepare('SELECT title FROM story').pluck().get()).toBe('Una noticia');
    db.close();
  });

  test('is not sent twice, and older ones go: a week of days, four weeks and six months are kept', async () => {
    mkdirSync(join(away, below), { recursive: true });
    for (let day = 1; day <= 400; day += 1) {
      const name = `portal-${new Date(NOW - day * DAY).toISOString().slice(0, 10)}T060000Z`;
      writeFileSync(join(away, below, encryptedName('villa', name)), '');
      writeFileSync(join(away, below, encryptedName('arroyo', name)), '');
    }
    writeFileSync(join(away, below, 'villa-leeme.txt'), '');
    const { backup } = await openTown();
    const { removed } = await send(backup, address());
    const left = readdirSync(join(away, below));
    expect(left.filter((name) => name.startsWith('villa-2'))).toHaveLength(401 - removed.length);
    expect(left.filter((name) => name.startsWith('villa-2')).length).toBeLessThan(20);
    expect(left.filter((name) => name.startsWith('arroyo-'))).toHaveLength(400);
    expect(left).toContain('villa-leeme.txt');
    expect(await send(backup, address())).toMatchObject({ wasThere: true, removed: [] });
  });

  test('is read only with its key, and not when a part of it is missing', async () => {
    const { backup } = await openTown();
    const { file } = await send(backup, address());
    await expect(bring(address(), file, 'otra clave cualquiera')).rejects.toThrow(/^La clave no es la de esa copia/);
    truncateSync(join(away, below, file), 30_000);
    await expect(bring(address(), file)).rejects.toThrow('La copia está dañada o incompleta: gpg no la puede leer.');
    await expect(bring(address(), null, KEY, 'otro')).rejects.toThrow('No hay ninguna copia de «otro»');
  });

  test('says that gpg is missing, and leaves nothing there', async () => {
    const { backup } = await openTown();
    const poor = join(folder, 'pobre');
    mkdirSync(poor);
    for (const name of ['tar', 'sh', 'cat', 'ls', 'mkdir', 'rm', 'mv', 'sha256sum', 'cut'])
      symlinkSync(spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim(), join(poor, name));
    cpSync(join(bin, 'ssh'), join(poor, 'ssh'));
    vi.stubEnv('PATH', poor);
    await expect(send(backup, address())).rejects.toThrow('Falta el programa gpg: «apt install gnupg».');
    expect(
      existsSync(join(away, below)) ? readdirSync(join(away, below)).filter((one) => !one.startsWith('.')) : [],
    ).toEqual([]);
  });
});

describe('a backup that does not arrive', () => {
  test.for([
    [
      'the other machine does not answer',
      'echo "connect to host otra port 22: Connection timed out" >&2; exit 255',
      /^No se pudo llegar a otra\.example:villa \(.*timed out\)\.$/,
    ],
    [
      'its disk is full',
      'case "$order" in *cat*) echo "cat: write error: No space left on device" >&2; exit 1;; esac',
      /^No queda lugar en otra\.example:villa\.$/,
    ],
    [
      'the line is cut in the middle',
      'case "$order" in *"cat >"*) order=$(echo "$order" | sed "s/cat >/head -c 1000 >/");; esac',
      // A small rest may still be handed over, before this side sees that nobody reads it.
      /^Se cortó la conexión con otra\.example:villa\.$|llegó incompleta/,
    ],
    [
      'it stored only a part',
      'case "$order" in *"cat >"*) order=$(echo "$order" | sed "s/cat >/cat >resto; head -c 1000 resto >/");; esac',
      /llegó incompleta/,
    ],
  ] as const)('because %s says so, and has no name there', async ([, before, words]) => {
    otherMachine(before);
    const { backup } = await openTown();
    await expect(send(backup, 'otra.example:villa')).rejects.toThrow(words);
    const there = existsSync(join(away, 'villa')) ? readdirSync(join(away, 'villa')) : [];
    expect(there.filter((name) => !name.startsWith('.'))).toEqual([]);
  });

  test('because a disk is not there, or is not ours, says what to do', async () => {
    const { backup } = await openTown();
    await expect(send(backup, join(folder, 'no'))).rejects.toThrow(/: ¿está conectado el disco\?$/);
    writeFileSync(join(folder, 'archivo'), '');
    await expect(bring(away)).rejects.toThrow(`No hay ninguna copia de «villa» en ${away}.`);
  });

  test('because the backup itself lost a file meanwhile is not taken for a backup', async () => {
    const { backup } = await openTown();
    program('tar', `${spawnSync('which', ['tar'], { encoding: 'utf8' }).stdout.trim()} "$@"; exit 2`);
    await expect(send(backup, away)).rejects.toThrow(/^Falló tar/);
    expect(readdirSync(away)).toEqual([]);
  });

  test('after a power failure leaves files that the next one removes', async () => {
    const { backup } = await openTown();
    writeFileSync(join(away, '.llegando-villa-2026-03-14T133200Z.tar.gpg'), 'half');
    await expect(bring(away)).rejects.toThrow('No hay ninguna copia');
    const { file } = await send(backup, away);
    expect(readdirSync(away)).toEqual([file]);
  });
});

test.for([
  ['/media/copias', true],
  ['./copias', true],
  ['copias', true],
  ['./a:b', true],
  ['otra.example:copias', false],
  ['copias@otra.example:/srv/copias', false],
] as const)('%s is a folder of this machine: %s', ([address, expected]) => {
  expect(isFolder(address)).toBe(expected);
});

describe('a tried restore', () => {
  test('is a whole one beside the portal, leaves nothing, and is repeated after a week or a failure', async () => {
    const { backup, beside, dbFile } = await openTown();
    expect(isTryDue(dbFile, NOW)).toBe(true);
    expect(await tryRestore({ from: backup, beside, dbFile, now: () => NOW })).toBeNull();
    expect(readTried(dbFile)).toMatchObject({ name: basename(backup), problem: null, isOffsite: false });
    expect(readdirSync(beside).filter((name) => name.startsWith('.probando'))).toEqual([]);
    expect([isTryDue(dbFile, NOW + DAY), isTryDue(dbFile, NOW + DAY, true), isTryDue(dbFile, NOW + 7 * DAY)]).toEqual([
      false,
      true,
      true,
    ]);
    writeFileSync(join(backup, 'portal.sqlite'), 'dañada');
    expect(await tryRestore({ from: backup, beside, dbFile, now: () => NOW })).toContain('está dañada');
    expect(isTryDue(dbFile, NOW + DAY)).toBe(true);
  });

  test('that failed, and a backup that was not sent, are findings of the doctor', async () => {
    const { backup, beside, dbFile, uploadsDir } = await openTown();
    const look = async (at = NOW) =>
      (
        await examine(
          {
            dbFile,
            uploadsDir,
            backupDir: beside,
            backupTo: '/media/x',
            origin: 'http://x',
            host: '127.0.0.1',
            port: 9,
          },
          { now: () => at },
        )
      )
        .filter(({ what }) => /envi|afuera|restaurar/.test(what))
        .map(({ state, what, isAdvice }) => [state, what, isAdvice === true]);
    expect(await look()).toEqual([['aviso', 'Todavía no se envió ninguna copia a /media/x.', true]]);
    keepSent(dbFile, { at: '', arrived: new Date(NOW).toISOString(), problem: null });
    expect((await look())[0]?.[0]).toBe('bien');
    expect(await look(NOW + 3 * DAY)).toEqual([
      ['mal', 'La última copia enviada a /media/x es de hace 3 días.', false],
    ]);
    keepSent(dbFile, { at: '', arrived: null, problem: 'No queda lugar en /media/x.' });
    writeFileSync(join(backup, 'portal.sqlite'), 'dañada');
    await tryRestore({ from: backup, beside, dbFile, isOffsite: true, now: () => NOW });
    expect((await look()).map(([state]) => state)).toEqual(['mal', 'mal']);
  });
});

test('what ssh runs is decided by no file of settings: the user of the portal could have written a command into it', async () => {
  vi.stubEnv('HOME', folder);
  mkdirSync(join(folder, '.ssh'));
  for (const name of ['id_ed25519', 'config']) writeFileSync(join(folder, '.ssh', name), '');
  program('ssh', `printf '%s\\n' "$@" >'${join(folder, 'told')}'`);
  await openPlace('copias@otra.example:villa').list();
  const told = readFileSync(join(folder, 'told'), 'utf8').split('\n');
  expect(told.slice(0, 2)).toEqual(['-F', '/dev/null']);
  expect(told).toContain(`UserKnownHostsFile=${join(folder, '.ssh/known_hosts')}`);
  expect(told.filter((_, number) => told[number - 1] === '-i')).toEqual([join(folder, '.ssh/id_ed25519')]);
});
