import { sha256 } from '../browser/sha256.ts';
import type { CacheAccess } from '../page-and-worker/cache-access.ts';
import { isOfStaff } from '../page-and-worker/cache-names.ts';
import { fetchCode } from './fetch-code.ts';

/** A file of a release; `revision` is how the SHA-256 of its bytes begins. The build makes the list of them. */
export interface PrecacheEntry {
  url: string;
  revision: string;
}

const FILES = 'precache';
/** Code of the form of tickets, which a device has once its person has opened the form, or is staff. */
const OPTIONAL = /^assets\/tickets\//;
/** Files with another name whenever they are others. */
const NAMED_ANEW = /^assets\//;
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
  /** The files by address: where in the cache each stands, as a whole address, and how its hash begins. */
  const files = new Map(
    entries.map(({ url, revision }) => {
      const { href } = new URL(url, `${origin}/`);
      const key = NAMED_ANEW.test(url) ? href : `${href}?${revision}`;
      return [href, { key, revision, isOptional: OPTIONAL.test(url) }] as const;
    }),
  );

  async function keep(cache: Cache, url: string, { key, revision }: { key: string; revision: string }): Promise<void> {
    if (await cache.match(key)) return;
    const response = await fetchCode({
      fetch,
      url,
      // A name without a hash may have an older file in the browser's cache.
      cache: key === url ? 'default' : 'reload',
      priority: 'low',
      isRight: async (bytes) => (await sha256(bytes)).startsWith(revision),
    });
    await cache.put(key, response);
  }

  async function keepAll(cache: Cache, waiting: (readonly [string, { key: string; revision: string }])[]) {
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await keep(cache, ...next);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }
  const optional = () => [...files].filter(([, { isOptional }]) => isOptional);
  const hasOptional = async (cache: Cache) =>
    (await cache.keys()).some(({ url }) => OPTIONAL.test(new URL(url).pathname.slice(1)));

  return {
    /** Whether a file, given by its address or path, is of this release. */
    has: (url: string) => files.has(new URL(url, origin).href),

    /**
     * Fetches the files that are not cached yet; those of the form where the device has had them, or is staff's. What
     * has come stays when another fails: the next attempt goes on.
     * @throws Error if one cannot be fetched or stored
     */
    async install(): Promise<void> {
      const cache = await caches.open(FILES);
      const isWhole = (await isOfStaff(caches)) || (await hasOptional(cache));
      await keepAll(
        cache,
        [...files].filter(([, { isOptional }]) => isWhole || !isOptional),
      );
    },

    /** Fetches the code of the form, so that it opens without a network from now on. @throws Error as `install` */
    keepOptional: async () => keepAll(await caches.open(FILES), optional()),

    /** Removes the files that only other releases have, after this one has taken over. */
    async dropOthers(): Promise<void> {
      const cache = await caches.open(FILES);
      const own = new Set([...files.values()].map(({ key }) => key));
      const others = (await cache.keys()).filter(({ url }) => !own.has(url));
      const former = (await caches.keys()).filter((name) => OF_FIRST_RELEASE.test(name));
      await Promise.all([...others.map((one) => cache.delete(one)), ...former.map((name) => caches.delete(name))]);
    },

    /** Answers with a file of this release; one that the device has lost comes from the server. */
    async answer(request: Request): Promise<Response> {
      const file = files.get(request.url);
      return (file && (await access.get(FILES, file.key))) || fetch(request);
    },
  };
}
