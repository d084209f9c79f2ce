import { Problem } from '../contract/problems.ts';
import { checkTaken, newFollowerIn, newTicketIn } from './new-ticket.ts';
import type { Tickets } from './open-tickets.ts';

/**
 * Takes a new ticket, from a device or from the form without scripts.
 * @param address of the network it comes from
 * @param hasScript whether it may be asked for work while the form is flooded; else it goes to the tray of the suspect
 * @throws Problem 400, 409, 410, 422 with the field, 429, 503 while the form is closed
 */
export function receive(
  { settings, store, suspicion, proofs, writes }: Tickets,
  body: unknown,
  address: string | undefined,
  hasScript: boolean,
): { id: string } {
  const known = settings.read();
  const ticket = newTicketIn(body);
  const isProven = proofs.isProven(ticket.id, ticket.proof);
  // One whose answer was lost is confirmed, whatever the town has changed since.
  if (store.one(ticket.id) === null) {
    if (!known.isOpen) throw new Problem('not-ready', { message: CLOSED, retryAfter: 3600 });
    checkTaken(ticket, known);
    suspicion.tried(address);
    const mayPay = hasScript && !isProven;
    const price = () => new Problem('proof', { value: proofs.challenge(ticket.id, suspicion.bits()), retryAfter: 60 });
    if (mayPay && suspicion.isFlooded()) throw price();
    try {
      suspicion.count(address, isProven);
    } catch (error) {
      // Others have used up the room of those who do not pay, those of the same provider, say.
      throw mayPay ? price() : error;
    }
  }
  return writes.create(ticket, known, () => suspicion.isSuspect(ticket, address, isProven));
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
