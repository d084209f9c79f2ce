import { createECDH, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { pushCalls } from '#contract/addresses/push-calls';
import { staffTicketCalls, ticketCalls } from '#contract/addresses/ticket-calls';
import type { NewTicket } from '#contract/tickets/ticket';
import { openTown } from '../town.ts';
import type { Town } from '../town.ts';
import { newTicket, openForm, send } from './ticket.ts';

const endpointOf = (device: string) => `https://fcm.googleapis.com/fcm/send/${device}:APA91b`;
const keys = () => ({
  p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
  auth: randomBytes(16).toString('base64url'),
});

async function townWithTicket(): Promise<{ town: Town; ticket: NewTicket }> {
  const town = await openTown();
  await openForm(town);
  const ticket = newTicket();
  await send(town, ticket);
  return { town, ticket };
}
const ask = (town: Town, { id, secret }: Pick<NewTicket, 'id' | 'secret'>, device: string) =>
  town.post(ticketCalls.push(id), { secret, endpoint: endpointOf(device), keys: keys() });
const answer = (town: Town, { id }: NewTicket, kind = 'answer') =>
  town.post(staffTicketCalls.entry(id), { kind, text: 'Vamos mañana, Rosa.' }, { as: town.admin });
const endpoints = (town: Town) => town.db.prepare('SELECT endpoint FROM push_subscription ORDER BY id').pluck().all();
/** What waits, and for which device. */
const waiting = (town: Town) =>
  town.db
    .prepare<[], { endpoint: string; subject: string; payload: string }>(
      `SELECT endpoint, subject, payload FROM push_delivery
      JOIN push_subscription s ON s.id = subscription JOIN push_message m ON m.id = message ORDER BY endpoint`,
    )
    .all();

it('an answer is told on the devices that asked for it, with the number and nothing that was written', async () => {
  const { town, ticket } = await townWithTicket();
  const other = newTicket();
  await send(town, other);
  expect(await ask(town, ticket, 'rosa')).toMatchObject({ status: 200, body: 1 });
  await ask(town, other, 'beto');
  await answer(town, ticket, 'note');
  expect(waiting(town)).toEqual([]);
  await answer(town, ticket);
  expect(waiting(town)).toMatchObject([{ endpoint: endpointOf('rosa') }]);
  const [{ payload = '' } = {}] = waiting(town);
  expect(JSON.parse(payload)).toMatchObject({
    title: `Reclamo ${ticket.number}`,
    body: 'Hay una respuesta.',
    url: `/reclamos?numero=${ticket.number}`,
  });
  for (const word of [ticket.id, ticket.secret, 'Vamos', 'Rosa', 'pozo']) expect(payload).not.toContain(word);
});

it('nobody without the secret asks, and what is sent of topics leaves it alone', async () => {
  const { town, ticket } = await townWithTicket();
  expect(await ask(town, { id: ticket.id, secret: newTicket().secret }, 'ajeno')).toMatchObject({ status: 404 });
  expect((await ask(town, ticket, 'rosa')).status).toBe(200);
  const topics = { endpoint: endpointOf('rosa'), keys: keys(), topics: ['alertas'] };
  expect((await town.post(pushCalls.subscriptions(), topics)).status).toBe(204);
  expect((await ask(town, ticket, 'rosa')).status).toBe(200);
  expect(town.db.prepare('SELECT topics FROM push_subscription').pluck().all()).toEqual(['["alertas"]']);
  await answer(town, ticket);
  expect(waiting(town)).toHaveLength(1);
  for (let n = 1; n < 5; n++) await ask(town, ticket, `otro${n}`);
  expect(await ask(town, ticket, 'uno-mas')).toMatchObject({ status: 422 });
});

it('it ends when its person says so and with the erasure, which leaves no device and no message', async () => {
  const { town, ticket } = await townWithTicket();
  const { id, secret } = ticket;
  await ask(town, ticket, 'rosa');
  await ask(town, ticket, 'casa');
  const { body } = await town.post(ticketCalls.push(id), { secret, endpoint: endpointOf('casa') });
  expect(body).toBe(1);
  expect(endpoints(town)).toEqual([endpointOf('rosa')]);
  await answer(town, ticket);
  expect(waiting(town)).toHaveLength(1);
  await town.post(ticketCalls.erase(id), { secret });
  expect(endpoints(town)).toEqual([]);
  expect(waiting(town)).toEqual([]);
  expect(town.db.prepare("SELECT count(*) FROM push_message WHERE subject LIKE 'ticket/%'").pluck().get()).toBe(0);
});

it('those whose ticket was merged are told of the answer to the other one', async () => {
  const { town, ticket } = await townWithTicket();
  const other = newTicket();
  await send(town, other);
  await ask(town, other, 'beto');
  await town.post(staffTicketCalls.merge(other.id), { into: ticket.id }, { as: town.admin });
  await answer(town, ticket);
  expect(waiting(town).map(({ payload }) => JSON.parse(payload) as object)).toMatchObject([
    { title: `Reclamo ${other.number}` },
  ]);
});
