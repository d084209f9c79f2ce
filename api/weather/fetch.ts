import type { IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { isIP } from 'node:net';
import { request as plainRequest } from '../http/node-http.ts';
import { publicLookup } from '../http/public-internet.ts';
import { VERSION } from '../version.ts';

/** Time in ms for an answer, from the question to its last byte. */
const TIME = 20_000;
/** Redirects that are followed, within the origin of the address. */
const REDIRECTS = 3;
/** Maximum time in ms that a service may ask to be left alone. */
const MAX_WAIT = 3_600_000;

/** What marks the answer that is known already, in the words of the server that gave it. */
export interface Validators {
  etag?: string | undefined;
  modified?: string | undefined;
}
export interface Fetched extends Validators {
  bytes: Uint8Array;
  /** In lower case; '' when the answer does not name one. */
  encoding: string;
  /** The server's time, ms since the epoch; null when it does not say. */
  serverTime: number | null;
}
/** The answer that is known is still the answer. */
export type Unchanged = Pick<Fetched, 'serverTime'> & { bytes: null };

/** Why there is no answer, in Spanish for the screens of Admins, and how long to wait until the next try, in ms. */
export class FetchFault extends Error {
  readonly wait: number;
  constructor(message: string, wait = 0) {
    super(message);
    this.wait = wait;
  }
}

export interface HttpClient {
  /**
   * Asks a server for an XML document, over https. Nothing of it is trusted but its address: it has a time limit and a
   * size limit, and only redirects within its origin are followed.
   * @throws FetchFault for any other answer, and for none
   */
  get(url: string, options: { known?: Validators; maxBytes: number }): Promise<Fetched | Unchanged>;
  /** Ends what is under way, with a fault. */
  close(): void;
}

/**
 * @param testService origin on this machine that answers in the place of every server, for tests
 * @param time ms for an answer
 */
export function openHttpClient({
  testService,
  time = TIME,
}: {
  testService?: string | undefined;
  time?: number;
}): HttpClient {
  const lookup = publicLookup();
  const underWay = new Set<AbortController>();

  function ask(url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<IncomingMessage> {
    // An address in figures is not looked up, so nothing would check whose it is.
    const isFigures = url.hostname.startsWith('[') || isIP(url.hostname) !== 0;
    if (url.protocol !== 'https:' || isFigures) throw new FetchFault('la dirección no es de un sitio https');
    return new Promise((resolve, reject) => {
      const options = { headers, signal, agent: false } as const;
      const question =
        testService === undefined
          ? secureRequest(url, { ...options, lookup }, resolve)
          : plainRequest(new URL(url.pathname + url.search, testService), options, resolve);
      question.on('error', reject).end();
    });
  }

  async function follow(from: string, headers: Record<string, string>, signal: AbortSignal): Promise<IncomingMessage> {
    let url = new URL(from);
    for (let left = REDIRECTS; ; left -= 1) {
      const answer = await ask(url, headers, signal);
      const { statusCode = 0, headers: given } = answer;
      if (![301, 302, 303, 307, 308].includes(statusCode)) return answer;
      answer.destroy();
      const { location = 'https://' } = given;
      const next = URL.canParse(location, url) ? new URL(location, url) : null;
      if (next?.origin !== url.origin) throw new FetchFault('manda a otro sitio');
      if (left === 0) throw new FetchFault('manda de una página a otra sin fin');
      url = next;
    }
  }

  return {
    async get(url, { known = {}, maxBytes }) {
      const late = new AbortController();
      underWay.add(late);
      const timer = setTimeout(() => late.abort(), time);
      try {
        const answer = await follow(url, questionOf(known), late.signal);
        return await contentOf(answer, maxBytes);
      } catch (error) {
        if (error instanceof FetchFault) throw error;
        throw new FetchFault(late.signal.aborted ? 'no respondió a tiempo' : reasonOf(error as NodeJS.ErrnoException));
      } finally {
        clearTimeout(timer);
        underWay.delete(late);
      }
    },
    close() {
      for (const one of underWay) one.abort();
    },
  };
}

function questionOf({ etag, modified }: Validators): Record<string, string> {
  return {
    Accept: 'application/cap+xml, application/rss+xml, application/xml, text/xml;q=0.9',
    'Accept-Encoding': 'identity',
    'User-Agent': `portal-municipal/${VERSION}`,
    ...(etag === undefined ? {} : { 'If-None-Match': etag }),
    ...(modified === undefined ? {} : { 'If-Modified-Since': modified }),
  };
}

async function contentOf(answer: IncomingMessage, maxBytes: number): Promise<Fetched | Unchanged> {
  const { statusCode = 0, headers } = answer;
  const said = Date.parse(headers.date ?? '');
  const serverTime = Number.isNaN(said) ? null : said;
  try {
    if (statusCode === 304) return { bytes: null, serverTime };
    if (statusCode !== 200) throw new FetchFault(`respondió ${statusCode}`, waitOf(headers['retry-after']));
    const type = headers['content-type'] ?? '';
    if (!/^(application|text)\/([a-z.-]+\+)?xml\b/i.test(type)) throw new FetchFault('respondió algo que no es XML');
    if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new FetchFault('respondió comprimido');
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const piece of answer as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > maxBytes) throw new FetchFault('respondió demasiado');
      pieces.push(piece);
    }
    // A connection that was cut, where the answer said how long it is.
    if (!answer.complete) throw new FetchFault('la respuesta se cortó');
    return {
      bytes: new Uint8Array(Buffer.concat(pieces)),
      encoding: (/charset="?([\w-]{1,40})/i.exec(type)?.[1] ?? '').toLowerCase(),
      serverTime,
      etag: shortHeader(headers.etag),
      modified: shortHeader(headers['last-modified']),
    };
  } finally {
    answer.destroy();
  }
}

const shortHeader = (text: string | undefined) => (text !== undefined && text.length <= 300 ? text : undefined);

/** Reads `Retry-After`: seconds, or a date. */
function waitOf(text: string | undefined): number {
  if (text === undefined) return 0;
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(wait) ? 0 : Math.min(MAX_WAIT, Math.max(0, wait));
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOTFOUND' || code === 'ENODATA') return 'no existe un sitio con esa dirección';
  if (code === 'ECONNRESET' || message === 'aborted') return 'la respuesta se cortó';
  return code === undefined ? 'no se pudo conectar' : `no se pudo conectar (${code})`;
}
