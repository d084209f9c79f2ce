import { LONGEST_JITTER, withJitter } from '../../jitter.ts';
import type { EventStamp } from './queue.ts';

const SECOND = 1000;
const PROBE_CEILING = 30 * SECOND;
const DELAY_CEILING = 300 * SECOND;
const RETRY_AFTER_CEILING = 3600 * SECOND;
/** Longest delay before a probe of the network. */
export const LONGEST_PROBE = PROBE_CEILING * LONGEST_JITTER;
/** Longest delay before an operation is sent again. */
export const LONGEST_DELAY = RETRY_AFTER_CEILING;

/** Time of the next probe after `failures` failed ones: min(2^n, 30) s ± 30 %. */
export function probeAt(failures: number, { at, jitter }: Pick<EventStamp, 'at' | 'jitter'>): number {
  return at + spread(Math.min(2 ** failures * SECOND, PROBE_CEILING), jitter);
}

/**
 * Time at which an operation may be sent again: min(2^n s, 5 min) ± 30 %, and not before Retry-After.
 * @param delays number of earlier answers that asked to wait
 * @param retryAfter in seconds
 */
export function delayAt(delays: number, retryAfter: number | undefined, { at, jitter }: EventStamp): number {
  const delay = spread(Math.min(2 ** delays * SECOND, DELAY_CEILING), jitter);
  const demanded = Math.min((retryAfter ?? 0) * SECOND, RETRY_AFTER_CEILING);
  return at + Math.max(delay, demanded);
}

/**
 * Whether the time of the next attempt has come. A time further ahead than the longest delay was set by a clock that
 * has been set back since, and counts as come.
 */
export function hasCome(time: number, now: number, longest: number): boolean {
  return time <= now || time > now + longest;
}

function spread(delay: number, jitter: number): number {
  return Math.round(withJitter(delay, jitter));
}
