import type { Request, RequestHandler } from 'express';
import { Problem } from '../contract/problems.ts';

/** So many askers are remembered; beyond that, the one that asked longest ago begins anew. */
const REMEMBERED = 20_000;

/**
 * Lets an asker do so many things at once, and then so many a second.
 * @param now ms since the epoch
 * @returns what counts one of somebody's; @throws Problem 429 with the time to wait when there is none left
 */
export function openPace({ now, burst, perSecond }: { now: () => number; burst: number; perSecond: number }): (asker: string) => void {
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

  return (asker) => {
    const retryAfter = take(asker);
    if (retryAfter > 0) throw new Problem('too-many', { retryAfter, message: 'Son demasiados pedidos seguidos. Esperá un momento y probá de nuevo.' });
  };
}

/** The same for requests. @param asker who asks; null for nobody who is counted */
export function paced({ asker, ...pace }: { now: () => number; burst: number; perSecond: number; asker: (req: Request) => string | null }): RequestHandler {
  const count = openPace(pace);
  return (req, _res, next) => {
    const name = asker(req);
    if (name !== null) count(name);
    next();
  };
}
