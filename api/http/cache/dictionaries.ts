import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { brotliDecompress, constants, zstdCompress } from 'node:zlib';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';
import { acceptsDcz } from './encoding.ts';

const DAY = 86_400_000;
/** How long a device can be away and still fetch what has changed instead of all. */
const KEPT = 90 * DAY;
/** Maximum number of files kept, the latest: some 20 MB. */
const MAX_KEPT = 2000;
/** Maximum size of a file that is read as a dictionary. */
const MAX_SIZE = 4_000_000;
/** How an answer encoded with zstd and a dictionary begins, before the dictionary's SHA-256 (RFC 9842, 5). */
const MAGIC = Buffer.from('5e2a4d1820000000', 'hex');
/** A SHA-256 as a structured field. */
const OFFERED = /^:([A-Za-z0-9+/]{43}=):$/;

/** What the build says of a file: for which addresses it can be a dictionary later, and its SHA-256 in base64. */
interface Listed {
  match: string;
  hash: string;
}

/**
 * Compression dictionaries (RFC 9842): a browser that has a file of an earlier release fetches of the same file of this
 * one only what has changed.
 */
export interface Dictionaries {
  /** The addresses for which a file can be a dictionary, as the header `Use-As-Dictionary` has it. */
  match(path: string): string | undefined;
  /**
   * The SHA-256, in base64, of the dictionary that a request offers and that an answer may be encoded with; undefined
   * where there is none, where it is the file itself, where the header is malformed, or where the browser does not take
   * `dcz`.
   */
  offered(path: string, headers: IncomingHttpHeaders): string | undefined;
  /** Encodes a file as `dcz`; null where the dictionary is unknown or saves nothing. */
  encode(path: string, hash: string): Promise<Buffer | null>;
  /**
   * Keeps the files of this release for later ones, and removes those that no release has had for 90 days.
   * @throws Error where the folder cannot be written
   */
  keep(): Promise<void>;
}

/**
 * Opens the dictionaries of an installation.
 * @param webDir folder of the browser's build, which has a list of its files that can be dictionaries
 * @param folder where the files of all releases are kept that have run here, by their hashes, compressed with Brotli.
 *   Nothing in it is ever sent: it can only be a dictionary for a browser that has the same bytes already.
 */
export function openDictionaries({
  webDir,
  folder,
  now,
  max = MAX_KEPT,
}: {
  webDir: string;
  folder: string;
  now: () => number;
  /** Maximum number of files that are kept. */
  max?: number;
}): Dictionaries {
  const list = join(webDir, '.dictionaries.json');
  const files = new Map<string, Listed>(
    existsSync(list) ? Object.entries(JSON.parse(readFileSync(list, 'utf8')) as Record<string, Listed>) : [],
  );
  const known = new Set(namesIn(folder));
  const encoded = new LRUCache<string, Promise<Buffer | null>>({ max });
  // One at a time, so that log-ins and pages need not wait for a thread.
  let last: Promise<unknown> = Promise.resolve();

  async function encodeWith(path: string, name: string, hash: string): Promise<Buffer | null> {
    const dictionary = await unpacked(await readFile(join(folder, name)), { maxOutputLength: MAX_SIZE });
    const digest = createHash('sha256').update(dictionary).digest();
    if (digest.toString('base64') !== hash) throw new Error(`${name} is damaged`);
    const file = join(webDir, path);
    const frame = await packed(await readFile(file), {
      dictionary,
      params: { [constants.ZSTD_c_compressionLevel]: 19 },
    });
    const bytes = Buffer.concat([MAGIC, digest, frame]);
    return bytes.length < (await stat(`${file}.br`)).size ? bytes : null;
  }

  return {
    match: (path) => files.get(path)?.match,
    offered(path, headers) {
      const [, hash] = OFFERED.exec(String(headers['available-dictionary'])) ?? [];
      // A browser that fetches anew what it has offers that: it is not worth the time to encode it.
      const isOther = hash !== undefined && files.has(path) && files.get(path)?.hash !== hash;
      return isOther && acceptsDcz(headers['accept-encoding']) ? hash : undefined;
    },
    encode(path, hash) {
      const { match } = files.get(path) ?? {};
      const name = match === undefined ? '' : nameOf({ match, hash });
      if (!known.has(name)) return Promise.resolve(null);
      const key = `${path} ${hash}`;
      const ready = encoded.get(key);
      if (ready) return ready;
      const work = last.then(() => encodeWith(path, name, hash)).catch(() => null);
      last = work;
      encoded.set(key, work);
      return work;
    },
    async keep() {
      await mkdir(folder, { recursive: true });
      const at = new Date(now());
      for (const [path, listed] of files) {
        const name = nameOf(listed);
        const kept = join(folder, name);
        const touch = () => utimes(kept, at, at);
        await touch().catch(() => copyWhole(join(webDir, `${path}.br`), kept).then(touch));
        known.add(name);
      }
      const names = await readdir(folder);
      const aged = await Promise.all(
        names.map(async (name) => ({ name, age: now() - (await stat(join(folder, name))).mtimeMs })),
      );
      aged.sort((one, other) => one.age - other.age);
      const gone = aged.filter(({ age }, place) => age > KEPT || place >= max);
      await Promise.all(gone.map(({ name }) => (known.delete(name), rm(join(folder, name)))));
    },
  };
}

const unpacked = promisify(brotliDecompress);
const packed = promisify(zstdCompress);

/** Name of a kept file: `admin~app-<hash>.js.br` of all `/assets/admin/app-*.js`. */
function nameOf({ match, hash }: Listed): string {
  const [before = '', after] = match
    .replace(/^\/assets\//, '')
    .replaceAll('/', '~')
    .split('*');
  return `${before}${Buffer.from(hash, 'base64').toString('base64url')}${after}.br`;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // There is none yet, or it cannot be read: every browser gets whole files.
    return [];
  }
}

/** Copies a file so that it never stands half there. */
async function copyWhole(from: string, to: string): Promise<void> {
  const part = `${to}.part`;
  try {
    // Not with the permissions of the program's file.
    await writeFile(part, await readFile(from));
    await rename(part, to);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
