import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../../api/records/open.ts';
import { examine } from '../../../api/maintenance/doctor/doctor.ts';
import { makeBackup } from '../../../api/maintenance/backup/make.ts';
import { backupsOutside, fetchBackup, sendBackup } from '../../../api/maintenance/backup/offsite.ts';
import { keepSent, readTried } from '../../../api/maintenance/backup/outcomes.ts';
import { isFolder } from '../../../api/maintenance/backup/restic.ts';
import type { Repository } from '../../../api/maintenance/backup/restic.ts';
import { restoreBackup } from '../../../api/maintenance/backup/restore-backup.ts';
import { isTryDue, tryRestore } from '../../../api/maintenance/backup/try-restore.ts';
import { openWriter } from '../../../api/records/write/writer.ts';
import { programPath } from '../../../scripts/support/debian-programs.mjs';
import { listed, temporaryFolder } from '../files.ts';

const NOW = Date.parse('2026-03-15T13:32:00Z');
const DAY = 24 * 60 * 60 * 1000;
const KEY = 'clave-de-prueba-larga';
const NAME = 'portal-2026-03-15T133200Z';

/** A town of which a backup was sent to the folder `afuera`, made once: each test works on a copy. */
let town: string;
let folder: string;
let away: string;
let backup: string;
let bin: string;

beforeAll(async () => {
  town = mkdtempSync(join(tmpdir(), 'portal-sent-'));
  const place = { dbFile: join(town, 'portal.sqlite'), uploadsDir: join(town, 'uploads') };
  mkdirSync(join(place.uploadsDir, '.trash/2026-03-01/story/2026/a'), { recursive: true });
  writeFileSync(join(place.uploadsDir, '.trash/2026-03-01/story/2026/a/foto-400.webp'), randomBytes(300_000));
  const db = openDatabase(place.dbFile);
  const writer = openWriter({ db, now: () => NOW });
  const act = { userId: '', usergroup: 1, request: 'test' };
  const { id } = writer.create(act, 'story');
  writer.update(act, 'story', id, 'title', { value: 'Una noticia' });
  db.close();
  const made = await makeBackup({ ...place, dir: join(town, 'copias'), now: () => NOW });
  mkdirSync(join(town, 'afuera'));
  await sendBackup({ folder: made.folder, repository: at(join(town, 'afuera')), now: () => NOW });
});
afterAll(() => rmSync(town, { recursive: true }));

beforeEach(() => {
  folder = temporaryFolder();
  cpSync(town, folder, { recursive: true });
  away = join(folder, 'afuera');
  backup = join(folder, 'copias', NAME);
  bin = join(folder, 'bin');
  mkdirSync(bin);
  vi.stubEnv('PATH', `${bin}:${process.env.PATH}`);
});
afterEach(() => vi.unstubAllEnvs());

const at = (address: string, owner = 'villa', passphrase = KEY): Repository => ({ address, owner, passphrase });
const send = (from: string, repository = at(away), now = NOW) =>
  sendBackup({ folder: from, repository, now: () => now });
const bring = (repository = at(away), name: string | null = null, now = NOW) =>
  fetchBackup({ repository, name, into: join(folder, 'llegada'), now: () => now });
const place = () => ({ dbFile: join(folder, 'portal.sqlite'), uploadsDir: join(folder, 'uploads') });
/** Makes another backup of the town. */
const another = async (when: number) =>
  (await makeBackup({ ...place(), dir: join(folder, 'copias'), now: () => when })).folder;
const restic = (repository: string, args: string[], passphrase = KEY) =>
  spawnSync('restic', ['-q', '--no-cache', '--repo', repository, ...args], {
    cwd: join(folder, 'copias'),
    env: { PATH: process.env.PATH, TZ: 'UTC', RESTIC_PASSWORD: passphrase },
  });
/** The files of a part of the repository, the largest first. */
const filesOf = (part: string) =>
  readdirSync(join(away, 'villa.restic', part), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .sort((a, b) => statSync(b).size - statSync(a).size);

/** Puts a program in front of those of the system. */
const program = (name: string, script: string) =>
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

describe('a backup sent outside', () => {
  test('is encrypted, is not sent twice, and all of it comes back', async () => {
    for (const file of filesOf('.')) expect(readFileSync(file).includes('Una noticia')).toBe(false);
    expect(await send(backup)).toEqual({ name: NAME, wasThere: true, removed: [] });
    const back = await bring();
    expect(listed(back)).toEqual(listed(backup));
    await restoreBackup({ from: back, ...place(), now: () => NOW });
    const db = openDatabase(place().dbFile);
    expect(db.prepare('SELECT title FROM story').pluck().get()).toBe('Una noticia');
    db.close();
  });

  test('to another machine needs nothing there but sftp, and no settings of ssh here', async () => {
    vi.stubEnv('HOME', folder);
    mkdirSync(join(folder, '.ssh'));
    for (const name of ['id_ed25519', 'config']) writeFileSync(join(folder, '.ssh', name), '');
    program(
      'ssh',
      `echo "$@" >'${folder}/ssh-args'\nmkdir -p '${away}' && cd '${away}' && exec ${programPath('sftp-server')}`,
    );
    const there = at('copias@otra.example:las copias/de "villa"');
    expect(await send(backup, there)).toMatchObject({ wasThere: false });
    expect(readdirSync(join(away, 'las copias/de "villa"'))).toEqual(['villa.restic']);
    const told = readFileSync(join(folder, 'ssh-args'), 'utf8');
    expect(told).toMatch(/^-F \/dev\/null .* copias@otra\.example -s sftp\n$/);
    expect(told).toContain(
      `UserKnownHostsFile=${join(folder, '.ssh/known_hosts')} -i ${join(folder, '.ssh/id_ed25519')} `,
    );
    expect(listed(await bring(there))).toEqual(listed(backup));
  });

  test('brings only what is new, and those that newer ones replace are removed', async () => {
    const size = () => filesOf('data').reduce((sum, file) => sum + statSync(file).size, 0);
    const before = size();
    const second = await another(NOW + 2 * 60_000);
    const sent = listed(second);
    await send(second, at(away), NOW + DAY);
    expect(size() - before).toBeLessThan(before / 10);
    const third = await another(NOW + 3 * DAY);
    expect(await send(third, at(away), NOW + 3 * DAY)).toEqual({
      name: basename(third),
      wasThere: false,
      removed: [NAME],
    });
    expect(await backupsOutside(at(away))).toEqual([basename(second), basename(third)]);
    // It is brought as it was sent; the one here is compressed meanwhile.
    expect(listed(await bring(at(away), basename(second)))).toEqual(sent);
  });

  test('from the future is not brought back as the newest, and replaces no other', async () => {
    const future = await another(NOW + 365 * DAY);
    expect((await send(future, at(away), NOW + 1000)).removed).toEqual([]);
    expect(basename(await bring())).toBe(NAME);
    expect(basename(await bring(at(away), basename(future)))).toBe(basename(future));
  });
});

describe('whoever can write at the place, but has no key, cannot', () => {
  /** Makes a repository of the attacker's own, with a newer backup. */
  function forge(address: string): void {
    renameSync(backup, join(dirname(backup), 'portal-2026-03-16T000000Z'));
    restic(address, ['init'], 'clave del atacante');
    const sealed = ['backup', '--host', 'villa', '--time', '2026-03-16 00:00:00', 'portal-2026-03-16T000000Z'];
    expect(restic(address, sealed, 'clave del atacante').status).toBe(0);
  }

  test('have a database of their own restored', async () => {
    const forged = join(folder, 'ajeno');
    forge(forged);
    for (const part of ['snapshots', 'data', 'keys'])
      cpSync(join(forged, part), join(away, 'villa.restic', part), { recursive: true });
    // Files that the release before took for backups.
    for (const name of ['villa-2026-03-17T000000Z.tar.gpg', NAME.replace('15', '18')])
      cpSync(join(forged, 'config'), join(away, name));
    expect(basename(await bring(at(away), null, NOW + 30 * DAY))).toBe(NAME);
    cpSync(join(forged, 'index'), join(away, 'villa.restic', 'index'), { recursive: true });
    await expect(bring()).rejects.toThrow('está dañada o incompleta');
    rmSync(join(away, 'villa.restic'), { recursive: true });
    cpSync(forged, join(away, 'villa.restic'), { recursive: true });
    const words = `La clave no es la de las copias que hay en ${away}: revisá BACKUP_PASSPHRASE.`;
    await expect(bring()).rejects.toThrow(words);
    await expect(send(await another(NOW + DAY))).rejects.toThrow(words);
  });

  test('give an old backup a newer date', async () => {
    const [snapshot = ''] = filesOf('snapshots');
    cpSync(snapshot, join(dirname(snapshot), 'f'.repeat(64)));
    expect(await backupsOutside(at(away))).toEqual([NAME]);
  });

  test('give one of another town that has the same key', async () => {
    renameSync(join(away, 'villa.restic'), join(away, 'arroyo.restic'));
    await expect(bring(at(away, 'arroyo'))).rejects.toThrow(`No hay ninguna copia de «arroyo» en ${away}.`);
  });

  test('change a byte, or cut something off', async () => {
    const [data = ''] = filesOf('data');
    const bytes = readFileSync(data);
    bytes.writeUInt8(bytes.readUInt8(5000) ^ 1, 5000);
    chmodSync(data, 0o600);
    writeFileSync(data, bytes);
    await expect(bring()).rejects.toThrow(`La copia de ${away} está dañada o incompleta.`);
    const [index = ''] = filesOf('index');
    chmodSync(index, 0o600);
    truncateSync(index, 100);
    await expect(bring()).rejects.toThrow(`La copia de ${away} está dañada o incompleta.`);
  });

  test('use up the memory or the disk with a file that never ends', async () => {
    symlinkSync('/dev/zero', join(away, 'villa.restic/snapshots', '0'.repeat(64)));
    await expect(bring()).rejects.toThrow(`En ${away} hay un archivo demasiado grande, que no es de una copia.`);
    expect(existsSync(join(folder, 'llegada'))).toBe(false);
  });
});

describe('a backup that does not arrive', () => {
  // restic may end before it has passed on what ssh said.
  test.for([
    [
      'the other machine does not answer',
      'echo "ssh: connect to host otra port 22: Connection timed out" >&2; exit 255',
      /^No se pudo llegar a otra\.example:villa(?: \(.*timed out\)\.$|: ssh no contesta)/,
    ],
    [
      'it does not know our key',
      'echo "otra.example: Permission denied (publickey)." >&2; exit 255',
      /^No se pudo llegar a otra\.example:villa(?: \(.*publickey\)\.\)\.$|: ssh no contesta, no acepta la clave)/,
    ],
    ['it has no sftp', 'exit 1', /^No se pudo llegar a otra\.example:villa: ssh .* no tiene sftp\.$/],
  ] as const)('because %s says so', async ([, before, words]) => {
    program('ssh', before);
    await expect(send(backup, at('otra.example:villa'))).rejects.toThrow(words);
  });

  test('because a disk is not there, or was never sent one, says what to do', async () => {
    await expect(send(backup, at(join(folder, 'no')))).rejects.toThrow(/: ¿está conectado el disco\?$/);
    mkdirSync(join(folder, 'nuevo'));
    await expect(bring(at(join(folder, 'nuevo')))).rejects.toThrow('Todavía no hay ninguna copia en');
    expect(await backupsOutside(at(join(folder, 'nuevo')))).toEqual([]);
  });

  test('because restic or ssh is missing names the package', async () => {
    const which = (name: string) => spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim();
    symlinkSync(which('sh'), join(bin, 'sh'));
    vi.stubEnv('PATH', bin);
    await expect(send(backup)).rejects.toThrow('Falta el programa restic: «apt install restic».');
    vi.unstubAllEnvs();
    symlinkSync(which('restic'), join(bin, 'restic'));
    vi.stubEnv('PATH', bin);
    await expect(send(backup, at('otra.example:villa'))).rejects.toThrow('«apt install openssh-client»');
  });

  test('because a file of it cannot be read leaves none of its name there', async () => {
    const second = await another(NOW + 60_000);
    // As restic ends when it could not read some files, after it has made a snapshot of the others.
    const real = spawnSync('which', ['restic'], { encoding: 'utf8' }).stdout.trim();
    program('restic', `case "$*" in *--time*) ${real} "$@"; exit 3;; esac; exec ${real} "$@"`);
    await expect(send(second)).rejects.toThrow('No se pudo leer toda la copia para enviarla.');
    expect(await backupsOutside(at(away))).toEqual([NAME]);
  });
});

test('a folder of this machine is told from one of another machine', () => {
  for (const address of ['/media/copias', './copias', 'copias', './a:b']) expect(isFolder(address)).toBe(true);
  for (const address of ['otra.example:copias', 'copias@otra.example:/srv/copias'])
    expect(isFolder(address)).toBe(false);
});

describe('a tried restore', () => {
  const tryOut = (isOffsite = false, now = NOW) =>
    tryRestore({ from: backup, beside: join(folder, 'copias'), dbFile: place().dbFile, isOffsite, now: () => now });

  test('is a whole one beside the portal, leaves nothing, and is repeated after a week or a failure', async () => {
    const { dbFile } = place();
    expect(isTryDue(dbFile, NOW)).toBe(true);
    expect(await tryOut()).toBeNull();
    expect(readTried(dbFile)).toMatchObject({ name: NAME, problem: null, isOffsite: false });
    expect(readdirSync(join(folder, 'copias')).filter((name) => name.startsWith('.probando'))).toEqual([]);
    const due = (days: number, isOffsite = false) => isTryDue(dbFile, NOW + days * DAY, isOffsite);
    expect([due(1), due(1, true), due(7), due(-1)]).toEqual([false, true, true, true]);
    writeFileSync(join(backup, 'portal.sqlite'), 'dañada');
    expect(await tryOut()).toContain('está dañada');
    expect(due(1)).toBe(true);
  });

  test('that failed, and a backup that was not sent, are findings of the doctor', async () => {
    const { dbFile, uploadsDir } = place();
    const look = async (now = NOW) =>
      (
        await examine(
          {
            dbFile,
            uploadsDir,
            backupDir: join(folder, 'copias'),
            backupTo: '/media/x',
            origin: 'http://x',
            host: '127.0.0.1',
            port: 9,
          },
          { now: () => now, built: 0 },
        )
      )
        .filter(({ what }) => /envi|afuera|restaura/.test(what))
        .map(({ state, what, isAdvice }) => [state, what, isAdvice === true]);
    expect(await look()).toEqual([['aviso', 'Todavía no se envió ninguna copia a /media/x.', true]]);
    keepSent(dbFile, { at: '', arrived: new Date(NOW).toISOString(), problem: null });
    expect((await look())[0]?.[0]).toBe('bien');
    expect(await look(NOW + 3 * DAY)).toEqual([
      ['mal', 'La última copia enviada a /media/x es de hace 3 días.', false],
    ]);
    keepSent(dbFile, { at: '', arrived: null, problem: 'No queda lugar en /media/x.' });
    await tryOut(true);
    expect((await look()).map(([state]) => state)).toEqual(['bien', 'mal']);
    writeFileSync(join(backup, 'portal.sqlite'), 'dañada');
    await tryOut(true);
    expect((await look()).map(([state]) => state)).toEqual(['mal', 'mal']);
    // A moment with a clock that was ahead says nothing of the years after it.
    keepSent(dbFile, { at: '', arrived: new Date(NOW + 365 * DAY).toISOString(), problem: null });
    await tryOut(true, NOW + 365 * DAY);
    expect((await look()).map(([state]) => state)).toEqual(['mal', 'mal']);
  });
});
