import { openAdminCodeCache } from './admin-code-cache.ts';
import type { CacheAccess } from '../page-and-worker/cache-access.ts';
import { SAVED_PDFS } from '../page-and-worker/cache-names.ts';
import { partOf } from './byte-range.ts';
import { openPictureCache } from './picture-cache.ts';
import { openShellCache } from './shell-cache.ts';

/** What the worker keeps beside the precache, and how it answers from it. */
export function openCaches(given: {
  caches: CacheStorage;
  access: CacheAccess;
  fetch: typeof globalThis.fetch;
  /** ms since the epoch */
  now: () => number;
  /** Name of this build: shells and admin code of one release are never used by another. */
  release: string;
  /** Whether a path is in the precache of this release. */
  isPrecached: (path: string) => boolean;
}) {
  const { keepCode, adminCode } = openAdminCodeCache(given);
  return {
    ...openShellCache({ ...given, keepCode }),
    adminCode,
    ...openPictureCache(given),
    /** A PDF that the visitor keeps, else the server's. */
    async savedPdf(request: Request): Promise<Response> {
      const kept = await given.access.get(SAVED_PDFS, request.url);
      return kept ? partOf(kept, request.headers.get('range')) : given.fetch(request);
    },
  };
}
