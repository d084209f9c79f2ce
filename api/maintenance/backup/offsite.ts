import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { madeAt } from './layout.ts';
import { BadBackup } from './manifest.ts';
import { HAS_STOPPED } from './places.ts';
import type { BackupPlace } from './places.ts';
import { expired } from './rotation.ts';

/** An encrypted backup is one file: a tar of the backup's folder, encrypted by gpg with a passphrase. */
const END = '.tar.gpg';
/** The name of the encrypted file of a backup. @param owner tells the backups of towns apart */
export const encryptedName = (owner: string, backup: string) => `${owner}${backup.slice('portal'.length)}${END}`;

/** The name of the backup in an encrypted file of this owner; null for any other file. */
function backupIn(owner: string, file: string): string | null {
  if (!file.startsWith(`${owner}-`) || !file.endsWith(END)) return null;
  const name = `portal${file.slice(owner.length, -END.length)}`;
  return madeAt(name) === null ? null : name;
}

/** The encrypted backups of an owner in a place, the oldest first. */
async function encryptedIn(place: BackupPlace, owner: string): Promise<string[]> {
  return (await place.list()).filter((file) => backupIn(owner, file) !== null).sort();
}

/**
 * Encrypts a backup and sends it, unless it is there already; then removes those that newer ones replace.
 * @param folder of the backup
 * @returns the file, and whether it was there already
 * @throws Error with one plain Spanish line; then the place has no file of this name
 */
export async function sendBackup({
  folder,
  place,
  owner,
  passphrase,
}: {
  folder: string;
  place: BackupPlace;
  owner: string;
  passphrase: string;
}): Promise<{ file: string; wasThere: boolean; removed: string[] }> {
  const file = encryptedName(owner, basename(folder));
  const there = await encryptedIn(place, owner);
  if (there.includes(file)) return { file, wasThere: true, removed: [] };
  const hash = createHash('sha256');
  const tar = run('tar', ['-c', '-C', dirname(folder), basename(folder)]);
  await withGpg(ENCRYPT, passphrase, (gpg) => {
    // The place gives the file its name only if nothing before has failed.
    const whole = Promise.all([tar.done, gpg.done]);
    const bytes = Readable.from(hashed(gpg.stdout, hash, whole));
    return together([place.put(file, bytes, () => hash.digest('hex')), whole, passed(tar.stdout, gpg.stdin)]);
  });
  const removed = expiredIn(owner, [...there, file]);
  for (const one of removed) await place.remove(one);
  return { file, wasThere: false, removed };
}

/**
 * Fetches and decrypts a backup.
 * @param file its name; null: the newest one
 * @param into a new folder, in which the folder of the backup is put
 * @returns the folder of the backup
 * @throws Error with one plain Spanish line
 */
export async function fetchBackup({
  place,
  owner,
  file,
  passphrase,
  into,
}: {
  place: BackupPlace;
  owner: string;
  file: string | null;
  passphrase: string;
  into: string;
}): Promise<string> {
  const wanted = file ?? (await encryptedIn(place, owner)).at(-1);
  if (wanted === undefined) throw new BadBackup(`No hay ninguna copia de «${owner}» en ${place.name}.`);
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { mode: 0o700 });
  const { bytes, whole } = place.get(wanted);
  // tar reads to the end of what comes, instead of to that of the archive, and leaves nothing that gpg could not write.
  const tar = run('tar', ['-x', '--ignore-zeros', '--no-same-owner', '-C', into]);
  await withGpg(['--decrypt'], passphrase, (gpg) =>
    together([whole, gpg.done, tar.done, passed(bytes, gpg.stdin), passed(gpg.stdout, tar.stdin)]),
  );
  const name = readdirSync(into).find((one) => madeAt(one) !== null);
  if (name === undefined) throw new BadBackup(`${wanted} no es una copia del portal.`);
  return join(into, name);
}

function expiredIn(owner: string, files: string[]): string[] {
  const old = new Set(
    expired(
      files.flatMap((file) => backupIn(owner, file) ?? []),
      Date.now(),
    ),
  );
  return files.filter((file) => old.has(backupIn(owner, file) ?? ''));
}

interface Running {
  stdin: Writable;
  stdout: Readable;
  /** @throws BadBackup */
  done: Promise<void>;
}

/** Why something failed, whatever the programs say that were connected to it. */
class Cause extends BadBackup {}

/** Runs a program of the system. What it says is expected in English. */
function run(command: string, args: string[], secret = ''): Running {
  const child = spawn(command, args, {
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (said += piece));
  const key = child.stdio[3] as Writable;
  key.on('error', () => {});
  key.end(`${secret}\n`);
  const done = once(child, 'close').then(
    ([code, signal]) => {
      // Whoever was to read the bytes has stopped, and says why.
      if (signal === 'SIGPIPE' || /Broken pipe/i.test(said)) throw Object.assign(new Error(said), { code: 'EPIPE' });
      if (code !== 0) throw troubleOf(command, said, args.includes('--decrypt'));
    },
    () => {
      throw new Cause(`Falta el programa ${command}: «apt install ${command === 'gpg' ? 'gnupg' : command}».`);
    },
  );
  return { stdin: child.stdin, stdout: child.stdout, done };
}

function troubleOf(command: string, said: string, isDecrypting: boolean): BadBackup {
  if (/No space left/i.test(said)) return new Cause('No queda lugar en el disco.');
  if (/Bad session key|bad passphrase/i.test(said)) {
    return new Cause('La clave no es la de esa copia: revisá BACKUP_PASSPHRASE.');
  }
  if (isDecrypting) return new BadBackup('La copia está dañada o incompleta: gpg no la puede leer.');
  return new BadBackup(`Falló ${command}: ${said.trim().split('\n').at(-1)}`);
}

/** The form that gpg of Debian 12 reads too. */
const ENCRYPT = [
  '--rfc4880',
  '--symmetric',
  '--cipher-algo=AES256',
  '--s2k-digest-algo=SHA512',
  '--s2k-count=65011712',
];

/** Runs gpg without anybody's settings and keys. */
async function withGpg(args: string[], passphrase: string, work: (gpg: Running) => Promise<void>): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'portal-gpg-'));
  const always = ['--batch', '--quiet', '--no-options', '--homedir', home, '--no-autostart'];
  const secret = ['--pinentry-mode', 'loopback', '--passphrase-fd', '3', '--output', '-'];
  try {
    await work(run('gpg', [...always, ...secret, ...args], passphrase));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Waits for all of them, and throws the cause, or else what the first in this order throws in a Spanish line. */
async function together(all: Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(all);
  const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
  const first =
    failures.find((error) => error instanceof Cause) ??
    failures.find((error) => error instanceof BadBackup) ??
    failures[0];
  if (first) throw first;
}

/**
 * Passes bytes to a program. That it has ended is no failure here: how it ended tells whether it had read all of them.
 */
async function passed(from: Readable, to: Writable): Promise<void> {
  await pipeline(from, to).catch((error: NodeJS.ErrnoException) => {
    if (!HAS_STOPPED.has(error.code)) throw error;
  });
}

/** Passes the bytes of a program on and hashes them; they end in an error if it, or one before it, has failed. */
async function* hashed(from: Readable, hash: Hash, whole: Promise<unknown>): AsyncGenerator<Buffer> {
  for await (const piece of from as AsyncIterable<Buffer>) {
    hash.update(piece);
    yield piece;
  }
  await whole;
}
