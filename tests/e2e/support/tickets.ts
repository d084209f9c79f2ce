import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, vi } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { staffTicketCalls, ticketCalls } from '#contract/addresses/ticket-calls';
import type { NewTicket } from '#contract/tickets/ticket';
import { FIRST_TICKET_SETTINGS } from '#contract/tickets/ticket-settings';
import type { TicketSettings } from '#contract/tickets/ticket-settings';
import { newTicketAt } from '../../new-ticket.ts';
import { untilHeld } from './held.ts';
import { PATIENCE } from './patience.ts';
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

/** Number of files that a device keeps of the form and what it leads to. The browser itself keeps the sender. */
const KEPT = readdirSync(join(import.meta.dirname, '../../../dist/web/assets/tickets')).filter(
  (file) => /\.(?:js|css)$/.test(file) && !file.startsWith('sender-'),
).length;

/** Waits until a device can show the form, and what it leads to, without a network. */
export async function untilFormKept(page: Page): Promise<void> {
  await untilHeld(page);
  const keptCode = async () => {
    const kept = await (await caches.open('precache')).keys();
    return kept.filter(({ url }) => url.includes('/assets/tickets/')).length;
  };
  await vi.waitUntil(async () => (await page.evaluate(keptCode)) >= KEPT, { timeout: PATIENCE, interval: 100 });
}
