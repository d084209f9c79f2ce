import { expect, it } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { staffTicketCalls, ticketCalls } from '#contract/addresses/ticket-calls';
import { TICKETS_PAGE } from '#contract/addresses/tickets';
import { FIRST_TICKET_SETTINGS } from '#contract/tickets/ticket-settings';
import type { FollowedTicket, NewTicket } from '#contract/tickets/ticket';
import type { StaffTicket, TicketFeed } from '#contract/tickets/staff-ticket';
import { defaultMenu } from '#contract/town/menu-entries';
import { openTown } from '../town.ts';
import type { Answer, Town } from '../town.ts';
import { follow, newTicket, openForm, send } from './ticket.ts';

const OBRAS = { key: 'obras', name: 'Obras Públicas', people: [] as string[] };

/** A town where Edu has the tickets of Obras, and nobody those of Mesa de Entradas. */
async function townWithAreas(): Promise<Town> {
  const town = await openTown();
  const topics = FIRST_TICKET_SETTINGS.topics.map((topic) =>
    topic.key === 'bache' ? { ...topic, area: 'obras' } : topic,
  );
  const areas = [...FIRST_TICKET_SETTINGS.areas, { ...OBRAS, people: [town.editorId] }];
  expect((await openForm(town, { topics, areas })).status).toBe(200);
  return town;
}
async function received(town: Town, given: Partial<NewTicket> = {}): Promise<NewTicket> {
  const ticket = newTicket(given);
  expect((await send(town, ticket)).status).toBe(201);
  return ticket;
}
const set = (town: Town, id: string, field: string, change: object, as = town.editor, key?: string): Promise<Answer> =>
  town.post(staffTicketCalls.update(id, field), change, { as, ...(key !== undefined && { key }) });
async function pull(town: Town, cursor: string | null = null, as = town.editor): Promise<TicketFeed> {
  const { status, body } = await town.get(staffTicketCalls.feed(cursor), { as });
  expect(status).toBe(200);
  return body as TicketFeed;
}
async function stored(town: Town, id: string): Promise<StaffTicket> {
  const ticket = (await pull(town, null, town.admin)).puts.find((one) => one.id === id);
  if (!ticket) throw new Error('not there');
  return ticket;
}

it('an Editor sees the tickets of their areas, an Admin all, and somebody without an area none', async () => {
  const town = await townWithAreas();
  const pothole = await received(town);
  const other = await received(town, { topic: 'otro', text: 'Una consulta' });
  const feed = await pull(town);
  expect(feed.puts.map(({ id }) => id)).toEqual([pothole.id]);
  expect(feed.fill).toBe(true);
  expect(JSON.stringify(feed)).not.toContain(pothole.secret);
  expect((await pull(town, null, town.admin)).puts.map(({ id }) => id)).toEqual([pothole.id, other.id]);
  expect((await set(town, other.id, 'state', { value: 'seen' })).status).toBe(404);
  await openForm(town);
  expect(await pull(town)).toMatchObject({ fill: true, puts: [], desk: null });
  expect((await town.get(staffTicketCalls.export(), { as: town.editor })).status).toBe(403);
  expect((await town.get(staffTicketCalls.feed(null))).status).toBe(401);
});

it('a pull brings what has changed, and takes away what has gone to another area or was erased', async () => {
  const town = await townWithAreas();
  const [one, two, three] = [
    await received(town),
    await received(town, { text: 'Dos' }),
    await received(town, { text: 'Tres' }),
  ];
  const { cursor } = await pull(town);
  expect(await pull(town, cursor)).toMatchObject({ fill: false, more: false, puts: [], dels: [], cursor });
  await set(town, two.id, 'area', { value: 'entradas', base: 'obras' });
  await town.post(ticketCalls.erase(three.id), { secret: three.secret });
  await set(town, one.id, 'state', { value: 'seen', base: 'received' });
  const feed = await pull(town, cursor);
  expect(feed.puts.map(({ id, state }) => [id, state])).toEqual([[one.id, 'seen']]);
  expect(feed.dels).toEqual([two.id, three.id]);
});

it('with other rights a device fills again', async () => {
  const town = await townWithAreas();
  await received(town);
  const { cursor } = await pull(town);
  await openForm(town, { areas: [{ ...FIRST_TICKET_SETTINGS.areas[0]!, people: [town.editorId] }] });
  expect(await pull(town, cursor)).toMatchObject({ fill: true, puts: [] });
});

it('a fill in pieces misses nothing that changes meanwhile, and leaves out what was settled long ago', async () => {
  const town = await townWithAreas();
  const text = 'Bache. '.repeat(500);
  const tickets: NewTicket[] = [];
  for (let n = 0; n < 60; n++) {
    town.clock.now += 600_000;
    tickets.push(await received(town, { text: `${n} ${text}` }));
  }
  const settle = town.db.prepare("UPDATE ticket SET state = 'closed', settled = ? WHERE id = ?");
  settle.run('2025-12-01T00:00:00.000Z', tickets[3]!.id);
  settle.run('2026-03-01T00:00:00.000Z', tickets[4]!.id);
  let feed = await pull(town);
  const held = new Map(feed.puts.map((ticket) => [ticket.id, ticket]));
  expect(feed.more).toBe(true);
  await set(town, tickets[0]!.id, 'state', { value: 'seen' });
  await set(town, tickets[59]!.id, 'state', { value: 'progress' });
  await set(town, tickets[1]!.id, 'area', { value: 'entradas' });
  while (feed.more) {
    feed = await pull(town, feed.cursor);
    expect(feed.fill).toBe(false);
    for (const ticket of feed.puts) held.set(ticket.id, ticket);
    for (const id of feed.dels) held.delete(id);
  }
  expect(held.size).toBe(58);
  expect([held.has(tickets[1]!.id), held.has(tickets[3]!.id), held.has(tickets[4]!.id)]).toEqual([false, false, true]);
  expect([held.get(tickets[0]!.id)?.state, held.get(tickets[59]!.id)?.state]).toEqual(['seen', 'progress']);
});

it('a change is made once, and not over what somebody else has set', async () => {
  const town = await townWithAreas();
  const { id } = await received(town);
  const change = { value: 'progress', base: 'received' };
  expect((await set(town, id, 'state', change, town.editor, 'clave-1')).body).toBe(1);
  await set(town, id, 'state', { value: 'answered', base: 'progress' }, town.admin, 'clave-2');
  // The answer was lost.
  expect((await set(town, id, 'state', change, town.editor, 'clave-1')).body).toBe(1);
  expect((await stored(town, id)).state).toBe('answered');
  expect(await set(town, id, 'state', { value: 'closed', base: 'progress' }, town.editor, 'clave-3')).toMatchObject({
    status: 409,
    body: { code: 'conflict', value: 'answered', by: 'Ana' },
  });
  expect((await set(town, id, 'state', { value: 'closed' }, town.editor, 'clave-2')).status).toBe(422);
  const { entries } = await stored(town, id);
  expect(entries.map(({ kind, text, author }) => [kind, text, author])).toEqual([
    ['state', 'progress', town.editorId],
    ['state', 'answered', town.adminId],
  ]);
});

it('opening a ticket has it seen, and never takes back what was done since', async () => {
  const town = await townWithAreas();
  const { id } = await received(town);
  await set(town, id, 'state', { value: 'closed' });
  expect((await set(town, id, 'state', { value: 'seen', base: 'received' })).body).toBe(1);
  expect((await stored(town, id)).state).toBe('closed');
});

it.each([
  ['state', 'perdido'],
  ['state', 3],
  ['area', 'ninguna'],
  ['assignee', 'nadie'],
  ['suspect', 'quizás'],
])('%s cannot be %s', async (field, value) => {
  const town = await townWithAreas();
  const { id } = await received(town);
  expect(await set(town, id, field, { value })).toMatchObject({ status: 422, body: { field } });
});

it('what is no field of a ticket, and one that is not there, are not found', async () => {
  const town = await townWithAreas();
  const { id } = await received(town);
  expect((await set(town, id, 'secret', { value: 'x' })).status).toBe(404);
  expect((await set(town, 'nohay', 'state', { value: 'seen' })).status).toBe(404);
});

it('its author sees answers and states, and never notes, who has it or who wrote', async () => {
  const town = await townWithAreas();
  const ticket = await received(town);
  const write = (kind: string, text: string, key: string) =>
    town.post(staffTicketCalls.entry(ticket.id), { kind, text }, { as: town.editor, key });
  await set(town, ticket.id, 'assignee', { value: town.editorId });
  await write('note', 'Vecina conflictiva', 'nota-1');
  expect((await write('answer', 'Vamos el martes.', 'respuesta-1')).body).toBe(1);
  expect((await write('answer', 'Vamos el martes.', 'respuesta-1')).body).toBe(1);
  expect((await write('answer', '  ', 'respuesta-2')).status).toBe(422);
  await set(town, ticket.id, 'state', { value: 'answered' });
  const { body } = await follow(town, ticket);
  expect((body as FollowedTicket).entries.map(({ kind, text }) => [kind, text])).toEqual([
    ['answer', 'Vamos el martes.'],
    ['state', 'answered'],
  ]);
  expect(JSON.stringify(body)).not.toMatch(/conflictiva|Edu/);
  expect((await stored(town, ticket.id)).answered).not.toBe('');
});

it('a merged ticket is followed with the answers of the other one, and each keeps its own author', async () => {
  const town = await townWithAreas();
  const [first, second, third] = [
    await received(town),
    await received(town, { text: 'Lo mismo' }),
    await received(town, { text: 'Igual' }),
  ];
  const merge = (id: string, into: string, key?: string) =>
    town.post(staffTicketCalls.merge(id), { into }, { as: town.editor, ...(key !== undefined && { key }) });
  expect((await merge(third.id, second.id, 'unir-1')).body).toBe(1);
  expect((await merge(second.id, first.id, 'unir-2')).body).toBe(1);
  expect((await merge(second.id, first.id, 'unir-2')).body).toBe(1);
  expect((await merge(first.id, third.id)).body).toMatchObject({ field: 'into' });
  await town.post(ticketCalls.message(first.id), { secret: first.secret, id: 'mensaje-0001', text: 'Soy Rosa.' });
  await town.post(staffTicketCalls.entry(first.id), { kind: 'answer', text: 'Tapado.' }, { as: town.editor });
  await set(town, first.id, 'state', { value: 'answered' });
  for (const ticket of [second, third]) {
    const { body } = await follow(town, ticket);
    expect(body).toMatchObject({ state: 'answered' });
    expect(JSON.stringify(body)).toContain('Tapado.');
    expect(JSON.stringify(body)).not.toContain('Soy Rosa');
  }
  await town.post(ticketCalls.message(third.id), { secret: third.secret, id: 'mensaje-0002', text: 'No, sigue.' });
  expect((await follow(town, third)).body).toMatchObject({ state: 'reopened' });
});

it('only an Admin erases what others have written', async () => {
  const town = await townWithAreas();
  const ticket = await received(town);
  expect((await town.post(staffTicketCalls.erase(ticket.id), {}, { as: town.editor })).status).toBe(403);
  expect((await town.post(staffTicketCalls.erase(ticket.id), {}, { as: town.admin })).body).toBe(1);
  expect((await follow(town, ticket)).status).toBe(410);
  expect((await set(town, ticket.id, 'state', { value: 'seen' })).status).toBe(410);
});

it('a table for spreadsheets has the tickets of the areas, and no formula of a stranger', async () => {
  const town = await townWithAreas();
  await received(town, { name: '=HYPERLINK("http://malo.example")', point: { lat: -46.5, lon: -68 } });
  await received(town, { topic: 'otro', text: 'De otra área' });
  const { status, headers, body } = await town.get(staffTicketCalls.export(), { as: town.editor });
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    'text/csv; charset=utf-8',
    'no-store',
  ]);
  expect(body).toContain(`"'=HYPERLINK(""http://malo.example"")"`);
  expect(body).toContain('"Obras Públicas";"Recibido"');
  expect(body).toContain('"geo:-46.5,-68"');
  expect(body).not.toContain('De otra área');
});

it('a table tells the time of the town, which sorts, and the number of the ticket that one was merged into', async () => {
  const town = await townWithAreas();
  town.clock.now = Date.parse('2026-11-28T02:16:59Z');
  const first = await received(town);
  const second = await received(town, { text: 'Lo mismo' });
  const { number } = await stored(town, first.id);
  await town.post(staffTicketCalls.merge(second.id), { into: first.id }, { as: town.admin });
  const { body } = await town.get(staffTicketCalls.export(), { as: town.admin });
  const [, ...rows] = String(body).trim().split('\r\n');
  expect(rows.filter((row) => row.includes('"2026-11-27 23:16"'))).toHaveLength(2);
  expect(rows.filter((row) => row.endsWith(`;"${number}"`))).toHaveLength(1);
  expect(body).not.toContain(first.id);
  expect(body).not.toMatch(/\d\dT\d\d:/);
});

it('a table that nobody reads to its end, or only asks about, keeps nobody from writing', async () => {
  const town = await townWithAreas();
  const { id } = await received(town);
  for (let n = 1; n < 8; n++) await received(town, { text: `Reclamo ${n}`, topic: 'bache' });
  await town.call('HEAD', staffTicketCalls.export(), undefined, { as: town.admin });
  const ended = new AbortController();
  const headers = { Authorization: `Bearer ${town.admin}` };
  const answer = await fetch(town.url + staffTicketCalls.export(), { headers, signal: ended.signal });
  ended.abort();
  await answer.text().catch(() => {});
  expect((await set(town, id, 'state', { value: 'seen' })).body).toBe(1);
});

it('two Admins who change the settings at the same time: the second is told', async () => {
  const town = await openTown();
  const base = FIRST_TICKET_SETTINGS;
  const post = (value: object) => town.post(staffTicketCalls.settings(), { value, base }, { as: town.admin });
  expect((await post({ ...base, months: 12 })).body).toBe(1);
  expect((await post({ ...base, months: 12 })).body).toBe(1);
  expect(await post({ ...base, months: 6 })).toMatchObject({ status: 409, body: { value: { months: 12 } } });
});

it('the form that is switched on stands in the menu, and is hidden there while it is off', async () => {
  const town = await openTown();
  const menu = async () => {
    const { menu } = await town.reader.document('site');
    return (menu?.items ?? []).filter(({ to }) => to === TICKETS_PAGE);
  };
  expect(await menu()).toEqual([]);
  await openForm(town);
  expect(await menu()).toEqual([{ to: TICKETS_PAGE, name: '', isHidden: false }]);
  await openForm(town, { isOpen: false });
  expect(await menu()).toEqual([{ to: TICKETS_PAGE, name: '', isHidden: true }]);
  await openForm(town);
  await openForm(town, { months: 12 });
  expect(await menu()).toEqual([{ to: TICKETS_PAGE, name: '', isHidden: false }]);
});

it('a full menu is said, and the form is not switched on where nobody would find it', async () => {
  const town = await openTown();
  const { id: _, image: __, ...site } = await town.reader.document('site');
  const items = Array.from({ length: 30 }, (___, at) => {
    return { to: `https://sitio.example/${at}`, name: `Sitio ${at}`, isHidden: false };
  });
  expect(
    (
      await town.post(
        calls.document('site'),
        { value: { ...site, menu: { ...defaultMenu(), items } } },
        { as: town.admin },
      )
    ).body,
  ).toBe(1);
  const value = { ...FIRST_TICKET_SETTINGS, isOpen: true };
  const answer = await town.post(staffTicketCalls.settings(), { value }, { as: town.admin });
  expect(answer).toMatchObject({ status: 422, body: { field: 'value.isOpen' } });
  expect((await town.get(staffTicketCalls.settings(), { as: town.admin })).body).toMatchObject({ isOpen: false });
});

it('the texts that answers begin with are the town’s, and settings of before have the usual ones', async () => {
  const town = await townWithAreas();
  const desk = async () => (await pull(town, null, town.admin)).desk;
  expect(await desk()).toMatchObject({ prepared: FIRST_TICKET_SETTINGS.prepared });
  const { prepared: _, ...before } = FIRST_TICKET_SETTINGS;
  const post = (value: object) => town.post(staffTicketCalls.settings(), { value }, { as: town.admin });
  expect((await post(before)).body).toBe(1);
  expect(await desk()).toMatchObject({ prepared: FIRST_TICKET_SETTINGS.prepared });
  expect((await post({ ...before, prepared: [' Vamos mañana. '] })).body).toBe(1);
  expect(await desk()).toMatchObject({ prepared: ['Vamos mañana.'] });
  expect(await post({ ...before, prepared: ['  '] })).toMatchObject({ status: 422 });
});
