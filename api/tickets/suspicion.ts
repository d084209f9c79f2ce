import { createHash } from 'node:crypto';
import { addressKey } from '../http/networks.ts';
import { createNetworkLimiter, createRateLimiter } from '../http/limits/rate.ts';
import { TICKET_LIMITS } from '../contract/tickets/ticket.ts';
import type { NewTicket } from '../contract/tickets/ticket.ts';
import { fold } from '../contract/values/text.ts';

/** Maximum number of new tickets in an hour: of one network, and of all. A town of 30,000 has some 20 a day. */
export const HARD_LIMITS = { network: 20, all: 400 } as const;
/** From these on, tickets of an hour go to the tray of the suspect. Phones of a provider share an address. */
const SOFT_LIMITS = { network: 8, all: 80 } as const;
/** From so many new tickets within a time (ms) on, each has to be paid for with work (`proofs.ts`). */
export const FLOOD = { tickets: 30, within: 600_000 } as const;
/** Maximum number of links in what a person writes. */
const MOST_LINKS = 2;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Maximum number of texts and networks that are remembered. */
const MOST_REMEMBERED = 5000;

export interface Suspicion {
  /** Notes that somebody sends a new ticket, whatever becomes of it. */
  tried(): void;
  isFlooded(): boolean;
  /**
   * Counts a new ticket. Those that are paid for with work are counted apart, here and below: a flood of others does
   * not use up their room, not even from the same network, as that of all telephones of a provider.
   * @throws Problem 429 with the time to wait when there are too many
   */
  count(address: string | undefined, isProven: boolean): void;
  /** The same for somebody who follows one: these do not use up what tickets may be. */
  countFollower(address: string | undefined): void;
  /** Whether a ticket may be no person's: it is kept apart, and nobody is told of it. */
  isSuspect(ticket: NewTicket, address: string | undefined, isProven: boolean): boolean;
}

/** Tells floods from people, in memory: a restart forgets. @param now ms since the epoch */
export function openSuspicion(now: () => number): Suspicion {
  const perHour = (burst: number) => ({ now, burst, perSecond: burst / 3600 });
  const followersOfNetwork = createNetworkLimiter(perHour(HARD_LIMITS.network));
  const followersOfAll = createRateLimiter(perHour(HARD_LIMITS.all));
  const limits = () => ({
    ofNetwork: createNetworkLimiter(perHour(HARD_LIMITS.network)),
    ofAll: createRateLimiter(perHour(HARD_LIMITS.all)),
  });
  const [paid, unpaid] = [limits(), limits()];
  /** Times of the last new tickets. */
  const last: number[] = [];
  const isFlooded = () => last.length === FLOOD.tickets && (last[0] ?? 0) > now() - FLOOD.within;
  const times = new Map<string, number[]>();
  const texts = new Map<string, number>();

  function countIn(key: string): number {
    const recent = (times.get(key) ?? []).filter((at) => at > now() - HOUR);
    times.delete(key);
    times.set(key, [...recent, now()].slice(-SOFT_LIMITS.all - 1));
    forgetOldest(times);
    return recent.length;
  }
  function wasSaid(text: string): boolean {
    const key = createHash('sha256').update(fold(text)).digest('base64');
    const before = texts.get(key);
    texts.delete(key);
    texts.set(key, now());
    forgetOldest(texts);
    return before !== undefined && before > now() - DAY;
  }

  return {
    tried() {
      last.push(now());
      if (last.length > FLOOD.tickets) last.shift();
    },
    isFlooded,
    count(address, isProven) {
      const { ofNetwork, ofAll } = isProven ? paid : unpaid;
      ofNetwork(address);
      ofAll('');
    },
    countFollower(address) {
      followersOfNetwork(address);
      followersOfAll('');
    },
    isSuspect({ trap, seconds, text }, address, isProven) {
      const links = text.match(/https?:|www\./gi)?.length ?? 0;
      // All of them count, whatever the first says.
      const signs = [
        trap !== '',
        seconds < TICKET_LIMITS.secondsLeast,
        links > MOST_LINKS,
        wasSaid(text),
        countIn(`${isProven} ${addressKey(address ?? '')}`) >= SOFT_LIMITS.network,
        countIn(String(isProven)) >= SOFT_LIMITS.all,
        isFlooded() && !isProven,
      ];
      return signs.includes(true);
    },
  };
}

function forgetOldest(map: Map<string, unknown>): void {
  const oldest = map.keys().next();
  if (map.size > MOST_REMEMBERED && !oldest.done) map.delete(oldest.value);
}
