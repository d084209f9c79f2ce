import { onTestFinished } from 'vitest';
import { openStore } from '../../../web/src/offline/store/public-db.ts';
import { createReading } from '../../../web/src/offline/reading/public-reading.ts';
import type { News } from '../../../web/src/offline/reading/public-reading.ts';
import { NOON, fakeFeed } from './fake-feed.ts';
import type { FakeFeed } from './fake-feed.ts';

let devices = 0;

/** A server with a change feed and, by their path, the answers of its other calls; `null` is not found. */
export function townHall(feed: FakeFeed = fakeFeed()) {
  const hall = {
    feed,
    answers: {} as Record<string, unknown>,
    /** Paths asked for, without those of the feed. */
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
      // What the answer says is fixed before it sets out.
      const given = structuredClone(hall.answers[path]) ?? null;
      await hall.before(path);
      init?.signal?.throwIfAborted();
      return given === null ? json({ code: 'not-found', message: '' }, 404) : json(given);
    }) as typeof globalThis.fetch,
  };
  return hall;
}
export type TownHall = ReturnType<typeof townHall>;

/** A tab of a device; tabs of one device share its name and hear each other's news. */
export function openTab(hall: TownHall, name = `device-${(devices += 1)}`, others: ((news: News) => void)[] = []) {
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
