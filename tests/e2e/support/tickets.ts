import { expect } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { staffTicketCalls, ticketCalls } from '#contract/addresses/ticket-calls';
import type { NewTicket } from '#contract/tickets/ticket';
import { FIRST_TICKET_SETTINGS } from '#contract/tickets/ticket-settings';
import type { TicketSettings } from '#contract/tickets/ticket-settings';
import { newTicketAt } from '../../new-ticket.ts';
import { PASSWORD } from './server.ts';
import type { Town } from './town.ts';

/** Calls as the first Admin, and one that sends a ticket. */
export type Calls = Awaited<ReturnType<typeof openTheForm>>;

/** Has the first Admin of a town open its form. */
export async function openTheForm(town: Town, given: Partial<TicketSettings> = {}) {
  let token = '';
  async function post(path: string, body: object): Promise<{ status: number; body: unknown }> {
    const answer = await fetch(town.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  }
  const { body } = await post(calls.authenticate(), { username: 'admin', password: PASSWORD });
  ({ token } = body as { token: string });
  const value = { ...FIRST_TICKET_SETTINGS, isOpen: true, ...given };
  expect((await post(staffTicketCalls.settings(), { value })).status).toBe(200);

  /** A resident sends a ticket. */
  async function sent(ticket: Partial<NewTicket>): Promise<NewTicket> {
    const made = newTicketAt(Date.now(), ticket);
    expect((await post(ticketCalls.form(), made)).status).toBe(201);
    return made;
  }
  return { post, sent };
}
