import type { CacheAccess } from '../page-and-worker/cache-access.ts';
import { CODE, isWhole } from '../page-and-worker/is-whole.ts';

/** A file of a release; `revision` is its hash unless its name has one. The build makes the list of them. */
export interface PrecacheEntry {
  url: string;
  revision: string | null;
}

const FILES = 'precache';
/** Maximum number of files fetched at a time: on a slow line each would else wait for the round trip of another. */
const LANES = 6;
/** The cache of release 1.0.0, which workbox named. */
const OF_FIRST_RELEASE = /^workbox-precache/;

/**
 * Opens the cache of the application's code. It outlives releases: what two have in common is fetched once.
 * @param entries the files of this release
 * @param origin of the portal
 */
export function openPrecache({
  caches,
  access,
  fetch,
  entries,
  origin,
}: {
  caches: CacheStorage;
  access: CacheAccess;
  fetch: typeof globalThis.fetch;
  entries: readonly PrecacheEntry[];
  origin: string;
}) {
  /** Where in the cache each file stands, both as whole addresses. */
  const keys = new Map(
    entries.map(({ url, revision }) => {
      const { href } = new URL(url, `${origin}/`);
      return [href, revision === null ? href : `${href}?${revision}`] as const;
    }),
  );

  /** @throws Error if the server answers with something else, e.g. a page in the place of code */
  async function keep(cache: Cache, url: string, key: string): Promise<void> {
    if (await cache.match(key)) return;
    // A name without a hash may have an older file in the browser's cache.
    const response = await fetch(url, { cache: key === url ? 'default' : 'reload', priority: 'low' });
    if (!isWhole(response, CODE)) throw new Error(`${url} answered ${response.status}`);
    await cache.put(key, response);
  }

  return {
    /** Whether a file, given by its address or path, is of this release. */
    has: (url: string) => keys.has(new URL(url, origin).href),

    /**
     * Fetches the files that are not cached yet. What has come stays when another fails: the next attempt goes on.
     * @throws Error if one cannot be fetched or stored
     */
    async install(): Promise<void> {
      const cache = await caches.open(FILES);
      const waiting = [...keys];
      const lane = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) await keep(cache, ...next);
      };
      await Promise.all(Array.from({ length: LANES }, lane));
    },

    /** Removes the files that only other releases have, after this one has taken over. */
    async dropOthers(): Promise<void> {
      const cache = await caches.open(FILES);
      const own = new Set(keys.values());
      const others = (await cache.keys()).filter(({ url }) => !own.has(url));
      const former = (await caches.keys()).filter((name) => OF_FIRST_RELEASE.test(name));
      await Promise.all([...others.map((one) => cache.delete(one)), ...former.map((name) => caches.delete(name))]);
    },

    /** Answers with a file of this release; one that the device has lost comes from the server. */
    async answer(request: Request): Promise<Response> {
      const key = keys.get(request.url);
      return (key !== undefined && (await access.get(FILES, key))) || fetch(request);
    },
  };
}
