import { exactly } from '#contract/calendar/alerts';
import type { TimeSpan } from '#contract/calendar/alerts';
import type { FeedStanding } from '../store/public-db.ts';

/** Differences of the clocks up to this, in ms, may be the time that the answer took, and are ignored. */
const TOLERANCE = 60_000;
/** Possible error, in ms, of a device's clock that was never compared with the server's. */
const UNKNOWN = 24 * 3_600_000;

/**
 * Returns the time by the server's clock, as of its last answer.
 * @param now ms since the epoch, by the device's clock
 */
export function serverTime(standing: Pick<FeedStanding, 'pulledAt' | 'serverAt'> | null, now: number): TimeSpan {
  const { pulledAt, serverAt } = standing ?? {};
  if (!pulledAt || !serverAt) return { earliest: now - UNKNOWN, latest: now + UNKNOWN };
  const ahead = serverAt - pulledAt;
  // Never before the server's last answer: a device's clock that is behind it was set back.
  return exactly(Math.max(serverAt, Math.abs(ahead) > TOLERANCE ? now + ahead : now));
}
