import { expect, test } from 'vitest';
import { ticketCalls } from '#contract/addresses/ticket-calls';
import { openMyTickets } from '../../../web/src/tickets/my-tickets.ts';
import { ours, refusal, settle } from '../outbox/device.ts';
import { NOW, openDevice } from './device.ts';

const OF = '0123456789abcdef';

/** A device whose server takes followers, once each. */
function openJoining() {
  const device = openDevice();
  const { server } = device;
  const followers = new Map<string, unknown>();
  server.answer = (path) => {
    if (path !== ticketCalls.join()) return null;
    const body = server.bodies.at(-1);
    followers.set(String(body?.id), body);
    return ours({ id: String(body?.id) }, 201);
  };
  return { ...device, followers };
}

test('somebody to whom the same happens sends an id, a secret and a number, and nothing of themselves', async () => {
  const { server, openTab, rows } = openJoining();
  const tab = openTab();
  const id = await tab.join(OF, 'Bache');
  await settle();
  const [ticket] = tab.getState().tickets;
  expect(ticket).toMatchObject({ id, of: OF, topic: 'Bache', followed: null });
  expect(server.asked).toEqual([ticketCalls.join()]);
  expect(server.bodies).toEqual([{ id, secret: ticket?.secret, number: ticket?.number, of: OF }]);
  expect(await rows()).toEqual([]);
});

test('a device joins a ticket once, in two tabs and after an answer that was lost', async () => {
  const { server, followers, openTab, rows } = openJoining();
  const [one, other] = [openTab(), openTab()];
  server.losesAnswers = true;
  const [first, second] = await Promise.all([one.join(OF, 'Bache'), other.join(OF, 'Bache')]);
  expect(second).toBe(first);
  await settle();
  server.losesAnswers = false;
  await one.outbox.drain('online');
  await settle();
  expect(await one.join(OF, 'Bache')).toBe(first);
  expect([...followers.keys()]).toEqual([first]);
  expect(server.asked.length).toBeGreaterThan(1);
  expect(await rows()).toEqual([]);
  expect(await one.join('fedcba9876543210', 'Bache')).not.toBe(first);
});

test('a tab that is closed before its wish is in the queue leaves it to the next, and nothing is said twice', async () => {
  const { name, server, followers, openTab } = openJoining();
  const mine = openMyTickets(`${name}-mine`);
  const ticket = { id: 'a'.repeat(12), secret: 's'.repeat(22), number: 'VH-7K3Q', topic: 'Bache', text: '', at: NOW };
  await mine.join({ ...ticket, followed: null, of: OF });
  mine.close();
  const tab = openTab();
  await settle();
  expect([...followers.keys()]).toEqual([ticket.id]);
  server.isDown = true;
  tab.close();
  server.isDown = false;
  openTab();
  await settle();
  expect([...followers.keys()]).toEqual([ticket.id]);
});

test('where that ticket is gone, the person can tell it in a ticket of their own', async () => {
  const { server, openTab, rows } = openJoining();
  const tab = openTab();
  server.answer = (path) => (path === ticketCalls.join() ? refusal(422, { message: 'Ya no está.' }) : null);
  const id = await tab.join(OF, 'Bache');
  await settle();
  const [operation] = tab.getState().waiting.get(id) ?? [];
  expect(operation).toMatchObject({ status: 'rejected', lastError: { message: 'Ya no está.' } });
  await tab.amend(id);
  const [draft] = tab.getState().drafts;
  expect(tab.getState().tickets).toEqual([]);
  expect(await rows()).toEqual([]);
  await tab.send({ ...draft!, topic: 'bache', text: 'Hay un pozo.' }, 'Bache', '');
  await settle();
  expect(server.tickets.get(id)).toMatchObject({ text: 'Hay un pozo.', topic: 'bache' });
});

test('what was joined is erased here and there', async () => {
  const { server, openTab } = openJoining();
  const tab = openTab();
  await tab.join(OF, 'Bache');
  await settle();
  server.answer = (path) => (path.endsWith('/erase') ? ours(1) : null);
  await tab.erase(tab.getState().tickets[0]!);
  await settle();
  expect(server.asked.at(-1)).toMatch(/\/erase$/);
  expect(tab.getState().tickets).toEqual([]);
});
