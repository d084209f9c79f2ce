import { afterEach, expect, it, vi } from 'vitest';
import { FIRST_TICKET_SETTINGS } from '#contract/tickets/ticket-settings';
import type { Db } from '../../../api/db/database.ts';
import { openDatabase } from '../../../api/records/open.ts';
import { openWriter } from '../../../api/records/write/writer.ts';
import { openTickets } from '../../../api/tickets/open-tickets.ts';
import { temporaryFolder } from '../files.ts';
import { NOON } from '../town.ts';
import { newTicket } from './ticket.ts';

afterEach(() => vi.restoreAllMocks());

/** What SQLite does for a statement, values unknown. */
function planOf(db: Db, sql: string): string[] {
  const plain = sql.replace(/[@:]\w+/g, '?');
  const values = Array<null>((plain.match(/\?/g) ?? []).length).fill(null);
  const steps = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${plain}`).all(...values);
  return steps.map(({ detail }) => detail);
}
/** `SCAN ticket USING INDEX …` in the order of an index is what a table of all of them is for. */
const isFault = (detail: string) =>
  (/^SCAN ticket(_entry|_photo)?\b/.test(detail) && !/USING (COVERING )?INDEX/.test(detail)) ||
  /TEMP B-TREE|AUTOMATIC/.test(detail);

it('no statement about tickets reads or sorts all of them', async () => {
  const db = openDatabase(':memory:');
  const prepare = db.prepare.bind(db);
  const asked = new Set<string>();
  vi.spyOn(db, 'prepare').mockImplementation(((sql: string) => {
    asked.add(sql);
    return prepare(sql);
  }) as typeof db.prepare);
  const { writes, store, staff, desk, erasure, settings, suspicion } = openTickets({
    db,
    uploadsDir: temporaryFolder(),
    now: () => NOON,
  });
  const known = { ...FIRST_TICKET_SETTINGS, isOpen: true };
  settings.write(known);
  const { id: userId } = openWriter({ db, now: () => NOON }).register(
    { userId: '', usergroup: 1, request: 'test' },
    { name: 'Ana', username: 'ana', usergroup: 1, enable: 1 },
    'nobody logs in with a password here',
  );
  const act = { userId, usergroup: 1, request: 'test', opId: 'x' };
  const [one, other] = [newTicket(), newTicket()];
  for (const ticket of [one, other]) writes.create(ticket, known, () => suspicion.isSuspect(ticket, '', false));
  writes.create(newTicket(), known, () => true);
  writes.write(one.id, { secret: one.secret, id: 'mensaje-de-prueba', text: 'Sigue igual.' });
  await writes.addPhoto(one.id, one.secret, { name: 'a', width: 1, height: 1 }, new Uint8Array(1));
  staff.update(act, one.id, 'state', { value: 'answered' });
  staff.merge({ ...act, opId: 'y' }, other.id, one.id);
  const { cursor } = desk.read(act, undefined);
  desk.read(act, cursor);
  expect([...desk.all(act)]).toHaveLength(3);
  erasure.eraseOld(24);
  erasure.sweep();
  store.mergedInto(one.id);

  const about = [...asked].filter(
    (sql) => /\bticket(_entry|_photo)?\b/.test(sql) && /^\s*(select|update|delete)/i.test(sql),
  );
  expect(about.length).toBeGreaterThan(15);
  const faults = about.flatMap((sql) =>
    planOf(db, sql)
      .filter(isFault)
      .map((detail) => `${detail}: ${sql}`),
  );
  // What has happened to one ticket may be sorted.
  const ofOne = [/TEMP B-TREE.* WHERE ticket = \? ORDER BY place$/, /TEMP B-TREE.*SELECT number FROM ticket_follower/];
  expect(faults.filter((fault) => !ofOne.some((pattern) => pattern.test(fault)))).toEqual([]);
  const unlike = ['SELECT id FROM ticket ORDER BY area', 'SELECT count(*) FROM ticket WHERE topic = ?'];
  for (const sql of unlike) expect(planOf(db, sql).some(isFault), sql).toBe(true);
  db.close();
});
