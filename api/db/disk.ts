import { statfsSync } from 'node:fs';
import { Problem } from '../contract/problems.ts';

export const MIB = 1024 * 1024;

/** What is left for this program on the disk of a folder, in bytes. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** An error of the disk, full or read-only, as one that may pass; all others as they are. */
export function diskProblem(error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  const message = 'El servidor no puede guardar archivos ahora. Avisá a quien lo administra y probá más tarde.';
  return Object.assign(new Problem('not-ready', { message, retryAfter: 60 }), { cause: error });
}
