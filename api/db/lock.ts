import Database from 'better-sqlite3';
import { mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export interface Lock {
  release(): void;
}

/**
 * Takes a file for this process alone, by a lock of the operating system beside it: it ends with the process however
 * that ends, so that nothing stale is ever left to clear up. `<file>.lock` itself is empty and stays.
 * @returns null when another process has it; whoever takes it keeps hold of the answer, for a forgotten one lets go
 * @throws the system's error when the folder cannot be written
 */
export function takeLock(file: string): Lock | null {
  mkdirSync(dirname(file), { recursive: true });
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
