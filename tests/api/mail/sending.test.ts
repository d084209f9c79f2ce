import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { selfSigned } from '../../../scripts/support/self-signed.ts';
import { freePort } from '../../../scripts/support/free-port.ts';
import { openMailServer } from '../../mail-server.ts';
import { MINUTE, openPostedTown } from './post.ts';
import type { PostedTown } from './post.ts';
import { newTicket, openForm, send } from '../tickets/ticket.ts';
import { FIRST_TICKET_SETTINGS } from '#contract/tickets/ticket-settings';
import { GATHERED } from '../../../api/mail/queue.ts';

const ENTRADAS = { key: 'entradas', name: 'Mesa de Entradas', people: [], email: 'entradas@villa.example' };
const headersOf = (data = '') => data.split('\r\n\r\n', 1)[0] ?? '';
const changed = ({ queue, town }: PostedTown, username = 'ana') =>
  queue.put('changed', town.adminId, ['ana@villa.example', username]);

test('a mail that a server takes leaves the queue; one whose answer was lost is sent again as the same one', async () => {
  const posted = await openPostedTown();
  changed(posted);
  posted.server.answer = () => 'take and cut';
  expect(await posted.send()).toBe(0);
  expect(posted.queue.isWaiting()).toBe(true);
  posted.server.answer = () => 'take';
  posted.town.clock.now += 5 * MINUTE;
  expect(await posted.send()).toBe(1);
  expect(posted.queue.isWaiting()).toBe(false);
  const ids = posted.server.mails.map(({ data }) => /^Message-ID: (.*)$/im.exec(data)?.[1]);
  expect(ids).toEqual([expect.stringMatching(/^<1\.\d+@villa\.example>$/), ids[0]]);
  expect(posted.server.mails[0]).toMatchObject({
    to: ['ana@villa.example'],
    text: expect.stringContaining('La contraseña del usuario «ana» del portal https://villa.example cambió') as string,
  });
  expect(headersOf(posted.server.mails[0]?.data)).toMatch(/^From: portal@villa\.example\r\nTo: ana@villa\.example\r$/m);
});

test.for([
  ['450 in a moment', 1],
  ['550 nobody of that name', 6 * 60],
] as const)('a mail that is refused with «%s» waits, and the next one is sent', async ([rcpt, minutes]) => {
  const posted = await openPostedTown();
  const { queue, server, town } = posted;
  changed(posted);
  queue.put('changed', town.editorId, ['edu@villa.example', 'edu']);
  server.answer = ([to]) => (to === 'ana@villa.example' ? { rcpt } : 'take');
  expect(await posted.send()).toBe(1);
  expect(server.mails.map(({ to }) => to)).toEqual([['edu@villa.example']]);
  server.answer = () => 'take';
  town.clock.now += (minutes - 0.5) * MINUTE;
  expect(await posted.send()).toBe(0);
  town.clock.now += MINUTE;
  expect(await posted.send()).toBe(1);
});

test('a text that is refused is kept, and so is everything while the server is down, hangs or answers nonsense', async () => {
  const posted = await openPostedTown();
  changed(posted);
  posted.server.answer = () => ({ data: '451 no room' });
  expect(await posted.send()).toBe(0);
  const next = () => void (posted.town.clock.now += 10 * MINUTE);
  next();
  posted.server.answer = () => 'hang';
  expect(await posted.send()).toBe(0);
  await posted.server.close();
  next();
  expect(await posted.send()).toBe(0);
  next();
  next();
  expect(posted.queue.figures()).toMatchObject({ waiting: 1 });
  expect(posted.queue.figures().fault).toMatch(/^(?:Timeout|.*ECONNREFUSED)/);
});

test('a server that says nothing, or no SMTP, is given up', async () => {
  for (const greeting of ['', 'HTTP/1.1 400 Bad Request\r\n\r\n']) {
    const mute = createServer((socket) => void socket.on('error', () => {}).write(greeting));
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void mute.close());
    const posted = await openPostedTown({ url: `smtp://127.0.0.1:${(mute.address() as AddressInfo).port}` });
    changed(posted);
    expect(await posted.send()).toBe(0);
    expect(posted.queue.isWaiting()).toBe(true);
  }
});

test('nothing is said to a server with a certificate that nobody vouches for', async () => {
  const certificate = selfSigned('127.0.0.1', Date.now() - 86_400_000, Date.now() + 86_400_000);
  const server = await openMailServer({ tls: certificate });
  onTestFinished(() => server.close());
  const posted = await openPostedTown({ url: server.url.replace('smtps://', 'smtps://portal:secreta@') });
  changed(posted);
  expect(await posted.send()).toBe(0);
  expect([server.mails, server.said]).toEqual([[], []]);
  expect(posted.lines.join('')).toMatch(/self.signed certificate/i);
  expect(posted.lines.join('')).not.toContain('secreta');
});

test('a password is sent to another machine encrypted or not at all', async () => {
  const server = await openMailServer();
  onTestFinished(() => server.close());
  const posted = await openPostedTown({ url: `smtp://portal:secreta@0.0.0.0:${server.port}` });
  changed(posted);
  expect(await posted.send()).toBe(0);
  expect(server.said.filter((line) => /^(?:AUTH|MAIL)/.test(line))).toEqual([]);
});

test('no name, address or place of a ticket puts a line into the head of a mail', async () => {
  const posted = await openPostedTown();
  const { town, queue, server } = posted;
  const EVIL = 'x\r\nBcc: todos@mal.example\r\n\r\nmal';
  queue.put('changed', town.adminId, ['ana@villa.example', EVIL]);
  // No address at all, or more than one.
  for (const to of [
    EVIL,
    'a@b.ar, c@d.ar',
    'a@b.ar\r\nBcc: c@d.ar',
    '"x" <a@b.ar>',
    '<a@b.ar> c@d.ar',
    'a@b.ar,c',
    '',
  ]) {
    queue.put('changed', `of ${to}`, [to, 'ana']);
  }
  const areas = [{ ...ENTRADAS, name: 'Obras' }];
  await openForm(town, { areas });
  town.db
    .prepare('UPDATE ticket_settings SET value = ?')
    .run(JSON.stringify({ ...FIRST_TICKET_SETTINGS, isOpen: true, areas: [{ ...ENTRADAS, name: EVIL.slice(0, 60) }] }));
  await send(town, newTicket({ place: EVIL }));
  await send(town, newTicket({ place: 'https://mal.example/a', text: 'Otro.' }));
  town.clock.now += GATHERED;
  expect(await posted.send()).toBe(2);
  expect(queue.isWaiting()).toBe(false);
  expect(server.mails.map(({ to }) => to)).toEqual([['ana@villa.example'], ['entradas@villa.example']]);
  for (const { data } of server.mails) {
    expect(headersOf(data)).not.toMatch(/^bcc/im);
    expect(data.split('\r\n').filter((line) => /^[a-z-]+:/i.test(line) && !headersOf(data).includes(line))).toEqual([]);
  }
  expect(server.mails[1]?.text).toContain('Dónde: https: //mal. example/a');
});

test('an area is told of what has come in: number, topic and place, and nothing of who wrote it', async () => {
  const posted = await openPostedTown();
  const { town, server } = posted;
  await openForm(town, { areas: [ENTRADAS] });
  const tickets = [
    newTicket(),
    newTicket({ topic: 'luminaria', text: 'Se quemó.', place: '', email: 'rosa@casa.example' }),
  ];
  for (const ticket of tickets) await send(town, ticket);
  // Sent twice by its device, and one that may be no person's.
  await send(town, tickets[0] ?? newTicket());
  await send(town, newTicket({ trap: 'x', place: 'Trampa' }));
  expect(await posted.send()).toBe(0);
  town.clock.now += GATHERED;
  expect(await posted.send()).toBe(1);
  const [{ to, text, data } = { to: [], text: '', data: '' }] = server.mails;
  expect(to).toEqual(['entradas@villa.example']);
  expect(headersOf(data)).toMatch(/^Subject: villa\.example: 2 reclamos nuevos para Mesa de Entradas/m);
  expect(text.replaceAll('\r\n', '\n')).toContain(`entraron 2 reclamos:

- ${tickets[0]?.number}: Bache o calle rota. Dónde: Belgrano 450
- ${tickets[1]?.number}: Luminaria. Dónde: sin lugar escrito

Para verlos y responderlos: https://villa.example/admin/reclamos`);
  expect(data + text).not.toMatch(/Rosa|48-1234|pozo|quemó|casa\.example|Trampa/);
});

test('what was erased, moved or found to be no person’s meanwhile is told to nobody, and areas without address never', async () => {
  const posted = await openPostedTown();
  const { town, queue, server } = posted;
  await openForm(town, { areas: [{ ...ENTRADAS, email: '' }] });
  await send(town, newTicket({ text: 'Nada.' }));
  expect(queue.isWaiting()).toBe(false);
  await openForm(town, { areas: [ENTRADAS, { key: 'otra', name: 'Otra', people: [] }] });
  await send(town, newTicket({ trap: 'x', text: 'Cero.' }));
  expect(queue.isWaiting()).toBe(false);
  const [erased, moved, suspect] = ['Uno.', 'Dos.', 'Tres.'].map((text) => newTicket({ text }));
  for (const ticket of [erased, moved, suspect]) await send(town, ticket ?? newTicket());
  await town.post(`/api/tickets/${erased?.id}/erase`, { secret: erased?.secret });
  town.db.prepare("UPDATE ticket SET area = 'otra' WHERE id = ?").run(moved?.id);
  town.db.prepare('UPDATE ticket SET suspect = 1 WHERE id = ?').run(suspect?.id);
  town.clock.now += GATHERED;
  expect(await posted.send()).toBe(0);
  expect([queue.isWaiting(), server.connections]).toEqual([false, 0]);
});

test('a server that is not there costs one try, not one for each mail', async () => {
  const posted = await openPostedTown({ url: `smtp://127.0.0.1:${await freePort()}` });
  for (let one = 0; one < 10; one += 1) posted.queue.put('changed', `u${one}`, ['ana@villa.example', 'ana']);
  expect(await posted.send()).toBe(0);
  expect(posted.lines.filter((line) => line.includes('mail not taken'))).toHaveLength(1);
});
