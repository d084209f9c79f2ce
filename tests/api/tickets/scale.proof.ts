import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DESK_DAYS } from '#contract/tickets/staff-ticket';
import type { StaffTicket } from '#contract/tickets/staff-ticket';
import { FIRST_TICKET_SETTINGS } from '#contract/tickets/ticket-settings';
import type { Db } from '../../../api/db/database.ts';
import { openDatabase } from '../../../api/records/open.ts';
import { openWriter } from '../../../api/records/write/writer.ts';
import { openTickets } from '../../../api/tickets/open-tickets.ts';
import { TICKET_HEADING, ticketCells } from '../../../api/tickets/table.ts';
import { csvLine } from '../../../api/http/csv.ts';
import { timeInTurns } from '../../../lab/bench/measure.ts';
import { inInbox, timesByArea } from '../../../web/src/admin/tickets/ticket-words.ts';
import { temporaryFolder } from '../files.ts';
import { NOON } from '../town.ts';
import { newTicket } from './ticket.ts';

const [FEW, MANY] = [1000, 50_000];
const DAY = 86_400_000;

/** A town with so many tickets of ten years, of which a hundredth is open, each with what has happened to it. */
function townOf(count: number) {
  const folder = temporaryFolder();
  const db: Db = openDatabase(join(folder, 'portal.sqlite'));
  db.pragma('synchronous = OFF');
  const tickets = openTickets({ db, uploadsDir: join(folder, 'uploads'), now: () => NOON });
  const settings = { ...FIRST_TICKET_SETTINGS, isOpen: true };
  tickets.settings.write(settings);
  const { id: userId } = openWriter({ db, now: () => NOON }).register(
    { userId: '', usergroup: 1, request: 'test' },
    { name: 'Ana', username: 'ana', usergroup: 1, enable: 1 },
    'nobody logs in with a password here',
  );
  const { store } = tickets;
  db.transaction(() => {
    for (let n = 0; n < count; n += 1) {
      const {
        secret: _,
        trap: __,
        seconds: ___,
        ...values
      } = newTicket({ text: `Pozo ${n}. ${'Hay agua. '.repeat(30)}` });
      const received = new Date(NOON - ((count - n) / count) * 3650 * DAY).toISOString();
      const isOpen = n % 100 === 0;
      const settled = isOpen ? '' : received;
      store.insert({
        ...values,
        secret: Buffer.alloc(32),
        lat: null,
        lon: null,
        area: 'entradas',
        state: isOpen ? 'received' : 'closed',
        assignee: userId,
        received,
        shown: n.toString(16).padStart(16, '0'),
        answered: settled,
        settled,
        erased: '',
        suspect: n % 50 === 7 ? 1 : 0,
        merged: '',
      });
      for (const kind of ['state', 'answer', 'note'] as const) {
        store.addEntry(
          values.id,
          { id: `${kind}-de-prueba`, kind, author: userId, text: 'Va la cuadrilla.' },
          received,
        );
      }
      if (n % 3 === 0) store.addPhoto({ ticket: values.id, name: 'a', width: 1, height: 1, author: '' });
    }
  })();
  db.exec('ANALYZE');
  return { db, tickets, settings, member: { userId, usergroup: 1, request: 'test', opId: 'x' } };
}
type Town = ReturnType<typeof townOf>;

/** Every call of the server that lists, counts or takes tickets. */
function worksOf({ tickets, settings, member }: Town): Record<string, () => unknown> {
  const { desk, writes, erasure } = tickets;
  const whole = () => {
    let cursor = desk.read(member, undefined).cursor;
    for (let more = true; more;) ({ more, cursor } = desk.read(member, cursor));
    return cursor;
  };
  const cursor = whole();
  return {
    'feed, nothing new': () => desk.read(member, cursor),
    'feed, first piece of a fill': () => desk.read(member, undefined),
    'names of people and areas': () => desk.desk(),
    'a new ticket': () => writes.create(newTicket(), settings, () => false),
    'a new suspect': () => {
      try {
        writes.create(newTicket(), settings, () => true);
      } catch {
        // The tray may be full.
      }
    },
    'erasing what is old, nothing to do': () => erasure.eraseOld(120),
  };
}

it('with 50,000 tickets every call takes about as long as with 1,000', async () => {
  const [few, many] = [townOf(FEW), townOf(MANY)];
  const [small, large] = [worksOf(few), worksOf(many)];
  for (const [name, work] of Object.entries(small)) {
    const [least = 0, most = 0] = await timeInTurns([work, large[name] ?? work], 40);
    console.log(`${name}: ${least.toFixed(2)} ms with ${FEW}, ${most.toFixed(2)} ms with ${MANY}`);
  }

  // A device is filled with what is open and what was settled lately, in pieces that read a bounded number of rows.
  const { desk } = many.tickets;
  const held: StaffTicket[] = [];
  let [pieces, slowest, cursor] = [0, 0, undefined as string | undefined];
  for (let more = true; more; pieces += 1) {
    const began = performance.now();
    const piece = desk.read(many.member, cursor);
    slowest = Math.max(slowest, performance.now() - began);
    held.push(...piece.puts);
    ({ more, cursor } = piece);
  }
  const since = new Date(NOON - DESK_DAYS * DAY).toISOString();
  expect(held.filter(({ settled }) => settled !== '' && settled < since)).toEqual([]);
  expect(held.length).toBeGreaterThan(MANY / 100);
  console.log(`a fill: ${held.length} tickets in ${pieces} pieces, the slowest ${slowest.toFixed(1)} ms`);

  const began = performance.now();
  let bytes = csvLine(TICKET_HEADING).length;
  let rows = 0;
  const names = desk.desk();
  for (const ticket of desk.all(many.member)) {
    bytes += csvLine(ticketCells(ticket, names, () => '')).length;
    rows += 1;
  }
  expect(rows).toBeGreaterThanOrEqual(MANY);
  console.log(
    `a table of all: ${rows} rows, ${Math.round(bytes / 1024)} KB, ${Math.round(performance.now() - began)} ms`,
  );

  // What a device does with them, if it held all of them.
  const shown = Array.from({ length: MANY / held.length + 1 }, () => held)
    .flat()
    .slice(0, MANY) as never[];
  for (const [what, work] of [
    ['the inbox', () => inInbox(shown, { tray: 'open', area: '', assignee: '', search: '' }, names)],
    ['the inbox, searched', () => inInbox(shown, { tray: 'open', area: '', assignee: '', search: 'pozo' }, names)],
    ['times by area', () => timesByArea(shown, names)],
  ] as const) {
    const start = performance.now();
    work();
    console.log(`${what} of ${shown.length}: ${Math.round(performance.now() - start)} ms`);
  }
  few.db.close();
  many.db.close();
});
