import { staffTicketCalls, ticketCalls } from '#contract/addresses/ticket-calls';
import { FIRST_TICKET_SETTINGS } from '#contract/tickets/ticket-settings';
import type { TicketSettings } from '#contract/tickets/ticket-settings';
import type { NewTicket } from '#contract/tickets/ticket';
import { newTicketAt } from '../../new-ticket.ts';
import { NOON } from '../town.ts';
import type { Answer, Town } from '../town.ts';

/** A ticket as a device makes it at noon. */
export const newTicket = (given: Partial<NewTicket> = {}): NewTicket => newTicketAt(NOON, given);

/** Has an Admin open the form. */
export async function openForm(town: Town, given: Partial<TicketSettings> = {}): Promise<Answer> {
  const value = { ...FIRST_TICKET_SETTINGS, isOpen: true, ...given };
  return town.post(staffTicketCalls.settings(), { value }, { as: town.admin });
}

export const send = (town: Town, ticket: NewTicket): Promise<Answer> => town.post(ticketCalls.form(), ticket);
export const follow = (town: Town, { id, secret }: NewTicket): Promise<Answer> =>
  town.post(ticketCalls.follow(id), { secret });
