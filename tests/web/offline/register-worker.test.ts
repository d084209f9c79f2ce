import { afterEach, expect, test, vi } from 'vitest';
import { registerWorker } from '../../../web/src/browser/register-worker.ts';

const HOUR = 3600_000;

/** Opens a page with a service worker, on a device whose clock the test sets. */
async function openPage({ controller = {}, isFirst = false }: { controller?: object | null; isFirst?: boolean } = {}) {
  vi.useFakeTimers({ toFake: ['Date'] });
  const seen = { updates: 0, offers: 0, posted: [] as unknown[] };
  const release = { postMessage: (message: unknown) => void seen.posted.push(message) };
  const registration = Object.assign(new EventTarget(), {
    update: async () => void (seen.updates += 1),
    installing: null as EventTarget | null,
    waiting: null as object | null,
    active: isFirst ? null : release,
  });
  const serviceWorker = Object.assign(new EventTarget(), { controller, register: async () => registration });
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('document', page);
  registerWorker({
    updateWaits: (activate) => {
      seen.offers += 1;
      activate();
    },
  });
  await new Promise((done) => setTimeout(done));
  return {
    seen,
    /** Reports a new release so late that its installation has already failed or is already waiting. */
    findLate(end: 'failed' | 'waits') {
      registration.waiting = end === 'waits' ? release : null;
      registration.dispatchEvent(new Event('updatefound'));
    },
    /** Reports a new release, and then that its installation has ended. */
    install(end: 'failed' | 'waits') {
      const installing = new EventTarget();
      registration.installing = installing;
      registration.dispatchEvent(new Event('updatefound'));
      Object.assign(registration, { installing: null, waiting: end === 'waits' ? release : null });
      installing.dispatchEvent(new Event('statechange'));
    },
    passTime: (ms: number) => vi.setSystemTime(Date.now() + ms),
    /** Makes the page visible again. */
    async look() {
      page.dispatchEvent(new Event('visibilitychange'));
      await new Promise((done) => setTimeout(done));
    },
  };
}
afterEach(() => vi.useRealTimers());

test('a page that is never closed learns of a new release, checked once an hour', async () => {
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

test('a clock that was ahead and has been corrected does not prevent it', async () => {
  const { seen, passTime, look } = await openPage();
  passTime(-365 * 24 * HOUR);
  await look();
  await look();
  expect(seen.updates).toBe(1);
});

test('a new release is offered once it is installed, not before and not if it fails', async () => {
  const { seen, install } = await openPage();
  install('failed');
  expect(seen.offers).toBe(0);
  install('waits');
  expect([seen.offers, seen.posted]).toEqual([1, [{ type: 'SKIP_WAITING' }]]);
});

test('the first worker of a device is no new release', async () => {
  const { seen, install } = await openPage({ controller: null, isFirst: true });
  install('waits');
  expect(seen.offers).toBe(0);
});

test('a release that failed before the browser reports it is ignored', async () => {
  const { seen, findLate } = await openPage();
  findLate('failed');
  expect(seen.offers).toBe(0);
});

test('a release that was waiting before the browser reports it is offered too', async () => {
  const { seen, findLate } = await openPage();
  findLate('waits');
  expect([seen.offers, seen.posted]).toEqual([1, [{ type: 'SKIP_WAITING' }]]);
});

test('a page that was being loaded while the worker took over asks it to control the page', async () => {
  expect((await openPage({ controller: null })).seen.posted).toEqual([{ type: 'claim' }]);
  expect((await openPage()).seen.posted).toEqual([]);
});
