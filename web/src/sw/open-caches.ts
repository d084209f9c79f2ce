import { openAdminCodeCache } from './admin-code-cache.ts';
import { openCacheAccess } from './cache-access.ts';
import { SAVED_PDFS } from './cache-names.ts';
import { partOf } from './byte-range.ts';
import { openPictureCache } from './picture-cache.ts';
import { openShellCache } from './shell-cache.ts';

/**
 * What the worker keeps beside the precache, and how it answers from it.
 * @param release names this build: shells and admin code of one release never serve another
 * @param isPrecached is this path in the precache of this release?
 */
export function openCaches({
  caches,
  fetch,
  now,
  release,
  isPrecached,
}: {
  caches: CacheStorage;
  fetch: typeof globalThis.fetch;
  now: () => number;
  release: string;
  isPrecached: (path: string) => boolean;
}) {
  const access = openCacheAccess(caches);
  const adminCode = openAdminCodeCache({ caches, access, fetch, release });
  return {
    ...openShellCache({ caches, access, fetch, now, release, adminCode, isPrecached }),
    adminCode: adminCode.answer,
    ...openPictureCache({ caches, access, fetch }),
    /** A PDF that the visitor keeps, else the server's. */
    async savedPdf(request: Request): Promise<Response> {
      const kept = await access.get(SAVED_PDFS, request.url, { ignoreVary: true });
      return kept ? partOf(kept, request.headers.get('range')) : fetch(request);
    },
  };
}
