import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { brotliCompress, brotliDecompress, constants, zstdCompress } from 'node:zlib';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';
import { shell } from '../../contract/addresses/public-calls.ts';
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

/** What the kept versions of the shell are called like. */
const SHELLS = '/assets/shell-*.html';

/** What the build says of a file: for which addresses it can be a dictionary later, and its SHA-256 in base64. */
interface Listed {
  match: string;
  hash: string;
}

/**
 * The earlier versions of a document that devices keep and fetch again when it is another: what they have of it is the
 * dictionary of what they fetch.
 */
export interface FormerVersions {
  /** Says in the header `Use-As-Dictionary` what the document can be a dictionary for: itself, later. */
  readonly use: string;
  /** The SHA-256 of the version that a request offers; undefined where it is none that is kept. */
  offered(headers: IncomingHttpHeaders): string | undefined;
  /** Encodes the document as `dcz`; null where that fails. */
  encode(bytes: Buffer, hash: string): Promise<Buffer | null>;
  /**
   * Keeps a version for those who have it when there is another.
   * @throws Error where the folder cannot be written
   */
  keep(document: string): Promise<void>;
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
  /** Of the shell, which is another with every release, with the town's menu, and every day. */
  shells: FormerVersions;
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
  const keptShells = new Set<string>();
  let written: Promise<void> = Promise.resolve();
  const encoded = new LRUCache<string, Promise<Buffer | null>>({ max });
  // One at a time, so that log-ins and pages need not wait for a thread.
  let last: Promise<unknown> = Promise.resolve();

  async function encodeWith(file: Buffer, name: string, hash: string): Promise<Buffer> {
    const dictionary = await unpacked(await readFile(join(folder, name)), { maxOutputLength: MAX_SIZE });
    const digest = createHash('sha256').update(dictionary).digest();
    if (digest.toString('base64') !== hash) throw new Error(`${name} is damaged`);
    const params = { [constants.ZSTD_c_compressionLevel]: 19 };
    return Buffer.concat([MAGIC, digest, await packed(file, { dictionary, params })]);
  }

  async function encodeFile(path: string, name: string, hash: string): Promise<Buffer | null> {
    const file = join(webDir, path);
    const bytes = await encodeWith(await readFile(file), name, hash);
    return bytes.length < (await stat(`${file}.br`)).size ? bytes : null;
  }

  function inTurn(work: () => Promise<Buffer | null>): Promise<Buffer | null> {
    const mine = last.then(work).catch(() => null);
    last = mine;
    return mine;
  }

  /** Writes to the folder one after the other, so that nobody counts what another is writing. */
  function writes(work: () => Promise<void>): Promise<void> {
    const mine = written.then(work);
    written = mine.catch(() => {});
    return mine;
  }

  async function keepFiles(): Promise<void> {
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
  }

  async function keepShell(document: string): Promise<void> {
    const name = nameOf({ match: SHELLS, hash: createHash('sha256').update(document).digest('base64') });
    if (keptShells.has(name)) return;
    const at = new Date(now());
    await mkdir(folder, { recursive: true });
    await writeWhole(await compressed(document), join(folder, name));
    await utimes(join(folder, name), at, at);
    keptShells.add(name);
    known.add(name);
  }

  return {
    match: (path) => files.get(path)?.match,
    offered(path, headers) {
      const hash = hashIn(headers);
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
      const work = inTurn(() => encodeFile(path, name, hash));
      encoded.set(key, work);
      return work;
    },
    keep: () => writes(keepFiles),
    shells: {
      use: `match="${shell()}"`,
      offered(headers) {
        const hash = hashIn(headers);
        const isKnown = hash !== undefined && known.has(nameOf({ match: SHELLS, hash }));
        return isKnown && acceptsDcz(headers['accept-encoding']) ? hash : undefined;
      },
      encode: (bytes, hash) => inTurn(() => encodeWith(bytes, nameOf({ match: SHELLS, hash }), hash)),
      keep: (document) => writes(() => keepShell(document)),
    },
  };
}

const hashIn = (headers: IncomingHttpHeaders) => OFFERED.exec(String(headers['available-dictionary']))?.[1];

const unpacked = promisify(brotliDecompress);
const compressed = promisify(brotliCompress) as (text: string) => Promise<Buffer>;
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

/** Copies a file, though not its permissions, which are those of the program's. */
const copyWhole = async (from: string, to: string) => writeWhole(await readFile(from), to);

/** Writes a file so that it never stands half there. */
async function writeWhole(bytes: Buffer, to: string): Promise<void> {
  const part = `${to}.part`;
  try {
    await writeFile(part, bytes);
    await rename(part, to);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
