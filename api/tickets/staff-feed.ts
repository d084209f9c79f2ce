import { createHash } from 'node:crypto';
import { FEED_PIECE } from '../contract/limits.ts';
import { Problem } from '../contract/problems.ts';
import { ADMIN } from '../contract/roles.ts';
import { DESK_DAYS } from '../contract/tickets/staff-ticket.ts';
import type { StaffTicket, TicketDesk, TicketFeed } from '../contract/tickets/staff-ticket.ts';
import type { TicketSettings } from '../contract/tickets/ticket-settings.ts';
import { epochOf } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import type { Followers } from './followers.ts';
import type { PictureStore } from './picture-store.ts';
import { releaseOf } from './release.ts';
import { areasOf, checkDesk, maySee } from './rights.ts';
import type { Member } from './rights.ts';
import type { TicketRow, TicketStore } from './store.ts';

/** Maximum number of tickets that one piece of the feed reads. */
const MOST_READ = 2000;

interface Parts {
  db: Db;
  store: TicketStore;
  followers: Followers;
  picture: PictureStore;
  settings: () => TicketSettings;
  /** ms since the epoch */
  now: () => number;
}

export interface StaffFeed {
  /**
   * Returns what has changed since a cursor of the same person with the same rights; otherwise a fill begins: what is
   * open, and what was settled in the last while.
   * @throws Problem 400 for what is no cursor
   */
  read(member: Member, cursor: string | undefined): TicketFeed;
  /** All tickets that a person may see, the newest first. @throws Problem 403 */
  all(member: Member): Iterable<StaffTicket>;
  desk(): TicketDesk;
}

/**
 * The change feed of tickets. A cursor is `epoch.rights.number.end`: `end` is there during a fill, which goes through
 * all numbers up to the one of its beginning, and then pulls what has changed meanwhile.
 */
export function openStaffFeed({ db, store, followers, picture, settings, now }: Parts): StaffFeed {
  const people = db.prepare<[], { id: string; name: string; usergroup: number; enable: number }>(
    "SELECT id, coalesce(nullif(name, ''), username) AS name, usergroup, enable FROM user ORDER BY name, id",
  );
  const hasWritten = db
    .prepare<[string], 1>("SELECT 1 FROM ticket_entry WHERE author = ? AND author <> '' LIMIT 1")
    .pluck();
  const newest = db.prepare<[], string>('SELECT id FROM ticket ORDER BY received DESC, id').pluck();

  function desk(): TicketDesk {
    const { topics, areas, prepared, isPublic } = settings();
    const inAreas = new Set(areas.flatMap((area) => area.people));
    return {
      topics: topics.map(({ key, name }) => ({ key, name })),
      areas: areas.map(({ key, name }) => ({ key, name })),
      people: people
        .all()
        .filter((one) => (one.enable && (one.usergroup === ADMIN || inAreas.has(one.id))) || hasWritten.get(one.id))
        .map(({ id, name }) => ({ id, name })),
      isPublic,
      picture: picture.shown(),
      prepared,
    };
  }
  const ticketOf = (row: TicketRow): StaffTicket => {
    const { secret: _, shown: __, lat, lon, suspect, ...rest } = row;
    return {
      ...rest,
      point: lat === null || lon === null ? null : { lat, lon },
      isSuspect: suspect === 1,
      photos: store.photosOf(row.id).map(({ name, author }) => ({ name, isStaffs: author !== '' })),
      entries: store.entriesOf(row.id).map(({ id, at, kind, author, text }) => ({ id, at, kind, author, text })),
      release: releaseOf(store.releaseOf(row.id)),
      followers: followers.numbersOf(row.id),
    };
  };

  return {
    desk,
    all: function* (member) {
      const areas = areasOf(member, settings());
      checkDesk(areas);
      // No statement stays open while the reader waits for its line: the database would take no write meanwhile.
      for (const id of newest.all()) {
        const row = store.one(id);
        if (row && maySee(areas, row)) yield ticketOf(row);
      }
    },
    read: db.transaction((member: Member, given: string | undefined): TicketFeed => {
      const areas = areasOf(member, settings());
      // Devices ask every minute: that somebody has no area is no refusal.
      if (areas?.size === 0) return { cursor: '', more: false, fill: true, puts: [], dels: [], desk: null };
      const life = `${epochOf(db)}.${rightsIn(member, areas)}`;
      const position = !given ? null : positionIn(given);
      const isKnown = position !== null && position.life === life && position.seq <= store.head();
      const { seq, end } = isKnown ? position : { seq: 0, end: store.head() };
      const isFill = end > 0 && seq < end;
      const feed: TicketFeed = { cursor: '', more: false, fill: !isKnown, puts: [], dels: [], desk: desk() };
      const since = new Date(now() - DESK_DAYS * 86_400_000).toISOString();
      let last = seq;
      let size = 0;
      let read = 0;
      for (const row of store.after(seq)) {
        // A fill passes over what was settled long ago, and holds up nobody meanwhile.
        if ((read += 1) > MOST_READ) {
          feed.more = true;
          break;
        }
        const isGone = row.erased !== '' || !maySee(areas, row);
        // A device that is being filled has nothing that could be gone.
        const isSkipped = isFill && row.seq <= end && (isGone || (row.settled !== '' && row.settled < since));
        if (!isSkipped) {
          const put = isGone ? null : ticketOf(row);
          const length = put ? Buffer.byteLength(JSON.stringify(put)) : row.id.length;
          if (size > 0 && size + length > FEED_PIECE) {
            feed.more = true;
            break;
          }
          size += length;
          if (put) feed.puts.push(put);
          else feed.dels.push(row.id);
        }
        last = row.seq;
      }
      return { ...feed, cursor: [life, last, ...(isFill && last < end ? [end] : [])].join('.') };
    }),
  };
}

/**
 * Stands for what a person may see: with other rights a device fills again, and drops what it had. So it does where an
 * earlier release has filled it, because tickets have parts now that it does not know.
 */
const rightsIn = ({ userId }: Member, areas: ReadonlySet<string> | null): string =>
  createHash('sha256')
    .update(JSON.stringify([2, userId, areas && [...areas].sort()]))
    .digest('hex')
    .slice(0, 12);

function positionIn(cursor: string): { life: string; seq: number; end: number } {
  const [, life = '', seq, end = '0'] = /^([\w-]+\.[0-9a-f]{12})\.(\d{1,15})(?:\.(\d{1,15}))?$/.exec(cursor) ?? [];
  if (seq === undefined) throw new Problem('malformed');
  return { life, seq: Number(seq), end: Number(end) };
}
