import { TICKETS_SYNC } from './names.ts';
import { sendWaiting } from './send-waiting.ts';

/**
 * A service worker of its own, for who has opened the form: it controls no page, and sends what waits when the network
 * is back and no page is open. In the worker of all residents it would be a part that nearly nobody needs.
 */
addEventListener('install', () => void (globalThis as unknown as { skipWaiting(): void }).skipWaiting());
addEventListener('sync', (event) => {
  const sync = event as Event & { tag: string; waitUntil(work: Promise<unknown>): void };
  if (sync.tag === TICKETS_SYNC) sync.waitUntil(sendWaiting());
});
