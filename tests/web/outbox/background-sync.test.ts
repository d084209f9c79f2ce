import { expect, test } from 'vitest';
import { syncInBackground } from '../../../web/src/offline/outbox/background-sync.ts';
import type { Outbox, Snapshot } from '../../../web/src/offline/outbox/outbox-types.ts';
import { DRAIN_CALL } from '../../../web/src/page-and-worker/messages.ts';

function openPage({ hasSync = true } = {}) {
  const registered: string[] = [];
  const drained: string[] = [];
  const clock = { now: 0 };
  const worker = Object.assign(new EventTarget(), {
    ready: Promise.resolve({ ...(hasSync && { sync: { register: (tag: string) => void registered.push(tag) } }) }),
  });
  let snapshot = { operations: [], pausedUntil: null } as unknown as Snapshot;
  let listener = () => {};
  const outbox = {
    getSnapshot: () => snapshot,
    subscribe(next: () => void) {
      listener = next;
      return () => {
        listener = () => {};
      };
    },
    drain: (trigger: string) => Promise.resolve(void drained.push(trigger)),
  };
  const end = syncInBackground(outbox as unknown as Outbox, {
    worker: worker as unknown as ServiceWorkerContainer,
    now: () => clock.now,
  });
  return {
    registered,
    drained,
    end,
    clock,
    async becomes(waiting: number, pausedUntil: number | null) {
      snapshot = { operations: Array(waiting).fill({}), pausedUntil } as unknown as Snapshot;
      listener();
      await Promise.resolve();
      await Promise.resolve();
    },
    hear: (data: unknown) => worker.dispatchEvent(new MessageEvent('message', { data })),
  };
}

test('requests one event each time the queue is stuck', async () => {
  const page = openPage();
  await page.becomes(0, 1000);
  await page.becomes(1, null);
  expect(page.registered).toEqual([]);
  await page.becomes(1, 1000);
  await page.becomes(2, 2000);
  expect(page.registered).toEqual(['outbox']);
  await page.becomes(0, null);
  await page.becomes(1, 3000);
  expect(page.registered).toEqual(['outbox', 'outbox']);
});

test('with a network and a stopped server the events come at once, and are not requested again and again', async () => {
  const page = openPage();
  await page.becomes(1, 1000);
  for (let n = 0; n < 20; n++) {
    page.hear(DRAIN_CALL);
    await page.becomes(1, 2000 + n);
    page.clock.now += 1000;
  }
  expect(page.registered).toEqual(['outbox']);
  page.clock.now += 60_000;
  await page.becomes(1, 90_000);
  await page.becomes(1, 91_000);
  expect(page.registered).toEqual(['outbox', 'outbox']);
});

test('drains when the worker reports the event, and only then', () => {
  const page = openPage();
  page.hear(DRAIN_CALL);
  for (const other of [null, 'drain', { type: 'CACHE_UPDATED' }]) page.hear(other);
  expect(page.drained).toEqual(['sync']);
  page.end();
  page.hear(DRAIN_CALL);
  expect(page.drained).toEqual(['sync']);
});

test('a browser without the event is left alone', async () => {
  const page = openPage({ hasSync: false });
  await page.becomes(1, 1000);
  expect(page.registered).toEqual([]);
});
