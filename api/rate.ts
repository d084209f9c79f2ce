import type { Request, RequestHandler } from 'express';
import { Problem } from './contract/problems.ts';

/** So many askers are remembered; beyond that, the one that asked longest ago begins anew. */
const REMEMBERED = 20_000;

/**
 * Lets an asker do so many things at once, and then so many a second; whoever has used that up is answered 429 and told
 * when to come back.
 * @param now ms since the epoch
 * @param asker who asks; null for nobody who is counted
 */
export function paced({ now, burst, perSecond, asker }: { now: () => number; burst: number; perSecond: number; asker: (req: Request) => string | null }): RequestHandler {
  const askers = new Map<string, { left: number; at: number }>();

  /** Takes one of what an asker has left. @returns seconds to wait, 0 when there was one */
  function take(name: string): number {
    const at = now();
    const before = askers.get(name);
    const left = before ? Math.min(burst, before.left + (Math.max(0, at - before.at) / 1000) * perSecond) : burst;
    askers.delete(name);
    askers.set(name, { left: left < 1 ? left : left - 1, at });
    const oldest = askers.keys().next();
    if (askers.size > REMEMBERED && !oldest.done) askers.delete(oldest.value);
    return left < 1 ? Math.ceil((1 - left) / perSecond) : 0;
  }

  return (req, _res, next) => {
    const name = asker(req);
    const retryAfter = name === null ? 0 : take(name);
    if (retryAfter > 0) throw new Problem('too-many', { retryAfter, message: 'Son demasiados pedidos seguidos. Esperá un momento y probá de nuevo.' });
    next();
  };
}
