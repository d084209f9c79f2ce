import { staffTicketCalls, ticketCalls } from '#contract/addresses/ticket-calls';
import { FIRST_TICKET_SETTINGS } from '#contract/tickets/ticket-settings';
import type { TicketSettings } from '#contract/tickets/ticket-settings';
import { newTicketNumber, newTicketSecret } from '#contract/tickets/ticket';
import type { NewTicket } from '#contract/tickets/ticket';
import { newRecordId } from '#contract/values/ids';
import { NOON } from '../town.ts';
import type { Answer, Town } from '../town.ts';

/** A ticket as a device makes it. */
export const newTicket = (given: Partial<NewTicket> = {}): NewTicket => ({
  id: newRecordId(NOON),
  secret: newTicketSecret(),
  number: newTicketNumber(),
  topic: 'bache',
  text: 'Hay un pozo frente a la escuela.',
  place: 'Belgrano 450',
  name: 'Rosa Paz',
  phone: '02902 48-1234',
  email: '',
  made: new Date(NOON).toISOString(),
  trap: '',
  seconds: 40,
  ...given,
});

/** Has an Admin open the form. */
export async function openForm(town: Town, given: Partial<TicketSettings> = {}): Promise<Answer> {
  const value = { ...FIRST_TICKET_SETTINGS, isOpen: true, ...given };
  return town.post(staffTicketCalls.settings(), { value }, { as: town.admin });
}

export const send = (town: Town, ticket: NewTicket): Promise<Answer> => town.post(ticketCalls.form(), ticket);
export const follow = (town: Town, { id, secret }: NewTicket): Promise<Answer> =>
  town.post(ticketCalls.follow(id), { secret });
