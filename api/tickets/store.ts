import { createHash, timingSafeEqual } from 'node:crypto';
import { Problem } from '../contract/problems.ts';
import type { TicketState } from '../contract/tickets/ticket.ts';
import type { Db } from '../db/database.ts';
import { answerSubject, DROP_UNUSED } from './answer-subject.ts';

/** A ticket as it is stored (`db/schema.sql`). */
export interface TicketRow {
  id: string;
  seq: number;
  secret: Buffer;
  number: string;
  topic: string;
  area: string;
  state: TicketState;
  assignee: string;
  text: string;
  place: string;
  lat: number | null;
  lon: number | null;
  name: string;
  phone: string;
  email: string;
  made: string;
  received: string;
  answered: string;
  settled: string;
  erased: string;
  suspect: 0 | 1;
  merged: string;
  shown: string;
}
export interface EntryRow {
  ticket: string;
  id: string;
  place: number;
  at: string;
  kind: 'message' | 'answer' | 'note' | 'state' | 'area' | 'assignee' | 'suspect' | 'merge';
  author: string;
  text: string;
}
export interface PhotoRow {
  ticket: string;
  name: string;
  place: number;
  width: number;
  height: number;
  author: string;
}
export interface ReleaseRow {
  ticket: string;
  hidden: 0 | 1;
  text: string;
  place: string;
  lat: number | null;
  lon: number | null;
  /** JSON. */
  photos: string;
}
export type NewEntry = Pick<EntryRow, 'id' | 'kind' | 'author' | 'text'>;

/** The tables of tickets. Those who write do so within a transaction of their own. */
export interface TicketStore {
  one(id: string): TicketRow | null;
  /** Tickets that were changed after a number, in the order of their changes. */
  after(seq: number): Iterable<TicketRow>;
  /** Those that are answered with a ticket. */
  mergedInto(id: string): TicketRow[];
  /** The number of the last change; 0 before the first. */
  head(): number;
  /** Returns the ticket of which somebody has the secret. @throws Problem 404 without, 410 once it was erased */
  owned(id: string, secret: string): TicketRow;
  insert(row: Omit<TicketRow, 'seq'>): void;
  /** Changes columns of a ticket, and gives it the next number. */
  change(id: string, columns: Partial<Omit<TicketRow, 'id' | 'seq'>>): void;
  /** In their order. */
  entriesOf(id: string): EntryRow[];
  /** Adds an entry at a moment (ISO 8601). @returns false if it is there already */
  addEntry(id: string, entry: NewEntry, at: string): boolean;
  entry(ticket: string, id: string): EntryRow | null;
  photosOf(id: string): PhotoRow[];
  addPhoto(photo: Omit<PhotoRow, 'place'>): void;
  releaseOf(id: string): ReleaseRow | null;
  putRelease(row: ReleaseRow): void;
  /** Returns the ticket with an id in public that is not erased and may be a person's. */
  shownAs(shown: string): TicketRow | null;
  removeDetails(id: string): void;
}

export function openTicketStore(db: Db): TicketStore {
  const find = db.prepare<[string], TicketRow>('SELECT * FROM ticket WHERE id = ?');
  const lastSeq = db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM ticket').pluck();
  const entries = db.prepare<[string], EntryRow>('SELECT * FROM ticket_entry WHERE ticket = ? ORDER BY place');
  const findEntry = db.prepare<[string, string], EntryRow>('SELECT * FROM ticket_entry WHERE ticket = ? AND id = ?');
  const after = db.prepare<[number], TicketRow>('SELECT * FROM ticket WHERE seq > ? ORDER BY seq');
  const merged = db.prepare<[string], TicketRow>("SELECT * FROM ticket WHERE merged = ? AND merged <> ''");
  const photos = db.prepare<[string], PhotoRow>('SELECT * FROM ticket_photo WHERE ticket = ? ORDER BY place');
  const putEntry = db.prepare(`
    INSERT INTO ticket_entry (ticket, id, place, at, kind, author, text)
    SELECT @ticket, @id, coalesce(max(place), 0) + 1, @at, @kind, @author, @text FROM ticket_entry
    WHERE ticket = @ticket`);
  const putPhoto = db.prepare(`
    INSERT INTO ticket_photo (ticket, name, place, width, height, author)
    SELECT @ticket, @name, coalesce(max(place), 0) + 1, @width, @height, @author FROM ticket_photo
    WHERE ticket = @ticket`);
  const findRelease = db.prepare<[string], ReleaseRow>('SELECT * FROM ticket_release WHERE ticket = ?');
  const putRelease = db.prepare(`
    INSERT OR REPLACE INTO ticket_release (ticket, hidden, text, place, lat, lon, photos)
    VALUES (@ticket, @hidden, @text, @place, @lat, @lon, @photos)`);
  const shownAs = db.prepare<[string], TicketRow>(
    "SELECT * FROM ticket WHERE shown = ? AND shown <> '' AND erased = '' AND suspect = 0",
  );
  const next = () => (lastSeq.get() ?? 0) + 1;
  const one = (id: string) => find.get(id) ?? null;

  return {
    one,
    after: (seq) => after.iterate(seq),
    mergedInto: (id) => merged.all(id),
    head: () => lastSeq.get() ?? 0,
    entry: (ticket, id) => findEntry.get(ticket, id) ?? null,
    owned(id, secret) {
      const ticket = one(id);
      // The same answer for a ticket that is not there and for a wrong secret: nobody learns which ids there are.
      if (!ticket || !isSecretOf(ticket, secret)) throw new Problem('not-found');
      if (ticket.erased !== '') throw new Problem('deleted', { message: ERASED });
      return ticket;
    },
    insert(row) {
      const columns = Object.keys(row);
      const values = columns.map((name) => `@${name}`);
      db.prepare(`INSERT INTO ticket (seq, ${columns.join(', ')}) VALUES (@seq, ${values.join(', ')})`).run({
        ...row,
        seq: next(),
      });
    },
    change(id, columns) {
      const set = Object.keys(columns).map((name) => `${name} = @${name}, `);
      db.prepare(`UPDATE ticket SET ${set.join('')}seq = @seq WHERE id = @id`).run({ ...columns, id, seq: next() });
    },
    entriesOf: (id) => entries.all(id),
    addEntry(ticket, entry, at) {
      if (findEntry.get(ticket, entry.id)) return false;
      putEntry.run({ ticket, ...entry, at });
      return true;
    },
    photosOf: (id) => photos.all(id),
    addPhoto: (photo) => void putPhoto.run(photo),
    releaseOf: (id) => findRelease.get(id) ?? null,
    putRelease: (row) => void putRelease.run(row),
    shownAs: (shown) => shownAs.get(shown) ?? null,
    removeDetails(id) {
      db.prepare("DELETE FROM ticket_entry WHERE ticket = ? AND kind IN ('message', 'answer', 'note')").run(id);
      db.prepare('DELETE FROM ticket_photo WHERE ticket = ?').run(id);
      db.prepare('DELETE FROM ticket_release WHERE ticket = ?').run(id);
      db.prepare('DELETE FROM ticket_push WHERE ticket = ?').run(id);
      db.prepare('DELETE FROM push_message WHERE subject = ?').run(answerSubject(id));
      db.prepare(DROP_UNUSED).run();
    },
  };
}

export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export const isSecretOf = (ticket: Pick<TicketRow, 'secret'>, secret: string): boolean =>
  timingSafeEqual(ticket.secret, hashOfSecret(secret));

const ERASED = 'Los datos de este reclamo ya se borraron.';
