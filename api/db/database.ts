import Database from 'better-sqlite3';
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';

export type Db = Database.Database;

/**
 * Is this a database of the portal, of any release? It may have further tables, because replication adds some.
 */
export function isPortal(db: Db): boolean {
  const tables = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  return (
    ['meta', 'change', 'history', 'user', 'document'].every((table) => tables.includes(table)) && epochOf(db) !== ''
  );
}

/** Returns the epoch, which changes when a backup is restored; '' when the database has none. */
export function epochOf(db: Db): string {
  return db.prepare<[], string>("SELECT value FROM meta WHERE key = 'epoch'").pluck().get() ?? '';
}

/** Returns a new epoch: 12 random characters of [a-z0-9]. */
export function newEpoch(): string {
  return BigInt(`0x${randomBytes(10).toString('hex')}`).toString(36).padStart(12, '0').slice(-12);
}

/** Returns the number of the last change, 0 if there is none. */
export function headOf(db: Db): number {
  return db.prepare<[], number | null>('SELECT max(seq) FROM change').pluck().get() ?? 0;
}

/**
 * Is there nothing in this file yet: no file, one without a byte, or a database without a table? A file that cannot be
 * read, or is no database, is not blank.
 */
export function isBlank(file: string): boolean {
  try {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return true;
    const db = new Database(file, { readonly: true, fileMustExist: true });
    try {
      return isWithoutSchema(db);
    } finally {
      db.close();
    }
  } catch {
    return false;
  }
}

/** Has no release of the portal, and no other program, made anything in this database yet? */
export function isWithoutSchema(db: Db): boolean {
  const version = db.pragma('user_version', { simple: true });
  return version === 0 && db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
}
