import { CODE, isWhole } from '../page-and-worker/is-whole.ts';

/**
 * Fetches code that is going to be kept. What comes encoded with a compression dictionary can fail, or come as nothing
 * with status 200, where anything between the server and the device handles such answers wrongly. It is then fetched
 * once more with a query, for which the server uses no dictionary and the browser nothing that it has kept.
 * @param isRight whether these are the bytes of the file
 * @throws Error if the server answers with something else, e.g. a page in the place of code
 */
export async function fetchCode({
  fetch,
  url,
  isRight,
  ...asked
}: {
  fetch: typeof globalThis.fetch;
  url: string;
  isRight: (bytes: ArrayBuffer) => boolean | Promise<boolean>;
  cache?: RequestCache;
  priority?: RequestPriority;
}): Promise<Response> {
  async function whole(address: string, cache?: RequestCache): Promise<Response> {
    const response = await fetch(address, { ...asked, ...(cache && { cache }) });
    if (!isWhole(response, CODE)) throw new Error(`${url} answered ${response.status}`);
    if (!(await isRight(await response.clone().arrayBuffer()))) throw new Error(`${url} did not come whole`);
    return response;
  }
  return whole(url).catch(() => whole(`${url}?whole`, 'reload'));
}

/** Whether there is something, and not an answer that nobody has decoded: how `dcz` begins is no text (RFC 9842). */
export function isDecoded(bytes: ArrayBuffer): boolean {
  const [first, second, third] = new Uint8Array(bytes, 0, Math.min(3, bytes.byteLength));
  return first !== undefined && !(first === 0x5e && second === 0x2a && third === 0x4d);
}
