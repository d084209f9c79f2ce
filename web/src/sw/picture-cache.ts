import { orNothing } from '../page-and-worker/cache-access.ts';
import type { CacheAccess } from '../page-and-worker/cache-access.ts';
import { MOST_PICTURES, PICTURES } from '../page-and-worker/cache-names.ts';
import { isWhole, PICTURE } from '../page-and-worker/is-whole.ts';

/** Maximum size of all pictures that are kept. */
const MOST_PICTURE_BYTES = 40_000_000;
/** Number of new pictures after which those that are kept are counted. */
const COUNT_EVERY = 10;

/** The pictures that visitors have seen. */
export function openPictureCache({
  caches,
  access,
  fetch,
}: {
  caches: CacheStorage;
  access: CacheAccess;
  fetch: typeof globalThis.fetch;
}) {
  let sinceCount = 0;

  async function keep(url: string, response: Response): Promise<void> {
    const cache = await access.put(PICTURES, url, response);
    sinceCount += 1;
    if (sinceCount % COUNT_EVERY === 0) await trim(cache);
  }

  /** The same picture in another width: better than none. */
  async function otherWidth(url: string): Promise<Response | undefined> {
    const cache = await caches.open(PICTURES);
    const start = withoutWidth(url);
    const other = (await cache.keys()).find((request) => withoutWidth(request.url) === start);
    return other && cache.match(other);
  }

  return {
    /**
     * Answers a request for a picture. Its address carries its content's hash, so what is kept never gets old.
     * @param later takes work that goes on after the answer
     */
    async picture(request: Request, later: (work: Promise<unknown>) => void): Promise<Response> {
      const kept = await access.get(PICTURES, request.url);
      if (kept) return kept;
      let response: Response;
      try {
        response = await fetch(request);
      } catch (error) {
        const other = await orNothing(otherWidth(request.url));
        if (other) return other;
        throw error;
      }
      if (isWhole(response, PICTURE)) later(orNothing(keep(request.url, response.clone())));
      return response;
    },
  };
}

async function trim(cache: Cache): Promise<void> {
  let bytes = 0;
  const newestFirst = [...(await cache.keys())].reverse();
  for (const [at, request] of newestFirst.entries()) {
    bytes += Number((await cache.match(request))?.headers.get('content-length') ?? 0);
    if (at >= MOST_PICTURES || bytes > MOST_PICTURE_BYTES) await cache.delete(request);
  }
}

const withoutWidth = (url: string) => url.replace(/-\d+\.webp$/, '');
