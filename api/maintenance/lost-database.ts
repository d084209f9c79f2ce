import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { isBlank } from '../db/database.ts';
import { storedFiles } from '../files/upload-store.ts';
import { townOf } from '../installation.ts';
import { backupsIn, restoringNewest } from './backup/make.ts';

/** A file beside the uploads, which says that the town has had a database, even one without a single picture. */
const MARK = '.portal';

/**
 * Tells a town that has lost its database, because the disk is not mounted or somebody moved the file, from one that
 * never had one. A portal that started without it would be a new, empty town under the address of the other, and would
 * tell every device to forget what it has.
 * @returns what was found and what to do, in Spanish; null when there is a database, or when it may be made
 */
export function lostDatabase(
  { dbFile, uploadsDir, backupDir, newDatabase }: Pick<Config, 'dbFile' | 'uploadsDir' | 'backupDir' | 'newDatabase'>,
  now: number,
): { what: string; todo: string } | null {
  if (dbFile === ':memory:' || !isBlank(dbFile)) return null;
  const traces = tracesOf({ uploadsDir, backupDir });
  if (traces.length === 0 && newDatabase) return null;
  const what = existsSync(dbFile) ? `La base ${dbFile} está vacía` : `No hay ninguna base en ${dbFile}`;
  const todo =
    'Mirá que su disco esté montado y que DB_FILE sea la suya, o restaurá la última copia con ' +
    `«${restoringNewest(dbFile, backupDir, now)}».`;
  const town = townOf(dbFile);
  if (traces.length > 0) {
    const elsewhere = town === undefined ? ' Para empezar de cero, elegí otros DB_FILE, UPLOADS_DIR y BACKUP_DIR.' : '';
    return { what: `${what}, y acá ya hubo un portal: hay ${traces.join(' y ')}.`, todo: todo + elsewhere };
  }
  return { what: `${what}, y acá no se crea una sola: NEW_DATABASE es 0.`, todo };
}

/** Notes that the town of these uploads has a database. */
export function noteDatabase({ dbFile, uploadsDir }: Pick<Config, 'dbFile' | 'uploadsDir'>): void {
  const mark = join(uploadsDir, MARK);
  if (dbFile === ':memory:' || existsSync(mark)) return;
  try {
    writeFileSync(mark, `Estos archivos son del portal que tiene su base en ${dbFile}.\n`);
  } catch {
    // The disk is full or read-only: the portal has to start in spite of it.
  }
}

/** What is there of an earlier town. A folder that cannot be read may have anything in it. */
function tracesOf({ uploadsDir, backupDir }: Pick<Config, 'uploadsDir' | 'backupDir'>): string[] {
  const mark = join(uploadsDir, MARK);
  const uploads = existsSync(mark) ? `la marca de un inicio anterior (${mark})` : '';
  return [
    inWords(() => storedFiles(uploadsDir), ['archivo subido', 'archivos subidos'], uploadsDir) || uploads,
    backupDir === undefined ? '' : inWords(() => backupsIn(backupDir), ['copia', 'copias'], backupDir),
  ].filter((words) => words !== '');
}

function inWords(look: () => string[], [one, many]: [string, string], folder: string): string {
  try {
    const { length } = look();
    return length === 0 ? '' : `${length} ${length === 1 ? one : many} en ${folder}`;
  } catch {
    return `una carpeta que no se puede leer, ${folder}`;
  }
}
