import type { Feed } from '#contract/messages/feed-messages';
import { feedQuery } from '#contract/addresses/public-calls';
import { applyFeed } from '../store/apply-feed.ts';
import type { Applied } from '../store/apply-feed.ts';
import { Unreachable } from './api-call.ts';
import type { ApiCall } from './api-call.ts';
import { sessionEnd } from '../session-end.ts';
import type { SessionEnd } from '../session-end.ts';
import type { FeedStanding, Store } from '../store/public-db.ts';
import { feedOf } from '../store/record-shape.ts';
import { openTabLock } from '../../browser/tab-lock.ts';

/** `no-store`: the device cannot keep anything. */
export type Pulled = 'done' | 'unreachable' | SessionEnd | 'no-store';

export interface Sync {
  /** Fills the store, or brings it up to date. The tabs that share it do so one after the other, piece by piece. */
  pull(): Promise<Pulled>;
}

/**
 * Keeps a store level with a change feed: the public one, or that of the back office.
 * @param name of the store's database, which the tabs of a device share
 * @param headers gives the headers of a request
 * @param applied called with every piece that the store has taken in
 */
export function createSync({
  store,
  name,
  feedUrl,
  headers = () => ({}),
  callApi,
  now,
  applied = () => {},
}: {
  store: Store;
  name: string;
  feedUrl: (query: string) => string;
  headers?: () => Record<string, string>;
  callApi: ApiCall;
  now: () => number;
  applied?: (piece: Feed, outcome: Applied & { is: 'applied' }) => void;
}): Sync {
  const lock = openTabLock(globalThis.navigator?.locks ?? null, `feed ${name}`);

  /** Pulls one piece, so that no tab holds the lock for longer than an answer takes. @returns null if there are more */
  async function next(): Promise<Pulled | null> {
    const read = await store.use(async (db) => ({ standing: (await db.standing.get('feed')) ?? null }));
    if (!read) return 'no-store';
    const asked = read.standing;
    const askedAt = now();
    const askFor = (query: string) => callApi(feedUrl(query), { headers: headers() });
    let answer = await askFor(queryOf(asked));
    // A cursor or a token that a newer server does not understand: from the beginning.
    const isLost = answer.status === 400 && asked !== null;
    if (isLost) answer = await askFor(feedQuery.fill());
    const { status, body, at } = answer;
    const end = status === 403 ? 'expired' : sessionEnd(answer);
    if (end) return end;
    const piece = status === 200 ? feedOf(body) : null;
    if (!piece || !isAnswerTo(isLost ? null : asked, piece)) throw new Unreachable(`the feed answered ${status}`);
    const outcome = await store.use((db) => applyFeed(db, asked, piece, { askedAt, serverAt: at }));
    if (!outcome) return 'no-store';
    if (outcome.is === 'overtaken') return null;
    applied(piece, outcome);
    if (!piece.fill && !piece.more) return 'done';
    if (isStuck(asked, outcome.standing)) throw new Unreachable('the feed does not go on');
    return null;
  }

  return {
    async pull() {
      try {
        for (;;) {
          const pulled = await lock.run(next);
          if (pulled) return pulled;
        }
      } catch (error) {
        if (error instanceof Unreachable) return 'unreachable';
        throw error;
      }
    },
  };
}

function queryOf(standing: FeedStanding | null): string {
  if (!standing) return feedQuery.fill();
  return standing.next === null ? feedQuery.since(standing.cursor) : feedQuery.next(standing.next);
}

/** A fill may come at any time, even unasked; a pull only as the answer to one of the same epoch. */
function isAnswerTo(asked: FeedStanding | null, { fill, epoch }: Feed): boolean {
  return fill === true || (asked !== null && asked.next === null && asked.epoch === epoch);
}

const isStuck = (before: FeedStanding | null, after: FeedStanding) =>
  before?.cursor === after.cursor && before.next === after.next;
