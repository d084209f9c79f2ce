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

/** A token bucket for each key. */
interface Buckets {
  /** Checks that a key has a token. @throws Problem 429 with the time to wait */
  check(key: string): void;
  take(key: string): void;
}

/** Only what is taken is remembered: whoever is refused can push nobody else's bucket out. */
function openBuckets({ now, burst, perSecond }: Rate): Buckets {
  const buckets = new Map<string, { tokens: number; at: number }>();

  function tokensOf(key: string): number {
    const before = buckets.get(key);
    return before ? Math.min(burst, before.tokens + (Math.max(0, now() - before.at) / 1000) * perSecond) : burst;
  }

  return {
    check(key) {
      const tokens = tokensOf(key);
      if (tokens >= 1) return;
      throw new Problem('too-many', { retryAfter: Math.ceil((1 - tokens) / perSecond), message: TOO_MANY });
    },
    take(key) {
      const tokens = tokensOf(key) - 1;
      buckets.delete(key);
      buckets.set(key, { tokens, at: now() });
      const oldest = buckets.keys().next();
      if (buckets.size > MAX_KEYS && !oldest.done) buckets.delete(oldest.value);
    },
  };
}

/**
 * Limits a rate with a token bucket for each key.
 * @returns a function that takes one token of a key; it throws Problem 429 with the time to wait when there is none
 */
export function createRateLimiter(rate: Rate): (key: string) => void {
  const buckets = openBuckets(rate);
  return (key) => {
    buckets.check(key);
    buckets.take(key);
  };
}

/** How much more than a network of its own a larger one may request: a campus, or whoever has thousands of networks. */
const WIDER = 5;

/**
 * Limits the rate of a network, and that of the larger one around it.
 * @returns a function that takes one token for an IP address; it throws Problem 429 when there is none
 */
export function createNetworkLimiter({ burst, perSecond, now }: Rate): (address: string | undefined) => void {
  const own = openBuckets({ now, burst, perSecond });
  const wider = openBuckets({ now, burst: burst * WIDER, perSecond: perSecond * WIDER });
  return (address = '') => {
    const key = addressKey(address);
    const around = widerKey(address);
    own.check(key);
    if (around !== null) wider.check(around);
    own.take(key);
    if (around !== null) wider.take(around);
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
