import { Problem } from '../contract/problems.ts';
import type { NewFollower } from '../contract/tickets/public-ticket.ts';
import type { FollowedTicket } from '../contract/tickets/ticket.ts';
import type { TicketSettings } from '../contract/tickets/ticket-settings.ts';
import type { Db } from '../db/database.ts';
import { followed } from './followed.ts';
import type { PublicReader } from './public-tickets.ts';
import { hashOfSecret, isSecretOf } from './store.ts';
import type { TicketRow, TicketStore } from './store.ts';

/** Maximum number of followers of a ticket: more tell the town nothing new. */
export const MOST_FOLLOWERS = 500;

/**
 * Those who say that the same happens to them. They leave nothing but an id and the hash of a secret, and see what is
 * public of the ticket: anybody can follow what everybody sees, and what the town answers is for its author.
 */
export interface Followers {
  /**
   * Adds one, once however often it is sent.
   * @param count called for one that is not there yet; may throw
   * @throws Problem 409 if the id is another's, 410 if it was erased, 422 where the ticket cannot be followed
   */
  join(follower: NewFollower, count: () => void): { id: string };
  /**
   * Returns what everybody sees of the ticket at this moment, or its state alone where nobody sees it; null where
   * none has this secret. @throws Problem 410 once it is erased
   */
  follow(id: string, secret: string, settings: TicketSettings): FollowedTicket | null;
  /** @returns false where there is none with this secret */
  erase(id: string, secret: string): boolean;
  /** Numbers of those of a ticket, and of tickets that are answered with it. */
  numbersOf(ticket: string): string[];
  /** Erases those of tickets that are erased, or were settled before a time (ISO 8601). */
  eraseOld(before: string): void;
}

interface Row {
  id: string;
  secret: Buffer;
  number: string;
  ticket: string;
  received: string;
  erased: string;
}

interface Parts {
  db: Db;
  store: TicketStore;
  reader: Pick<PublicReader, 'find'>;
  /** ms since the epoch */
  now: () => number;
}

export function openFollowers({ db, store, reader, now }: Parts): Followers {
  const at = () => new Date(now()).toISOString();
  const find = db.prepare<[string], Row>('SELECT * FROM ticket_follower WHERE id = ?');
  const put = db.prepare(`
    INSERT INTO ticket_follower (id, secret, number, ticket, received)
    VALUES (@id, @secret, @number, @ticket, @received)`);
  const numbers = db
    .prepare<{ ticket: string }, string>(
      `SELECT number FROM ticket_follower WHERE erased = '' AND (ticket = @ticket
        OR ticket IN (SELECT id FROM ticket WHERE merged = @ticket AND merged <> '')) ORDER BY received, id`,
    )
    .pluck();
  const eraseOne = db.prepare("UPDATE ticket_follower SET erased = @at, number = '' WHERE id = @id AND erased = ''");
  const eraseOld = db.prepare(`
    UPDATE ticket_follower SET erased = @at, number = '' WHERE erased = '' AND EXISTS (
      SELECT 1 FROM ticket LEFT JOIN ticket AS other ON other.id = ticket.merged
      WHERE ticket.id = ticket_follower.ticket AND (coalesce(nullif(other.erased, ''), ticket.erased) <> '' OR
        (ticket.settled <> '' AND coalesce(other.settled, ticket.settled) <> ''
          AND max(ticket.settled, coalesce(other.settled, '')) < @before)))`);
  /** The ticket that a follower's is answered with. */
  const rootOf = (id: string) => {
    const ticket = store.one(id);
    return ticket && ticket.merged !== '' ? (store.one(ticket.merged) ?? ticket) : ticket;
  };
  const publicOf = (root: TicketRow | null) => (root ? (reader.find({ ids: [root.shown] }, 1)[0] ?? null) : null);
  function owned(id: string, secret: string): Row | null {
    const row = find.get(id);
    return row && isSecretOf(row, secret) ? row : null;
  }

  return {
    join({ id, secret, number, of }, count) {
      return db
        .transaction(() => {
          const before = find.get(id);
          if (before ? !isSecretOf(before, secret) : store.one(id) !== null) throw new Problem('exists');
          if (before) return { id };
          const ticket = store.shownAs(of);
          const hidden = ticket && store.releaseOf(ticket.id)?.hidden === 1;
          const root = ticket && rootOf(ticket.id);
          if (!ticket || !root || hidden || !publicOf(root)) throw new Problem('value', { message: GONE });
          if (numbers.all({ ticket: ticket.id }).length >= MOST_FOLLOWERS)
            throw new Problem('value', { message: MANY });
          count();
          put.run({ id, secret: hashOfSecret(secret), number, ticket: ticket.id, received: at() });
          // Staff see how many there are.
          store.change(root.id, {});
          return { id };
        })
        .immediate();
    },
    follow(id, secret, settings) {
      const row = owned(id, secret);
      if (!row) return null;
      if (row.erased !== '') throw new Problem('deleted', { message: ERASED });
      const root = rootOf(row.ticket);
      if (!root) return null;
      const shown = publicOf(root);
      const { entries, topic, state } = followed(store, root, settings);
      return {
        id,
        number: row.number,
        topic: shown ? topic : UNSEEN,
        area: '',
        state,
        text: shown?.text || JOINED,
        place: shown?.place ?? '',
        point: null,
        name: '',
        phone: '',
        email: '',
        made: row.received,
        received: row.received,
        photos: [],
        townPhotos: [],
        // Answers and messages are between the town and the author.
        entries: entries.filter(({ kind, at: time }) => shown !== null && kind === 'state' && time >= row.received),
        shown: shown?.id ?? '',
        isJoined: true,
      };
    },
    erase(id, secret) {
      const row = owned(id, secret);
      if (row && eraseOne.run({ id, at: at() }).changes > 0) {
        const root = rootOf(row.ticket);
        if (root) store.change(root.id, {});
      }
      return row !== null;
    },
    numbersOf: (ticket) => numbers.all({ ticket }),
    eraseOld: (before) => void eraseOld.run({ before, at: at() }),
  };
}

const JOINED = 'Me pasa también.';
const UNSEEN = 'Un reclamo que no está a la vista';
const GONE = 'Ese reclamo ya no está a la vista. Contanos qué pasa en uno nuevo.';
const MANY = 'De ese reclamo ya avisaron muchas personas. No hace falta sumarte.';
const ERASED = 'Los datos de este reclamo ya se borraron.';
