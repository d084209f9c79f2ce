import type { Request, RequestHandler } from 'express';
import { Problem } from '../../contract/problems.ts';

/** Maximum number of keys remembered; beyond it, the one used longest ago starts again with a full bucket. */
const MAX_KEYS = 20_000;

interface Rate {
  /** ms since the epoch */
  now: () => number;
  /** Number of requests allowed at once. */
  burst: number;
  /** Number of requests allowed per second after that. */
  perSecond: number;
}

/**
 * Limits a rate with a token bucket for each key.
 * @returns a function that takes one token of a key; it throws Problem 429 with the time to wait when there is none
 */
export function createRateLimiter({ now, burst, perSecond }: Rate): (key: string) => void {
  const buckets = new Map<string, { tokens: number; at: number }>();

  /** @returns seconds to wait, 0 when there was a token */
  function take(key: string): number {
    const at = now();
    const before = buckets.get(key);
    const tokens = before ? Math.min(burst, before.tokens + (Math.max(0, at - before.at) / 1000) * perSecond) : burst;
    buckets.delete(key);
    buckets.set(key, { tokens: tokens < 1 ? tokens : tokens - 1, at });
    const oldest = buckets.keys().next();
    if (buckets.size > MAX_KEYS && !oldest.done) buckets.delete(oldest.value);
    return tokens < 1 ? Math.ceil((1 - tokens) / perSecond) : 0;
  }

  return (key) => {
    const retryAfter = take(key);
    if (retryAfter > 0) throw new Problem('too-many', { retryAfter, message: TOO_MANY });
  };
}

const TOO_MANY = 'Son demasiados pedidos seguidos. Esperá un momento y probá de nuevo.';

/** Limits the rate of requests. @param keyOf the key that a request counts for; null when it does not count */
export function rateLimit({ keyOf, ...rate }: Rate & { keyOf: (req: Request) => string | null }): RequestHandler {
  const count = createRateLimiter(rate);
  return (req, _res, next) => {
    const key = keyOf(req);
    if (key !== null) count(key);
    next();
  };
}
