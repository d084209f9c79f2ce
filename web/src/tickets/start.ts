import { syncInBackground } from '../offline/outbox/background-sync.ts';
import type { SyncWorker } from '../offline/outbox/background-sync.ts';
import { drainWithPage } from '../offline/outbox/page-triggers.ts';
import { TICKETS_SYNC } from './names.ts';
// The build makes this one: the address of a file of its own.
// eslint-disable-next-line import/default
import senderAddress from './sender.ts?worker&url';
import { tellWorker } from '../page-and-worker/messages.ts';
import { openTickets } from './open-tickets.ts';
import type { DeviceTickets } from './open-tickets.ts';

let opened: DeviceTickets | null = null;

/** Has the service worker keep the form, so that it opens without a network from now on. */
export async function keepFormCode(): Promise<void> {
  await navigator.serviceWorker?.ready;
  await tellWorker({ type: 'keep-tickets' });
}

/** The tickets of this device, once for a page: what waits is sent as long as it is open. */
export function deviceTickets(): DeviceTickets {
  if (opened) return opened;
  opened = openTickets();
  drainWithPage(opened.outbox);
  syncInBackground(opened.outbox, { tag: TICKETS_SYNC, worker: senderOf(navigator.serviceWorker) });
  return opened;
}

/**
 * The worker that sends where no page is open, as `syncInBackground` asks it; undefined where there are none. It is
 * registered at once, because without a network it could not be fetched.
 */
function senderOf(container: ServiceWorkerContainer | undefined): SyncWorker | undefined {
  if (!container) return undefined;
  const scope = new URL('./', new URL(senderAddress, location.href)).pathname;
  const register = async () => {
    const registration = await container
      .register(senderAddress, { type: 'module', scope })
      // Without a network that of an earlier release does it.
      .catch(async (error: unknown) => (await container.getRegistration(scope)) ?? Promise.reject(error));
    const coming = registration.installing ?? registration.waiting;
    if (!registration.active && coming) {
      await new Promise<void>((resolve) =>
        coming.addEventListener('statechange', () => coming.state === 'activated' && resolve()),
      );
    }
    return registration;
  };
  const ready = register();
  ready.catch(() => {});
  return { ready, addEventListener() {}, removeEventListener() {} };
}
