import Database from 'better-sqlite3';
import { accessSync, constants, existsSync, lstatSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { forgetRememberedDevices, voidUsedCodes } from '../../auth/second-factor.ts';
import { forgetMail } from '../../mail/queue.ts';
import { endEverySession } from '../../auth/sessions.ts';
import { FIRST_VERSION, latestOf, readMigrations } from '../../db/migrations.ts';
import { newEpoch } from '../../db/database.ts';
import type { Db } from '../../db/database.ts';
import { MIGRATIONS } from '../../records/open.ts';
import { freeBytes, MIB } from '../../db/disk.ts';
import { takeLock } from '../../db/lock.ts';
import { noteRestore } from '../../records/logbook.ts';
import { endDraftLinks } from '../../records/draft-links.ts';
import { forgetQueue } from '../../push/store.ts';
import { filesBelow, syncFolder } from '../../files/upload-store.ts';
import { decompressDatabase } from './compressed.ts';
import { copyDurably, isSame, printOf } from './copy.ts';
import type { Print } from './copy.ts';
import { BadBackup, checkBackup, checkDatabase, OutOfReach, readingTrouble, readManifest } from './manifest.ts';
import { COMPRESSED, DATABASE, halfRestored, MANIFEST, stampOf, UPLOADS } from './layout.ts';

interface Restored {
  /** When the backup was made, ISO 8601; null for a database alone. */
  at: string | null;
  /** How many files came with it; null when the uploads were left as they are. */
  files: number | null;
  /** Where what was there before is kept. */
  aside: string[];
  /** Whether recovery codes that were used since stay used: the database that was replaced could be read. */
  areCodesUsed: boolean;
  /** Files that the database refers to and that are nowhere. */
  missing: string[];
}

/**
 * Replaces the portal's database and uploads by a backup, with a new epoch: devices fill again, everybody has to log in
 * again, and no change number is reused. A database file alone (the copy made by an update, or a restored replica)
 * leaves the uploads unchanged.
 * @param from the folder of a backup, or its list, or a database
 * @param now ms since the epoch
 * @throws Error with one plain Spanish line; then everything is as it was
 */
export async function restoreBackup({
  from,
  dbFile,
  uploadsDir,
  now,
}: {
  from: string;
  dbFile: string;
  uploadsDir: string;
  now: () => number;
}): Promise<Restored> {
  checkThere(from);
  const lock = takeLock(dbFile);
  if (!lock) throw new BadBackup(`El portal está en marcha con la base ${dbFile}. Cerralo y volvé a probar.`);
  const scratch = scratchOf(dbFile);
  try {
    const source = await restorable(from, scratch);
    const { aside, areCodesUsed } = await replace(source, { dbFile, uploadsDir, now });
    const files = source.files && source.files.length;
    return {
      at: source.at,
      files,
      aside,
      areCodesUsed,
      missing: source.missing ?? [...source.referred].filter((path) => !existsSync(join(uploadsDir, path))),
    };
  } finally {
    rmSync(scratch, { force: true });
    lock.release();
  }
}

/** Where the database of a compressed backup is written while it is looked at. */
const scratchOf = (dbFile: string) => `${dbFile}.descomprimida`;

/**
 * Says whether a backup can be restored here, as far as that can be known while the portal runs; it changes nothing.
 * @param from the folder of a backup, or its list, or a database
 * @returns when it was made, ISO 8601; null for a database alone
 * @throws Error with one plain Spanish line
 */
export async function checkRestorable({
  from,
  dbFile,
  uploadsDir,
}: {
  from: string;
  dbFile: string;
  uploadsDir: string;
}): Promise<string | null> {
  checkThere(from);
  const scratch = scratchOf(dbFile);
  try {
    const source = await restorable(from, scratch);
    checkRoom(source, dbFile, uploadsDir);
    return source.at;
  } finally {
    rmSync(scratch, { force: true });
  }
}

function checkThere(from: string): void {
  try {
    const found = statSync(from, { throwIfNoEntry: false });
    if (!found) throw new BadBackup(`No existe ${from}.`);
    accessSync(from, found.isDirectory() ? constants.R_OK | constants.X_OK : constants.R_OK);
  } catch (error) {
    throw readingTrouble(error, from);
  }
}

/** @throws BadBackup for a backup that is not whole, of a newer release or of one before 1.0.0 */
async function restorable(from: string, scratch: string): Promise<Source> {
  const source = await readSource(from, scratch);
  if (source.schema > latestOf(readMigrations(MIGRATIONS))) {
    throw new BadBackup('La copia es de una versión más nueva del portal. Actualizá el portal y volvé a probar.');
  }
  if (source.schema < FIRST_VERSION) {
    throw new BadBackup('La copia es de una versión del portal anterior a la 1.0.0. Restaurala con el portal 1.0.0.');
  }
  return source;
}

interface Source {
  database: string;
  print: Print;
  at: string | null;
  schema: number;
  /** Null leaves the uploads as they are. */
  files: (Print & { path: string; from: string })[] | null;
  missing: string[] | null;
  referred: Set<string>;
}

async function readSource(from: string, scratch: string): Promise<Source> {
  const folder = statSync(from).isDirectory() ? from : basename(from) === MANIFEST ? dirname(from) : null;
  if (basename(from) === COMPRESSED) {
    throw new BadBackup(`${from} está comprimida: restaurá la carpeta entera, o descomprimila antes con «unzstd».`);
  }
  if (folder === null) {
    const { schema, referred } = checkDatabase(from);
    return { database: from, print: await printOf(from), at: null, schema, files: null, missing: null, referred };
  }
  const place = await databaseOf(folder, scratch);
  const { at, schema, database, files, missing } = await checkBackup(folder, place);
  return {
    database: place,
    print: database,
    at,
    schema,
    missing,
    referred: new Set(),
    files: files.map((file) => ({ ...file, from: join(folder, UPLOADS, file.path) })),
  };
}

/** Returns where the database of a backup can be read. @throws BadBackup for one that cannot be decompressed */
async function databaseOf(folder: string, scratch: string): Promise<string> {
  const plain = join(folder, DATABASE);
  const { database } = readManifest(folder);
  const packed = lstatSync(join(folder, COMPRESSED), { throwIfNoEntry: false });
  if (existsSync(plain) || !packed?.isFile()) return plain;
  rmSync(scratch, { force: true });
  try {
    await decompressDatabase(folder, database, scratch);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC') throw error;
    const trouble = readingTrouble(error, folder);
    if (trouble instanceof OutOfReach) throw trouble;
    throw new BadBackup(`La copia ${folder} está dañada: ${COMPRESSED} no se puede descomprimir.`, { cause: error });
  }
  return scratch;
}

/** Copies and checks everything next to its destination first; then files are renamed, the database last. */
async function replace(
  source: Source,
  { dbFile, uploadsDir, now }: { dbFile: string; uploadsDir: string; now: () => number },
): Promise<Pick<Restored, 'aside' | 'areCodesUsed'>> {
  const stamp = stampOf(now());
  const arriving = { db: `${dbFile}.copiando`, uploads: `${uploadsDir}.copiando` };
  const half = halfRestored(dbFile);
  const again = existsSync(half);
  const clear = () =>
    [arriving.db, `${arriving.db}-journal`, arriving.uploads].forEach((left) =>
      rmSync(left, { recursive: true, force: true }),
    );
  let aside: string[];
  let areCodesUsed: boolean;
  try {
    checkRoom(source, dbFile, uploadsDir);
    clear();
    if (source.files) await copyUploads(source.files, arriving.uploads);
    if (!isSame(await copyDurably(source.database, arriving.db), source.print)) {
      throw new BadBackup(`${source.database} cambió mientras se copiaba.`);
    }
    tidy(dbFile);
    areCodesUsed = beginNewLife(arriving.db, dbFile, now);
    renameSync(arriving.db, half);
    aside = moveAll(
      [
        ...(source.files
          ? ([
              [uploadsDir, `${uploadsDir}.antes-${stamp}`],
              [arriving.uploads, uploadsDir],
            ] as const)
          : []),
        // The write-ahead log is moved too, in case the database was too damaged to take it in.
        ...['-wal', '-shm', ''].map((end) => [dbFile + end, `${dbFile}.antes-${stamp}${end}`] as const),
        [half, dbFile] as const,
      ],
      again,
    );
  } catch (error) {
    clear();
    throw error;
  }
  syncFolder(dirname(dbFile));
  syncFolder(dirname(uploadsDir));
  return { aside, areCodesUsed };
}

/** Renames files one after another; if one fails, all are renamed back. @returns the files that are kept aside */
function moveAll(moves: (readonly [string, string])[], again: boolean): string[] {
  const done: (readonly [string, string])[] = [];
  try {
    for (const [from, to] of moves) {
      if (!existsSync(from)) continue;
      renameSync(from, to);
      done.push([from, to]);
    }
    return done.map(([, to]) => to).filter((to) => /\.antes-[\dTZ-]+$/.test(to));
  } catch (error) {
    for (const [from, to] of done.toReversed()) renameSync(to, from);
    // If an earlier restore was interrupted, its marker file stays.
    const half = moves.at(-1)?.[0];
    if (!again && half !== undefined) rmSync(half, { force: true });
    throw error;
  }
}

async function copyUploads(files: NonNullable<Source['files']>, to: string): Promise<void> {
  mkdirSync(to, { recursive: true });
  for (const file of files) {
    if (!isSame(await copyDurably(file.from, join(to, file.path)), file)) {
      throw new BadBackup(`${file.from} cambió mientras se copiaba.`);
    }
  }
  for (const folder of new Set(filesBelow(to, to).map(dirname))) syncFolder(join(to, folder));
}

/** @param replaced the database that it replaces @returns whether used recovery codes stay used */
function beginNewLife(file: string, replaced: string, now: () => number): boolean {
  const db = new Database(file);
  const before = readable(replaced);
  try {
    let areCodesUsed = false;
    db.pragma('synchronous = FULL');
    db.transaction(() => {
      db.prepare("UPDATE meta SET value = ? WHERE key = 'epoch'").run(newEpoch());
      // Sessions and links that ended after the backup was made must not come back.
      endEverySession(db);
      endDraftLinks(db);
      forgetRememberedDevices(db);
      forgetMail(db);
      forgetQueue(db);
      noteRestore(db, now);
      areCodesUsed = voidUsed(db, now(), before);
      // Devices have numbers of changes made after the backup, and a number must never mean two changes.
      db.prepare("UPDATE sqlite_sequence SET seq = seq + 1000000 WHERE name = 'change'").run();
    }).immediate();
    // Without this, a write-ahead log would be left under the old name of the file.
    db.pragma('journal_mode = DELETE');
    return areCodesUsed;
  } finally {
    before?.close();
    db.close();
  }
}

/** Opens a database for reading; null where there is none that can be. */
function readable(file: string): Db | null {
  try {
    return new Database(file, { readonly: true, fileMustExist: true });
  } catch {
    return null;
  }
}

function voidUsed(db: Db, now: number, before: Db | null): boolean {
  try {
    return voidUsedCodes(db, now, before);
  } catch {
    // It can be opened and not read: it may be why it is replaced.
    return voidUsedCodes(db, now, null);
  }
}

/** Writes the write-ahead log into the database, if it can be read. */
function tidy(file: string): void {
  if (!existsSync(file)) return;
  try {
    const db = new Database(file);
    try {
      db.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      db.close();
    }
  } catch {
    // The database is kept as it is.
  }
}

function checkRoom(source: Source, dbFile: string, uploadsDir: string): void {
  const needed = source.print.size + (source.files ?? []).reduce((sum, { size }) => sum + size, 0);
  const free = Math.min(...[dbFile, uploadsDir].map((one) => freeBytes(nearest(dirname(one)))));
  if (free < needed + 16 * MIB) {
    throw new BadBackup(
      `No alcanza el lugar en el disco: hacen falta ${Math.ceil(needed / MIB) + 16} MiB y hay ` +
        `${Math.floor(free / MIB)}.`,
    );
  }
}

/** The folder, or the one above it that exists. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder));
}
