import { staffTicketCalls } from '#contract/addresses/ticket-calls';
import type { TicketRelease } from '#contract/tickets/public-ticket';
import type { StaffTicket, TicketField } from '#contract/tickets/staff-ticket';
import type { TicketState } from '#contract/tickets/ticket';
import type { Json, Operation } from '../../offline/outbox/protocol/operation.ts';
import type { UnsignedOperation } from './new-operations.ts';

/** The entity of operations on tickets, which are no records. */
export const TICKET = 'ticket';
/** The entity of the draft of their settings, which have no operations: only the server stores them. */
export const TICKET_SETTINGS = 'ticketsettings';
const SUSPECT = 'si';

const about = (recordId: string) => ({ entity: TICKET, recordId, method: 'POST' }) as const;

/** Sets a field of a ticket. @param base what the person saw */
export function ticketUpdate(id: string, field: TicketField, value: string, base: string): UnsignedOperation {
  return { ...about(id), kind: 'update', field, path: staffTicketCalls.update(id, field), value, base };
}

/** Adds an answer, which the author of the ticket sees, or a note, which staff see. */
export function ticketEntry(id: string, kind: 'answer' | 'note', text: string): UnsignedOperation {
  const call = { name: `ticket-${kind}`, item: text } as const;
  return { ...about(id), kind: 'call', call, path: staffTicketCalls.entry(id), body: { kind, text } };
}

export function ticketMerge(id: string, into: string): UnsignedOperation {
  const call = { name: 'ticket-merge', item: into } as const;
  return { ...about(id), kind: 'call', call, path: staffTicketCalls.merge(id), body: { into } };
}

/** Sets what everybody may see of a ticket. */
export function ticketRelease(id: string, release: TicketRelease): UnsignedOperation {
  const call = { name: 'ticket-release', item: id } as const;
  return { ...about(id), kind: 'call', call, path: staffTicketCalls.release(id), body: { ...release } };
}

/** @param name of the file on the device */
export function ticketPhoto(id: string, name: string, file: { mime: string; bytes: number }): UnsignedOperation {
  // Each photo has a field of its own, so that none takes the place of another one that waits.
  const field = `photo:${crypto.randomUUID()}`;
  return { ...about(id), kind: 'upload', field, path: staffTicketCalls.photo(id), value: field, body: { name }, file };
}

/** A ticket as it is shown: with the person's own changes that no pull has brought yet. */
export interface ShownTicket extends StaffTicket {
  /** Those that wait in the outbox. */
  waiting: readonly Operation[];
  /** Number of photos that wait. */
  waitingPhotos: number;
}

/** What a device lacks that an earlier release has filled. */
const OF_EARLIER = { release: null, followers: [] };

/** Lays a person's operations over a ticket. @param operations landed ones and those that wait, by their seq */
export function shownTicket(
  ticket: StaffTicket,
  operations: readonly Operation[],
  waiting: ReadonlySet<string>,
): ShownTicket {
  const own = operations.filter(({ entity, recordId }) => entity === TICKET && recordId === ticket.id);
  const shown: ShownTicket = {
    ...OF_EARLIER,
    ...ticket,
    waiting: own.filter(({ opId }) => waiting.has(opId)),
    waitingPhotos: own.filter(({ kind, opId }) => kind === 'upload' && waiting.has(opId)).length,
  };
  return own.reduce(withOperation, shown);
}

function withOperation(ticket: ShownTicket, operation: Operation): ShownTicket {
  const { kind, call, field, value, status, opId, createdAt, userId, body } = operation;
  // What was refused, or is asked about, has no effect.
  if (status === 'rejected' || status === 'conflict') return ticket;
  if (kind === 'update' && field !== undefined) return withField(ticket, field as TicketField, value);
  if (kind !== 'call' || !call || ticket.entries.some(({ id }) => id === opId)) return ticket;
  const entry = { id: opId, at: new Date(createdAt).toISOString(), author: userId, text: call.item };
  switch (call.name) {
    case 'ticket-answer':
      return { ...ticket, entries: [...ticket.entries, { ...entry, kind: 'answer' }] };
    case 'ticket-note':
      return { ...ticket, entries: [...ticket.entries, { ...entry, kind: 'note' }] };
    case 'ticket-merge':
      return { ...ticket, merged: call.item, state: 'closed' };
    case 'ticket-release':
      return { ...ticket, release: body as unknown as TicketRelease };
    default:
      return ticket;
  }
}

function withField(ticket: ShownTicket, field: TicketField, value: Json | undefined): ShownTicket {
  if (field === 'suspect') return { ...ticket, isSuspect: value === SUSPECT };
  return { ...ticket, [field]: field === 'state' ? (value as TicketState) : String(value) };
}

/** The value of a field, as the server compares it. */
export const ticketValue = (ticket: StaffTicket, field: TicketField): string =>
  field === 'suspect' ? (ticket.isSuspect ? SUSPECT : '') : ticket[field];
