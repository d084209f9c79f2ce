import type { Db } from './database.ts';

/** Size of SQLite's cache of pages meanwhile, in the unit of `PRAGMA cache_size`: KiB, negative. */
const SMALL = -1000;

/**
 * Runs something that reads much of the database once, as is done at the start, without keeping it in SQLite's cache:
 * that would take the memory that answers to requests are to be read into. The system has the file in memory anyway.
 * @returns what `work` returns
 */
export function readingOnce<T>(db: Db, work: () => T): T {
  const size = db.pragma('cache_size', { simple: true }) as number;
  db.pragma(`cache_size = ${SMALL}`);
  try {
    return work();
  } finally {
    db.pragma(`cache_size = ${size}`);
  }
}
