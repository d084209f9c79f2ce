/** Time limit for an answer, in ms; enough for a slow line. */
const TIME_LIMIT = 30_000;

/**
 * Posts JSON and reads the answer. `AbortSignal.timeout` is newer than the oldest browsers supported.
 * @param read takes from the answer what the caller needs
 * @param options `keepalive`: the request outlives its page; `fetch`: another one for tests
 * @throws Error without a network, and after 30 s
 */
export async function postJson<T>(
  path: string,
  body: object,
  read: (answer: Response) => Promise<T>,
  {
    fetch = globalThis.fetch,
    ...options
  }: { keepalive?: boolean; cache?: RequestCache; fetch?: typeof globalThis.fetch } = {},
): Promise<T> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIME_LIMIT);
  try {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: abort.signal,
      ...options,
    });
    return await read(answer);
  } finally {
    clearTimeout(timer);
  }
}
