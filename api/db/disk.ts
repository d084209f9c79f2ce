import { existsSync, mkdirSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DISK_FULL, Problem } from '../contract/problems.ts';

export const MIB = 1024 * 1024;

/**
 * Creates a folder and those above it. Unlike mkdir's own `recursive`, it ends where nothing can be created: Node tries
 * again and again where the system says that a folder to be made in an existing one does not exist, as in /proc.
 * @throws the system's error
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** The bytes of a disk: those that are free for this program, and all. */
export interface DiskSpace {
  free: number;
  total: number;
}

/** Returns the space on the disk of a folder. @throws the system's error */
export function spaceOf(folder: string): DiskSpace {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** Returns the free bytes for this program on the disk of a folder. @throws the system's error */
export const freeBytes = (folder: string) => spaceOf(folder).free;

/** Is this the error of a write for which there is no space, or no more than the system allows? */
export const isDiskFull = (error: unknown) =>
  /^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL)$/.test(String((error as { code?: unknown } | null)?.code));

/** Returns an error of the disk as Problem 503, any other error as it is. */
export function diskProblem(error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  const message = isDiskFull(error)
    ? DISK_FULL
    : 'El servidor no puede guardar archivos ahora. Avisá a quien lo administra y probá más tarde.';
  return Object.assign(new Problem('not-ready', { message, retryAfter: 60 }), { cause: error });
}
