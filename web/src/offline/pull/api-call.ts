/** The server was not reached, or what answered is not it: no network, a captive portal, a broken server. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** Our server's answer: an object or a value that was JSON. */
export interface ApiAnswer {
  status: number;
  body: unknown;
  /** The server's clock, ms since the epoch; null when it did not say. */
  at: number | null;
}

/** @throws Unreachable */
export type ApiCall = (url: string, init?: RequestInit) => Promise<ApiAnswer>;

/** No answer that has begun. */
const PATIENCE = 10_000;
/** No byte more of an answer that has begun: a slow line is no dead one. */
const STALL = 30_000;

/**
 * Asks the server for JSON.
 * @param heard told after every call whether the server answered
 * @param patience ms to wait until an answer begins
 */
export function createApiCall({ fetch, heard = () => {}, patience = PATIENCE }: {
  fetch: typeof globalThis.fetch; heard?: (isReached: boolean) => void; patience?: number;
}): ApiCall {
  return async (url, init = {}) => {
    try {
      const answer = await json(fetch, url, init, patience);
      heard(true);
      return answer;
    } catch (error) {
      heard(false);
      throw new Unreachable(url, { cause: error });
    }
  };
}

async function json(fetch: typeof globalThis.fetch, url: string, init: RequestInit, patience: number): Promise<ApiAnswer> {
  const abort = new AbortController();
  let timer = setTimeout(() => abort.abort(), patience);
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => abort.abort(), STALL);
  };
  try {
    const response = await fetch(url, { ...init, signal: abort.signal });
    if (!isOurs(response)) throw new Error(`answered ${response.status} ${response.headers.get('content-type')}`);
    alive();
    const body = JSON.parse(await textOf(response, alive)) as unknown;
    const at = Date.parse(response.headers.get('date') ?? '');
    return { status: response.status, body, at: Number.isNaN(at) ? null : at };
  } finally {
    clearTimeout(timer);
  }
}

function isOurs({ status, headers }: Response): boolean {
  return status < 500 && status !== 429 && status !== 408 && /^application\/json\b/.test(headers.get('content-type') ?? '');
}

async function textOf(response: Response, alive: () => void): Promise<string> {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let text = '';
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return text + decoder.decode();
    alive();
    text += decoder.decode(value, { stream: true });
  }
}
