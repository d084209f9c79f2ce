import { onTestFinished } from 'vitest';
import { openStore } from '../../../web/src/offline/store/public-db.ts';
import { createReading } from '../../../web/src/offline/reading/public-reading.ts';
import type { StoreUpdate } from '../../../web/src/offline/reading/public-reading.ts';
import { NOON, fakeFeed } from './fake-feed.ts';
import type { FakeFeed } from './fake-feed.ts';

let devices = 0;

/** Opens a server with a change feed and the answers of other calls by their path; `null` is answered 404. */
export function townHall(feed: FakeFeed = fakeFeed()) {
  const hall = {
    feed,
    answers: {} as Record<string, unknown>,
    /** Requested paths, without those of the feed. */
    asked: [] as string[],
    /** The network between device and server. */
    line: 'good' as 'good' | 'dead' | 'captive portal' | 'broken',
    before: async (_path: string): Promise<void> => {},
    fetch: (async (input: string, init?: RequestInit) => {
      const path = input.replace('/api/dataPublic/', '');
      if (hall.line === 'dead') throw new TypeError('Failed to fetch');
      if (hall.line === 'captive portal')
        return new Response('<html>Ingresá tu número de habitación</html>', {
          headers: { 'content-type': 'text/html' },
        });
      if (hall.line === 'broken') return json({ code: 'internal', message: '' }, 500);
      if (path.startsWith('changes')) {
        const { status, body } = await feed.ask(path.replace('changes', ''));
        return json(body, status);
      }
      hall.asked.push(path);
      // The content of the answer is fixed before it is delayed.
      const given = structuredClone(hall.answers[path]) ?? null;
      await hall.before(path);
      init?.signal?.throwIfAborted();
      return given === null ? json({ code: 'not-found', message: '' }, 404) : json(given);
    }) as typeof globalThis.fetch,
  };
  return hall;
}
export type TownHall = ReturnType<typeof townHall>;

/** Opens a tab of a device. Tabs with the same device name share a database and notify each other. */
export function openTab(
  hall: TownHall,
  name = `device-${(devices += 1)}`,
  others: ((news: StoreUpdate) => void)[] = [],
) {
  const clock = { now: NOON };
  const store = openStore(name);
  onTestFinished(() => store.close());
  const seen = { changes: 0, freshness: 0, settled: 0 };
  const reading = createReading({
    store,
    name,
    fetch: hall.fetch,
    now: () => clock.now,
    tell: (news) => others.forEach((take) => take(news)),
    settled: () => {
      seen.settled += 1;
    },
  });
  reading.subscribe(() => {
    seen.changes += 1;
  });
  reading.subscribeFreshness(() => {
    seen.freshness += 1;
  });
  return { name, store, clock, seen, reading };
}

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json; charset=utf-8' } });
}
