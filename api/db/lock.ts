import Database from 'better-sqlite3';
import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from './disk.ts';

export interface Lock {
  release(): void;
}

/**
 * Locks a file for this process, by a lock of the operating system on a file beside it: it ends with the process, so
 * that no stale lock is ever left behind. `<file>.lock` itself is empty and stays.
 * @returns null when another process has it; keep a reference to the result, because the lock ends when it is collected
 * @throws the system's error when the folder cannot be written
 */
export function takeLock(file: string): Lock | null {
  makeFolder(dirname(file));
  const lock = new Database(`${join(realpathSync(dirname(file)), basename(file))}.lock`, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return { release: () => void lock.close() };
  } catch (error) {
    lock.close();
    if ((error as { code?: unknown }).code === 'SQLITE_BUSY') return null;
    throw error;
  }
}
