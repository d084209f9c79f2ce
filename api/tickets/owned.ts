import type { FollowedTicket } from '../contract/tickets/ticket.ts';
import { followed } from './followed.ts';
import type { Tickets } from './open-tickets.ts';

/**
 * Returns what the person with a private address may see: the author of a ticket, or somebody who said that the same
 * happens to them. @throws Problem 404 without the secret, 410 once it was erased
 */
export function ownedTicket({ store, settings, followers }: Tickets, id: string, secret: string): FollowedTicket {
  const known = settings.read();
  return followers.follow(id, secret, known) ?? followed(store, store.owned(id, secret), known);
}

/** Erases what the person with a private address has left. @throws Problem 404 without the secret, 410 once erased */
export function eraseOwned({ store, erasure, followers }: Tickets, id: string, secret: string): void {
  if (followers.erase(id, secret)) return;
  store.owned(id, secret);
  erasure.erase(id);
}
