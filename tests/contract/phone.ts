import 'fake-indexeddb/auto';
import { expect, onTestFinished } from 'vitest';
import { openFeed } from '../../api/records/feed.ts';
import { createDeviceReader } from '../../web/src/offline/reading/device-reader.ts';
import type { DeviceAnswer } from '../../web/src/offline/reading/device-reader.ts';
import { openStore } from '../../web/src/offline/store/public-db.ts';
import { createSync } from '../../web/src/offline/pull/sync.ts';
import type { PublicReader } from '#contract/reader';
import type { Day } from '#contract/values/dates';
import type { Town } from '../api/town.ts';

type Method = keyof PublicReader;
/** What is asked of a reader: a method and what it is given. */
export type Question = [Method, ...unknown[]];
export type AnyReader = Record<Method, (...args: unknown[]) => Promise<unknown>>;

/**
 * A device of a resident of a town, with a store of its own.
 * @param today the day that it takes for today
 */
export function openPhone(town: Town, today: () => Day) {
  let meanwhile = () => {};
  const store = openStore(`parity-${Math.random()}`);
  const feed = openFeed({ db: town.db, now: () => town.clock.now, scope: 'public' });
  const sync = createSync({
    store,
    name: 'parity',
    now: () => town.clock.now,
    feedUrl: (query) => query,
    callApi: async (url) => {
      if (url !== '') meanwhile();
      const query = new URLSearchParams(url.slice(1));
      const body: unknown = JSON.parse(
        JSON.stringify(feed.read({ since: query.get('since') ?? undefined, next: query.get('next') ?? undefined })),
      );
      return { status: 200, body, at: town.clock.now };
    },
  });
  onTestFinished(() => store.close());
  return {
    async pull(between = () => {}) {
      meanwhile = between;
      expect(await sync.pull()).toBe('done');
    },
    held([method, ...args]: Question): Promise<DeviceAnswer<unknown>> {
      const device = createDeviceReader({ store, today, now: () => town.clock.now }) as unknown as Record<
        Method,
        (...args: unknown[]) => Promise<DeviceAnswer<unknown>>
      >;
      return device[method](...args);
    },
  };
}
