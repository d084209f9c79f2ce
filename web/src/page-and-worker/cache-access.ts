/**
 * For all that an answer takes from the caches or puts there: a full device or a broken profile counts as having kept
 * nothing, and the page gets what the network brings.
 */
export const orNothing = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined);

export type CacheAccess = ReturnType<typeof openCacheAccess>;

export function openCacheAccess(caches: CacheStorage) {
  return {
    /** undefined where there is nothing, and where the cache cannot be read. */
    get: (name: string, request: RequestInfo) => orNothing(caches.open(name).then((cache) => cache.match(request))),
    /** @throws where there is no room */
    async put(name: string, request: RequestInfo, response: Response): Promise<Cache> {
      const cache = await caches.open(name);
      await cache.put(request, response);
      return cache;
    },
  };
}
