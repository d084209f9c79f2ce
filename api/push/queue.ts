/**
 * The rules of the queue, as pure functions: how many messages each push service gets now, and what its answers mean.
 * `store.ts` applies them to the tables. Times are ms.
 */

/** Maximum number of messages that are being handed over, in all and to one push service. */
export const MOST_AT_ONCE = 32;
export const MOST_PER_SERVICE = 16;
/** Time for one message to be handed over. */
export const HAND_OVER_TIME = 10_000;
const BACKOFF = { first: 2000, most: 5 * 60_000 };
/** Maximum `Retry-After` that is respected, in ms. */
const LONGEST_PAUSE = 24 * 60 * 60_000;

/** A push service: how often it failed in a row, and until when it gets nothing (ms since the epoch). */
export interface ServiceState {
  failures: number;
  due: number;
}

/**
 * Returns how many further messages each service is given. A service that has failed gets a single one to try; one that
 * does not answer leaves room for the others.
 */
export function roomsOf(
  services: readonly (ServiceState & { service: string; underWay: number })[],
  at: number,
): Map<string, number> {
  const rooms = new Map<string, number>();
  let left = MOST_AT_ONCE - services.reduce((sum, { underWay }) => sum + underWay, 0);
  for (const { service, failures, due, underWay } of services.toSorted((a, b) => a.underWay - b.underWay)) {
    const room = due > at ? 0 : Math.min(left, (failures > 0 ? 1 : MOST_PER_SERVICE) - underWay);
    if (room <= 0) continue;
    rooms.set(service, room);
    left -= room;
  }
  return rooms;
}

/** The answer of a push service: its status, 0 if there was none, and the ms that it asks to wait. */
export interface PushAnswer {
  status: number;
  retryAfter: number | null;
}

/** What happens to a delivery: `done` and `refused` leave the queue, `gone` takes the subscription with it. */
export type Verdict = 'done' | 'gone' | 'refused' | 'late' | { again: number };

/**
 * Decides what an answer means for the delivery and for its service.
 * @param given.tries number of earlier attempts
 * @param given.began when the attempt began: one that began before the service asked to wait says nothing new about it
 * @param given.until when the message is given up
 * @param given.random from 0 to 1, which spreads later attempts over time
 */
export function judge(
  { status, retryAfter }: PushAnswer,
  given: { tries: number; began: number; at: number; until: number; service: ServiceState; random: number },
): { delivery: Verdict; service: ServiceState } {
  const { tries, began, at, until, service, random } = given;
  const isNews = began >= service.due;
  const healthy = isNews ? { failures: 0, due: 0 } : service;
  if (status >= 200 && status < 300) return { delivery: 'done', service: healthy };
  if (status === 404 || status === 410) return { delivery: 'gone', service: healthy };
  if (!isPassing(status)) return { delivery: 'refused', service: healthy };
  const wait = retryAfter === null ? null : Math.min(retryAfter, LONGEST_PAUSE);
  const failures = isNews ? service.failures + 1 : service.failures;
  const pause = wait ?? (isNews ? backoff(failures - 1, random) : 0);
  const paused = { failures, due: Math.max(service.due, at + pause) };
  const again = Math.max(at + (wait ?? backoff(tries, random)), paused.due);
  return { delivery: again < until ? { again } : 'late', service: paused };
}

/** Whether an answer may be another one later: none came, too many messages, or a fault of the service. */
const isPassing = (status: number) => status === 0 || status === 408 || status === 429 || status >= 500;

/** Time in ms before another attempt: doubled each time, give or take a quarter. */
function backoff(tries: number, random: number): number {
  return Math.round(Math.min(BACKOFF.most, BACKOFF.first * 2 ** Math.min(tries, 20)) * (0.75 + random / 2));
}

/** Reads the header `Retry-After` (RFC 9110, 10.2.3): seconds, or a date. Returns ms; null if there is none. */
export function retryAfterOf(header: string | undefined, at: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - at);
}
