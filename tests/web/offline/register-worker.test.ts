import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { registerWorker } from '../../../web/src/browser/register-worker.ts';

const HOUR = 3600_000;

/** An EventTarget like in browsers, not like Node's: listeners of the capture phase are called before the others. */
class BrowserTarget extends EventTarget {
  readonly #early = new EventTarget();
  override addEventListener(...[type, listener, options]: Parameters<EventTarget['addEventListener']>): void {
    const isEarly = typeof options === 'object' && options.capture === true;
    if (isEarly) this.#early.addEventListener(type, listener);
    else super.addEventListener(type, listener);
  }
  override dispatchEvent(event: Event): boolean {
    let isStopped = false;
    const early = new Event(event.type);
    early.stopImmediatePropagation = () => {
      isStopped = true;
    };
    this.#early.dispatchEvent(early);
    return isStopped || super.dispatchEvent(event);
  }
}

/** Opens a page with a service worker, on a device whose clock the test sets. */
async function openPage({ controller = {} }: { controller?: object | null } = {}) {
  vi.useFakeTimers({ toFake: ['Date'] });
  const seen = { updates: 0, offers: 0, posted: [] as unknown[] };
  const registration = Object.assign(new BrowserTarget(), {
    update: async () => void (seen.updates += 1),
    installing: null,
    waiting: null as object | null,
    active: { postMessage: (message: unknown) => void seen.posted.push(message) },
  });
  const serviceWorker = Object.assign(new EventTarget(), { controller, register: async () => registration });
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible', readyState: 'complete' });
  // As in production, without messages for developers.
  vi.stubEnv('NODE_ENV', 'production');
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', new URL('https://portal.example/'));
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
      registration.waiting =
        end === 'waits' ? { postMessage: (message: unknown) => void seen.posted.push(message) } : null;
      registration.dispatchEvent(new Event('updatefound'));
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

test('a release that failed before the browser reports it is ignored without an error', async () => {
  const { seen, findLate } = await openPage();
  const errors: unknown[] = [];
  const hear = (error: unknown) => void errors.push(error);
  process.on('uncaughtException', hear);
  onTestFinished(() => void process.off('uncaughtException', hear));
  findLate('failed');
  await new Promise((done) => setTimeout(done));
  expect(errors).toEqual([]);
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
