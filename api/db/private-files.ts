import { chmodSync, statSync } from 'node:fs';

/**
 * What this process makes from now on is its user's alone: the database, its log, uploads and backups hold drafts and
 * hashes.
 */
export function keepPrivate(): void {
  process.umask(0o077);
}

/**
 * Takes a file or folder that an earlier release made away from everybody else on the machine; its group stays as it
 * is.
 */
export function closeToOthers(paths: readonly string[]): void {
  for (const path of paths) {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode;
    if (mode === undefined || (mode & 0o007) === 0) continue;
    try {
      chmodSync(path, mode & 0o7770);
    } catch (error) {
      // Somebody else's, or a disk that knows no modes: the portal works all the same.
      if (!['EPERM', 'EROFS', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
}
