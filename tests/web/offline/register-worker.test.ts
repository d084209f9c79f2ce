import { afterEach, expect, test, vi } from 'vitest';
import { registerWorker } from '../../../web/src/browser/register-worker.ts';

const HOUR = 3600_000;

/** A page with a worker, on a device whose clock the test sets. */
async function openPage() {
  vi.useFakeTimers({ toFake: ['Date'] });
  const seen = { updates: 0 };
  const registration = Object.assign(new EventTarget(), { update: async () => void (seen.updates += 1) });
  const serviceWorker = Object.assign(new EventTarget(), { controller: null, register: async () => registration });
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible', readyState: 'complete' });
  // As it is shipped: without messages for developers.
  vi.stubEnv('NODE_ENV', 'production');
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', new URL('https://portal.example/'));
  registerWorker({ updateWaits: () => {} });
  await new Promise((done) => setTimeout(done));
  return {
    seen,
    passTime: (ms: number) => vi.setSystemTime(Date.now() + ms),
    /** Somebody looks at the page again. */
    async look() {
      page.dispatchEvent(new Event('visibilitychange'));
      await new Promise((done) => setTimeout(done));
    },
  };
}
afterEach(() => vi.useRealTimers());

test('who never closes the page hears of a new release, asked for once in an hour', async () => {
  const { seen, passTime, look } = await openPage();
  await look();
  expect(seen.updates).toBe(0);
  passTime(HOUR);
  await look();
  await look();
  expect(seen.updates).toBe(1);
  passTime(HOUR);
  await look();
  expect(seen.updates).toBe(2);
});

test('a clock that was ahead and is right again does not stand in the way', async () => {
  const { seen, passTime, look } = await openPage();
  passTime(-365 * 24 * HOUR);
  await look();
  await look();
  expect(seen.updates).toBe(1);
});
