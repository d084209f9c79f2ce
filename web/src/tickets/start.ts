import { syncInBackground } from '../offline/outbox/background-sync.ts';
import { drainWithPage } from '../offline/outbox/page-triggers.ts';
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
  syncInBackground(opened.outbox);
  return opened;
}
