import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { newestBackupAt } from '../api/maintenance/backup/make.ts';
import { readConfig } from '../api/config.ts';
import { latestOf, readMigrations } from '../api/db/migrations.ts';
import { MIGRATIONS } from '../api/records/open.ts';

// Prints, as JSON, what `portal list` shows of a town's own folders. It runs as the town's user, because root reads
// nothing where another user can put a link or a pipe.

const { dbFile, backupDir } = readConfig(process.env);
console.log(
  JSON.stringify({ lastBackup: newestBackupAt(backupDir, Date.now()), pendingMigrations: pendingIn(dbFile) }),
);

/**
 * `user_version` is in the header of an SQLite file, which alone is read: opening the database would leave files.
 * @returns how many migrations the database waits for, negative if it is of a newer release; null if it cannot be read
 */
function pendingIn(file: string): number | null {
  const header = Buffer.alloc(64);
  let opened: number | undefined;
  try {
    // Without O_NONBLOCK a pipe in its place would be waited for.
    opened = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    if (!fstatSync(opened).isFile() || readSync(opened, header, 0, 64, 0) < 64) return null;
    return latestOf(readMigrations(MIGRATIONS)) - header.readUInt32BE(60);
  } catch {
    return null;
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}
