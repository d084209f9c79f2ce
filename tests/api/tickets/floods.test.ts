import { describe, expect, it } from 'vitest';
import { ticketCalls } from '#contract/addresses/ticket-calls';
import { MOST_BITS, USUAL_BITS } from '#contract/tickets/proof';
import type { NewTicket } from '#contract/tickets/ticket';
import { Problem } from '#contract/problems';
import { MOST_SUSPECT } from '../../../api/tickets/resident-writes.ts';
import { FLOOD, HARD_LIMITS, openSuspicion } from '../../../api/tickets/suspicion.ts';
import { prove } from '../../../web/src/tickets/prove.ts';
import { NOON, openTown } from '../town.ts';
import type { Town } from '../town.ts';
import { newTicket, openForm, send } from './ticket.ts';

const suspects = (town: Town) => town.db.prepare('SELECT sum(suspect) FROM ticket').pluck().get();
let told = 0;
const told1 = () => `Reclamo ${(told += 1)}`;
/** Sends a new ticket from a network of its own. */
const sendFrom = (town: Town, network: number, given: Partial<NewTicket> = {}) =>
  town.post(ticketCalls.form(), newTicket({ text: told1(), ...given }), {
    headers: { 'X-Forwarded-For': `198.51.100.${network}` },
  });
const asksForWork = (answer: { body: unknown }) => expect(answer.body).toMatchObject({ code: 'proof' });

it.each([
  ['that fills in what only programs see', { trap: 'x' }],
  ['that was written faster than anybody writes', { seconds: 1 }],
  ['with many links', { text: 'http://a.example www.b.example https://c.example' }],
])('a ticket %s is kept apart, with the same answer', async (_, given) => {
  const town = await openTown();
  await openForm(town);
  expect((await send(town, newTicket(given))).status).toBe(201);
  expect(suspects(town)).toBe(1);
});

it('a ticket with a text that somebody has sent today is kept apart, and not that of the next day', async () => {
  const town = await openTown();
  await openForm(town);
  await send(town, newTicket());
  await send(town, newTicket({ text: 'HAY UN POZO frente a la escuela.' }));
  expect(suspects(town)).toBe(1);
  town.clock.now += 25 * 3_600_000;
  await send(town, newTicket());
  expect(suspects(town)).toBe(1);
});

it('one network is stopped after a number in an hour, and its tickets are kept apart before', async () => {
  const town = await openTown();
  await openForm(town);
  const answers: number[] = [];
  for (let one = 0; one < HARD_LIMITS.network + 5; one++) {
    answers.push((await send(town, newTicket({ text: told1() }))).status);
  }
  expect(answers.filter((status) => status === 429)).toHaveLength(5);
  expect(suspects(town)).toBe(HARD_LIMITS.network - 8);
  town.clock.now += 2 * 3_600_000;
  expect((await send(town, newTicket({ text: told1() }))).status).toBe(201);
  expect(suspects(town)).toBe(HARD_LIMITS.network - 8);
});

it('repeating a ticket whose answer was lost is no flood', async () => {
  const town = await openTown();
  await openForm(town);
  const ticket = newTicket();
  for (let one = 0; one < HARD_LIMITS.network + 5; one++) expect((await send(town, ticket)).status).toBe(201);
  expect(suspects(town)).toBe(0);
});

it('a flood asks for work, which opens the inbox, and only the form without scripts goes without it', async () => {
  const town = await openTown({ trustProxy: true });
  await openForm(town);
  const calm = newTicket({ text: told1() });
  expect((await send(town, calm)).status).toBe(201);
  for (let one = 1; one < FLOOD.tickets; one++) await sendFrom(town, one, { trap: 'x' });
  const stored = () => town.db.prepare('SELECT count(*) FROM ticket').pluck().get();
  const before = { stored: stored(), suspects: suspects(town) };

  town.clock.now += 300_000;
  const ticket = newTicket({ text: told1() });
  const asked = await send(town, ticket);
  expect(asked).toMatchObject({ status: 429, body: { code: 'proof', value: expect.any(String) } });
  expect(asked.headers.get('retry-after')).toBe('60');
  expect({ stored: stored(), suspects: suspects(town) }).toEqual(before);
  // What has arrived is confirmed without work, as ever.
  expect((await send(town, calm)).status).toBe(201);

  const proof = (await prove(String((asked.body as { value: string }).value))) ?? '';
  expect((await send(town, newTicket({ text: told1(), proof }))).status).toBe(429);
  town.clock.now += 120_000;
  expect((await send(town, { ...ticket, proof })).status).toBe(201);
  expect((await send(town, { ...ticket, proof })).status).toBe(201);
  expect({ stored: stored(), suspects: suspects(town) }).toEqual({ ...before, stored: Number(before.stored) + 1 });

  town.clock.now += 600_000;
  expect((await send(town, newTicket({ text: told1() }))).status).toBe(201);
});

it('one network alone makes nobody else work, however often it tries, and those within it pay instead', async () => {
  const town = await openTown({ trustProxy: true });
  await openForm(town);
  for (let one = 0; one < 2 * FLOOD.tickets; one++) {
    const answer = await sendFrom(town, 1);
    if (one >= HARD_LIMITS.network) asksForWork(answer);
  }
  expect((await sendFrom(town, 2)).status).toBe(201);
  const ticket = { id: newTicket().id };
  const { body } = await sendFrom(town, 1, ticket);
  const proof = (await prove(String((body as { value: string }).value))) ?? '';
  expect((await sendFrom(town, 1, { ...ticket, proof })).status).toBe(201);
});

it('a flood of many networks that do not work keeps on asking for it', async () => {
  const town = await openTown({ trustProxy: true });
  await openForm(town);
  for (let one = 0; one < 3 * FLOOD.tickets; one++) {
    town.clock.now += 15_000;
    const answer = await sendFrom(town, one % 50);
    if (one >= FLOOD.tickets) asksForWork(answer);
  }
});

describe('who does the work', () => {
  const flood = (networks: number, each: number) => {
    const clock = { now: NOON };
    const suspicion = openSuspicion(() => clock.now);
    const refused = (address: string) => {
      try {
        suspicion.count(address, true);
        return false;
      } catch (error) {
        return error instanceof Problem && error.code === 'too-many';
      }
    };
    for (let one = 0; one < each; one++)
      for (let network = 0; network < networks; network++) refused(`198.51.100.${network}`);
    return { clock, suspicion, refused };
  };

  it('leaves half of the room for networks that have paid for none in that hour', () => {
    const { clock, refused } = flood(25, HARD_LIMITS.network - 1);
    expect(refused('198.51.100.1')).toBe(true);
    expect(refused('192.0.2.1')).toBe(false);
    expect(refused('192.0.2.1')).toBe(true);
    // The networks of one that has thousands are one.
    expect(refused('2001:db8:1:1::1')).toBe(false);
    expect(refused('2001:db8:1:2::1')).toBe(true);
    clock.now += 3_600_001;
    expect(refused('192.0.2.1')).toBe(false);
  });

  it('pays more the more have paid, at first what a cheap telephone does at once, and less again later', () => {
    const { clock, suspicion } = flood(20, 0);
    expect(suspicion.bits()).toBe(USUAL_BITS);
    const seen = new Set<number>();
    for (let network = 0; network < HARD_LIMITS.all / 2; network++) {
      suspicion.count(`198.51.100.${network}`, true);
      seen.add(suspicion.bits());
    }
    expect([...seen]).toEqual([0, 1, 2, 3].map((more) => USUAL_BITS + more));
    expect(Math.max(...seen)).toBeLessThanOrEqual(MOST_BITS);
    clock.now += 3_600_001;
    expect(suspicion.bits()).toBe(USUAL_BITS);
  });
});

it('a full tray of the suspect takes no more of them, and still takes those of people', async () => {
  const town = await openTown();
  await openForm(town);
  await send(town, newTicket({ trap: 'x' }));
  const copy = town.db.prepare(`
    INSERT INTO ticket SELECT 'copia' || printf('%07d', @n), 1000 + @n, secret, number, topic, area, state, assignee,
      text, place, lat, lon, name, phone, email, made, received, answered, settled, erased, suspect, merged, ''
    FROM ticket LIMIT 1`);
  for (let n = 1; n < MOST_SUSPECT; n++) copy.run({ n });
  expect((await send(town, newTicket({ trap: 'x', text: told1() }))).status).toBe(503);
  expect((await send(town, newTicket({ text: told1() }))).status).toBe(201);
});
