import { expect, it } from 'vitest';
import { staffTicketCalls, ticketCalls } from '#contract/addresses/ticket-calls';
import { TICKET_LIMITS } from '#contract/tickets/ticket';
import type { FollowedTicket } from '#contract/tickets/ticket';
import { FIRST_TICKET_SETTINGS } from '#contract/tickets/ticket-settings';
import { openTown } from '../town.ts';
import type { Town } from '../town.ts';
import { follow, newTicket, openForm, send } from './ticket.ts';

const count = (town: Town) => town.db.prepare('SELECT count(*) FROM ticket').pluck().get();

it('a new portal takes no tickets until an Admin opens the form', async () => {
  const town = await openTown();
  expect((await town.get(ticketCalls.form())).body).toMatchObject({ isOpen: false });
  expect((await send(town, newTicket())).status).toBe(503);
  expect((await openForm(town)).body).toBe(1);
  expect((await town.get(ticketCalls.form())).body).toMatchObject({ isOpen: true, takesAnonymous: true, months: 24 });
  expect((await send(town, newTicket())).status).toBe(201);
});

it('only Admins see and change how the town takes tickets, and nobody else learns who answers', async () => {
  const town = await openTown();
  const areas = [{ key: 'entradas', name: 'Obras', people: [town.editorId] }];
  expect((await openForm(town, { areas })).status).toBe(200);
  for (const as of [undefined, town.editor]) {
    expect((await town.get(staffTicketCalls.settings(), { as })).status).toBe(as ? 403 : 401);
    expect((await town.post(staffTicketCalls.settings(), { value: FIRST_TICKET_SETTINGS }, { as })).status).toBe(
      as ? 403 : 401,
    );
  }
  expect(JSON.stringify((await town.get(ticketCalls.form())).body)).not.toContain(town.editorId);
});

it.each([
  ['no topic', { topics: [] }, 'Hace falta al menos un tema.'],
  ['a topic of an area that is not there', { areas: [] }, 'Hace falta al menos un área.'],
  [
    'all topics retired',
    { topics: [{ key: 'a', name: 'A', area: 'entradas', retired: true }] },
    'Para recibir, hace falta un tema que no esté retirado.',
  ],
  ['no time of keeping', { months: 0 }, 'Meses que se guarda: de 1 a 120.'],
])('settings with %s are refused with what is wrong', async (_, given, message) => {
  const town = await openTown();
  expect((await openForm(town, given)).body).toMatchObject({ code: 'value', message });
});

it('a ticket is received once, however often it is sent, and its author alone can follow it', async () => {
  const town = await openTown();
  await openForm(town);
  const ticket = newTicket();
  for (let again = 0; again < 3; again++) {
    expect(await send(town, ticket)).toMatchObject({ status: 201, body: { id: ticket.id } });
  }
  expect(count(town)).toBe(1);
  const { status, body, headers } = await follow(town, ticket);
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body).toMatchObject({
    number: ticket.number,
    topic: 'Bache o calle rota',
    area: 'Mesa de Entradas',
    state: 'received',
    text: ticket.text,
    name: 'Rosa Paz',
    photos: [],
    entries: [],
  });
  const stranger = newTicket();
  expect((await follow(town, { ...ticket, secret: stranger.secret })).status).toBe(404);
  expect((await follow(town, stranger)).status).toBe(404);
  expect((await send(town, { ...stranger, id: ticket.id })).status).toBe(409);
});

it('the same number of two tickets does no harm', async () => {
  const town = await openTown();
  await openForm(town);
  const first = newTicket();
  const second = newTicket({ number: first.number, text: 'Otra cosa' });
  await send(town, first);
  expect((await send(town, second)).status).toBe(201);
  expect(((await follow(town, second)).body as FollowedTicket).text).toBe('Otra cosa');
});

it.each([
  ['no text', { text: ' \n ' }, 'text', 'Contanos qué pasa.'],
  ['too long a text', { text: 'a'.repeat(TICKET_LIMITS.text + 1) }, 'text', 'Qué pasa: hasta 4000 caracteres.'],
  ['an address of e-mail without its host', { email: 'rosa@' }, 'email', 'Correo: escribilo completo.'],
  ['a topic that the town does not have', { topic: 'ovni' }, 'topic', 'Elegí de qué se trata.'],
])('a ticket with %s is refused at its field', async (_, given, field, message) => {
  const town = await openTown();
  await openForm(town);
  expect(await send(town, newTicket(given))).toMatchObject({ status: 422, body: { field, message } });
  expect(count(town)).toBe(0);
});

it.each([
  ['another id', { id: 'x' }],
  ['another number', { number: 'VH-7K30' }],
  ['no secret', { secret: '' }],
  ['a place off the earth', { point: { lat: 91, lon: 0 } }],
  ['something else', { state: 'closed' }],
])('what no form sends is refused: %s', async (_, given) => {
  const town = await openTown();
  await openForm(town);
  expect((await send(town, { ...newTicket(), ...given } as never)).status).toBe(400);
  expect(count(town)).toBe(0);
});

it('a telephone that nobody can call back is refused, with or without a name', async () => {
  const town = await openTown();
  await openForm(town);
  const phoneOf = (phone: string, email = '') => send(town, newTicket({ name: '', phone, email }));
  for (const phone of ['12', '123', '911', 'no tengo']) {
    expect([phone, (await phoneOf(phone)).body]).toMatchObject([phone, { field: 'phone' }]);
  }
  expect((await phoneOf('123', 'rosa@correo.example')).status).toBe(422);
  expect((await phoneOf('no tengo', 'rosa@correo.example')).status).toBe(201);
  expect((await phoneOf('48-1234')).status).toBe(201);
});

it('where the town takes no anonymous tickets, a telephone or an address of e-mail is asked for', async () => {
  const town = await openTown();
  await openForm(town, { takesAnonymous: false });
  expect((await send(town, newTicket({ name: '', phone: '' }))).body).toMatchObject({ field: 'phone' });
  expect((await send(town, newTicket({ name: '', phone: '', email: 'rosa@correo.example' }))).status).toBe(201);
});

it('a topic that was retired after a device learned of it is taken, and goes to its area', async () => {
  const town = await openTown();
  const topics = FIRST_TICKET_SETTINGS.topics.map((topic) => ({ ...topic, retired: topic.key === 'bache' }));
  await openForm(town, { topics });
  expect(JSON.stringify((await town.get(ticketCalls.form())).body)).not.toContain('Bache');
  expect((await send(town, newTicket())).status).toBe(201);
});

it('what is sent after the form was closed is refused, and what was received before can still be followed', async () => {
  const town = await openTown();
  await openForm(town);
  const ticket = newTicket();
  await send(town, ticket);
  await openForm(town, { isOpen: false });
  expect((await send(town, newTicket({ text: 'Tarde' }))).status).toBe(503);
  // The device has not got the answer of the first time, and the town has changed what it takes since.
  const topics = FIRST_TICKET_SETTINGS.topics.filter(({ key }) => key !== 'bache');
  await openForm(town, { topics, takesAnonymous: false });
  expect((await send(town, ticket)).status).toBe(201);
  expect((await follow(town, ticket)).status).toBe(200);
});

it('its author can write to a ticket, once for each message, and opens it again when it was settled', async () => {
  const town = await openTown();
  await openForm(town);
  const ticket = newTicket();
  await send(town, ticket);
  const { id, secret } = ticket;
  const write = (message: string, text: string) => town.post(ticketCalls.message(id), { secret, id: message, text });
  await write('mensaje-0001', 'Sigue el pozo.');
  expect((await write('mensaje-0001', 'Sigue el pozo.')).body).toBe(1);
  town.db.prepare("UPDATE ticket SET state = 'closed', settled = '2026-03-15T14:00:00.000Z'").run();
  await write('mensaje-0002', 'Se abrió de nuevo.');
  const { state, entries } = (await follow(town, ticket)).body as FollowedTicket;
  expect(state).toBe('reopened');
  expect(entries.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'message: Sigue el pozo.',
    'message: Se abrió de nuevo.',
    'state: reopened',
  ]);
  expect(town.db.prepare('SELECT settled FROM ticket').pluck().get()).toBe('');
  expect(
    (await town.post(ticketCalls.message(id), { secret: newTicket().secret, id: 'mensaje-0003', text: 'x' })).status,
  ).toBe(404);
});
