import { expect, onTestFinished, test } from 'vitest';
import { openLog } from '../../../api/log.ts';
import { forgetMail, GATHERED, MOST_TICKETS, MOST_WAITING, openMailQueue } from '../../../api/mail/queue.ts';
import type { MailFault, MailQueue } from '../../../api/mail/queue.ts';
import type { Db } from '../../../api/db/database.ts';
import { openDatabase } from '../../../api/records/open.ts';
import { NOON } from '../town.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DEAD: MailFault = { words: 'ECONNREFUSED', isOfServer: true, isFinal: false };

function open(): { db: Db; queue: MailQueue; clock: { now: number }; lines: string[] } {
  const db = openDatabase(':memory:');
  onTestFinished(() => void db.close());
  const clock = { now: NOON };
  const lines: string[] = [];
  const log = openLog('info', { write: (line) => void lines.push(line) });
  return {
    db,
    queue: openMailQueue(
      db,
      () => clock.now,
      log,
      () => 0.5,
    ),
    clock,
    lines,
  };
}

test('a mail is put with the act that causes it, or not at all', () => {
  const { db, queue } = open();
  expect(() =>
    db.transaction(() => {
      queue.put('reset', 'ana');
      throw new Error('the act failed');
    })(),
  ).toThrow('the act failed');
  expect(queue.isWaiting()).toBe(false);
});

test('a mail is taken by one sender, and again by the next if that one was killed', () => {
  const { queue, clock } = open();
  queue.put('reset', 'ana');
  expect(queue.take()).toMatchObject({ kind: 'reset', recipient: 'ana', tries: 1 });
  expect([queue.take(), queue.isDue(), queue.isWaiting()]).toEqual([null, false, true]);
  clock.now += 5 * MINUTE;
  expect(queue.take()).toMatchObject({ recipient: 'ana', tries: 2 });
  // A clock that was a year ahead has been set right.
  clock.now -= 365 * 24 * HOUR;
  expect(queue.take()).toMatchObject({ recipient: 'ana', tries: 3 });
});

test('pauses grow after tries that fail, and after three days a mail is given up, with a line in the log', () => {
  const { queue, clock, lines } = open();
  queue.put('changed', 'ana', ['ana@villa.example', 'ana']);
  const pauses: number[] = [];
  for (let last = clock.now; clock.now < NOON + 80 * HOUR; clock.now += MINUTE) {
    const mail = queue.take();
    if (!mail) continue;
    pauses.push((clock.now - last) / MINUTE);
    last = clock.now;
    queue.failed(mail, { words: 'dead: <ana@villa.example> …', isOfServer: false, isFinal: false });
  }
  expect(pauses).toEqual([0, 1, 2, 4, 8, 16, 32, 64, 128, 256, ...Array.from({ length: 10 }, () => 360)]);
  expect(queue.isWaiting()).toBe(false);
  expect(lines.at(-1)).toContain('mail given up');
  expect(lines.join('')).not.toContain('villa.example');
});

test('a link to reset a password is given up after an hour, and a refusal for good is tried seldom', () => {
  const { queue, clock } = open();
  queue.put('reset', 'ana');
  const mail = queue.take();
  if (mail) queue.failed(mail, { words: '550', isOfServer: false, isFinal: true });
  clock.now += 59 * MINUTE;
  expect(queue.take()).toBeNull();
  expect(queue.isWaiting()).toBe(true);
  clock.now += 6 * HOUR;
  expect([queue.take(), queue.isWaiting()]).toEqual([null, false]);
});

test('while a server takes none, the others do not wait for it one after the other', () => {
  const { queue, clock } = open();
  for (let one = 0; one < 20; one += 1) queue.put('reset', `user${one}`);
  const mail = queue.take();
  if (mail) queue.failed(mail, DEAD);
  expect([queue.take(), queue.isDue()]).toEqual([null, false]);
  clock.now += MINUTE;
  expect(queue.isDue()).toBe(true);
});

test('tickets of an area are gathered into one mail in ten minutes, and those that come while it leaves into the next', () => {
  const { queue, clock } = open();
  for (let one = 0; one < MOST_TICKETS + 5; one += 1) queue.putTicket('obras', `ticket${one}`);
  queue.putTicket('agua', 'other');
  expect(queue.take()).toBeNull();
  clock.now += GATHERED;
  const [first, second] = [queue.take(), queue.take()];
  expect([first, second].map((mail) => [mail?.recipient, mail?.about.length])).toEqual([
    ['obras', MOST_TICKETS],
    ['agua', 1],
  ]);
  queue.putTicket('obras', 'later');
  for (const mail of [first, second]) queue.remove(mail?.id ?? 0);
  expect([queue.take(), queue.isWaiting()]).toEqual([null, true]);
  clock.now += GATHERED;
  expect(queue.take()?.about).toEqual(['later']);
});

test('the queue is bounded, and says so in the log', () => {
  const { queue, lines } = open();
  for (let one = 0; one < MOST_WAITING + 3; one += 1) queue.put('reset', `user${one}`);
  queue.put('reset', 'user0');
  expect(queue.figures().waiting).toBe(MOST_WAITING);
  expect(lines.filter((line) => line.includes('too many wait'))).toHaveLength(3);
});

test('the doctor is told of what should have left half an hour ago', () => {
  const { queue, clock } = open();
  queue.put('changed', 'ana', ['ana@villa.example', 'ana']);
  expect(queue.figures()).toEqual({ waiting: 1, oldest: null, fault: '' });
  const mail = queue.take();
  if (mail) queue.failed(mail, DEAD);
  clock.now += HOUR;
  expect(queue.figures()).toEqual({ waiting: 1, oldest: NOON, fault: 'ECONNREFUSED' });
});

test('a restored backup sends no mail again', () => {
  const { db, queue } = open();
  queue.put('changed', 'ana', ['ana@villa.example', 'ana']);
  db.prepare(
    "INSERT INTO user (id, created, name, email, username, usergroup, enable) VALUES ('a', '', '', '', 'a', 1, 1)",
  ).run();
  db.prepare("INSERT INTO password_reset (token, user_id, expires) VALUES (x'00', 'a', 1)").run();
  forgetMail(db);
  expect([queue.isWaiting(), db.prepare('SELECT count(*) FROM password_reset').pluck().get()]).toEqual([false, 0]);
  db.exec('DROP TABLE mail; DROP TABLE password_reset');
  expect(() => forgetMail(db)).not.toThrow();
});
