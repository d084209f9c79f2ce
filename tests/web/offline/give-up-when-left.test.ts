import { expect, onTestFinished, test, vi } from 'vitest';
import type { Store } from '../../../web/src/offline/store/public-db.ts';
import { story } from './fake-feed.ts';

/** Opens another page on the same databases, which can be left and returned to. */
async function openPage() {
  const events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.resetModules();
  const { openStore } = await import('../../../web/src/offline/store/public-db.ts');
  const store: Store = openStore('left');
  onTestFinished(() => store.close());
  const tell = (type: string, persisted: boolean) =>
    void events.dispatchEvent(Object.assign(new Event(type), { persisted }));
  return {
    count: () => store.use((db) => db.records.count()),
    /** Writes in a long-running transaction. */
    writeSlowly: (onBegun = () => {}) =>
      store.use((db) =>
        db.transaction('rw', db.records, async () => {
          await db.records.put({ type: 'story', id: 'a', seq: 1, record: story('a') });
          onBegun();
          for (let n = 0; n < 200; n++) await db.records.count();
          return true;
        }),
      ),
    leave: () => tell('pagehide', true),
    comeBack: () => tell('pageshow', true),
  };
}

test('in WebKit a page that is left aborts its transactions, so that the next one does not wait, and works when it is shown again', async () => {
  vi.stubGlobal('navigator', { vendor: 'Apple Computer, Inc.' });
  const left = await openPage();
  const next = await openPage();
  expect(await next.count()).toBe(0);
  let writing: Promise<unknown> | undefined;
  await new Promise<void>((begun) => {
    writing = left.writeSlowly(begun);
  });
  left.leave();
  expect(await next.count()).toBe(0);
  expect(await writing).toBeUndefined();
  left.comeBack();
  expect(await left.writeSlowly()).toBe(true);
  expect(await next.count()).toBe(1);
});
