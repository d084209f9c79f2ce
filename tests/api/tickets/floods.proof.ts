import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ticketCalls } from '#contract/addresses/ticket-calls';
import { FEED_PIECE } from '#contract/limits';
import { FIRST_TICKET_SETTINGS } from '#contract/tickets/ticket-settings';
import type { NewTicket } from '#contract/tickets/ticket';
import { createApp, openAnswerCache } from '../../../api/app.ts';
import { openDatabase } from '../../../api/records/open.ts';
import { openWriter } from '../../../api/records/write/writer.ts';
import { openLog } from '../../../api/log.ts';
import { inject } from '../../../api/http/inject.ts';
import { TICKET_PHOTOS } from '../../../api/files/ticket-photos.ts';
import { openTickets } from '../../../api/tickets/open-tickets.ts';
import { MOST_SUSPECT, MOST_SUSPECT_PHOTOS } from '../../../api/tickets/resident-writes.ts';
import { FLOOD, HARD_LIMITS } from '../../../api/tickets/suspicion.ts';
import { prove } from '../../../web/src/tickets/prove.ts';
import { decodeHere } from '../decode-here.ts';
import { dataUrl, photo, temporaryFolder } from '../files.ts';
import { NOON } from '../town.ts';
import { newTicket } from './ticket.ts';

const HOSTILE = 10_000;
/** One of so many is a person's. */
const HONEST_EVERY = 500;
/** Some programs do the work: one of so many. */
const WORKS_EVERY = 400;
/** The flood takes two hours. */
const STEP = 7_200_000 / HOSTILE;
const GIB = 1024 ** 3;

it(
  "10,000 hostile tickets leave the inbox usable and the reserve untouched, and people's arrive",
  {
    timeout: 0,
  },
  async () => {
    const clock = { now: NOON };
    const now = () => clock.now;
    const folder = temporaryFolder();
    const uploadsDir = join(folder, 'uploads');
    const db = openDatabase(join(folder, 'portal.sqlite'));
    db.pragma('synchronous = OFF');
    const bytesIn = (of: string): number =>
      readdirSync(of, { recursive: true, encoding: 'utf8' }).reduce(
        (sum, name) => sum + statSync(join(of, name)).size,
        0,
      );
    // A disk on which uploads may use 24 MiB until its reserve begins.
    const total = 20 * GIB;
    const room = 24 * 1024 ** 2;
    const spaceOf = () => ({ free: GIB + room - bytesIn(folder), total });
    const shared = { db, now, origin: 'http://town', runDecoder: decodeHere, spaceOf };
    const answerCache = openAnswerCache(shared);
    const app = createApp({ ...shared, uploadsDir, log: openLog('silent'), answerCache });
    const tickets = openTickets({ db, uploadsDir, now });
    tickets.settings.write({ ...FIRST_TICKET_SETTINGS, isOpen: true });
    const { id: admin } = openWriter({ db, now }).register(
      { userId: '', usergroup: 1, request: 'test' },
      { name: 'Ana', username: 'ana', usergroup: 1, enable: 1 },
      'nobody logs in with a password here',
    );
    const answers = new Map<string, number>();

    async function post(url: string, body: object | string, address: string) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const headers = { 'content-type': 'application/json' };
      const answer = await inject(app, { method: 'POST', url, headers, body: text }, address);
      const said = JSON.parse(answer.body.toString()) as { code?: string; value?: string };
      return { status: answer.status, ...said };
    }
    /** Sends a ticket, and does the work if it is asked for. */
    async function sendPaid(ticket: NewTicket, address: string) {
      const asked = await post(ticketCalls.form(), ticket, address);
      if (asked.code !== 'proof') return asked;
      const proof = (await prove(String(asked.value))) ?? '';
      return post(ticketCalls.form(), { ...ticket, proof }, address);
    }
    const picture = dataUrl(await photo({ width: 640, height: 480, noise: true }), 'image/jpeg');

    async function attack(n: number): Promise<void> {
      // A third comes from one network, and the others from thousands.
      const address = n % 3 === 0 ? '203.0.113.7' : `198.${18 + (n % 2)}.${(n >> 8) & 255}.${n & 255}`;
      const long = n % 7 === 0 ? 'Comprá ya. '.repeat(360).slice(0, 3900) : '';
      const ticket = newTicket({
        text: `Oferta ${n} ${long}`,
        trap: n % 4 === 0 ? 'x' : '',
        seconds: n % 4 === 1 ? 0 : 40,
        made: new Date(clock.now).toISOString(),
      });
      if (n % 11 === 0) {
        const huge = await post(ticketCalls.form(), { ...ticket, text: 'x'.repeat(200_000) }, address);
        answers.set(`huge ${huge.status}`, (answers.get(`huge ${huge.status}`) ?? 0) + 1);
        return;
      }
      const { status } = await (n % WORKS_EVERY === 0
        ? sendPaid(ticket, address)
        : post(ticketCalls.form(), ticket, address));
      answers.set(String(status), (answers.get(String(status)) ?? 0) + 1);
      if (status !== 201) return;
      const { id, secret } = ticket;
      const sent = await post(ticketCalls.photo(id), { secret, name: 'a.jpg', data: picture }, address);
      answers.set(`photo ${sent.status}`, (answers.get(`photo ${sent.status}`) ?? 0) + 1);
    }

    const honest: { ticket: NewTicket; address: string; status: number }[] = [];
    for (let n = 0; n < HOSTILE; n += 1) {
      clock.now += STEP;
      await attack(n);
      if (n % HONEST_EVERY !== HONEST_EVERY - 1) continue;
      const ticket = newTicket({ text: `Hay un pozo en la calle ${n}`, made: new Date(clock.now).toISOString() });
      // Some share the address of their provider with the flood.
      const address = n % 1000 === 999 ? '203.0.113.7' : `192.0.2.${Math.ceil(n / HONEST_EVERY)}`;
      honest.push({ ticket, address, status: (await sendPaid(ticket, address)).status });
    }
    const isElsewhere = ({ address }: { address: string }) => address !== '203.0.113.7';
    expect(honest.filter(isElsewhere).map(({ status }) => status)).toEqual(honest.filter(isElsewhere).map(() => 201));
    // Where programs of the same network do the work too, the queue of the device waits as it is told.
    for (const one of honest.filter(({ status }) => status === 429)) {
      clock.now += 3_600_000;
      one.status = (await sendPaid(one.ticket, one.address)).status;
    }

    const suspectsOf = db.prepare<[number], number>('SELECT count(*) FROM ticket WHERE suspect = ?').pluck();
    const [open = 0, suspect = 0] = [suspectsOf.get(0), suspectsOf.get(1)];
    const began = performance.now();
    let [pieces, cursor] = [0, undefined as string | undefined];
    for (let more = true; more; pieces += 1) {
      const piece = tickets.desk.read({ userId: admin, usergroup: 1, request: '' } as never, cursor);
      expect(Buffer.byteLength(JSON.stringify(piece.puts))).toBeLessThan(FEED_PIECE + 20_000);
      ({ more, cursor } = piece);
    }
    const fill = performance.now() - began;
    const stored = bytesIn(folder);
    console.log(
      `${HOSTILE} hostile tickets: ${[...answers].map(([what, times]) => `${times} × ${what}`).join(', ')}; ` +
        `${open} in the inbox with ${honest.length} of people, ${suspect} in the tray; ${pieces} pieces in ` +
        `${Math.round(fill)} ms; ${Math.round(stored / 1024)} KB on the disk`,
    );

    // Every one of the people's is in the inbox, however many others were sent; from the flood's network, in the tray.
    expect(honest.map(({ status }) => status)).toEqual(honest.map(() => 201));
    const suspectOf = db.prepare<[string], number>('SELECT suspect FROM ticket WHERE id = ?').pluck();
    const inInbox = honest.filter(({ ticket }) => suspectOf.get(ticket.id) === 0);
    expect(inInbox).toEqual(expect.arrayContaining(honest.filter(isElsewhere)));
    expect(honest.map(({ ticket }) => suspectOf.get(ticket.id))).not.toContain(undefined);
    expect(open - honest.length).toBeLessThan(FLOOD.tickets + 2 * 80);
    expect(suspect).toBeLessThanOrEqual(Math.min(MOST_SUSPECT, 4 * HARD_LIMITS.all));
    expect(db.prepare('SELECT count(*) FROM ticket_photo').pluck().get()).toBeLessThanOrEqual(
      MOST_SUSPECT_PHOTOS + open,
    );
    expect(spaceOf().free).toBeGreaterThanOrEqual(GIB);
    expect(readdirSync(join(uploadsDir, TICKET_PHOTOS)).length).toBeGreaterThan(0);

    // The switch ends it at once, and what was received can still be followed.
    tickets.settings.write({ ...FIRST_TICKET_SETTINGS, isOpen: false });
    expect((await post(ticketCalls.form(), newTicket(), '192.0.2.200')).status).toBe(503);
    db.close();
  },
);
