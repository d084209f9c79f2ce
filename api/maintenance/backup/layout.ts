/**
 * What a backup is made of: a folder with the database in one file, which is compressed when it is a few days old, the
 * uploads, and a list of both.
 */
export const MANIFEST = 'manifest.json';
export const DATABASE = 'portal.sqlite';
export const COMPRESSED = `${DATABASE}.zst`;
export const UPLOADS = 'uploads';

/** The name of a backup made at a moment (ms since the epoch): its time in UTC, so that names sort by age. */
export function backupName(at: number): string {
  return `portal-${stampOf(at)}`;
}

/** Returns when the backup with this name was made, in ms since the epoch; null for any other name. */
export function madeAt(name: string): number | null {
  const parts = /^portal-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(name);
  const at = parts ? Date.parse(`${parts[1]}T${parts[2]}:${parts[3]}:${parts[4]}Z`) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** Returns a time in a form for file names, like `2026-03-15T133200Z`. */
export function stampOf(at: number): string {
  return new Date(at).toISOString().replaceAll(':', '').replace(/\.\d+/, '');
}

/** Path of a file that exists while a restore replaces database and uploads, and after it was interrupted. */
export function halfRestored(dbFile: string): string {
  return `${dbFile}.restaurando`;
}
