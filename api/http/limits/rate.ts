import type { Request, RequestHandler } from 'express';
import { addressKey, widerKey } from '../networks.ts';
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

/** How much more than a network of its own a larger one may request: a campus, or whoever has thousands of networks. */
const WIDER = 5;

/**
 * Limits the rate of a network, and that of the larger one around it.
 * @returns a function that takes one token for an IP address; it throws Problem 429 when there is none
 */
export function createNetworkLimiter({ burst, perSecond, now }: Rate): (address: string | undefined) => void {
  const own = createRateLimiter({ now, burst, perSecond });
  const wider = createRateLimiter({ now, burst: burst * WIDER, perSecond: perSecond * WIDER });
  return (address = '') => {
    own(addressKey(address));
    const around = widerKey(address);
    if (around !== null) wider(around);
  };
}

const TOO_MANY = 'Son demasiados pedidos seguidos. Esperá un momento y probá de nuevo.';

/** Limits the rate at which a network requests something. @param counts whether a request counts; all by default */
export function networkRateLimit({
  counts = () => true,
  ...rate
}: Rate & { counts?: (req: Request) => boolean }): RequestHandler {
  const count = createNetworkLimiter(rate);
  return (req, _res, next) => {
    if (counts(req)) count(req.ip);
    next();
  };
}
