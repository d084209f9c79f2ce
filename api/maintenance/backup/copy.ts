import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** A file's fingerprint: its size in bytes and the SHA-256 of its bytes, in hex. */
export interface Print {
  size: number;
  sha256: string;
}

/** Reads a file from the disk to its end. */
export async function printOf(file: string): Promise<Print> {
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(createReadStream(file), async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) {
      hash.update(piece);
      size += piece.length;
    }
  });
  return { size, sha256: hash.digest('hex') };
}

export function isSame(a: Print, b: Print): boolean {
  return a.size === b.size && a.sha256 === b.sha256;
}

/**
 * Copies a file to where none is, flushes it to the disk, and reads the copy back.
 * @returns what the copy is
 */
export async function copyDurably(from: string, to: string): Promise<Print> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to, constants.COPYFILE_EXCL);
  const handle = await open(to, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  return printOf(to);
}

/** Gives a file a second name. Returns false on a file system without hard links. */
export async function linkWhere(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true });
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (NO_LINKS.has((error as NodeJS.ErrnoException).code)) return false;
    throw error;
  }
}

/** Error codes of file systems that cannot give a file a second name there. */
const NO_LINKS: ReadonlySet<string | undefined> = new Set([
  'EPERM',
  'EXDEV',
  'ENOTSUP',
  'EOPNOTSUPP',
  'EMLINK',
  'ENOENT',
  'ENOSYS',
  'EACCES',
]);
