import { chmodSync, statSync } from 'node:fs';

/**
 * Makes files that this process creates from now on accessible to its user only: the database, its log, uploads and
 * backups contain drafts and password hashes.
 */
export function keepPrivate(): void {
  process.umask(0o077);
}

/**
 * Removes the permissions of others from files and folders that an earlier release created; those of the group stay.
 */
export function closeToOthers(paths: readonly string[]): void {
  for (const path of paths) {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode;
    if (mode === undefined || (mode & 0o007) === 0) continue;
    try {
      chmodSync(path, mode & 0o7770);
    } catch (error) {
      // The file belongs to another user, or the disk has no permissions: the portal works anyway.
      if (!['EPERM', 'EROFS', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
}
