import { ticketCalls } from '#contract/addresses/ticket-calls';
import type { NewFollower } from '#contract/tickets/public-ticket';
import type { NewTicket } from '#contract/tickets/ticket';
import type { NewOperation, Operation, Session } from '../offline/outbox/protocol/operation.ts';
import type { DraftPhoto, MyTicket, TicketDraft } from './my-tickets.ts';

/** The queue asks who sends. Residents have no account, and the calls about tickets look at no session. */
export const RESIDENT: Session = {
  user: { id: 'resident', username: '', name: '', usergroup: 0 },
  token: 'none',
};

const ofTicket = (id: string) =>
  ({ entity: 'ticket', recordId: id, userId: RESIDENT.user.id, method: 'POST' }) as const;

/** A draft that its author has sent, as the call that makes it a ticket. */
export function creation({ id, secret, number, topic, text, place, point, sent, ...draft }: TicketDraft): NewOperation {
  const { name, phone, email } = draft.isAnonymous ? { name: '', phone: '', email: '' } : draft;
  const body = {
    id,
    secret,
    number,
    topic,
    text,
    place,
    name,
    phone,
    email,
    ...(point && { point: { ...point } }),
    ...(sent ?? { made: '', seconds: 0, trap: '' }),
  } satisfies NewTicket;
  return { ...ofTicket(id), kind: 'create', path: ticketCalls.form(), body };
}

/** The same happens to the person as in a ticket that everybody sees. */
export const joining = ({ id, secret, number, of = '' }: MyTicket): NewOperation => ({
  ...ofTicket(id),
  kind: 'create',
  path: ticketCalls.join(),
  body: { id, secret, number, of } satisfies NewFollower,
});

/** A photo, whose bytes the queue stores beside it. */
export const photoOf = (id: string, secret: string, { name, bytes }: DraftPhoto): NewOperation => ({
  ...ofTicket(id),
  kind: 'upload',
  path: ticketCalls.photo(id),
  body: { secret, name },
  value: name,
  file: { mime: 'image/jpeg', bytes: bytes.byteLength },
});

/** What its author writes to a ticket: to the queue, an upload of a text. */
export const messageOf = (id: string, secret: string, message: { id: string; text: string }): NewOperation => ({
  ...ofTicket(id),
  kind: 'upload',
  path: ticketCalls.message(id),
  body: { secret, ...message },
});

export const erasure = (id: string, secret: string): NewOperation => ({
  ...ofTicket(id),
  kind: 'delete',
  path: ticketCalls.erase(id),
  body: { secret },
});

/** The text of a message that waits; null for any other operation. */
export const messageIn = ({ kind, file, body }: Operation): string | null =>
  kind === 'upload' && !file ? String(body.text) : null;
