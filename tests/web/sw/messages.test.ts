import { expect, onTestFinished, test, vi } from 'vitest';
import { tellWorker } from '../../../web/src/page-and-worker/messages.ts';

/** A browser with this service worker for the site. */
function openBrowser(registration: object | undefined): void {
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  onTestFinished(() => void vi.unstubAllGlobals());
}

test('a page tells the worker that serves the site', async () => {
  const told: unknown[] = [];
  openBrowser({ active: { postMessage: (message: unknown) => void told.push(message) } });
  await tellWorker({ type: 'claim' });
  expect(told).toEqual([{ type: 'claim' }]);
});

test('without a worker, or in a browser that has none, nobody is told', async () => {
  for (const registration of [undefined, { active: null }]) {
    openBrowser(registration);
    await tellWorker({ type: 'claim' });
  }
  vi.stubGlobal('navigator', {});
  await expect(tellWorker({ type: 'claim' })).resolves.toBeUndefined();
});
