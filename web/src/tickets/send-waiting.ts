import type { Environment } from '../offline/outbox/environment.ts';
import { openOutboxStore } from '../offline/outbox/outbox-db.ts';
import { openOutbox } from '../offline/outbox/outbox.ts';
import { isParked } from '../offline/outbox/protocol/operation.ts';
import { landedIn, openMyTickets } from './my-tickets.ts';
import type { MyTickets } from './my-tickets.ts';
import { TICKETS } from './names.ts';
import { prove as proveHere } from './prove.ts';
import { proving } from './proving.ts';
import type { Prove } from './proving.ts';

/**
 * Sends what waits of a resident's tickets, as their pages do, where no page may be open.
 * @param given what tests replace
 * @throws Error if something is left that can be sent, so that the browser calls again
 */
export async function sendWaiting({
  queueName = TICKETS,
  mine = openMyTickets(),
  fetch = (...request) => globalThis.fetch(...request),
  // A service worker can import nothing later.
  prove = proveHere,
  ...environment
}: { queueName?: string; mine?: MyTickets; prove?: Prove } & Partial<
  Omit<Environment, 'store' | 'land'>
> = {}): Promise<void> {
  const store = openOutboxStore(queueName);
  const outbox = openOutbox({
    ...environment,
    fetch: proving(fetch, prove),
    store,
    isOneByOne: true,
    land: landedIn(mine),
  });
  try {
    await outbox.drain('sync');
    const left = outbox.getSnapshot().operations.filter((operation) => !isParked(operation));
    if (left.length > 0) throw new Error(`${left.length} operations of tickets were not sent`);
  } finally {
    outbox.close();
    mine.close();
  }
}
