import { openAdminCodeCache } from './admin-code-cache.ts';
import { openCacheAccess } from '../page-and-worker/cache-access.ts';
import { SAVED_PDFS } from '../page-and-worker/cache-names.ts';
import { partOf } from './byte-range.ts';
import { openPictureCache } from './picture-cache.ts';
import { openShellCache } from './shell-cache.ts';

/** What the worker keeps beside the precache, and how it answers from it. */
export function openCaches(given: {
  caches: CacheStorage;
  fetch: typeof globalThis.fetch;
  /** ms since the epoch */
  now: () => number;
  /** Name of this build: shells and admin code of one release are never used by another. */
  release: string;
  /** Whether a path is in the precache of this release. */
  isPrecached: (path: string) => boolean;
}) {
  const access = openCacheAccess(given.caches);
  const parts = { ...given, access };
  const { keepCode, adminCode } = openAdminCodeCache(parts);
  return {
    ...openShellCache({ ...parts, keepCode }),
    adminCode,
    ...openPictureCache(parts),
    /** A PDF that the visitor keeps, else the server's. */
    async savedPdf(request: Request): Promise<Response> {
      const kept = await access.get(SAVED_PDFS, request.url);
      return kept ? partOf(kept, request.headers.get('range')) : given.fetch(request);
    },
  };
}
