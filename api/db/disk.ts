import { statfsSync } from 'node:fs';
import { DISK_FULL, Problem } from '../contract/problems.ts';

export const MIB = 1024 * 1024;

/** Returns the free bytes for this program on the disk of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

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
