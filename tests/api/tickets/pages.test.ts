import { expect, test } from 'vitest';
import { ticketCalls } from '#contract/addresses/ticket-calls';
import { PLAIN_TICKETS, PRIVATE_TICKETS, ticketPage, TICKETS_PAGE } from '#contract/addresses/tickets';
import type { PlainTickets, PlainValues } from '#contract/tickets/plain-page';
import type { FollowedTicket } from '#contract/tickets/ticket';
import { loggedPath } from '../../../api/log.ts';
import type { Renderer } from '../../../api/http/render.ts';
import { FLOOD } from '../../../api/tickets/suspicion.ts';
import { openTown as openAnyTown } from '../town.ts';
import type { Town } from '../town.ts';
import { follow, newTicket, openForm, send } from './ticket.ts';

/** Draws what a page of tickets shows as JSON. */
const renderer: Renderer = {
  page: async (path) => ({ status: 404, html: `nothing at ${path}` }),
  view: async (path) => ({ redirect: path }),
  shell: async (kind) => kind,
  missingFile: async () => '',
  draft: async () => '',
  qrCode: (path) => path,
  tickets: async (path, shown) => JSON.stringify({ path, ...shown }),
};
const openTown = () => openAnyTown({ renderer });

type Form = Extract<PlainTickets, { is: 'form' }>;
type Shown = Extract<PlainTickets, { is: 'ticket' }> & { words?: string };

/** Asks for a page, or sends its form as a browser does. */
async function visit(town: Town, path: string, fields?: Record<string, string>) {
  const answer = await fetch(town.url + path, {
    redirect: 'manual',
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, shown: (text ? JSON.parse(text) : null) as unknown };
}

/** The form as a browser without scripts has it. */
const formOf = async (town: Town): Promise<Form> => (await visit(town, TICKETS_PAGE)).shown as Form;
const filled = (values: PlainValues, more: Record<string, string> = {}) => ({
  ...values,
  topic: 'bache',
  text: 'Hay un pozo.\r\nEs hondo.',
  place: 'Belgrano 450',
  phone: '02902 48-1234',
  trap: '',
  ...more,
});

test('the form makes a ticket without a script, and sending it twice makes one', async () => {
  const town = await openTown();
  await openForm(town);
  const { values, form } = await formOf(town);
  expect(form.topics.map(({ key }) => key)).toContain('bache');
  town.clock.now += 20_000;
  const sent = await visit(town, TICKETS_PAGE, filled(values));
  const page = sent.headers.get('location') ?? '';
  expect([sent.status, page]).toEqual([303, `${PRIVATE_TICKETS}/${values.token}`]);
  expect((await visit(town, TICKETS_PAGE, filled(values))).headers.get('location')).toBe(page);
  const { shown } = await visit(town, page);
  const { ticket } = shown as Shown;
  expect(ticket).toMatchObject({ number: values.number, state: 'received', text: 'Hay un pozo.\nEs hondo.' });
  expect(town.db.prepare('SELECT count(*) AS many, max(suspect) AS suspect FROM ticket').get()).toEqual({
    many: 1,
    suspect: 0,
  });
});

test('while the form is flooded, what comes without a script is taken, and kept apart', async () => {
  const town = await openTown();
  await openForm(town);
  const { values } = await formOf(town);
  for (let one = 0; one < FLOOD.tickets; one++) await send(town, newTicket({ trap: 'x', text: `Oferta ${one}` }));
  expect((await send(town, newTicket({ text: 'Otra' }))).status).toBe(429);
  town.clock.now += 300_000;
  expect((await visit(town, TICKETS_PAGE, filled(values))).status).toBe(303);
  expect(town.db.prepare("SELECT suspect FROM ticket WHERE place = 'Belgrano 450' ORDER BY seq DESC").get()).toEqual({
    suspect: 1,
  });
});

test('the plain form is there for browsers with scripts that keep nothing', async () => {
  const town = await openTown();
  await openForm(town);
  expect([(await formOf(town)).isPlain, ((await visit(town, PLAIN_TICKETS)).shown as Form).isPlain]).toEqual([
    false,
    true,
  ]);
});

test('what is wrong comes back with what was typed, and the same secret', async () => {
  const town = await openTown();
  await openForm(town, { takesAnonymous: false });
  const { values } = await formOf(town);
  const { status, shown } = await visit(town, TICKETS_PAGE, filled(values, { phone: '' }));
  const form = shown as Form;
  expect(status).toBe(422);
  expect(form.fault).toEqual({ field: 'phone', message: 'Dejá un teléfono o un correo para que podamos responderte.' });
  expect(form.values).toEqual({ ...filled(values, { phone: '' }), trap: undefined });
  expect((await visit(town, TICKETS_PAGE, filled(values, { text: ' ' }))).status).toBe(422);
  expect((await visit(town, TICKETS_PAGE, filled(values, { topic: 'nada' }))).status).toBe(422);
  expect((await visit(town, TICKETS_PAGE, filled(values))).status).toBe(303);
});

test('an id that no form has made is replaced, and a program that fills in the trap is kept apart', async () => {
  const town = await openTown();
  await openForm(town);
  const { values } = await formOf(town);
  const sent = await visit(town, TICKETS_PAGE, filled(values, { token: 'x', trap: 'hola' }));
  expect(sent.status).toBe(303);
  expect(town.db.prepare('SELECT suspect FROM ticket').pluck().all()).toEqual([1]);
});

test('a closed form takes nothing, and says so with the limits of the calls', async () => {
  const town = await openTown();
  const { values } = await formOf(town);
  const { status, shown, headers } = await visit(town, TICKETS_PAGE, filled(values));
  expect([status, (shown as Form).fault?.message, headers.get('retry-after')]).toEqual([
    503,
    'El municipio no recibe reclamos por acá en este momento.',
    '3600',
  ]);
});

test('a ticket is followed, written to and erased by its address alone, without a script', async () => {
  const town = await openTown();
  await openForm(town);
  const ticket = newTicket();
  await send(town, ticket);
  const page = ticketPage(ticket);
  expect(((await visit(town, page)).shown as Shown).ticket.number).toBe(ticket.number);
  const message = { do: 'write', text: 'Sigue igual.' };
  expect((await visit(town, page, message)).headers.get('location')).toBe(page);
  // Pressed twice.
  await visit(town, page, message);
  const { entries } = (await follow(town, ticket)).body as FollowedTicket;
  expect(entries.map(({ kind, text }) => `${kind} ${text}`)).toEqual(['message Sigue igual.']);
  expect((await visit(town, page, { do: 'write', text: ' ' })).status).toBe(422);
  const asked = await visit(town, page, { do: 'ask' });
  expect((asked.shown as Shown).isAsked).toBe(true);
  expect((await follow(town, ticket)).status).toBe(200);
  const erased = await visit(town, page, { do: 'erase' });
  expect([erased.status, (erased.shown as Shown).words]).toEqual([200, 'Los datos de este reclamo se borraron.']);
  expect((await visit(town, page)).status).toBe(410);
  expect((await follow(town, ticket)).status).toBe(410);
});

test.each(['x', `${'a'.repeat(12)}${'b'.repeat(22)}`])('an address without a ticket says so: %s', async (token) => {
  const town = await openTown();
  const { status, shown } = await visit(town, `${PRIVATE_TICKETS}/${token}`);
  expect([status, (shown as Shown).words]).toEqual([
    404,
    'Este enlace no lleva a ningún reclamo. Fijate que esté completo.',
  ]);
});

test('another secret neither shows nor erases', async () => {
  const town = await openTown();
  await openForm(town);
  const ticket = newTicket();
  await send(town, ticket);
  const other = ticketPage({ ...ticket, secret: newTicket().secret });
  expect((await visit(town, other)).status).toBe(404);
  expect((await visit(town, other, { do: 'erase' })).status).toBe(404);
  expect((await follow(town, ticket)).status).toBe(200);
});

test('no cache, search engine, referrer or log has a private page', async () => {
  const town = await openTown();
  await openForm(town);
  const ticket = newTicket();
  await send(town, ticket);
  for (const path of [ticketPage(ticket), TICKETS_PAGE]) {
    const { headers } = await visit(town, path);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow, noarchive');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  }
  const page = ticketPage(ticket);
  for (const path of [
    page,
    `${page}/x`,
    page.toUpperCase(),
    `//reclamos/ver/${ticket.id}`,
    `/api/dataPublic/view${page}`,
  ])
    expect(loggedPath(path)).not.toMatch(new RegExp(ticket.id, 'i'));
  expect(loggedPath(page)).toBe('/reclamos/ver/*');
  expect(loggedPath(TICKETS_PAGE)).toBe('/reclamos');
  expect(loggedPath(ticketCalls.follow(ticket.id))).toBe(ticketCalls.follow(ticket.id));
});
