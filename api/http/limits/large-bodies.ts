import type { Request, RequestHandler, Response } from 'express';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { limited } from './concurrency-limit.ts';
import { Problem } from '../../contract/problems.ts';
import { diskProblem } from '../../db/disk.ts';

/** Size in bytes above which a body waits on the disk for its turn. */
const SPOOL_THRESHOLD = 256 * 1024;
/** Maximum number of large bodies in memory at once. A PDF of 20 MiB takes about 110 MB, the next ones up to 150 MB. */
const MAX_CONCURRENT = 1;
/** Maximum number of values and keys in a body. The longest valid document has a few thousand. */
export const MAX_VALUES = 50_000;

interface LargeBody {
  value: unknown;
  /** SHA-256 of the prefix and the body's bytes, in hexadecimal digits. */
  digest: string;
}

/**
 * Takes any number of large JSON bodies at once with the memory of one: each is written to a file as it arrives, and
 * read and parsed when it is its turn, which ends with the answer. Small ones are left to the next middleware.
 * @param folder folder of the files; it is emptied at every start
 */
export function openLargeBodies(folder: string) {
  const turn = limited(MAX_CONCURRENT);

  /** @returns null for a small body; @throws Problem 400, 413, 415, 503 */
  return async (req: Request, res: Response, limit: number, prefix: string): Promise<LargeBody | null> => {
    const length = req.headers['content-length'];
    const hasNoBody = length === undefined && req.headers['transfer-encoding'] === undefined;
    const isSmall = length !== undefined && Number(length) <= SPOOL_THRESHOLD;
    if (limit <= SPOOL_THRESHOLD || hasNoBody || isSmall) return null;
    if (Number(length ?? 0) > limit) throw new Problem('too-large');
    if (!/^(?:identity)?$/i.test(req.headers['content-encoding'] ?? '')) throw new Problem('wrong-kind');
    const file = join(folder, `${randomBytes(12).toString('hex')}.json`);
    try {
      const digest = await receive(req, folder, file, limit, prefix);
      const value = await new Promise(
        (ready, fail) =>
          void turn(async () => {
            await parsed(file).then(ready, fail);
            if (!res.closed && !res.destroyed) await once(res, 'close');
          }),
      );
      return { value, digest };
    } catch (error) {
      // The rest of the body is read and dropped, or the answer would wait behind it.
      req.resume();
      throw diskProblem(error);
    } finally {
      await rm(file, { force: true });
    }
  };
}
type LargeBodies = ReturnType<typeof openLargeBodies>;

async function receive(req: Request, folder: string, file: string, limit: number, prefix: string): Promise<string> {
  const hash = createHash('sha256').update(prefix);
  await mkdir(folder, { recursive: true });
  const handle = await open(file, 'wx');
  let size = 0;
  try {
    // The connection stays open, so that a body that is too large can be answered.
    for await (const piece of req.iterator({ destroyOnReturn: false })) {
      const bytes = piece as Buffer;
      size += bytes.length;
      if (size > limit) throw new Problem('too-large');
      hash.update(bytes);
      await handle.writeFile(bytes);
    }
  } catch (error) {
    // The connection broke, so nobody reads the answer.
    throw req.complete || (error as { code?: string }).code !== 'ECONNRESET' ? error : new Problem('malformed');
  } finally {
    await handle.close();
  }
  return hash.digest('hex');
}

async function parsed(file: string): Promise<unknown> {
  const bytes = await readFile(file);
  if (hasTooManyValues(bytes)) throw new Problem('malformed');
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, '')) as unknown;
  } catch {
    throw new Problem('malformed');
  }
}

const [QUOTE, BACKSLASH, COMMA, COLON, BRACKET, BRACE] = [...'"\\,:[{'].map((sign) => sign.charCodeAt(0));

/** Counts values before they become objects. Returns whether there are too many. */
export function hasTooManyValues(json: Buffer): boolean {
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfText(json, at + 1);
    else if (byte === COMMA || byte === COLON || byte === BRACKET || byte === BRACE) {
      values += 1;
      if (values > MAX_VALUES) return true;
    }
  }
  return false;
}

/** Returns where a string ends. Only one with escapes is scanned byte by byte. */
function endOfText(json: Buffer, from: number): number {
  const end = json.indexOf('"', from);
  if (end < 0) return json.length;
  if (json[end - 1] !== BACKSLASH) return end;
  for (let at = from; at < json.length; at += 1) {
    if (json[at] === BACKSLASH) at += 1;
    else if (json[at] === QUOTE) return at;
  }
  return json.length;
}

/** Sets the folder for the large bodies of an app. */
export const withLargeBodies = (folder: string): RequestHandler => {
  const take = openLargeBodies(folder);
  return (req, _res, next) => {
    spoolers.set(req, take);
    next();
  };
};
export const largeBodiesOf = (req: Request) => spoolers.get(req);
const spoolers = new WeakMap<Request, LargeBodies>();
