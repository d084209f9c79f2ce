import { newTicketNumber, newTicketSecret } from '#contract/tickets/ticket';
import type { NewTicket } from '#contract/tickets/ticket';
import { newRecordId } from '#contract/values/ids';

/** A ticket as a device makes it. @param at when */
export const newTicketAt = (at: number, given: Partial<NewTicket> = {}): NewTicket => ({
  id: newRecordId(at),
  secret: newTicketSecret(),
  number: newTicketNumber(),
  topic: 'bache',
  text: 'Hay un pozo frente a la escuela.',
  place: 'Belgrano 450',
  name: 'Rosa Paz',
  phone: '02902 48-1234',
  email: '',
  made: new Date(at).toISOString(),
  trap: '',
  seconds: 40,
  ...given,
});
