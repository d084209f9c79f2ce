import { orNothing } from '../page-and-worker/cache-access.ts';
import type { CacheAccess } from '../page-and-worker/cache-access.ts';
import { ADMIN_CODES } from '../page-and-worker/cache-names.ts';
import { ADMIN_CODE } from './caching-strategy.ts';
import { fetchCode, isDecoded } from './fetch-code.ts';
import { CODE, isWhole } from '../page-and-worker/is-whole.ts';

/** Opens the cache of the back office's code of one release. */
export function openAdminCodeCache({
  caches,
  access,
  fetch,
  release,
}: {
  caches: CacheStorage;
  access: CacheAccess;
  fetch: typeof globalThis.fetch;
  release: string;
}) {
  const name = ADMIN_CODES + release;

  /**
   * Caches those of the files that are code of the back office, and the code that they name.
   * @param seen files that need not be looked at again
   * @throws Error if one of them cannot be fetched
   */
  async function keepCode(files: string[], seen = new Set<string>()): Promise<void> {
    const own = files.filter((file) => file.startsWith(ADMIN_CODE) && !seen.has(file));
    // Opening a cache creates it, and a device with this cache counts as one of staff.
    if (own.length === 0) return;
    const cache = await caches.open(name);
    await Promise.all(
      own.map(async (file) => {
        seen.add(file);
        const kept = await cache.match(file);
        const response = kept ?? (await fetchCode({ fetch, url: file, isRight: isDecoded }));
        if (!kept) await cache.put(file, response.clone());
        await keepCode(codeIn(await response.text(), ADMIN_CODE), seen);
      }),
    );
  }

  async function keepDecoded(request: Request, response: Response): Promise<void> {
    if (isDecoded(await response.clone().arrayBuffer())) await access.put(name, request, response);
  }

  return {
    keepCode,
    /** Answers with code of the back office. It is cached only on devices of staff, although the log-in loads some. */
    async adminCode(request: Request): Promise<Response> {
      if (!(await orNothing(caches.has(name)))) return fetch(request);
      const kept = await access.get(name, request);
      if (kept) return kept;
      const response = await fetch(request);
      if (isWhole(response, CODE)) await orNothing(keepDecoded(request, response.clone()));
      return response;
    },
  };
}

const NAMED = /\/?assets\/(?:[\w-]+\/)*[\w.-]+-[\w-]{8}\.(?:js|css|svg)\b/g;
const NAMED_BESIDE = /(?:^|[^.])\.\/([\w.-]+-[\w-]{8}\.(?:js|css|svg))\b/g;

/**
 * Returns the paths of the hashed files that a text names.
 * @param folder folder of the text, to resolve names relative to it
 */
export function codeIn(text: string, folder?: string): string[] {
  const names = [...text.matchAll(NAMED)].map(([name]) => `/${name.replace(/^\//, '')}`);
  const beside = folder === undefined ? [] : [...text.matchAll(NAMED_BESIDE)].map(([, name]) => folder + name);
  return [...new Set([...names, ...beside])];
}
