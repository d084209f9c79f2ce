import { expect, test } from 'vitest';
import { reloadOnMissingChunk } from '../../../web/src/offline/missing-chunk.ts';

function openPage({ onLine = true, storage = true } = {}) {
  const memory = new Map<string, string>();
  const clock = { now: 1_000_000 };
  const seen = { reloads: 0 };
  const page = Object.assign(new EventTarget(), { navigator: { onLine }, location: { reload: () => void (seen.reloads += 1) } });
  Object.defineProperty(page, 'sessionStorage', {
    get() {
      if (!storage) throw new DOMException('not allowed', 'SecurityError');
      return { getItem: (key: string) => memory.get(key) ?? null, setItem: (key: string, value: string) => void memory.set(key, value) };
    },
  });
  reloadOnMissingChunk({ page: page as unknown as Window, now: () => clock.now });
  return {
    clock, seen,
    /** @returns was the failure taken care of? */
    miss: () => !page.dispatchEvent(new Event('vite:preloadError', { cancelable: true })),
  };
}

test('code that is gone after a deploy loads the page again, once', () => {
  const { seen, miss, clock } = openPage();
  expect(miss()).toBe(true);
  expect(seen.reloads).toBe(1);
  clock.now += 5000;
  expect(miss()).toBe(false);
  expect(seen.reloads).toBe(1);
  clock.now += 3_600_000;
  expect(miss()).toBe(true);
});

test('a clock that was ahead and is right again does not stand in the way', () => {
  const { seen, miss, clock } = openPage();
  miss();
  clock.now -= 3_600_000;
  expect(miss()).toBe(true);
  expect(miss()).toBe(false);
  expect(seen.reloads).toBe(2);
});

test('without a network nothing is thrown away', () => {
  const { seen, miss } = openPage({ onLine: false });
  expect(miss()).toBe(false);
  expect(seen.reloads).toBe(0);
});

test('where the page cannot remember, it does not begin', () => {
  const { seen, miss } = openPage({ storage: false });
  expect(miss()).toBe(false);
  expect(seen.reloads).toBe(0);
});
