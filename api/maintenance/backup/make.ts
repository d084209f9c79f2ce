import Database from 'better-sqlite3';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { epochOf, headOf, isBlank } from '../../db/database.ts';
import { makeFolder } from '../../db/disk.ts';
import { takeLock } from '../../db/lock.ts';
import { typed } from '../../installation.ts';
import { filesBelow, filesReferredTo, syncFolder, TRASH } from '../../files/upload-store.ts';
import { compressDatabase } from './compressed.ts';
import { copyDurably, isSame, linkWhere, printOf } from './copy.ts';
import type { Print } from './copy.ts';
import { BadBackup, checkBackup, readManifest, storedPath } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import { backupName, DATABASE, madeAt, MANIFEST, UPLOADS } from './layout.ts';
import { expired, newestOf } from './rotation.ts';

export interface Made {
  folder: string;
  manifest: Manifest;
  /** How many files were new; the others have the bytes of the backup before. */
  copied: number;
  /** The backups that were removed because newer ones replace them. */
  removed: string[];
}

/**
 * Copies the portal, running or not, into a new folder of `dir`: the database as it was at one moment, then every file
 * it refers to. Files have the hash of their content in their names and nothing deletes them, so that what the database
 * referred to is still there, in its place or in the trash. Nothing has the name of a backup before it was read back.
 * @param now ms since the epoch
 * @throws Error with one plain Spanish line; `dir` is then as it was
 */
export async function makeBackup({
  dbFile,
  uploadsDir,
  dir,
  now,
}: {
  dbFile: string;
  uploadsDir: string;
  dir: string;
  now: () => number;
}): Promise<Made> {
  if (isBlank(dbFile)) throw new BadBackup(`No hay ninguna base en ${dbFile}, o está vacía. Revisá DB_FILE.`);
  makeFolder(dir);
  const lock = takeLock(join(dir, 'copia'));
  if (!lock) throw new BadBackup(`Ya hay otra copia en curso en ${dir}. Esperá a que termine.`);
  const at = now();
  const name = backupName(at);
  const temporary = join(dir, `${MAKING}${name}`);
  try {
    for (const left of readdirSync(dir).filter((one) => one.startsWith(MAKING) || one.startsWith(REMOVING))) {
      rmSync(join(dir, left), { recursive: true });
    }
    if (existsSync(join(dir, name))) throw new BadBackup(`Ya hay una copia de este segundo: ${join(dir, name)}.`);
    mkdirSync(temporary, { mode: 0o700 });
    const { referred, ...base } = await copyDatabase(dbFile, join(temporary, DATABASE));
    const { files, missing, copied } = await copyFiles({
      referred,
      uploadsDir,
      to: join(temporary, UPLOADS),
      earlier: earlierIn(dir, at),
    });
    const database = await printOf(join(temporary, DATABASE));
    const manifest: Manifest = {
      format: 'portal-backup',
      version: 1,
      at: new Date(at).toISOString(),
      ...base,
      database,
      files,
      missing,
    };
    writeFileSync(join(temporary, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, { flush: true });
    for (const folder of new Set(['', ...files.map(({ path }) => dirname(join(UPLOADS, path)))])) {
      syncFolder(join(temporary, folder));
    }
    await checkBackup(temporary);
    renameSync(temporary, join(dir, name));
    syncFolder(dir);
    const removed = removeExpired(dir, at);
    await compressOlder(dir, at);
    return { folder: join(dir, name), manifest, copied, removed };
  } finally {
    await rm(temporary, { recursive: true, force: true });
    lock.release();
  }
}

/** The backups in a folder, the oldest first, also those that are another user's and cannot be read. */
export function backupsIn(dir: string): string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .filter((name) => madeAt(name) !== null && hasManifest(join(dir, name)))
    .sort();
}

function hasManifest(folder: string): boolean {
  try {
    return statSync(join(folder, MANIFEST), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/**
 * The newest backup in a folder; undefined without one, without a folder, and for a folder that may not be read. One
 * from the future is not the newest: nobody knows when it was made.
 */
function newestBackup(dir: string | undefined, now: number): string | undefined {
  try {
    return dir === undefined ? undefined : newestOf(backupsIn(dir), now);
  } catch {
    return undefined;
  }
}

/** Returns when the newest backup in a folder was made, in ms since the epoch, as `now`; null where none is found. */
export const newestBackupAt = (dir: string | undefined, now: number) => madeAt(newestBackup(dir, now) ?? '');

/** Returns how the newest backup is restored, as it is typed; with a placeholder where none is found. */
export function restoringNewest(dbFile: string, dir: string | undefined, now: number): string {
  const newest = newestBackup(dir, now);
  return typed('restore', newest === undefined ? 'COPIA' : resolve(dir ?? '', newest), dbFile);
}

const MAKING = '.haciendo-';
const REMOVING = '.borrando-';

async function copyDatabase(
  from: string,
  to: string,
): Promise<Pick<Manifest, 'schema' | 'epoch' | 'head'> & { referred: Set<string> }> {
  const source = new Database(from, { readonly: true, fileMustExist: true, timeout: 5000 });
  try {
    // A transaction makes the copy consistent; without it, the copy would restart at every write of the portal.
    source.exec('BEGIN');
    source.prepare('SELECT 1 FROM sqlite_schema').get();
    await source.backup(to, { progress: () => PAGES_AT_ONCE });
  } finally {
    source.close();
  }
  const copy = new Database(to);
  try {
    // Without WAL, the copy is a single file that can be read from read-only media.
    copy.pragma('journal_mode = DELETE');
    return {
      schema: copy.pragma('user_version', { simple: true }) as number,
      epoch: epochOf(copy),
      head: headOf(copy),
      referred: filesReferredTo(copy),
    };
  } finally {
    copy.close();
  }
}

const PAGES_AT_ONCE = 1000;

/** The newest backup of a folder, whose files need not be copied again where the disk can give a file two names. */
function earlierIn(dir: string, now: number): { folder: string; files: Map<string, Print> } | null {
  const name = newestOf(backupsIn(dir), now);
  if (name === undefined) return null;
  try {
    return {
      folder: join(dir, name),
      files: new Map(readManifest(join(dir, name)).files.map((file) => [file.path, file])),
    };
  } catch {
    return null;
  }
}

async function copyFiles({
  referred,
  uploadsDir,
  to,
  earlier,
}: {
  referred: Set<string>;
  uploadsDir: string;
  to: string;
  earlier: ReturnType<typeof earlierIn>;
}): Promise<{ files: Manifest['files']; missing: string[]; copied: number }> {
  const files: Manifest['files'] = [];
  const missing: string[] = [];
  let copied = 0;

  /** Copies one of these files, the first that is there. */
  async function take(path: string, places: string[]): Promise<boolean> {
    for (const place of places) {
      try {
        const print = await printOf(join(uploadsDir, place));
        if (!(await takeEarlier(path, print))) {
          if (!isSame(await copyDurably(join(uploadsDir, place), join(to, path)), print)) {
            throw new BadBackup(`${join(uploadsDir, place)} cambió mientras se copiaba. Volvé a probar.`);
          }
          copied += 1;
        }
        files.push({ path, ...print });
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
    return false;
  }

  async function takeEarlier(path: string, print: Print): Promise<boolean> {
    const known = earlier?.files.get(path);
    if (!earlier || !known || !isSame(known, print)) return false;
    const file = join(earlier.folder, UPLOADS, path);
    return existsSync(file) && isSame(await printOf(file), print) && linkWhere(file, join(to, path));
  }

  for (const path of [...referred].sort()) {
    // The file's place is looked up again after the trash, because the portal may be moving the file meanwhile.
    if (!(await take(path, [path])) && !(await take(path, [...inTrash(uploadsDir, path), path]))) missing.push(path);
  }
  // Files that the history can bring back.
  for (const path of filesBelow(join(uploadsDir, TRASH), uploadsDir).sort()) {
    if (storedPath.safeParse(path).success) await take(path, [path]);
  }
  return { files, missing, copied };
}

/** Returns where a file may be in the trash, the newest day first. */
function inTrash(uploadsDir: string, path: string): string[] {
  const trash = join(uploadsDir, TRASH);
  return existsSync(trash)
    ? readdirSync(trash)
        .sort()
        .reverse()
        .map((day) => `${TRASH}/${day}/${path}`)
    : [];
}

/** Renames before removing, so that nothing half removed looks like a backup. */
function removeExpired(dir: string, now: number): string[] {
  const old = expired(backupsIn(dir), now).filter((name) => mayRemove(join(dir, name)));
  for (const name of old) {
    renameSync(join(dir, name), join(dir, REMOVING + name));
    rmSync(join(dir, REMOVING + name), { recursive: true });
  }
  return old;
}

/** Age in ms from which the database of a backup is compressed: it may be on its way to another machine until then. */
const COMPRESSED_FROM = 2 * 24 * 60 * 60 * 1000;

/**
 * Compresses the databases of the older backups. The newest is sent outside as it is, because of a compressed one
 * nearly all would be new every night.
 */
async function compressOlder(dir: string, now: number): Promise<void> {
  const isOld = (name: string) => now - (madeAt(name) ?? now) >= COMPRESSED_FROM;
  for (const name of backupsIn(dir).filter((one) => isOld(one) && mayRemove(join(dir, one)))) {
    try {
      await compressDatabase(join(dir, name), readManifest(join(dir, name)).database);
    } catch {
      // The backup is complete as it is. What was wrong, as a full disk, is found by the check; the next night tries
      // again.
    }
  }
}

/** Not one that another user has put there: the backups of every night would fail because of it. */
function mayRemove(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
