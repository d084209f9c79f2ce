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
/** Maximum number of links in what a person writes. */
const MOST_LINKS = 2;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Maximum number of texts and networks that are remembered. */
const MOST_REMEMBERED = 5000;

export interface Suspicion {
  /** Counts a new ticket. @throws Problem 429 with the time to wait when there are too many */
  count(address: string | undefined): void;
  /** The same for somebody who follows one: these do not use up what tickets may be. */
  countFollower(address: string | undefined): void;
  /** Whether a ticket may be no person's: it is kept apart, and nobody is told of it. */
  isSuspect(ticket: NewTicket, address: string | undefined): boolean;
}

/** Tells floods from people, in memory: a restart forgets. @param now ms since the epoch */
export function openSuspicion(now: () => number): Suspicion {
  const perHour = (burst: number) => ({ now, burst, perSecond: burst / 3600 });
  const ofNetwork = createNetworkLimiter(perHour(HARD_LIMITS.network));
  const ofAll = createRateLimiter(perHour(HARD_LIMITS.all));
  const followersOfNetwork = createNetworkLimiter(perHour(HARD_LIMITS.network));
  const followersOfAll = createRateLimiter(perHour(HARD_LIMITS.all));
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
    count(address) {
      ofNetwork(address);
      ofAll('');
    },
    countFollower(address) {
      followersOfNetwork(address);
      followersOfAll('');
    },
    isSuspect({ trap, seconds, text }, address) {
      const links = text.match(/https?:|www\./gi)?.length ?? 0;
      // All of them count, whatever the first says.
      const signs = [
        trap !== '',
        seconds < TICKET_LIMITS.secondsLeast,
        links > MOST_LINKS,
        wasSaid(text),
        countIn(addressKey(address ?? '')) >= SOFT_LIMITS.network,
        countIn('') >= SOFT_LIMITS.all,
      ];
      return signs.includes(true);
    },
  };
}

function forgetOldest(map: Map<string, unknown>): void {
  const oldest = map.keys().next();
  if (map.size > MOST_REMEMBERED && !oldest.done) map.delete(oldest.value);
}
