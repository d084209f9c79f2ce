import { SHARED_CACHE_SECONDS } from '../../contract/limits.ts';

/** `Cache-Control` of public answers: a shared cache may give them for `s-maxage`, and for a day while we are down. */
export const PUBLIC_CACHE = `public, max-age=0, s-maxage=${SHARED_CACHE_SECONDS}, stale-if-error=86400`;

/**
 * `Cache-Control` of public pictures, whose addresses carry a hash of their content. Devices keep them without
 * revalidating; shared caches revalidate, because a picture may be withdrawn.
 */
export const PUBLIC_PICTURE_CACHE = PUBLIC_CACHE.replace('max-age=0', 'max-age=31536000, immutable');

/**
 * `Cache-Control` of the shell. Devices fetch it past their cache; while the answer counts as fresh there, it is the
 * dictionary of the next one.
 */
export const SHELL_CACHE = PUBLIC_CACHE.replace('max-age=0', 'max-age=7776000');
