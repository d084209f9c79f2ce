import type { Db } from './db.ts';
import { epochOf, headOf } from './db.ts';
import { RECORD_TYPES } from './contract/changes.ts';
import type { Counts, Del, Feed, Put, RecordType } from './contract/changes.ts';
import { addDays, dayAt } from './contract/dates.ts';
import { CAROUSEL_ITEMS, FEED_PIECE, FILL_EVENT_DAYS, FILL_MOST, FILL_NEWEST } from './contract/limits.ts';
import { Problem } from './contract/problems.ts';
import { isReadable } from './contract/visibility.ts';
import { LAST, listOf, openLists } from './entities/listing.ts';
import type { Entry, ListedType, Lists } from './entities/listing.ts';
import { openRecords } from './entities/records.ts';

export interface FeedReader {
  /** @param query `{}` begins a fill, `next` goes on with one, `since` asks for what changed after a cursor */
  read(query: { since?: string | undefined; next?: string | undefined }): Feed;
}

/** Where a fill stands: its head, the type it is at, and how many records of it were sent, the last of them with this key. */
interface Place {
  head: string;
  type: RecordType;
  sent: number;
  after: string[];
}

/**
 * The change feed: of every record the change it had last, in the order of the changes. A device that asks with its
 * cursor gets what became different since; one without a cursor gets a fill, which brings what is needed first and
 * the newest of what grows for ever.
 * @param scope `public` sends what the public may read and names everything else as deleted; `admin` sends all
 */
export function openFeed({ db, now, scope }: { db: Db; now: () => number; scope: 'public' | 'admin' }): FeedReader {
  const records = openRecords(db);
  const changes = db.prepare<[number], Change>('SELECT seq, type, id FROM change WHERE seq > ? ORDER BY seq');
  const seqOf = db.prepare<[string, string], number>('SELECT seq FROM change WHERE type = ? AND id = ?').pluck();
  const listed = ['agenda', 'story', 'bulletin', 'album'] as const;
  const lists = openLists(db);
  const listName = scope === 'public' ? listOf.listed : listOf.all;
  const segments = fillSegments(db, lists, listName);

  const countAll = () => Object.fromEntries(listed.map((type) => [type, lists.total(listName(type))])) as Counts;
  const cursorAt = (seq: number) => `${epochOf(db)}.${seq}`;

  function put(type: RecordType, id: string, seq: number): Put | Del {
    const record = records.one(type, id);
    return record && (scope === 'admin' || isReadable(type, record)) ? ({ type, seq, record } as Put) : { type, id, seq };
  }

  function pull(since: number): Feed {
    const feed: Feed = { epoch: epochOf(db), cursor: cursorAt(since), more: false, puts: [], dels: [], counts: countAll() };
    let size = 0;
    for (const { seq, type, id } of changes.iterate(since)) {
      const change = put(type, id, seq);
      const length = Buffer.byteLength(JSON.stringify(change));
      if (size > 0 && size + length > FEED_PIECE) return { ...feed, more: true };
      size += length;
      if ('record' in change) feed.puts.push(change);
      else feed.dels.push(change);
      feed.cursor = cursorAt(seq);
    }
    return feed;
  }

  function fill(place: Place): Feed {
    const feed: Feed = { epoch: epochOf(db), cursor: place.head, more: true, fill: true, next: null, puts: [], dels: [], counts: countAll() };
    let { type, sent, after } = place;
    let size = 0;
    for (;;) {
      for (const { id, key } of segments[type].select(after, Math.max(0, segments[type].limit - sent), addDays(dayAt(now()), -FILL_EVENT_DAYS))) {
        const change = put(type, id, seqOf.get(type, id) ?? 0);
        const length = Buffer.byteLength(JSON.stringify(change));
        if (size > 0 && size + length > FEED_PIECE) return { ...feed, next: tokenOf({ head: place.head, type, sent, after }) };
        size += length;
        sent += 1;
        after = key;
        if ('record' in change) feed.puts.push(change);
      }
      const following = RECORD_TYPES[RECORD_TYPES.indexOf(type) + 1];
      if (!following) return { ...feed, more: false };
      [type, sent, after] = [following, 0, []];
    }
  }

  const begin = () => fill({ head: cursorAt(headOf(db)), type: RECORD_TYPES[0], sent: 0, after: [] });

  /** The change number of a cursor of this epoch; null for one of another life of the database or from the future. */
  function seqAt(cursor: string): number | null {
    const [epoch, seq] = cursor.split('.');
    if (seq === undefined || !/^\d{1,15}$/.test(seq)) throw new Problem('malformed');
    return epoch === epochOf(db) && Number(seq) <= headOf(db) ? Number(seq) : null;
  }

  return {
    read: db.transaction(({ since, next }: { since?: string | undefined; next?: string | undefined }) => {
      if (next !== undefined) {
        const place = placeOf(next);
        return seqAt(place.head) === null ? begin() : fill(place);
      }
      const seq = since === undefined ? null : seqAt(since);
      return seq === null ? begin() : pull(seq);
    }),
  };
}

interface Change {
  seq: number;
  type: RecordType;
  id: string;
}
interface Chosen {
  id: string;
  key: string[];
}
interface Segment {
  limit: number;
  /** The next records of a type after a key, at most so many; events from a day on. */
  select(after: string[], limit: number, from: string): Iterable<Chosen>;
}

/** Per type, the records of a fill in its order, each with the key after which the next piece goes on. */
function fillSegments(db: Db, lists: Lists, listName: (type: ListedType) => string): Record<RecordType, Segment> {
  const document = (type: RecordType): Segment => ({
    limit: 1,
    select: (after) => (after.length === 0 ? [{ id: type, key: [type] }] : []),
  });

  function small(table: 'authority' | 'map' | 'greenpoint'): Segment {
    const statement = db.prepare<[string, string, number], { id: string; created: string }>(
      `SELECT id, created FROM ${table} WHERE (created, id) > (?, ?) ORDER BY created, id LIMIT ?`);
    return {
      limit: FILL_MOST,
      select: (after, most) => statement.all(after[0] ?? '', after[1] ?? '', most).map(({ id, created }) => ({ id, key: [created, id] })),
    };
  }

  const newest = (type: ListedType): Segment => ({
    limit: FILL_NEWEST,
    select: (after, most) => lists.older(listName(type), entryOf(after, LAST), most).map(keyed),
  });

  const albums: Segment = {
    limit: FILL_MOST,
    select: (after, most) => lists.later(listName('album'), entryOf(after, ''), most).map(keyed),
  };

  /** The older events that the carousel shows, then all from a day on; the first first. */
  const events: Segment = {
    limit: FILL_MOST,
    select(after, most, from) {
      const place = after.join(' ');
      const shown = lists.newest(listOf.highlighted('agenda'), CAROUSEL_ITEMS).map(keyed).reverse();
      const past = shown.filter(({ key }) => String(key[0]) < from && key.join(' ') > place);
      return [...past, ...lists.later(listName('agenda'), entryOf(place < from ? [] : after, '', from), most - past.length).map(keyed)];
    },
  };

  /** The newest stories, and after them the older ones that the carousel shows. */
  function stories(): Segment {
    const recent = newest('story');
    return {
      limit: FILL_NEWEST + CAROUSEL_ITEMS,
      select(after, most, from) {
        const chosen = [...recent.select(after, Math.max(0, most - CAROUSEL_ITEMS), from)];
        const last = chosen.at(-1)?.key ?? after;
        const shown = lists.newest(listOf.highlighted('story'), CAROUSEL_ITEMS).map(keyed);
        return [...chosen, ...shown.filter(({ key }) => last.length === 0 || key.join(' ') < last.join(' '))];
      },
    };
  }

  return {
    site: document('site'), usefuldata: document('usefuldata'), greenpointpage: document('greenpointpage'), digest: document('digest'),
    authority: small('authority'), map: small('map'), greenpoint: small('greenpoint'),
    agenda: events, story: stories(), bulletin: newest('bulletin'), album: albums,
  };
}

const keyed = ({ id, created, date }: Entry): Chosen => ({ id, key: [date, created, id] });
const entryOf = ([date, created, id]: string[], beyond: string, from = beyond): Entry => ({ date: date ?? from, created: created ?? beyond, id: id ?? beyond });

function tokenOf(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

function placeOf(token: string): Place {
  try {
    const place = JSON.parse(Buffer.from(token, 'base64url').toString()) as Partial<Place>;
    const isPlace = typeof place.head === 'string' && RECORD_TYPES.includes(place.type as RecordType) && Number.isInteger(place.sent) && Number(place.sent) >= 0
      && Array.isArray(place.after) && place.after.every((one) => typeof one === 'string');
    if (isPlace) return place as Place;
  } catch {
    // Not of our making.
  }
  throw new Problem('malformed');
}
