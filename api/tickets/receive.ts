import { Problem } from '../contract/problems.ts';
import { checkTaken, newFollowerIn, newTicketIn } from './new-ticket.ts';
import type { Tickets } from './open-tickets.ts';

/**
 * Takes a new ticket, from a device or from the form without scripts.
 * @param address of the network it comes from
 * @throws Problem 400, 409, 410, 422 with the field, 429, 503 while the form is closed
 */
export function receive(
  { settings, store, suspicion, writes }: Tickets,
  body: unknown,
  address: string | undefined,
): { id: string } {
  const known = settings.read();
  const ticket = newTicketIn(body);
  // One whose answer was lost is confirmed, whatever the town has changed since.
  if (store.one(ticket.id) === null) {
    if (!known.isOpen) throw new Problem('not-ready', { message: CLOSED, retryAfter: 3600 });
    checkTaken(ticket, known);
    suspicion.count(address);
  }
  return writes.create(ticket, known, () => suspicion.isSuspect(ticket, address));
}

/** Takes somebody to whom the same happens as in a ticket that everybody sees. @throws Problem as `receive` does */
export function receiveFollower(
  { settings, suspicion, followers }: Tickets,
  body: unknown,
  address: string | undefined,
): { id: string } {
  return followers.join(newFollowerIn(body), () => {
    if (!settings.read().isOpen) throw new Problem('not-ready', { message: CLOSED, retryAfter: 3600 });
    suspicion.countFollower(address);
  });
}

const CLOSED = 'El municipio no recibe reclamos por acá en este momento.';
