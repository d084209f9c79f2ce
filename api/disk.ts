import { statfsSync } from 'node:fs';

export const MIB = 1024 * 1024;

/** What is left for this program on the disk of a folder, in bytes. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
