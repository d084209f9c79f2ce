import { basename, resolve } from 'node:path';
import { placesOf, townsHere } from '../installation.ts';
import { madeAt } from './backup/layout.ts';

/**
 * Returns the command, for root, that gives a folder to the user of a portal. An operator types what is printed: what
 * may contain more than a portal's files, as a folder of the system that stands in a setting by mistake, is not given.
 * @returns null for such a folder
 */
export function givingTo(user: string, place: string): string | null {
  return isOurs(resolve(place)) ? `chown -R ${user}: ${place}` : null;
}

/** Whether a path is a backup, or one of a town's own folders. A checkout has all its files from whoever runs it. */
function isOurs(path: string): boolean {
  const towns = townsHere();
  const folders = towns.flatMap((town) => [placesOf(town).data, placesOf(town).backups]);
  return (
    towns.length === 0 ||
    madeAt(basename(path)) !== null ||
    folders.some((folder) => path === folder || path.startsWith(`${folder}/`))
  );
}
