import { createHash } from 'node:crypto';
import { MENDED_DAYS, PUBLIC_MOST } from '../contract/tickets/public-ticket.ts';
import type { PublicTicket, PublicTickets } from '../contract/tickets/public-ticket.ts';
import type { TicketSettings } from '../contract/tickets/ticket-settings.ts';
import type { TicketState } from '../contract/tickets/ticket.ts';
import { dayAt } from '../contract/values/dates.ts';
import type { Db } from '../db/database.ts';
import type { PictureStore } from './picture-store.ts';

/** Which public tickets somebody asks for; all without it. Times are ISO 8601. */
export interface PublicQuestion {
  /** Public ids. */
  ids?: readonly string[];
  topics?: readonly string[];
  /** Received from then on, and before. */
  from?: string;
  to?: string;
  is?: 'open' | 'settled';
}

/** What everybody may see of tickets, until `MENDED_DAYS` after they are settled. Nothing else reads them for it. */
export interface PublicReader {
  /** The newest first, at most so many; none where the town does not show them. */
  find(question: PublicQuestion, most: number): PublicTicket[];
  /** What the public list has. */
  list(): PublicTickets;
  /** Returns where a released photo is; null where there is none. @param place counted from 0 */
  photo(id: string, place: number): { ticket: string; name: string } | null;
  /** A short name for the state of all of it: the same as long as nothing has changed. */
  version(): string;
}

interface Row extends Omit<PublicTicket, 'point' | 'photos' | 'day' | 'settled' | 'state'> {
  ticket: string;
  state: TicketState;
  received: string;
  settled: string;
  lat: number | null;
  lon: number | null;
  photos: string;
}

interface Parts {
  db: Db;
  settings: () => TicketSettings;
  picture: PictureStore;
  /** ms since the epoch */
  now: () => number;
}

export function openPublicReader({ db, settings, picture, now }: Parts): PublicReader {
  // Columns are named one by one: what is not here, nobody sees. Text, place and point are those that were released.
  const rows = db.prepare<Record<string, string | number | null>, Row>(`
    SELECT ticket.id AS ticket, ticket.shown AS id, topic, state, received, settled,
      coalesce(ticket_release.text, '') AS text, coalesce(ticket_release.place, '') AS place,
      ticket_release.lat AS lat, ticket_release.lon AS lon, coalesce(ticket_release.photos, '[]') AS photos,
      (SELECT count(*) FROM ticket AS other WHERE other.merged = ticket.id AND other.merged <> '' AND other.suspect = 0)
        + (SELECT count(*) FROM ticket_follower
            WHERE ticket_follower.erased = '' AND ticket_follower.ticket = ticket.id)
        + (SELECT count(*) FROM ticket AS other JOIN ticket_follower ON ticket_follower.ticket = other.id
            WHERE ticket_follower.erased = '' AND other.merged = ticket.id AND other.merged <> '') AS others
    FROM ticket LEFT JOIN ticket_release ON ticket_release.ticket = ticket.id
    WHERE ticket.erased = '' AND suspect = 0 AND merged = '' AND coalesce(hidden, 0) = 0
      AND received >= @from AND (@to IS NULL OR received < @to)
      AND (settled = '' OR settled >= @settledFrom)
      AND (@is IS NULL OR (settled = '') = (@is = 'open'))
      AND (@ids IS NULL OR shown IN (SELECT value FROM json_each(@ids)))
      AND (@topics IS NULL OR topic IN (SELECT value FROM json_each(@topics)))
    ORDER BY received DESC, shown LIMIT @most`);

  function read(question: PublicQuestion, most: number): Row[] {
    if (!settings().isPublic) return [];
    const { ids, topics, from = '', to = null, is = null } = question;
    const settledFrom = new Date(now() - MENDED_DAYS * 86_400_000).toISOString();
    const json = (list: readonly string[] | undefined) => (list ? JSON.stringify(list) : null);
    return rows.all({ ids: json(ids), topics: json(topics), from, to, settledFrom, is, most });
  }

  const namesOf = ({ photos }: Row) => JSON.parse(photos) as string[];
  const publicOf = (row: Row): PublicTicket => ({
    id: row.id,
    topic: row.topic,
    state: row.state,
    day: dayAt(Date.parse(row.received)),
    settled: row.settled && dayAt(Date.parse(row.settled)),
    others: row.others,
    text: row.text,
    place: row.place,
    point: row.lat === null || row.lon === null ? null : { lat: row.lat, lon: row.lon },
    photos: namesOf(row).length,
  });
  const find = (question: PublicQuestion, most: number) => read(question, most).map(publicOf);
  const head = db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM ticket').pluck();

  return {
    find,
    list() {
      const { isPublic, topics } = settings();
      return {
        isPublic,
        topics: isPublic ? topics.map(({ key, name }) => ({ key, name })) : [],
        tickets: find({}, PUBLIC_MOST),
        picture: picture.shown(),
      };
    },
    photo(id, place) {
      const [row] = read({ ids: [id] }, 1);
      const name = row && namesOf(row)[place];
      return row && name !== undefined ? { ticket: row.ticket, name } : null;
    },
    version() {
      // The day: what was settled goes out of the list by and by. Settings may be long, and long names are not kept.
      const state = JSON.stringify([head.get(), settings(), picture.shown(), dayAt(now())]);
      return createHash('sha256').update(state).digest('base64url');
    },
  };
}
