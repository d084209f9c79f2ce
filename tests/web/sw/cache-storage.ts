/**
 * Returns a model of the browser's caches, as far as the portal uses them: addresses of one site, in insertion order.
 * @param device its storage can fill up or fail during a test
 */
export function cacheStorage(
  fetch: typeof globalThis.fetch,
  origin = 'https://portal.example',
  device: { isFull?: boolean; isBroken?: boolean } = {},
): CacheStorage {
  const stored = new Map<string, Map<string, Response>>();
  const urlOf = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : String(request), origin).href;

  function open(name: string): Cache {
    const entries = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, entries);
    const cache = {
      match: async (request: RequestInfo | URL) => entries.get(urlOf(request))?.clone(),
      async put(request: RequestInfo | URL, response: Response) {
        if (response.status === 206) throw new TypeError('a part cannot be stored');
        if (device.isFull) throw new DOMException('Quota exceeded.', 'QuotaExceededError');
        entries.delete(urlOf(request));
        entries.set(
          urlOf(request),
          new Response(await response.blob(), { status: response.status, headers: response.headers }),
        );
      },
      async add(request: RequestInfo | URL) {
        const response = await fetch(request);
        if (!response.ok) throw new TypeError(`answered ${response.status}`);
        await cache.put(request, response);
      },
      delete: async (request: RequestInfo | URL) => entries.delete(urlOf(request)),
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
    };
    return cache as unknown as Cache;
  }
  return {
    async open(name: string) {
      if (device.isBroken) throw new DOMException('Unexpected internal error.', 'UnknownError');
      return open(name);
    },
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    has: async (name: string) => stored.has(name),
    match: async () => undefined,
  } as unknown as CacheStorage;
}
