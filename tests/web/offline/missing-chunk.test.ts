import { expect, test } from 'vitest';
import { reloadOnMissingChunk } from '../../../web/src/browser/missing-chunk.ts';

function openPage({ onLine = true, storage = true, isServed = async () => true } = {}) {
  const memory = new Map<string, string>();
  const clock = { now: 1_000_000 };
  const seen = { reloads: 0 };
  const page = Object.assign(new EventTarget(), {
    navigator: { onLine },
    location: { reload: () => void (seen.reloads += 1) },
  });
  Object.defineProperty(page, 'sessionStorage', {
    get() {
      if (!storage) throw new DOMException('not allowed', 'SecurityError');
      return {
        getItem: (key: string) => memory.get(key) ?? null,
        setItem: (key: string, value: string) => void memory.set(key, value),
      };
    },
  });
  reloadOnMissingChunk({ page: page as unknown as Window, now: () => clock.now, isServed });
  return {
    clock,
    seen,
    /** Reports code that could not be loaded, and waits for what follows. */
    async miss() {
      page.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

test('code that is missing after a deploy reloads the page, at most once a minute', async () => {
  const { seen, miss, clock } = openPage();
  await miss();
  expect(seen.reloads).toBe(1);
  clock.now += 5000;
  await miss();
  expect(seen.reloads).toBe(1);
  clock.now += 3_600_000;
  await miss();
  expect(seen.reloads).toBe(2);
});

test('a page that is being left, or whose server is down, is not reloaded now, but may be later', async () => {
  let isThere = false;
  const { seen, miss } = openPage({ isServed: async () => isThere });
  await miss();
  expect(seen.reloads).toBe(0);
  isThere = true;
  await miss();
  expect(seen.reloads).toBe(1);
});

test('a page that is being left gets no answer', async () => {
  const { seen, miss } = openPage({ isServed: () => new Promise(() => {}) });
  await miss();
  await miss();
  expect(seen.reloads).toBe(0);
});

test('a clock that was ahead and has been corrected does not prevent it', async () => {
  const { seen, miss, clock } = openPage();
  await miss();
  clock.now -= 3_600_000;
  await miss();
  await miss();
  expect(seen.reloads).toBe(2);
});

test('offline nothing is discarded', async () => {
  const { seen, miss } = openPage({ onLine: false });
  await miss();
  expect(seen.reloads).toBe(0);
});

test('a page that cannot remember a reload does not start one', async () => {
  const { seen, miss } = openPage({ storage: false });
  await miss();
  expect(seen.reloads).toBe(0);
});
