import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from '../../files/upload-store.ts';
import { BadBackup } from './manifest.ts';

/** A folder outside this machine, or on another disk of it, in which encrypted backups are. */
export interface BackupPlace {
  /** As an operator writes it. */
  name: string;
  list(): Promise<string[]>;
  /**
   * Stores a file under its name once all of it has arrived; what is interrupted never has this name.
   * @param sha256 gives the hash of all bytes, in hex, once they have gone
   */
  put(file: string, bytes: Readable, sha256: () => string): Promise<void>;
  /** Reads a file. @returns its bytes, and a promise that fails when not all of them came */
  get(file: string): { bytes: Readable; whole: Promise<void> };
  remove(file: string): Promise<void>;
}

const SSH = /^((?:\w[\w.-]*@)?[a-z0-9][\w.-]*):(.*)$/i;
/** Error codes of a stream whose reader has gone. */
export const HAS_STOPPED: ReadonlySet<string | undefined> = new Set([
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ECONNRESET',
]);
/** Prefix of what is arriving. */
const ARRIVING = '.llegando-';

/** Whether an address is a folder of this machine, not of another one. */
export const isFolder = (address: string) => !SSH.test(address) || /^\.{0,2}\//.test(address);

/**
 * Opens a place by its address: a folder, or `user@host:folder`, which is reached with ssh and a key without
 * passphrase.
 * @throws BadBackup with one Spanish line when it is neither; all functions of the place throw the same
 */
export function openPlace(address: string): BackupPlace {
  if (isFolder(address)) return folderPlace(address);
  const [, host = '', folder = ''] = SSH.exec(address) ?? [];
  return sshPlace(address, host, folder || '.');
}

function folderPlace(folder: string): BackupPlace {
  const reached = (): void => {
    if (existsSync(folder)) return;
    throw new BadBackup(`No existe la carpeta ${folder}: ¿está conectado el disco?`);
  };
  const mayWrite = async <T>(write: () => T | Promise<T>): Promise<T> => {
    try {
      return await write();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOSPC') throw new BadBackup(`No queda lugar en ${folder}.`, { cause: error });
      if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') throw error;
      throw new BadBackup(`No hay permiso para escribir en ${folder}: tiene que ser del usuario del portal.`, {
        cause: error,
      });
    }
  };
  return {
    name: folder,
    async list() {
      reached();
      return readdirSync(folder);
    },
    async put(file, bytes) {
      reached();
      const arriving = join(folder, ARRIVING + file);
      await mayWrite(async () => {
        for (const left of readdirSync(folder)) {
          if (left.startsWith(ARRIVING)) rmSync(join(folder, left));
        }
        try {
          await pipeline(bytes, createWriteStream(arriving, { mode: 0o600, flush: true }));
          renameSync(arriving, join(folder, file));
          syncFolder(folder);
        } catch (error) {
          rmSync(arriving, { force: true });
          throw error;
        }
      });
    },
    get(file) {
      reached();
      const path = join(folder, file);
      if (!existsSync(path)) throw new BadBackup(`No existe ${path}.`);
      return { bytes: createReadStream(path), whole: Promise.resolve() };
    },
    remove: (file) => mayWrite(() => rmSync(join(folder, file))),
  };
}

/** The other machine needs a shell, `cat`, `mv` and `sha256sum`, as every Unix has. */
function sshPlace(name: string, host: string, folder: string): BackupPlace {
  const place = quoted(folder);
  const at = (file: string) => quoted(`${folder}/${file}`);

  function start(command: string): { child: ChildProcess; done: Promise<string> } {
    const options = [
      'BatchMode=yes',
      'ConnectTimeout=20',
      'ServerAliveInterval=30',
      'StrictHostKeyChecking=accept-new',
    ];
    const child = spawn('ssh', [...ownSsh(), ...options.flatMap((one) => ['-o', one]), '--', host, command], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (piece: string) => (said += piece));
    const done = once(child, 'close').then(
      ([code]) => {
        if (code === 0) return said;
        throw new BadBackup(sshTrouble(name, code as number | null, said));
      },
      () => {
        throw new BadBackup('Falta el programa ssh: «apt install openssh-client».');
      },
    );
    return { child, done };
  }

  async function run(command: string): Promise<string> {
    const { child, done } = start(command);
    let text = '';
    child.stdin?.end();
    child.stdout?.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    await done;
    return text;
  }

  return {
    name,
    list: async () => (await run(`mkdir -p ${place} && ls ${place}`)).split('\n').filter(Boolean),
    async put(file, bytes, sha256) {
      const arriving = at(ARRIVING + file);
      const { child, done } = start(`umask 077; rm -f ${place}/${ARRIVING}*; cat > ${arriving}`);
      child.stdout?.resume();
      const [sending, ended] = await Promise.allSettled([pipeline(bytes, child.stdin as Writable), done]);
      // What was wrong on this machine explains why the other one got too little, but not that it stopped reading.
      const hasStopped =
        sending.status === 'rejected' && HAS_STOPPED.has((sending.reason as NodeJS.ErrnoException).code);
      if (sending.status === 'rejected' && !hasStopped) throw sending.reason;
      if (ended.status === 'rejected') throw ended.reason;
      if (hasStopped) throw new BadBackup(`Se cortó la conexión con ${name}.`);
      // A connection that was cut ends `cat` without an error; the name is given only to all the bytes.
      const isSame = `[ "$(sha256sum < ${arriving} | cut -c 1-64)" = ${sha256()} ]`;
      await run(`${isSame} || { rm -f ${arriving}; echo 'llegó incompleta' >&2; exit 1; }; mv ${arriving} ${at(file)}`);
    },
    get(file) {
      const { child, done } = start(`cat ${at(file)}`);
      child.stdin?.end();
      return { bytes: child.stdout as Readable, whole: done.then(() => {}) };
    },
    async remove(file) {
      await run(`rm -f ${at(file)}`);
    },
  };
}

/**
 * No file of settings decides what ssh runs here (`ProxyCommand`, `LocalCommand`): only keys and the names of known
 * machines are taken from the user's folder.
 */
function ownSsh(): string[] {
  const folder = join(homedir(), '.ssh');
  const keys = ['id_ed25519', 'id_ecdsa', 'id_rsa'].map((name) => join(folder, name)).filter((key) => existsSync(key));
  const known = ['-o', 'IdentitiesOnly=yes', '-o', `UserKnownHostsFile=${join(folder, 'known_hosts')}`];
  return ['-F', '/dev/null', ...known, ...keys.flatMap((key) => ['-i', key])];
}

function sshTrouble(name: string, code: number | null, said: string): string {
  const last = said.trim().split('\n').at(-1)?.trim() || `código ${code}`;
  if (/No space left|Disk quota/i.test(said)) return `No queda lugar en ${name}.`;
  if (code === 255 || code === null) return `No se pudo llegar a ${name} (${last}).`;
  return `Falló la copia en ${name}: ${last}.`;
}

/** A word for the other machine's shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
