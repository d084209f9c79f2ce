import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { syncFolder } from '../../files/upload-store.ts';
import { isSame } from './copy.ts';
import type { Print } from './copy.ts';
import { COMPRESSED, DATABASE } from './layout.ts';

/**
 * Compresses the database in the folder of a backup (Zstandard, RFC 8878). It is replaced only when what was written
 * gives its listed bytes again; a damaged one stays as it is.
 * @param print of the database in the list of the backup
 */
export async function compressDatabase(folder: string, print: Print): Promise<void> {
  const [plain, packed] = [join(folder, DATABASE), join(folder, COMPRESSED)];
  if (!existsSync(plain)) return;
  const writing = `${packed}.nuevo`;
  try {
    await pipeline(
      createReadStream(plain),
      createZstdCompress(),
      createWriteStream(writing, { mode: 0o600, flush: true }),
    );
    if (!isSame(await unpack(writing, print.size, nowhere()), print)) return;
    renameSync(writing, packed);
    syncFolder(folder);
    rmSync(plain);
  } finally {
    rmSync(writing, { force: true });
  }
}

/**
 * Writes the database of a compressed backup to a new file.
 * @throws Error if it cannot be decompressed, or has more bytes than are listed
 */
export async function decompressDatabase(folder: string, print: Print, to: string): Promise<void> {
  mkdirSync(dirname(to), { recursive: true });
  await unpack(join(folder, COMPRESSED), print.size, createWriteStream(to, { flags: 'wx', mode: 0o600 }));
}

/** Decompresses a file, which may be anybody's. @param most bytes that are expected @returns what it contains */
async function unpack(file: string, most: number, to: Writable): Promise<Print> {
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(
    createReadStream(file),
    createZstdDecompress(),
    async function* counted(pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        size += piece.length;
        if (size > most) throw new RangeError('more bytes than are listed');
        hash.update(piece);
        yield piece;
      }
    },
    to,
  );
  return { size, sha256: hash.digest('hex') };
}

const nowhere = () => new Writable({ write: (_piece, _encoding, done) => done() });
