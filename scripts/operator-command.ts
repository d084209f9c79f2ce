import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { randomPassword } from '../api/auth/passwords.ts';
import { TOWN_ZONE } from '../api/contract/limits.ts';
import type { Config } from '../api/config.ts';
import { placesOf, refuseWithoutSettings, townOf } from '../api/installation.ts';
import { readOwnSettings } from '../api/own-settings.ts';
import type { Command } from '../api/installation.ts';
import { keepPrivate } from '../api/db/private-files.ts';
import { givingTo } from '../api/maintenance/ownership.ts';
import type { Repository } from '../api/maintenance/backup/restic.ts';

/** Runs a command for the operator; an error is printed as one line, without a stack trace. */
export async function run(failed: string, command: () => Promise<number>): Promise<void> {
  keepPrivate();
  process.exitCode = await command().catch((error: unknown) => {
    console.error(`${failed} ${plain(error)}`);
    return 1;
  });
}

/**
 * Returns the settings of this run.
 * @throws Error on a machine with an installation, unless the settings are the installation's or given explicitly
 */
export function settings(command: Command, what = ''): Config {
  refuseWithoutSettings(process.env, `portal ${command} PUEBLO${what && ` ${what}`}`);
  return readOwnSettings();
}

/**
 * Checks that the owner of the database runs this: files created by another user would lock the portal out.
 * @throws Error that says how to run the command
 */
export function asOwner(dbFile: string): void {
  const uid = ownerOf(dbFile);
  if (uid !== undefined && process.getuid !== undefined && process.getuid() !== uid) {
    // The command `portal` has become the town's user: it is the file that has the wrong owner.
    const town = townOf(dbFile);
    if (town !== undefined) {
      const command = givingTo(`portal-${town}`, dirname(resolve(dbFile)));
      const todo = command === null ? `revisá DB_FILE en ${placesOf(town).settings}` : `ejecutá «${command}»`;
      throw new Error(`La base ${dbFile} no es del usuario portal-${town}: ${todo}, y volvé a probar.`);
    }
    throw new Error(`La base ${dbFile} es de otro usuario: ejecutá lo mismo con «sudo -u '#${uid}' …».`);
  }
}

/** Returns who owns a file; undefined where there is none. @throws Error when nobody but others may look */
function ownerOf(dbFile: string): number | undefined {
  try {
    return statSync(dbFile, { throwIfNoEntry: false })?.uid;
  } catch (error) {
    const town = townOf(dbFile);
    const place = town === undefined ? '' : ` en ${placesOf(town).settings}`;
    throw new Error(`No hay permiso para entrar a ${dirname(resolve(dbFile))}: revisá DB_FILE${place}.`, {
      cause: error,
    });
  }
}

/**
 * Returns where the encrypted backups of this portal are.
 * @param purpose to send one, a passphrase may be a new one; to read them, it has to be the one they were made with
 * @throws Error that says where the passphrase is set
 */
export function repositoryOf(
  { backupPassphrase, dbFile }: Config,
  address: string,
  purpose: 'send' | 'read',
): Repository {
  const town = townOf(resolve(dbFile));
  // The name tells the backups of this portal from those of others.
  if (backupPassphrase !== undefined) return { address, owner: town ?? 'portal', passphrase: backupPassphrase };
  const place = town === undefined ? 'el entorno' : placesOf(town).secrets;
  throw new Error(
    purpose === 'send'
      ? `Falta la clave de las copias que salen de esta máquina: poné BACKUP_PASSPHRASE=${randomPassword()} en ` +
          `${place}, y anotala en papel: sin ella nadie las puede leer.`
      : `Falta la clave con que se cifraron esas copias: poné en ${place} una línea con BACKUP_PASSPHRASE= y la ` +
          'clave que está anotada en papel. Una nueva no sirve.',
  );
}

/** Returns the first few items as Spanish text. */
export function list(all: readonly string[]): string {
  return all.length <= 5 ? all.join(', ') : `${all.slice(0, 5).join(', ')} y ${all.length - 5} más`;
}

/** Returns a size as a file manager shows it. */
export function amount(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** power).toLocaleString('es-AR', { maximumFractionDigits: 1 })} ${units[power]}`;
}

/** Returns a moment, in ms since the epoch, in words and in the town's time. */
export function townMoment(at: number): string {
  return new Intl.DateTimeFormat('es-AR', {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: TOWN_ZONE,
  }).format(at);
}

/** Returns an error as one Spanish line. */
export function plain(error: unknown): string {
  const { code, path, message = String(error) } = error as { code?: unknown; path?: string; message?: string };
  if (code === 'ENOSPC' || code === 'SQLITE_FULL')
    return 'No queda lugar en el disco: liberá espacio y volvé a probar.';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `No hay permiso para leer o escribir ${path}: revisá de quién es, y con qué usuario lo ejecutás.`;
  if (typeof code === 'string' && /^SQLITE_(CANTOPEN|READONLY|IOERR)/.test(code))
    return `La base no se puede abrir (${code}): revisá DB_FILE, los permisos y el lugar en el disco.`;
  if (typeof code === 'string' && /^SQLITE_(CORRUPT|NOTADB)/.test(code))
    return `La base está dañada o no es una base del portal (${code}).`;
  return message.split('\n', 1)[0] ?? '';
}
