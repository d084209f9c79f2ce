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

/** Time until an answer begins, in ms, after which the server counts as not reached. */
const PATIENCE = 6000;
/** Time without progress of an answer that has begun, in ms, after which it counts as lost. */
const STALL = 30_000;

/**
 * Makes calls of the API, whose answers are JSON.
 * @param heard called after every call with whether the server has answered
 * @param patience time until an answer begins, in ms
 */
export function createApiCall({
  fetch,
  heard = () => {},
  patience = PATIENCE,
}: {
  fetch: typeof globalThis.fetch;
  heard?: (isReached: boolean) => void;
  patience?: number;
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

async function json(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  patience: number,
): Promise<ApiAnswer> {
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
  const isJson = /^application\/json\b/.test(headers.get('content-type') ?? '');
  return status < 500 && status !== 429 && status !== 408 && isJson;
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
