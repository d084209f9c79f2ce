import { staffTicketCalls } from '#contract/addresses/ticket-calls';
import type { TicketFeed } from '#contract/tickets/staff-ticket';
import { openTabLock } from '../../browser/tab-lock.ts';
import { sessionEnd } from '../session-end.ts';
import type { DeskStore } from '../store/desk-store.ts';
import { Unreachable } from './api-call.ts';
import type { ApiCall } from './api-call.ts';
import type { Pulled } from './sync.ts';

/** Maximum number of pieces of one pull: a feed that never ends must not keep the device busy. */
const MOST_PIECES = 2000;

/**
 * Returns what fills the store of tickets or brings it up to date, one tab after the other.
 * @param callApi makes a call as the person who is logged in
 * @param userId of that person
 */
export function createDeskPull(store: DeskStore, callApi: ApiCall, userId: string): () => Promise<Pulled> {
  const lock = openTabLock(globalThis.navigator?.locks ?? null, 'feed portal-desk');

  async function pullAll(): Promise<Pulled> {
    for (let pieces = 0; pieces < MOST_PIECES; pieces++) {
      const since = await store.cursor();
      const answer = await callApi(staffTicketCalls.feed(since));
      const end = sessionEnd(answer);
      if (end) return end;
      // A server of an earlier release has no tickets.
      if (answer.status === 404) return 'done';
      if (answer.status !== 200 || !isFeed(answer.body)) return 'unreachable';
      if (!(await store.apply(userId, since, answer.body))) return 'done';
      if (!answer.body.more) return 'done';
    }
    return 'done';
  }

  return async () => {
    try {
      return await lock.run(pullAll);
    } catch (error) {
      if (error instanceof Unreachable) return 'unreachable';
      // The device cannot keep them: the rest of the back office works on.
      return 'no-store';
    }
  };
}

function isFeed(body: unknown): body is TicketFeed {
  const { cursor, puts, dels } = (body ?? {}) as Partial<TicketFeed>;
  return typeof cursor === 'string' && Array.isArray(puts) && Array.isArray(dels);
}
