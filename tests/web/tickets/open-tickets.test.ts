import { expect, test } from 'vitest';
import type { FollowedTicket } from '#contract/tickets/ticket';
import { newDraft, openMyTickets } from '../../../web/src/tickets/my-tickets.ts';
import type { TicketDraft } from '../../../web/src/tickets/my-tickets.ts';
import { NotKept } from '../../../web/src/offline/outbox/outbox-db.ts';
import { sendWaiting } from '../../../web/src/tickets/send-waiting.ts';
import { ours, refusal, settle } from '../outbox/device.ts';
import { NOW, openDevice } from './device.ts';

const draftOf = (given: Partial<TicketDraft> = {}): TicketDraft => ({
  ...newDraft(NOW - 40_000),
  topic: 'bache',
  text: 'Hay un pozo.',
  ...given,
});
const photo = (name: string) => ({ name, bytes: new TextEncoder().encode(name).buffer as ArrayBuffer });

test('a ticket and its photos are sent in their order, each with its secret and nothing of a session', async () => {
  const { server, openTab } = openDevice();
  const tab = openTab();
  const draft = draftOf({ photos: [photo('a.jpg'), photo('b.jpg')], name: 'Rosa' });
  await tab.send(draft, 'Bache o calle rota', '');
  await settle();
  expect(server.asked).toEqual(['/api/tickets', `/api/tickets/${draft.id}/photo`, `/api/tickets/${draft.id}/photo`]);
  expect(server.bodies[0]).toEqual({
    id: draft.id,
    secret: draft.secret,
    number: draft.number,
    topic: 'bache',
    text: 'Hay un pozo.',
    place: '',
    name: 'Rosa',
    phone: '',
    email: '',
    made: '2026-03-15T13:32:00.000Z',
    seconds: 40,
    trap: '',
  });
  expect(server.bodies[1]).toEqual({
    secret: draft.secret,
    name: 'a.jpg',
    data: `data:image/jpeg;base64,${btoa('a.jpg')}`,
  });
  expect(tab.getState()).toMatchObject({ drafts: [], tickets: [{ id: draft.id, number: draft.number }] });
  expect(tab.getState().waiting.size).toBe(0);
});

test('who leaves no data sends none, whatever was typed before', async () => {
  const { server, openTab } = openDevice();
  await openTab().send(draftOf({ isAnonymous: true, name: 'Rosa', phone: '1', email: 'a@b.c' }), 'Bache', '');
  await settle();
  expect(server.bodies[0]).toMatchObject({ name: '', phone: '', email: '' });
});

test('five tickets never share a request: the call for many has a session', async () => {
  const device = openDevice();
  device.server.isDown = true;
  const tab = device.openTab();
  for (let at = 0; at < 7; at += 1) await tab.send(draftOf({ text: `Pozo ${at}` }), 'Bache', '');
  await settle();
  device.server.isDown = false;
  device.server.asked.length = 0;
  await tab.outbox.drain('online');
  await settle();
  expect(new Set(device.server.asked)).toEqual(new Set(['/api/tickets']));
  expect(device.server.tickets.size).toBe(7);
});

test('a draft survives, several do, and none comes back once it was sent', async () => {
  const { openTab } = openDevice();
  const tab = openTab();
  const [one, other] = [draftOf({ at: 1 }), draftOf({ text: 'Otro', at: 2 })];
  await tab.keep(one);
  await tab.keep(other);
  tab.close();
  const next = openTab();
  await settle();
  expect(next.getState().drafts.map(({ text }) => text)).toEqual(['Otro', 'Hay un pozo.']);
  await next.send(one, 'Bache', '');
  // Another tab has it open still.
  await next.keep({ ...one, text: 'Hay un pozo!' });
  expect(next.getState().drafts.map(({ text }) => text)).toEqual(['Otro']);
});

test('a tab that is closed between the sending and the queue leaves all of it to the next', async () => {
  const { name, server, openTab } = openDevice();
  const draft = draftOf({ photos: [photo('a.jpg')] });
  const mine = openMyTickets(`${name}-mine`);
  const { id, secret, number, text } = draft;
  await mine.promote(
    { ...draft, sent: { made: '2026-03-15T13:32:00.000Z', seconds: 40, trap: '' } },
    { id, secret, number, text, topic: 'Bache', at: NOW, followed: null },
  );
  mine.close();
  const tab = openTab();
  await settle();
  expect([...server.tickets.values()]).toMatchObject([{ id, photos: ['a.jpg'] }]);
  expect(tab.getState()).toMatchObject({ drafts: [], tickets: [{ id }] });
});

test('lost answers make nothing twice', async () => {
  const device = openDevice();
  const tab = device.openTab();
  device.server.losesAnswers = true;
  await tab.send(draftOf({ photos: [photo('a.jpg')] }), 'Bache', '');
  await settle();
  device.server.losesAnswers = false;
  await tab.outbox.drain('online');
  await settle();
  expect([...device.server.tickets.values()]).toMatchObject([{ photos: ['a.jpg'] }]);
  expect(device.server.asked.length).toBeGreaterThan(2);
  expect(await device.rows()).toEqual([]);
});

test('what the server refuses becomes a draft again, with its photos', async () => {
  const { server, openTab, rows } = openDevice();
  const tab = openTab();
  server.answer = () => refusal(422, { field: 'phone' });
  const draft = draftOf({ photos: [photo('a.jpg')], phone: '1', point: { lat: -47, lon: -67 } });
  await tab.send(draft, 'Bache', '');
  await settle();
  expect(
    tab
      .getState()
      .waiting.get(draft.id)
      ?.map(({ status }) => status),
  ).toEqual(['rejected', 'pending']);
  await tab.amend(draft.id);
  expect(tab.getState().tickets).toEqual([]);
  const [again] = tab.getState().drafts;
  expect(again).toMatchObject({ id: draft.id, secret: draft.secret, phone: '1', point: { lat: -47, lon: -67 } });
  expect(again?.photos.map(({ name, bytes }) => [name, bytes.byteLength])).toEqual([['a.jpg', 5]]);
  expect(await rows()).toEqual([]);
  server.answer = null;
  await tab.send({ ...draft, ...again, phone: '02902 48-1234' }, 'Bache', '');
  await settle();
  expect(server.tickets.get(draft.id)).toMatchObject({ phone: '02902 48-1234', photos: ['a.jpg'] });
});

test('what was written to a ticket that the server refuses is sent after it once it is mended', async () => {
  const { server, openTab, rows } = openDevice();
  const tab = openTab();
  server.answer = () => refusal(422, { field: 'phone' });
  const draft = draftOf({ phone: '1', photos: [photo('a.jpg')] });
  await tab.send(draft, 'Bache', '');
  await tab.write(tab.getState().tickets[0]!, 'Sigue igual.');
  await settle();
  await tab.amend(draft.id);
  const [again] = tab.getState().drafts;
  expect(again?.messages).toMatchObject([{ text: 'Sigue igual.' }]);
  expect(await rows()).toEqual([]);
  server.answer = null;
  await tab.send({ ...draft, ...again, phone: '02902 48-1234' }, 'Bache', '');
  await settle();
  expect(server.tickets.get(draft.id)).toMatchObject({ photos: ['a.jpg'], messages: ['Sigue igual.'] });
  expect(await rows()).toEqual([]);
});

test.each([0, 1])('a device that is full after %i parts keeps the draft, and nothing is sent of it', async (parts) => {
  const { server, openTab, rows, room } = openDevice();
  const tab = openTab();
  await settle();
  const draft = draftOf({ photos: [photo('a.jpg'), photo('b.jpg')] });
  Object.assign(room, { left: parts, isOffline: true });
  server.isDown = true;
  await expect(tab.send(draft, 'Bache', '')).rejects.toThrow(NotKept);
  expect(tab.getState()).toMatchObject({ tickets: [], drafts: [{ id: draft.id, text: draft.text }] });
  expect(tab.getState().drafts[0]?.photos).toHaveLength(2);
  expect(tab.getState().unqueued.size).toBe(0);
  expect(await rows()).toEqual([]);
  expect(server.tickets.size).toBe(0);
  Object.assign(room, { left: Infinity, isOffline: false });
  server.isDown = false;
  await tab.send({ ...draft, text: 'Hay dos pozos.' }, 'Bache', '');
  await settle();
  expect([...server.tickets.values()]).toMatchObject([{ text: 'Hay dos pozos.', photos: ['a.jpg', 'b.jpg'] }]);
});

test('a ticket of which a part has gone says what is missing until it is in the queue', async () => {
  const { server, openTab, room } = openDevice();
  const tab = openTab();
  await settle();
  const draft = draftOf({ photos: [photo('a.jpg')] });
  const { save } = tab.outbox;
  // The server has the ticket before its photo is stored.
  tab.outbox.save = async (...given) => {
    if (given[0].kind === 'upload') await settle();
    return save(...given);
  };
  room.left = 1;
  await tab.send(draft, 'Bache', '');
  expect(server.tickets.get(draft.id)).toMatchObject({ photos: [] });
  expect(tab.getState()).toMatchObject({ tickets: [{ id: draft.id }], drafts: [] });
  expect(tab.getState().unqueued.get(draft.id)).not.toBe('');
  room.left = Infinity;
  await tab.queueAgain(draft.id);
  await settle();
  expect(tab.getState().unqueued.size).toBe(0);
  expect([...server.tickets.values()]).toMatchObject([{ id: draft.id, photos: ['a.jpg'] }]);
});

test('messages follow their ticket, and an erasure is the last that is sent', async () => {
  const { server, openTab } = openDevice();
  const tab = openTab();
  const draft = draftOf();
  server.isDown = true;
  await tab.send(draft, 'Bache', '');
  const [ticket] = tab.getState().tickets;
  await tab.write(ticket!, 'Sigue igual.');
  server.isDown = false;
  await tab.outbox.drain('online');
  await settle();
  expect(server.tickets.get(draft.id)).toMatchObject({ messages: ['Sigue igual.'] });
  await tab.erase(ticket!);
  await settle();
  expect(server.tickets.get(draft.id)).toBe('erased');
  expect(tab.getState().tickets).toEqual([]);
});

test('what the server has never heard of is erased here alone', async () => {
  const { server, openTab, rows } = openDevice();
  server.isDown = true;
  const tab = openTab();
  await settle();
  await tab.outbox.drain('button');
  const draft = draftOf();
  // Nothing counts as sent on a device that knows that it has no network.
  const offline = openDevice();
  offline.server.isDown = true;
  offline.room.isOffline = true;
  const other = offline.openTab();
  await other.send(draft, 'Bache', '');
  await settle();
  await other.erase(other.getState().tickets[0]!);
  expect(other.getState()).toMatchObject({ tickets: [], drafts: [] });
  expect(await offline.rows()).toEqual([]);
  expect(await rows()).toEqual([]);
});

test('following keeps what the server says, and what was erased elsewhere goes', async () => {
  const { server, openTab } = openDevice();
  const tab = openTab();
  const draft = draftOf();
  await tab.send(draft, 'Bache', '');
  await settle();
  const followed = { id: draft.id, number: draft.number, topic: 'Bache', text: draft.text, state: 'progress' };
  server.answer = (path) => (path.endsWith('/follow') ? ours(followed as unknown as FollowedTicket as never) : null);
  expect(await tab.follow(draft.id, draft.secret)).toBe('done');
  expect(tab.getState().tickets).toMatchObject([{ id: draft.id, at: NOW, followed: { state: 'progress' } }]);
  server.isDown = true;
  expect(await tab.follow(draft.id, draft.secret)).toBe('unreachable');
  expect(tab.getState().tickets).toHaveLength(1);
  server.isDown = false;
  server.answer = () => refusal(410);
  expect(await tab.follow(draft.id, draft.secret)).toBe('gone');
  expect(tab.getState().tickets).toEqual([]);
  server.answer = () => refusal(404);
  expect(await tab.follow(draft.id, draft.secret)).toBe('unknown');
});

/** The worker that sends where no page is open. */
const workerOf = ({ name, server }: ReturnType<typeof openDevice>) =>
  sendWaiting({
    queueName: name,
    mine: openMyTickets(`${name}-mine`),
    fetch: server.fetch,
    newXhr: null,
    now: () => NOW,
    locks: null,
    channel: null,
    isOffline: () => false,
    setTimer: () => () => {},
  });

test('the worker sends what waits, in its order and once, with no page open, and is called again until it could', async () => {
  const device = openDevice();
  const { server } = device;
  server.isDown = true;
  const tab = device.openTab();
  const draft = draftOf({ photos: [photo('a.jpg')] });
  await tab.send(draft, 'Bache', '');
  await tab.write(tab.getState().tickets[0]!, 'Sigue igual.');
  await settle();
  tab.close();
  await expect(workerOf(device)).rejects.toThrow('3 operations of tickets were not sent');
  expect(await device.rows()).toHaveLength(3);
  server.isDown = false;
  await workerOf(device);
  expect(server.tickets.get(draft.id)).toMatchObject({ photos: ['a.jpg'], messages: ['Sigue igual.'] });
  expect(await device.rows()).toEqual([]);
  const asked = server.asked.length;
  await workerOf(device);
  const next = device.openTab();
  await settle();
  expect(server.asked).toHaveLength(asked);
  expect(next.getState().tickets).toMatchObject([{ id: draft.id }]);
});

test('the worker leaves to a page what was refused, and is not called again for it', async () => {
  const device = openDevice();
  const { server } = device;
  server.answer = (path) => (path === '/api/tickets' ? refusal(422) : null);
  const tab = device.openTab();
  await tab.send(draftOf(), 'Bache', '');
  await settle();
  tab.close();
  server.asked.length = 0;
  await workerOf(device);
  expect(server.asked).toEqual([]);
  expect(await device.rows()).toHaveLength(1);
});

test('two tabs that send the same draft with different texts make two tickets, and with the same text one', async () => {
  const device = openDevice();
  const [one, other] = [device.openTab(), device.openTab()];
  const draft = draftOf();
  const first = await one.send(draft, 'Bache', '');
  const second = await other.send({ ...draft, text: 'Otra cosa' }, 'Bache', '');
  const again = await other.send(draft, 'Bache', '');
  await settle();
  expect([first, again]).toEqual([draft.id, draft.id]);
  expect(second).not.toBe(draft.id);
  expect([...device.server.tickets.keys()].sort()).toEqual([first, second].sort());
});

test('what a person wants erased is erased where the server has refused it, and after a page that was closed meanwhile', async () => {
  const device = openDevice();
  device.server.answer = (path) =>
    path === '/api/tickets' ? refusal(422) : path.endsWith('/erase') ? refusal(404) : null;
  const tab = device.openTab();
  await tab.send(draftOf(), 'Bache', '');
  await settle();
  await tab.erase(tab.getState().tickets[0]!);
  await settle();
  expect(await device.rows()).toEqual([]);
  expect(tab.getState().tickets).toEqual([]);
});

test('an erasure does not wait for a message that the server refuses after it', async () => {
  const { server, openTab, rows } = openDevice();
  const { fetch } = server;
  const answered = Promise.withResolvers<void>();
  server.fetch = async (input, init) => {
    if (!String(input).endsWith('/message')) return fetch(input, init);
    await answered.promise;
    return refusal(410);
  };
  const tab = openTab();
  const draft = draftOf();
  await tab.send(draft, 'Bache', '');
  await settle();
  const [ticket] = tab.getState().tickets;
  await tab.write(ticket!, 'Sigue igual.');
  await settle();
  await tab.erase(ticket!);
  answered.resolve();
  await settle();
  expect(server.tickets.get(draft.id)).toBe('erased');
  expect(tab.getState().tickets).toEqual([]);
  expect(await rows()).toEqual([]);
});

test('a photo is fetched once, is there without a network, and goes with its ticket', async () => {
  const { server, openTab } = openDevice();
  const tab = openTab();
  const draft = draftOf();
  await tab.send(draft, 'Bache', '');
  await settle();
  const [ticket] = tab.getState().tickets;
  server.answer = (path) => (path.endsWith('/photoFile') ? new Response(new Uint8Array(3)) : null);
  expect(await tab.photo(ticket!, 'a.jpg', 'device')).toBeNull();
  expect((await tab.photo(ticket!, 'a.jpg'))?.byteLength).toBe(3);
  expect(server.bodies.at(-1)).toEqual({ secret: draft.secret, name: 'a.jpg' });
  server.isDown = true;
  expect((await tab.photo(ticket!, 'a.jpg'))?.byteLength).toBe(3);
  expect(await tab.photo(ticket!, 'b.jpg')).toBeNull();
  await tab.forget(draft.id);
  expect(await tab.photo(ticket!, 'a.jpg', 'device')).toBeNull();
});

test('all can be removed from a device, what waits too, and what the server has stays there', async () => {
  const { server, openTab, rows, room } = openDevice();
  const tab = openTab();
  await tab.send(draftOf(), 'Bache', '');
  await settle();
  server.isDown = true;
  room.isOffline = true;
  await tab.send(draftOf({ text: 'Otro' }), 'Bache', '');
  await tab.keep(draftOf({ text: 'Sin terminar' }));
  await settle();
  await tab.forgetAll();
  expect(tab.getState()).toMatchObject({ tickets: [], drafts: [], waiting: new Map() });
  expect(await rows()).toEqual([]);
  expect(server.tickets.size).toBe(1);
});
