import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Db } from '../db/open.ts';
import { dayAt } from '../contract/values/dates.ts';
import { accepted, encode } from './encoding.ts';
import type { Encoding } from './encoding.ts';

/** What a public address says, before it is compressed. Headers given here win over those every public answer carries. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

/**
 * The answers of public GETs, which are a function of (address, content version, day in the town): made once, kept in
 * memory as the finished bytes of each encoding, thrown away when the content or the day moves.
 */
export interface Answers {
  /** Answers at once from memory, in front of any routing; false when it cannot and the request has to go on. */
  lookup(req: IncomingMessage, res: ServerResponse): boolean;
  /**
   * Answers from memory or makes the answer, once for however many ask for it meanwhile.
   * @param produce reads nothing of the request but what `key` says
   * @param key what the answer is kept by; the address as it came unless given
   */
  send(req: IncomingMessage, res: ServerResponse, produce: () => Promise<Answer>, key?: string): Promise<void>;
}

export const PUBLIC_CACHE = 'public, max-age=0, s-maxage=30, stale-if-error=86400';

/**
 * Who asks counts for nothing: what is kept is never older than the content, so staff get it too.
 * @param version what the content's state is called; asked at every request, so it must be cheap
 * @param day the day in the town
 * @param headers what every answer carries
 * @param beforeMaking called for whoever makes the server make an answer, and not for those who share it; may refuse by throwing
 * @param maxBytes room for what is kept; what was used longest ago goes first
 */
export function createAnswers({ version, day, headers = {}, beforeMaking = () => {}, maxBytes = 64 * 1024 * 1024 }: {
  version: () => string;
  day: () => string;
  headers?: Record<string, string>;
  beforeMaking?: (req: IncomingMessage) => void;
  maxBytes?: number;
}): Answers {
  /** By encoding and key. */
  const kept = new Map<string, Variant>();
  const making = new Map<string, Promise<Answer>>();
  const encoding = new Map<string, Promise<Variant>>();
  let bytes = 0;
  let uses = 0;
  let stamp = '';

  /** Forgets everything when the content or the day is another than before. */
  function refresh(): string {
    const current = `${version()} ${day()}`;
    if (current !== stamp) {
      for (const map of [kept, making, encoding]) map.clear();
      bytes = 0;
      stamp = current;
    }
    return stamp;
  }

  function find(name: string): Variant | undefined {
    const variant = kept.get(name);
    // A mark, and not a new place in the map: a map that is rearranged at every request fills the memory with old ones.
    if (variant) variant.lastUse = ++uses;
    return variant;
  }

  function keep(name: string, variant: Variant, madeAt: string): void {
    if (!KEPT.has(variant.status) || name.length > LONGEST_KEY || variant.size > maxBytes / 8 || refresh() !== madeAt || kept.has(name)) return;
    kept.set(name, variant);
    variant.lastUse = ++uses;
    bytes += variant.size;
    while (bytes > maxBytes) dropOldest();
  }

  function dropOldest(): void {
    let oldest: [string, Variant] | undefined;
    for (const entry of kept) if (!oldest || entry[1].lastUse < oldest[1].lastUse) oldest = entry;
    if (!oldest) return;
    kept.delete(oldest[0]);
    bytes -= oldest[1].size;
  }

  async function variantOf(answer: Answer, wanted: Encoding): Promise<Variant> {
    const encoded = await encode(Buffer.isBuffer(answer.body) ? answer.body : Buffer.from(answer.body), wanted);
    return finish(answer, encoded.bytes, encoded.encoding, headers);
  }

  function make(name: string, key: string, wanted: Encoding, produce: () => Promise<Answer>): Promise<Variant> {
    const madeAt = refresh();
    return once(encoding, name, async () => {
      const variant = await variantOf(await once(making, key, produce), wanted);
      keep(name, variant, madeAt);
      return variant;
    });
  }

  return {
    lookup(req, res) {
      if (req.method !== 'GET' && req.method !== 'HEAD') return false;
      refresh();
      const variant = find(nameOf(accepted(req.headers['accept-encoding']), req.url ?? '/'));
      if (!variant) return false;
      write(req, res, variant);
      return true;
    },
    async send(req, res, produce, key = req.url ?? '/') {
      const wanted = accepted(req.headers['accept-encoding']);
      const name = nameOf(wanted, key);
      refresh();
      const variant = find(name);
      if (!variant && !making.has(key) && !encoding.has(name)) beforeMaking(req);
      write(req, res, variant ?? (await make(name, key, wanted, produce)));
    },
  };
}

/** The name of the content's state: which life of the database, and its last change. */
export function versionOf(db: Db): () => string {
  const version = db.prepare<[], string>("SELECT (SELECT value FROM meta WHERE key = 'epoch') || '.' || coalesce((SELECT max(seq) FROM change), 0)").pluck();
  return () => version.get() ?? '';
}

/** The day in the town, worked out once a minute: days begin on whole minutes. */
export function townDay(now: () => number): () => string {
  let minute = Number.NaN;
  let day = '';
  return () => {
    const current = Math.floor(now() / 60_000);
    if (current !== minute) [minute, day] = [current, dayAt(now())];
    return day;
  };
}

interface Variant {
  status: number;
  headers: Record<string, string | number>;
  bytes: Buffer;
  /** '' where an answer must not be kept by anybody. */
  etag: string;
  unchanged: Record<string, string | number>;
  size: number;
  /** The number of the request that used it last. */
  lastUse: number;
}

const KEPT: ReadonlySet<number> = new Set([200, 301, 302, 307, 308, 404]);
const LONGEST_KEY = 2048;
/** About what headers and bookkeeping of one answer take. */
const OVERHEAD = 2048;
const nameOf = (encoding: Encoding, key: string) => `${encoding} ${key}`;

function finish(answer: Answer, bytes: Buffer, encoding: Encoding, common: Record<string, string>): Variant {
  const shared = { ...common, 'Cache-Control': PUBLIC_CACHE, Vary: 'Accept-Encoding', ...answer.headers };
  const isKept = !shared['Cache-Control'].includes('no-store');
  const etag = isKept ? `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` : '';
  const unchanged: Variant['unchanged'] = { ...shared, ...(etag ? { ETag: etag } : {}) };
  delete unchanged['Content-Type'];
  return {
    status: answer.status,
    headers: { ...shared, ...(etag ? { ETag: etag } : {}), ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }), 'Content-Length': bytes.length },
    bytes, etag, unchanged, size: bytes.length + OVERHEAD, lastUse: 0,
  };
}

function write(req: IncomingMessage, res: ServerResponse, { status, headers, bytes, etag, unchanged }: Variant): void {
  if (status === 200 && etag && isCurrent(req.headers['if-none-match'], etag)) {
    res.writeHead(304, unchanged).end();
    return;
  }
  res.writeHead(status, headers).end(req.method === 'HEAD' ? undefined : bytes);
}

/** RFC 9110, 13.1.2: weakly compared, so that a proxy that re-compressed may still ask. */
function isCurrent(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

/** The work that is under way by this name, else this work. */
function once<T>(underWay: Map<string, Promise<T>>, name: string, work: () => Promise<T>): Promise<T> {
  const existing = underWay.get(name);
  if (existing) return existing;
  const mine = work().finally(() => {
    if (underWay.get(name) === mine) underWay.delete(name);
  });
  underWay.set(name, mine);
  return mine;
}
