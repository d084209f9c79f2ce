import type { EventStamp } from './queue.ts';

const SECOND = 1000;
const PROBE_CEILING = 30 * SECOND;
const DELAY_CEILING = 300 * SECOND;
const RETRY_AFTER_CEILING = 3600 * SECOND;
/** How far jitter stretches a wait at most. */
const LONGEST_JITTER = 1.3;
/** So long a probe waits at most, and an operation for its own time. */
export const LONGEST_PROBE = PROBE_CEILING * LONGEST_JITTER;
export const LONGEST_DELAY = RETRY_AFTER_CEILING;

/** When to probe a network that has failed `failures` probes: min(2^n, 30) s ± 30 %. */
export function probeAt(failures: number, { at, jitter }: EventStamp): number {
  return at + spread(Math.min(2 ** failures * SECOND, PROBE_CEILING), jitter);
}

/** When to ask again for a record after `delays` earlier "later": min(2^n s, 5 min) ± 30 %, Retry-After (seconds) honoured. */
export function delayAt(delays: number, retryAfter: number | undefined, { at, jitter }: EventStamp): number {
  const wait = spread(Math.min(2 ** delays * SECOND, DELAY_CEILING), jitter);
  const asked = Math.min((retryAfter ?? 0) * SECOND, RETRY_AFTER_CEILING);
  return at + Math.max(wait, asked);
}

/** A moment further off than the longest wait was set by a clock that has since been put back: it counts as come. */
export function hasCome(moment: number, now: number, longest: number): boolean {
  return moment <= now || moment > now + longest;
}

function spread(wait: number, jitter: number): number {
  return Math.round(wait * (0.7 + 0.6 * jitter));
}
