import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { ticketCalls } from '#contract/addresses/ticket-calls';
import type { FollowedTicket } from '#contract/tickets/ticket';
import { openDatabase } from '../../../api/records/open.ts';
import { openTickets } from '../../../api/tickets/open-tickets.ts';
import { followed, openTown } from '../town.ts';
import type { Town } from '../town.ts';
import { follow, newTicket, openForm, send } from './ticket.ts';

const WORDS = ['Pasionaria', 'Trascorral', 'Quintanilla'];
const about = { text: `Hay un pozo, ${WORDS[0]}.`, place: `Calle ${WORDS[1]} 4`, name: WORDS[2]! };

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'portal-tickets-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

async function photo(colour: string): Promise<string> {
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: colour } })
    .jpeg()
    .withExif({ IFD0: { Copyright: WORDS[2]! }, IFD3: { GPSLatitude: '46/1 30/1 0/1', GPSLatitudeRef: 'S' } })
    .toBuffer();
  return `data:image/jpeg;base64,${bytes.toString('base64')}`;
}

async function townWithFiles() {
  const [uploadsDir, place] = [folder(), folder()];
  const file = join(place, 'portal.sqlite');
  const town = await openTown({ uploadsDir, db: openDatabase(file) });
  await openForm(town);
  return { town, uploadsDir, place };
}
const add = (town: Town, id: string, secret: string, data: string) =>
  town.post(ticketCalls.photo(id), { secret, name: 'pozo.jpg', data });

it('a photo loses what the camera wrote into it, and only who has the secret sees it', async () => {
  const { town, uploadsDir } = await townWithFiles();
  const ticket = newTicket();
  await send(town, ticket);
  const { id, secret } = ticket;
  expect((await add(town, id, secret, await photo('red'))).body).toBe(1);
  expect((await add(town, id, secret, await photo('red'))).body).toBe(1);
  const { photos } = (await follow(town, ticket)).body as FollowedTicket;
  expect(photos).toHaveLength(1);
  const stored = readFileSync(join(uploadsDir, '.tickets', id, `${photos[0]}.webp`));
  expect((await sharp(stored).metadata()).exif).toBeUndefined();
  const seen = await town.post(ticketCalls.photoFile(id), { secret, name: photos[0] });
  expect([seen.status, seen.headers.get('content-type'), seen.headers.get('cache-control')]).toEqual([
    200,
    'image/webp',
    'no-store',
  ]);
  const other = newTicket({ text: 'Otro' });
  await send(town, other);
  expect((await town.post(ticketCalls.photoFile(other.id), { secret: other.secret, name: photos[0] })).status).toBe(
    404,
  );
  expect((await town.post(ticketCalls.photoFile(id), { secret: other.secret, name: photos[0] })).status).toBe(404);
  for (const path of [
    `.tickets/${id}/${photos[0]}.webp`,
    `%2Etickets/${id}/${photos[0]}.webp`,
    `tickets/${id}/${photos[0]}`,
  ]) {
    expect((await followed(town, `/uploads/${path}`)).status, path).toBe(404);
  }
});

it('no more than five photos are taken, and none without the secret', async () => {
  const { town } = await townWithFiles();
  const ticket = newTicket();
  await send(town, ticket);
  const { id, secret } = ticket;
  expect((await add(town, id, newTicket().secret, await photo('red'))).status).toBe(404);
  const colours = ['red', 'green', 'blue', 'white', 'black'];
  for (const colour of colours) expect((await add(town, id, secret, await photo(colour))).status).toBe(200);
  expect(await add(town, id, secret, await photo('yellow'))).toMatchObject({ status: 422, body: { field: 'data' } });
  expect((await add(town, id, secret, 'data:image/jpeg;base64,AAAA')).status).toBe(415);
  expect(((await follow(town, ticket)).body as FollowedTicket).photos).toHaveLength(5);
});

it('what its author erases is nowhere on the disk any more, nor are its photos', async () => {
  const { town, uploadsDir, place } = await townWithFiles();
  const ticket = newTicket(about);
  await send(town, ticket);
  const { id, secret } = ticket;
  await add(town, id, secret, await photo('red'));
  await town.post(ticketCalls.message(id), { secret, id: 'mensaje-0001', text: `Soy ${WORDS[2]}.` });
  // Each change writes the row anew: none of its earlier places may be left.
  for (let n = 0; n < 40; n++) {
    const more = newTicket({ ...about, text: `${about.text} ${n}`, secret });
    await town.post(ticketCalls.form(), more);
    for (const state of ['seen', 'progress', 'answered']) {
      town.db.prepare('UPDATE ticket SET state = ?, assignee = ? WHERE id = ?').run(state, state.repeat(9), more.id);
    }
    town.clock.now += 400_000;
  }
  const onDisk = () =>
    WORDS.filter((word) => bytesBelow(place).includes(word) || bytesBelow(uploadsDir).includes(word));
  expect(onDisk()).toEqual(WORDS);
  expect((await town.post(ticketCalls.erase(id), { secret: newTicket().secret })).status).toBe(404);
  for (const one of town.db.prepare<[], string>('SELECT id FROM ticket').pluck().all()) {
    expect((await town.post(ticketCalls.erase(one), { secret })).body).toBe(1);
  }
  expect(onDisk()).toEqual([]);
  expect(existsSync(join(uploadsDir, '.tickets', id))).toBe(false);
  expect(await follow(town, ticket)).toMatchObject({ status: 410, body: { code: 'deleted' } });
  expect(await send(town, ticket)).toMatchObject({ status: 201, body: { id } });
  expect(town.db.prepare('SELECT topic, text, phone FROM ticket').get()).toEqual({
    topic: 'bache',
    text: '',
    phone: '',
  });
});

it('what was settled is erased by itself after the months that the town has chosen, and what is open never', async () => {
  const { town, uploadsDir, place } = await townWithFiles();
  const [old, recent, open] = [newTicket(about), newTicket({ text: 'Dos' }), newTicket({ text: 'Tres' })];
  for (const ticket of [old, recent, open]) await send(town, ticket);
  await add(town, old.id, old.secret, await photo('red'));
  const settle = town.db.prepare("UPDATE ticket SET state = 'closed', settled = ? WHERE id = ?");
  settle.run('2024-03-15T13:31:00.000Z', old.id);
  settle.run('2024-03-15T13:33:00.000Z', recent.id);
  const tickets = openTickets({ db: town.db, uploadsDir, now: () => town.clock.now });
  expect(tickets.erasure.eraseOld(24)).toBe(1);
  expect(WORDS.filter((word) => bytesBelow(place).includes(word))).toEqual([]);
  expect((await follow(town, old)).status).toBe(410);
  expect((await follow(town, recent)).status).toBe(200);
  expect((await follow(town, open)).status).toBe(200);
  expect(tickets.erasure.eraseOld(24)).toBe(0);
});

it('photos that an erasure has left behind because it was cut off are removed', async () => {
  const { town, uploadsDir } = await townWithFiles();
  const ticket = newTicket();
  await send(town, ticket);
  await add(town, ticket.id, ticket.secret, await photo('red'));
  const tickets = openTickets({ db: town.db, uploadsDir, now: () => town.clock.now });
  tickets.erasure.sweep();
  expect(readdirSync(join(uploadsDir, '.tickets'))).toEqual([ticket.id]);
  town.db.prepare('DELETE FROM ticket_photo').run();
  tickets.erasure.sweep();
  expect(readdirSync(join(uploadsDir, '.tickets'))).toEqual([]);
});

function bytesBelow(place: string): string {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}
