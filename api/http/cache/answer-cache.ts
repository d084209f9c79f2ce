import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/database.ts';
import type { FormerVersions } from './dictionaries.ts';
import { PUBLIC_CACHE } from './cache-control.ts';
import { dayAt } from '../../contract/values/dates.ts';
import { accepted, encode } from './encoding.ts';
import type { Encoding } from './encoding.ts';

/** A public answer before it is compressed. Headers given here replace those that every public answer carries. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

/**
 * Cache of the answers to public GETs, which are a function of address, content's state and day in the town. Each is
 * made once, kept in memory as the bytes of each encoding, and dropped when the state or the day changes.
 */
export interface AnswerCache {
  /** Sends a kept answer, before any routing. Returns false when there is none and the request has to go on. */
  lookup(req: IncomingMessage, res: ServerResponse): boolean;
  /**
   * Sends a kept answer, or produces it, once for all requests that ask for it at the same time.
   * @param produce depends on nothing of the request but `key`
   * @param key under which the answer is kept; by default the address as it came
   * @param former earlier versions of the answer: who has one fetches only what has changed. Without any the answer is
   *   the same for everybody.
   */
  send(
    req: IncomingMessage,
    res: ServerResponse,
    produce: () => Promise<Answer>,
    key?: string,
    former?: FormerVersions,
  ): Promise<void>;
}

interface CacheOptions {
  /** Returns the name of the content's state. It is called at every request. */
  version: () => string;
  /** Returns the day in the town. */
  day: () => string;
  /** Headers of every answer. */
  headers?: Record<string, string>;
  /** Called for a request whose answer must be produced, not for those that share it; may refuse by throwing. */
  onMiss?: (req: IncomingMessage) => void;
  /** Total size of what is kept. */
  maxBytes?: number;
}

/** The answers do not depend on who asks: none is older than the content, so staff get them too. */
export function createAnswerCache({
  version,
  day,
  headers = {},
  onMiss = () => {},
  maxBytes = 64 * 1024 * 1024,
}: CacheOptions): AnswerCache {
  /** By encoding and key. */
  const kept = new LRUCache<string, Variant>({ maxSize: maxBytes, sizeCalculation: ({ size }) => size });
  const producing = new Map<string, Promise<Answer>>();
  const encoding = new Map<string, Promise<Variant>>();
  let stamp = '';
  let isImproving = false;

  /** Drops everything when the content or the day has changed. Returns the present state. */
  function refresh(): string {
    const current = `${version()} ${day()}`;
    if (current !== stamp) {
      for (const map of [kept, producing, encoding]) map.clear();
      stamp = current;
    }
    return stamp;
  }

  function keep(name: string, variant: Variant, madeAt: string): void {
    if (!KEPT_STATUSES.has(variant.status) || name.length > MAX_KEY_LENGTH || variant.size > maxBytes / 8) return;
    if (refresh() === madeAt && !kept.has(name)) kept.set(name, variant);
  }

  function make(name: string, key: string, how: How, produce: () => Promise<Answer>): Promise<Variant> {
    const madeAt = refresh();
    return once(encoding, name, async () => {
      const variant = await encodedAnswer(await once(producing, key, produce), how, headers);
      keep(name, variant, madeAt);
      return variant;
    });
  }

  /** Compresses a page that was sent more thoroughly, one at a time, for those who ask next. */
  function improve(name: string, variant: Variant): void {
    if (!variant.improved || isImproving) return;
    const [madeAt, work] = [stamp, variant.improved];
    variant.improved = null;
    isImproving = true;
    void work()
      .then((better) => {
        if (refresh() === madeAt) kept.set(name, better);
      })
      .catch(() => {
        // No memory, say: the quickly compressed answer stays.
      })
      .finally(() => {
        isImproving = false;
      });
  }

  return {
    lookup(req, res) {
      if (req.method !== 'GET' && req.method !== 'HEAD') return false;
      refresh();
      const name = nameOf(accepted(req.headers['accept-encoding']), req.url ?? '/');
      const variant = kept.get(name);
      if (!variant || (variant.hasFormer && offersDictionary(req))) return false;
      write(req, res, variant);
      improve(name, variant);
      return true;
    },
    async send(req, res, produce, key = req.url ?? '/', former = undefined) {
      const wanted = accepted(req.headers['accept-encoding']);
      // With a query a device asks for all of it, because something is wrong with how it gets the other.
      const offered = req.url?.includes('?') === true ? undefined : former?.offered(req.headers);
      const name = nameOf(wanted, offered === undefined ? key : `${offered} ${key}`);
      // nginx would keep a copy for each dictionary that somebody names.
      if (former && offered === undefined && offersDictionary(req)) res.setHeader('X-Accel-Expires', '0');
      refresh();
      const existing = kept.get(name);
      if (!existing && !producing.has(key) && !encoding.has(name)) onMiss(req);
      const variant = existing ?? (await make(name, key, { wanted, former, offered }, produce));
      write(req, res, variant);
      improve(name, variant);
    },
  };
}

/** Returns the name of the content's state: the database's epoch and its last change. */
export function versionOf(db: Db): () => string {
  const version = db
    .prepare<[], string>(
      `
    SELECT (SELECT value FROM meta WHERE key = 'epoch') || '.' || coalesce((SELECT max(seq) FROM change), 0)`,
    )
    .pluck();
  return () => version.get() ?? '';
}

/** Returns the day in the town, computed once a minute: days begin on whole minutes. */
export function townDay(now: () => number): () => string {
  let minute = Number.NaN;
  let day = '';
  return () => {
    const current = Math.floor(now() / 60_000);
    if (current !== minute) [minute, day] = [current, dayAt(now())];
    return day;
  };
}

/** An answer in one encoding, ready to be sent. */
interface Variant {
  status: number;
  headers: Record<string, string | number>;
  bytes: Buffer;
  /** '' where nobody may keep the answer. */
  etag: string;
  /** Headers of a 304. */
  unchanged: Record<string, string | number>;
  /** Whether who has an earlier version may get the answer in another encoding. */
  hasFormer: boolean;
  /** Produces the same answer in fewer bytes; null where there is nothing to gain. */
  improved: (() => Promise<Variant>) | null;
  size: number;
}

const KEPT_STATUSES: ReadonlySet<number> = new Set([200, 301, 302, 307, 308, 404]);
const MAX_KEY_LENGTH = 2048;
/** Bytes that headers and bookkeeping of one answer take, estimated. */
const OVERHEAD = 2048;
/** How an answer is encoded: by Accept-Encoding, or by the earlier version that a request offers. */
interface How {
  wanted: Encoding;
  former?: FormerVersions | undefined;
  offered?: string | undefined;
}

const offersDictionary = (req: IncomingMessage) => req.headers['available-dictionary'] !== undefined;
const nameOf = (encoding: Encoding, key: string) => `${encoding} ${key}`;

async function encodedAnswer(
  answer: Answer,
  how: How,
  common: Record<string, string>,
  effort: 'quick' | 'thorough' = 'quick',
): Promise<Variant> {
  const { wanted, former, offered } = how;
  const body = Buffer.isBuffer(answer.body) ? answer.body : Buffer.from(answer.body);
  const difference = offered === undefined ? null : await former?.encode(body, offered);
  const { bytes, encoding } = difference ? { bytes: difference, encoding: 'dcz' } : await encode(body, wanted, effort);
  const ownHeaders: Record<string, string> = answer.headers;
  const vary = former ? 'Accept-Encoding, Available-Dictionary' : 'Accept-Encoding';
  const cacheHeaders = { 'Cache-Control': PUBLIC_CACHE, Vary: vary };
  const shared = { ...common, ...cacheHeaders, ...ownHeaders };
  const isKept = !shared['Cache-Control'].includes('no-store');
  const etag = isKept ? `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` : '';
  const tag = etag ? { ETag: etag } : {};
  // What RFC 9110, 15.4.5, asks for; the receiver has the other headers already.
  const unchanged = { 'Cache-Control': shared['Cache-Control'], Vary: shared.Vary, ...tag };
  const headers = {
    ...shared,
    ...tag,
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    'Content-Length': bytes.length,
  };
  const isPage = /^text\/html\b/.test(ownHeaders['Content-Type'] ?? '');
  const improved =
    effort === 'quick' && encoding === 'br' && isPage ? () => encodedAnswer(answer, how, common, 'thorough') : null;
  const size = bytes.length + (improved ? body.length : 0) + OVERHEAD;
  return { status: answer.status, headers, bytes, etag, unchanged, hasFormer: former !== undefined, improved, size };
}

function write(req: IncomingMessage, res: ServerResponse, { status, headers, bytes, etag, unchanged }: Variant): void {
  if (status === 200 && etag && isCurrent(req.headers['if-none-match'], etag)) {
    // Headers that a middleware has set would replace those that the browser keeps with the page, such as its policy.
    for (const name of res.getHeaderNames()) res.removeHeader(name);
    res.writeHead(304, unchanged).end();
    return;
  }
  res.writeHead(status, headers).end(req.method === 'HEAD' ? undefined : bytes);
}

/** Compares entity tags weakly (RFC 9110, 13.1.2), because a proxy that compresses again weakens them. */
function isCurrent(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

/** Returns the promise of the work under way by this name; starts the work when there is none. */
function once<T>(underWay: Map<string, Promise<T>>, name: string, work: () => Promise<T>): Promise<T> {
  const existing = underWay.get(name);
  if (existing) return existing;
  const mine = work().finally(() => {
    if (underWay.get(name) === mine) underWay.delete(name);
  });
  underWay.set(name, mine);
  return mine;
}
