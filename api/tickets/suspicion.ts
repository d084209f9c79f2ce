import { createHash } from 'node:crypto';
import { addressKey, widerKey } from '../http/networks.ts';
import { createNetworkLimiter, createRateLimiter } from '../http/limits/rate.ts';
import { USUAL_BITS } from '../contract/tickets/proof.ts';
import { TICKET_LIMITS } from '../contract/tickets/ticket.ts';
import type { NewTicket } from '../contract/tickets/ticket.ts';
import { fold } from '../contract/values/text.ts';

/** Maximum number of new tickets in an hour: of one network, and of all. A town of 30,000 has some 20 a day. */
export const HARD_LIMITS = { network: 20, all: 400 } as const;
/** From these on, tickets of an hour go to the tray of the suspect. Phones of a provider share an address. */
const SOFT_LIMITS = { network: 8, all: 80 } as const;
/** From so many new tickets within a time (ms) on, each has to be paid for with work (`proofs.ts`). */
export const FLOOD = { tickets: 30, within: 600_000 } as const;
/** So many paid tickets of an hour make the next ones twice as dear; twice as many more, again. */
const DEARER = 20;
/** A cheap telephone takes some seconds for these, and its queue gives a call up that stalls (`outbox/send.ts`). */
const DEAREST = USUAL_BITS + 3;
/** Maximum number of links in what a person writes. */
const MOST_LINKS = 2;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Maximum number of texts and networks that are remembered. */
const MOST_REMEMBERED = 5000;

export interface Suspicion {
  /**
   * Notes that somebody sends a new ticket, unless its network has sent all that it may: those that are refused for
   * that are no flood, so that no single network has everybody else work.
   */
  tried(address: string | undefined): void;
  isFlooded(): boolean;
  /** Returns how many bits a puzzle has now: the more, the more tickets were paid for in the last hour. */
  bits(): number;
  /**
   * Counts a new ticket. Those that are paid for with work are counted apart, here and below: a flood of others does
   * not use up their room, not even from the same network, as that of all telephones of a provider. Half of the room
   * of those that are paid for is for networks that have sent none in that hour.
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
  const triesOfNetwork = createNetworkLimiter(perHour(HARD_LIMITS.network));
  const unpaidOfNetwork = createNetworkLimiter(perHour(HARD_LIMITS.network));
  const unpaidOfAll = createRateLimiter(perHour(HARD_LIMITS.all));
  const paidOfNetwork = createNetworkLimiter(perHour(HARD_LIMITS.network));
  const paidOfHalf = createRateLimiter(perHour(HARD_LIMITS.all / 2));
  /** Times of the paid tickets of the last hour, and of the last one of a network. */
  let paid: number[] = [];
  const payers = new Map<string, number>();
  /** Times of the last new tickets. */
  const last: number[] = [];
  const isFlooded = () => last.length === FLOOD.tickets && (last[0] ?? 0) > now() - FLOOD.within;
  const times = new Map<string, number[]>();
  const texts = new Map<string, number>();

  function countPaid(address = ''): void {
    paidOfNetwork(address);
    // Whoever has one network of IPv6 has thousands.
    const network = widerKey(address) ?? addressKey(address);
    const isNew = (payers.get(network) ?? 0) <= now() - HOUR;
    if (!isNew || !takes(() => paidOfHalf('new'))) paidOfHalf('known');
    payers.delete(network);
    payers.set(network, now());
    forgetOldest(payers);
    paid = [...paid.filter((at) => at > now() - HOUR), now()];
  }
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
    tried(address) {
      if (!takes(() => triesOfNetwork(address))) return;
      last.push(now());
      if (last.length > FLOOD.tickets) last.shift();
    },
    isFlooded,
    bits() {
      const { length } = paid.filter((at) => at > now() - HOUR);
      return Math.min(DEAREST, USUAL_BITS + Math.floor(Math.log2(1 + length / DEARER)));
    },
    count(address, isProven) {
      if (isProven) return countPaid(address);
      unpaidOfNetwork(address);
      unpaidOfAll('');
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

/** Whether a limit lets something pass. */
function takes(take: () => void): boolean {
  try {
    take();
    return true;
  } catch {
    return false;
  }
}

function forgetOldest(map: Map<string, unknown>): void {
  const oldest = map.keys().next();
  if (map.size > MOST_REMEMBERED && !oldest.done) map.delete(oldest.value);
}
