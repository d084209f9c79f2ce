/**
 * The rules of the queue, as pure functions: how many messages each push service gets now, and what its answers mean.
 * `store.ts` applies them to the tables. Times are ms.
 */

/**
 * What a device's messages wait in. Anybody can subscribe an address that nobody has, or that does not answer, so
 * devices that have taken a message go first, and then new ones at a service that is known to exist. The last lane is
 * for those at a service that nobody has heard of, and for those that were sent a message and took none.
 */
export const LANES = { proven: 0, new: 1, doubtful: 2 } as const;
export type Lane = (typeof LANES)[keyof typeof LANES];

/** Maximum number of messages that are being handed over in a lane of a provider, and to one of its push services. */
export const PLACES = 20;
export const MOST_PER_SERVICE = 16;
/** Number of places of a lane behind another one that has something to send, to whichever provider. */
const PLACES_BEHIND = 1;
/** Maximum number of connections to one push service: no lane has to wait for those of another. */
export const MOST_CONNECTIONS = MOST_PER_SERVICE * Object.keys(LANES).length;
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

/** A push service in a lane: how many messages it is being handed, and how many it could be handed now. */
export interface Waiting extends ServiceState {
  service: string;
  underWay: number;
  waiting: number;
}

/**
 * Returns how many further messages each service is given in a lane. No provider has any room of another's. The
 * services of one share its places evenly: one that has failed gets a single one to try, one that does not answer
 * leaves some to the others, and only a message that exists gets any.
 * @param services in the order in which it is their turn
 * @param underWay number of messages that are being handed over in this lane
 * @param isBehind whether a lane before this one has something to send
 */
export function roomsOf(
  services: readonly Waiting[],
  { underWay, isBehind, at }: { underWay: number; isBehind: boolean; at: number },
): Map<string, number> {
  const rooms = new Map<string, number>();
  const room = ({ service }: Waiting) => rooms.get(service) ?? 0;
  const hasRoom = (one: Waiting) =>
    room(one) < one.waiting && one.underWay + room(one) < (one.failures > 0 ? 1 : MOST_PER_SERVICE);
  let open = services.filter(({ due }) => due <= at);
  for (let left = (isBehind ? PLACES_BEHIND : PLACES) - underWay; left > 0; left -= 1) {
    open = open.filter(hasRoom);
    const [first, ...others] = open;
    if (!first) break;
    const fewest = (a: Waiting, b: Waiting) => (b.underWay + room(b) < a.underWay + room(a) ? b : a);
    const next = others.reduce(fewest, first);
    rooms.set(next.service, room(next) + 1);
  }
  return rooms;
}

/**
 * The answer of a push service: its status, 0 if there was none, and the ms that it asks to wait.
 * `hasNoHost`: there is no server of that name.
 */
export interface PushAnswer {
  status: number;
  retryAfter: number | null;
  hasNoHost?: boolean;
}

/** What happens to a delivery: `done` and `refused` leave the queue, `gone` takes the subscription with it. */
export type Verdict = 'done' | 'gone' | 'refused' | 'late' | { again: number };

/**
 * Decides what an answer means for the delivery and for its service.
 * @param given.tries number of earlier attempts
 * @param given.began when the attempt began: one that began before the service asked to wait says nothing new about it
 * @param given.until when the message is given up
 * @param given.isHeardOf whether the service is known to exist; if not, and it has no server, its devices are invented
 * @param given.random from 0 to 1, which spreads later attempts over time
 */
export function judge(
  { status, retryAfter, hasNoHost = false }: PushAnswer,
  given: {
    tries: number;
    began: number;
    at: number;
    until: number;
    service: ServiceState;
    isHeardOf: boolean;
    random: number;
  },
): { delivery: Verdict; service: ServiceState } {
  const { tries, began, at, until, service, isHeardOf, random } = given;
  const isNews = began >= service.due;
  const healthy = isNews ? { failures: 0, due: 0 } : service;
  if (status >= 200 && status < 300) return { delivery: 'done', service: healthy };
  if (status === 404 || status === 410 || (hasNoHost && !isHeardOf)) return { delivery: 'gone', service: healthy };
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
