import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joined } from 'node:path';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { staffTicketCalls, ticketCalls } from '#contract/addresses/ticket-calls';
import { MENDED_DAYS } from '#contract/tickets/public-ticket';
import type { NewFollower, PublicTicket, PublicTickets, TicketRelease } from '#contract/tickets/public-ticket';
import { PREPARED_LIMITS } from '#contract/tickets/ticket-settings';
import { newTicketNumber, newTicketSecret } from '#contract/tickets/ticket';
import type { FollowedTicket, NewTicket } from '#contract/tickets/ticket';
import type { TicketFeed } from '#contract/tickets/staff-ticket';
import { newRecordId } from '#contract/values/ids';
import { createAnswerCache } from '../../../api/http/cache/answer-cache.ts';
import { openDatabase } from '../../../api/records/open.ts';
import { MOST_FOLLOWERS } from '../../../api/tickets/followers.ts';
import { HARD_LIMITS } from '../../../api/tickets/suspicion.ts';
import { NOON, openTown } from '../town.ts';
import type { Answer, Town } from '../town.ts';
import { follow, newTicket, openForm, send } from './ticket.ts';

const DAY = 86_400_000;

async function publicTown(parts: Parameters<typeof openTown>[0] = {}): Promise<Town> {
  const town = await openTown(parts);
  await openForm(town, { isPublic: true });
  return town;
}
const listed = async (town: Town) => (await town.get(ticketCalls.shown())).body as PublicTickets;
async function received(town: Town, given: Partial<NewTicket> = {}): Promise<NewTicket> {
  const ticket = newTicket(given);
  expect((await send(town, ticket)).status).toBe(201);
  return ticket;
}
const release = (town: Town, id: string, given: Partial<TicketRelease> = {}, key?: string): Promise<Answer> => {
  const value = { isHidden: false, text: '', place: '', isPinned: false, photos: [], ...given };
  return town.post(staffTicketCalls.release(id), value, { as: town.admin, ...(key !== undefined && { key }) });
};
const setState = (town: Town, id: string, value: string) =>
  town.post(staffTicketCalls.update(id, 'state'), { value }, { as: town.admin });
const newFollower = (of: string): NewFollower => ({
  id: newRecordId(NOON),
  secret: newTicketSecret(),
  number: newTicketNumber(),
  of,
});
const join = (town: Town, follower: NewFollower) => town.post(ticketCalls.join(), follower);
const only = async (town: Town): Promise<PublicTicket> => {
  const { tickets } = await listed(town);
  expect(tickets).toHaveLength(1);
  return tickets[0]!;
};

it('a town that has not said so shows none of its tickets, nor what they may be about', async () => {
  const town = await openTown();
  await openForm(town);
  await received(town);
  expect(await listed(town)).toEqual({ isPublic: false, topics: [], tickets: [], picture: null });
  expect((await town.get(ticketCalls.form())).body).toMatchObject({ isPublic: false, hasPicture: false });
  await openForm(town, { isPublic: true });
  expect((await listed(town)).tickets).toHaveLength(1);
});

it('before it is released everybody sees of a ticket its topic, its state and its day, and no more', async () => {
  const town = await publicTown();
  const ticket = await received(town, { point: { lat: -38.7183, lon: -62.2663 } });
  const shown = await only(town);
  expect(shown).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    topic: 'bache',
    state: 'received',
    day: '2026-03-15',
    settled: '',
    others: 0,
    text: '',
    place: '',
    point: null,
    photos: 0,
  });
  expect((await follow(town, ticket)).body).toMatchObject({ shown: shown.id, isJoined: false });
});

it('what staff release is shown in their words, with a point on a grid, until they take it back', async () => {
  const town = await publicTown();
  const { id } = await received(town, { point: { lat: -38.71834, lon: -62.26627 } });
  const words = { text: 'Pozo en la calzada.', place: 'Belgrano al 400' };
  expect((await release(town, id, { ...words, isPinned: true })).body).toBe(1);
  expect(await only(town)).toMatchObject({ ...words, point: { lat: -38.7185, lon: -62.2665 } });
  expect(town.db.prepare('SELECT lat, lon FROM ticket_release').all()).toEqual([{ lat: -38.7185, lon: -62.2665 }]);
  await release(town, id);
  expect(await only(town)).toMatchObject({ text: '', place: '', point: null });
  await release(town, id, { isHidden: true, ...words });
  expect((await listed(town)).tickets).toEqual([]);
});

it('who released what is written down for staff, once for an operation that is sent twice', async () => {
  const town = await publicTown();
  const { id } = await received(town);
  await release(town, id, { place: 'Centro' }, 'op-1');
  await release(town, id, { place: 'Norte' }, 'op-2');
  await release(town, id, { place: 'Centro' }, 'op-1');
  expect((await only(town)).place).toBe('Norte');
  const { puts } = (await town.get(staffTicketCalls.feed(null), { as: town.admin })).body as TicketFeed;
  expect(puts[0]?.release).toMatchObject({ place: 'Norte', isHidden: false });
  expect(puts[0]?.entries.map(({ kind, author }) => [kind, author])).toEqual([
    ['note', town.adminId],
    ['note', town.adminId],
  ]);
});

it('only staff release, and only photos that the ticket has', async () => {
  const town = await publicTown();
  const { id } = await received(town);
  expect((await release(town, id, { photos: ['otra'] })).status).toBe(422);
  expect((await release(town, id, { text: 'a'.repeat(1001) })).status).toBe(422);
  const value = { isHidden: false, text: 'x', place: '', isPinned: false, photos: [] };
  expect((await town.post(staffTicketCalls.release(id), value)).status).toBe(401);
  // Edu is in no area.
  expect((await town.post(staffTicketCalls.release(id), value, { as: town.editor })).status).toBe(404);
  expect((await only(town)).text).toBe('');
});

it('erased, suspect and merged ones are not there, and what was settled goes after a while', async () => {
  const town = await publicTown();
  const [erased, suspect, merged, mended, open] = [
    await received(town, { text: 'Uno' }),
    await received(town, { text: 'Dos', trap: 'x' }),
    await received(town, { text: 'Tres' }),
    await received(town, { text: 'Cuatro', topic: 'agua' }),
    await received(town, { text: 'Cinco', topic: 'luminaria' }),
  ];
  expect((await listed(town)).tickets).toHaveLength(4);
  await release(town, erased.id, { text: 'Algo de Rosa' });
  await town.post(ticketCalls.erase(erased.id), { secret: erased.secret });
  await town.post(staffTicketCalls.merge(merged.id), { into: open.id }, { as: town.admin });
  await setState(town, mended.id, 'closed');
  const { tickets } = await listed(town);
  const said = tickets.map(({ topic, state, others }) => `${topic} ${state} ${others}`).sort();
  expect(said).toEqual(['agua closed 0', 'luminaria received 1']);
  expect(town.db.prepare('SELECT count(*) FROM ticket_release').pluck().get()).toBe(0);
  expect(suspect.id).not.toBe('');
  town.clock.now += (MENDED_DAYS + 1) * DAY;
  expect((await listed(town)).tickets.map(({ topic }) => topic)).toEqual(['luminaria']);
});

it('photos are shown once they were released, by their place alone, and no longer than that', async () => {
  const uploadsDir = mkdtempSync(joined(tmpdir(), 'portal-public-'));
  onTestFinished(() => rmSync(uploadsDir, { recursive: true, force: true }));
  const town = await publicTown({ uploadsDir });
  const ticket = await received(town);
  for (const background of ['red', 'blue']) {
    const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
      .jpeg()
      .toBuffer();
    const data = `data:image/jpeg;base64,${bytes.toString('base64')}`;
    await town.post(ticketCalls.photo(ticket.id), { secret: ticket.secret, name: 'rosa-paz.jpg', data });
  }
  const { photos } = (await follow(town, ticket)).body as FollowedTicket;
  const { id } = await only(town);
  const at = async (place: number | string) => (await town.get(ticketCalls.shownPhoto(id, place))).status;
  expect(await at(0)).toBe(404);
  await release(town, ticket.id, { photos: [photos[1]!] });
  expect((await only(town)).photos).toBe(1);
  const seen = await town.get(ticketCalls.shownPhoto(id, 0));
  expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(await Promise.all([at(1), at('x'), at('-1')])).toEqual([404, 404, 404]);
  await release(town, ticket.id);
  expect(await at(0)).toBe(404);
  await release(town, ticket.id, { photos });
  await town.post(ticketCalls.erase(ticket.id), { secret: ticket.secret });
  expect(await at(0)).toBe(404);
});

it('erasing leaves nothing on disk of what was released', async () => {
  const place = mkdtempSync(joined(tmpdir(), 'portal-public-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const town = await publicTown({ db: openDatabase(joined(place, 'portal.sqlite')) });
  const ticket = await received(town);
  await release(town, ticket.id, { text: 'Un ornitorrinco suelto.', place: 'Trascorral' });
  const said = () =>
    readdirSync(place)
      .map((file) => readFileSync(joined(place, file)).toString('latin1'))
      .join('');
  expect(said()).toContain('ornitorrinco');
  await town.post(ticketCalls.erase(ticket.id), { secret: ticket.secret });
  for (const word of ['ornitorrinco', 'Trascorral']) expect(said()).not.toContain(word);
});

it('somebody to whom the same happens follows its state by an address of their own, and is counted once', async () => {
  const town = await publicTown();
  const ticket = await received(town);
  const { id: of } = await only(town);
  await release(town, ticket.id, { text: 'Un pozo.', place: 'Centro' });
  const follower = newFollower(of);
  for (let again = 0; again < 3; again++) {
    expect(await join(town, follower)).toMatchObject({ status: 201, body: { id: follower.id } });
  }
  expect((await only(town)).others).toBe(1);
  expect((await join(town, { ...follower, secret: newTicketSecret() })).status).toBe(409);
  expect((await join(town, { ...newFollower(of), id: ticket.id })).status).toBe(409);
  town.clock.now += 1000;
  const answer = { kind: 'answer', text: 'Estimada Rosa Paz: vamos a Belgrano 450.' };
  await town.post(staffTicketCalls.entry(ticket.id), answer, { as: town.admin });
  await setState(town, ticket.id, 'progress');
  const seen = await town.post(ticketCalls.follow(follower.id), { secret: follower.secret });
  expect(seen.body).toMatchObject({
    number: follower.number,
    state: 'progress',
    topic: 'Bache o calle rota',
    text: 'Un pozo.',
    place: 'Centro',
    isJoined: true,
    shown: of,
    photos: [],
    entries: [{ kind: 'state', text: 'progress' }],
  });
  for (const one of ['Rosa', 'Belgrano', ticket.id, ticket.number, '1234'])
    expect(JSON.stringify(seen.body)).not.toContain(one);
  const { puts } = (await town.get(staffTicketCalls.feed(null), { as: town.admin })).body as TicketFeed;
  expect(puts.map(({ id, followers }) => [id, followers])).toEqual([[ticket.id, [follower.number]]]);
});

it('a follower neither writes to the ticket of another nor adds to it, and can go again', async () => {
  const town = await publicTown();
  const ticket = await received(town);
  const follower = newFollower((await only(town)).id);
  await join(town, follower);
  const { id, secret } = follower;
  expect((await town.post(ticketCalls.message(id), { secret, id: 'a'.repeat(12), text: 'Hola' })).status).toBe(404);
  expect((await town.post(ticketCalls.photo(id), { secret, name: 'a.jpg', data: '' })).status).toBe(404);
  expect((await town.post(ticketCalls.follow(id), { secret: newTicketSecret() })).status).toBe(404);
  expect((await town.post(ticketCalls.erase(id), { secret: newTicketSecret() })).status).toBe(404);
  for (let again = 0; again < 2; again++) {
    expect((await town.post(ticketCalls.erase(id), { secret })).status).toBe(200);
  }
  expect((await town.post(ticketCalls.follow(id), { secret })).status).toBe(410);
  expect((await only(town)).others).toBe(0);
  expect((await follow(town, ticket)).status).toBe(200);
});

it('whoever follows a ticket that is answered with another one follows that one', async () => {
  const town = await publicTown();
  const [one, other] = [await received(town), await received(town, { text: 'Otro', topic: 'agua' })];
  const of = ((await follow(town, one)).body as FollowedTicket).shown;
  const follower = newFollower(of);
  await join(town, follower);
  await town.post(staffTicketCalls.merge(one.id), { into: other.id }, { as: town.admin });
  await setState(town, other.id, 'answered');
  const late = newFollower(of);
  expect((await join(town, late)).status).toBe(201);
  for (const { id, secret } of [follower, late]) {
    expect((await town.post(ticketCalls.follow(id), { secret })).body).toMatchObject({ state: 'answered' });
  }
  // The merged one itself, and its two followers.
  expect((await only(town)).others).toBe(3);
});

it('what nobody sees cannot be followed', async () => {
  const town = await publicTown();
  const ticket = await received(town);
  const { id: of } = await only(town);
  expect((await join(town, newFollower('0'.repeat(16)))).status).toBe(422);
  expect((await join(town, newFollower(ticket.id))).status).toBe(400);
  await release(town, ticket.id, { isHidden: true });
  expect((await join(town, newFollower(of))).status).toBe(422);
  await town.post(ticketCalls.erase(ticket.id), { secret: ticket.secret });
  expect((await join(town, newFollower(of))).status).toBe(422);
});

it.each([
  ['hidden', (town: Town, { id }: NewTicket) => release(town, id, { ...WORDS, isHidden: true })],
  ['suspect', (town: Town, { id }: NewTicket) => suspected(town, id)],
  ['answered with one that is hidden', (town: Town, { id }: NewTicket) => mergedIntoHidden(town, id)],
  ['shown to nobody, as all of the town', (town: Town) => openForm(town, { isPublic: false })],
  ['settled long ago', (town: Town, { id }: NewTicket) => settledLongAgo(town, id)],
])('who follows a ticket that is now %s sees its state alone, and nobody else can follow it', async (_, change) => {
  const town = await publicTown();
  const ticket = await received(town);
  await release(town, ticket.id, WORDS);
  const { id: of } = await only(town);
  const follower = newFollower(of);
  await join(town, follower);
  const seen = async () =>
    (await town.post(ticketCalls.follow(follower.id), { secret: follower.secret })).body as FollowedTicket;
  await setState(town, ticket.id, 'progress');
  expect(await seen()).toMatchObject({ ...WORDS, topic: 'Bache o calle rota', area: '', entries: [{}] });

  await change(town, ticket);
  const state = expect.any(String) as string;
  expect(await seen()).toMatchObject({ ...NOTHING, number: follower.number, state });
  for (const word of ['calzada', 'Centro', 'Bache', 'Entradas', of, 'Secreto'])
    expect(JSON.stringify(await seen())).not.toContain(word);
  expect((await join(town, newFollower(of))).status).toBe(422);
});
const WORDS = { text: 'Un pozo en la calzada.', place: 'Centro' };
const NOTHING = {
  topic: 'Un reclamo que no está a la vista',
  area: '',
  text: 'Me pasa también.',
  place: '',
  entries: [],
  shown: '',
  isJoined: true,
};
const suspected = async (town: Town, id: string) =>
  town.db.prepare('UPDATE ticket SET suspect = 1 WHERE id = ?').run(id);
async function mergedIntoHidden(town: Town, id: string): Promise<void> {
  const other = await received(town, { text: 'Otro', topic: 'agua' });
  await town.post(staffTicketCalls.merge(id), { into: other.id }, { as: town.admin });
  await release(town, other.id, { text: 'Secreto', place: 'Secreto', isHidden: true });
}
async function settledLongAgo(town: Town, id: string): Promise<void> {
  await setState(town, id, 'closed');
  town.clock.now += (MENDED_DAYS + 1) * DAY;
}

it('what everybody sees is kept however long the texts that answers begin with are', async () => {
  let misses = 0;
  const db = openDatabase(':memory:');
  const answerCache = createAnswerCache({ version: () => '', day: () => '', onMiss: () => void (misses += 1) });
  const town = await openTown({ db, answerCache });
  const { texts, text } = PREPARED_LIMITS;
  const prepared = Array.from({ length: texts }, () => 'ñ'.repeat(text));
  expect((await openForm(town, { isPublic: true, prepared })).status).toBe(200);
  for (let again = 0; again < 3; again++) expect((await listed(town)).isPublic).toBe(true);
  expect(misses).toBe(1);
  await received(town);
  await only(town);
  expect(misses).toBe(2);
});

it('many followers of a network are refused, and do not use up what its tickets may be', async () => {
  const town = await publicTown();
  await received(town);
  const { id: of } = await only(town);
  for (let one = 0; one < HARD_LIMITS.network; one++) expect((await join(town, newFollower(of))).status).toBe(201);
  expect((await join(town, newFollower(of))).status).toBe(429);
  expect((await send(town, newTicket({ text: 'Otra cosa' }))).status).toBe(201);
  const put = town.db.prepare(
    "INSERT INTO ticket_follower SELECT 'copia' || ?, secret, number, ticket, received, '' " +
      'FROM ticket_follower LIMIT 1',
  );
  for (let n = 0; n < MOST_FOLLOWERS; n++) put.run(n);
  town.clock.now += DAY;
  expect((await join(town, newFollower(of))).status).toBe(422);
});

it('followers of what was settled long ago, and of what was erased, are erased with it', async () => {
  const { openTickets } = await import('../../../api/tickets/open-tickets.ts');
  const town = await publicTown();
  const [open, settled, erased] = [
    await received(town, { text: 'Uno' }),
    await received(town, { text: 'Dos' }),
    await received(town, { text: 'Tres' }),
  ];
  const followers = new Map<string, NewFollower>();
  for (const ticket of [open, settled, erased]) {
    const follower = newFollower(((await follow(town, ticket)).body as FollowedTicket).shown);
    followers.set(ticket.id, follower);
    await join(town, follower);
  }
  await setState(town, settled.id, 'closed');
  await town.post(ticketCalls.erase(erased.id), { secret: erased.secret });
  const { erasure } = openTickets({ db: town.db, uploadsDir: tmpdir(), now: () => town.clock.now });
  const standing = () =>
    Promise.all(
      [open, settled, erased].map(async ({ id }) => {
        const { id: own, secret } = followers.get(id)!;
        return (await town.post(ticketCalls.follow(own), { secret })).status;
      }),
    );
  erasure.eraseOld(24);
  expect(await standing()).toEqual([200, 200, 410]);
  town.clock.now += 25 * 31 * DAY;
  erasure.eraseOld(24);
  expect(await standing()).toEqual([200, 410, 410]);
});

it('an Admin gives the town a picture with two known places, and nobody else does', async () => {
  const town = await publicTown();
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  const data = `data:image/png;base64,${bytes.toString('base64')}`;
  const marks = [
    { x: 0, y: 0, lat: -38.7, lon: -62.28 },
    { x: 1, y: 1, lat: -38.73, lon: -62.24 },
  ];
  const put = (value: unknown, as?: string) => town.post(staffTicketCalls.picture(), { value }, { as });
  expect([(await put({ data, marks })).status, (await put({ data, marks }, town.editor)).status]).toEqual([401, 403]);
  expect((await put({ marks }, town.admin)).body).toMatchObject({ message: 'Falta la imagen del plano.' });
  expect((await put({ data, marks: [marks[0], { ...marks[0], x: 1 }] }, town.admin)).status).toBe(422);
  expect((await put({ data: `data:image/png;base64,${btoa('no es una imagen')}`, marks }, town.admin)).status).toBe(
    415,
  );
  const { body } = await put({ data, marks }, town.admin);
  expect(body).toMatchObject({ width: 400, height: 300, marks });
  const { picture } = await listed(town);
  expect(picture).toEqual(body);
  expect((await town.get(ticketCalls.form())).body).toMatchObject({ hasPicture: true });
  const served = await town.get(picture!.address);
  expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(served.headers.get('cache-control')).toContain('immutable');
  expect((await put({ marks: [marks[0], { ...marks[1], lat: -38.74 }] }, town.admin)).body).toMatchObject({
    address: picture!.address,
    marks: [marks[0], { lat: -38.74 }],
  });
  expect((await listed(town)).picture?.marks[1].lat).toBe(-38.74);
  await put(null, town.admin);
  expect((await listed(town)).picture).toBeNull();
  expect((await town.get(picture!.address)).status).toBe(404);
});
