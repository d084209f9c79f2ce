import { calls } from '#contract/addresses/calls';
import type { AdminStore } from '../store/admin-store.ts';
import type { ApiCall } from './api-call.ts';
import { createSync } from './sync.ts';
import type { Pulled } from './sync.ts';

/**
 * Returns what fills the store of the back office or brings it up to date, as the person who is logged in.
 * @param token of the live session; null while there is none
 * @param word headers in which this device reports its state when it pulls
 */
export function createAdminPull({
  store,
  callApi,
  now,
  token,
  word = () => ({}),
}: {
  store: AdminStore;
  callApi: ApiCall;
  now: () => number;
  token: () => string | null;
  word?: () => Record<string, string>;
}): () => Promise<Pulled> {
  const { name, rows, changed } = store;
  const headers = (): Record<string, string> =>
    token() === null ? {} : { ...word(), authorization: `Bearer ${token()}` };
  const sync = createSync({ store: rows, name, feedUrl: calls.feed, callApi, now, applied: changed, headers });
  return async () => {
    // Another tab's log-out may have cleared the store after this person's log-in here.
    if (token() !== null) await store.claim();
    // Removes what had landed when the pull began, without comparing times, because clocks may be changed.
    const before = await store.landedKeys();
    const pulled = await sync.pull();
    if (pulled !== 'done') return pulled;
    await store.forgetLanded(before);
    changed();
    return pulled;
  };
}
