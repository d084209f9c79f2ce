import type { Db } from '../db/database.ts';
import { epochOf, headOf } from '../db/database.ts';
import type { Counts, Del, Feed, Put } from '../contract/messages/feed-messages.ts';
import { isDocument, isListedType, LISTED_TYPES, RECORD_TYPES, traitsOf } from '../contract/record-types.ts';
import type { DocumentType, ListedType, RecordType } from '../contract/record-types.ts';
import { addDays, dayAt } from '../contract/values/dates.ts';
import { FILL_EVENT_DAYS, FILL_MOST, FILL_NEWEST } from '../contract/messages/first-fill.ts';
import { CAROUSEL_ITEMS, FEED_PIECE } from '../contract/limits.ts';
import { Problem } from '../contract/problems.ts';
import { isReadable } from '../contract/visibility.ts';
import { LAST, listOf, openLists } from './listing.ts';
import type { ListEntry, Lists } from './listing.ts';
import { openRecords } from './from-rows.ts';

interface FeedReader {
  /** @param query `{}` begins a fill, `next` continues one, `since` requests the changes after a cursor */
  read(query: { since?: string | undefined; next?: string | undefined }): Feed;
}

/**
 * The state of a fill: its cursor, the current type, how many records of that were sent, and the key of the last.
 */
interface FillPosition {
  head: string;
  type: RecordType;
  sent: number;
  after: string[];
}

interface FeedOptions {
  db: Db;
  /** ms since the epoch */
  now: () => number;
  /** `public` sends what the public may read, and as deleted what it may no longer read; `admin` sends everything. */
  scope: 'public' | 'admin';
}

/**
 * The change feed: the last change of every record, in the order of the changes. A device with a cursor gets what has
 * changed since. A device without one gets a fill: the types that are needed first come first, and of types that grow
 * without limit only the newest records.
 */
export function openFeed({ db, now, scope }: FeedOptions): FeedReader {
  const base = openFeedBase(db, scope);
  const pull = openPull(base);
  const fill = openFill(base, now);
  const begin = () => fill({ head: base.cursorAt(headOf(db)), type: FIRST_TYPE, sent: 0, after: [] });

  /** Returns the change number of a cursor; null for one of another epoch or from the future. */
  function seqAt(cursor: string): number | null {
    const [epoch, seq] = cursor.split('.');
    if (seq === undefined || !/^\d{1,15}$/.test(seq)) throw new Problem('malformed');
    return epoch === epochOf(db) && Number(seq) <= headOf(db) ? Number(seq) : null;
  }

  return {
    read: db.transaction(({ since, next }: { since?: string | undefined; next?: string | undefined }) => {
      if (next !== undefined) {
        const position = positionOf(next);
        return seqAt(position.head) === null ? begin() : fill(position);
      }
      const seq = since === undefined ? null : seqAt(since);
      return seq === null ? begin() : pull(seq);
    }),
  };
}

/** What pulls and fills share. */
interface FeedBase {
  db: Db;
  scope: 'public' | 'admin';
  lists: Lists;
  listName: (type: ListedType) => string;
  cursorAt(seq: number): string;
  /** A piece of the feed with nothing in it yet. */
  emptyPiece(cursor: string): Feed;
  /** A record as the scope may see it: its content, or that it is deleted. */
  changeOf(type: RecordType, id: string, seq: number): Put | Del;
}

function openFeedBase(db: Db, scope: 'public' | 'admin'): FeedBase {
  const records = openRecords(db);
  const lists = openLists(db);
  const listName = scope === 'public' ? listOf.listed : listOf.all;
  const countAll = () => Object.fromEntries(LISTED_TYPES.map((type) => [type, lists.total(listName(type))])) as Counts;
  return {
    db,
    scope,
    lists,
    listName,
    cursorAt: (seq) => `${epochOf(db)}.${seq}`,
    emptyPiece: (cursor) => ({ epoch: epochOf(db), cursor, more: false, puts: [], dels: [], counts: countAll() }),
    changeOf(type, id, seq) {
      const record = records.one(type, id);
      return record && (scope === 'admin' || isReadable(type, record))
        ? ({ type, seq, record } as Put)
        : { type, id, seq };
    },
  };
}

const sizeOf = (change: Put | Del) => Buffer.byteLength(JSON.stringify(change));

function openPull({ db, scope, cursorAt, emptyPiece, changeOf }: FeedBase): (since: number) => Feed {
  const changes = db.prepare<[number], ChangeRow>('SELECT seq, type, id, shown FROM change WHERE seq > ? ORDER BY seq');
  return (since) => {
    const feed = emptyPiece(cursorAt(since));
    let size = 0;
    for (const { seq, type, id, shown } of changes.iterate(since)) {
      if (scope === 'public' && shown === 0) {
        feed.cursor = cursorAt(seq);
        continue;
      }
      const change = changeOf(type, id, seq);
      const length = sizeOf(change);
      if (size > 0 && size + length > FEED_PIECE) return { ...feed, more: true };
      size += length;
      if ('record' in change) feed.puts.push(change);
      else feed.dels.push(change);
      feed.cursor = cursorAt(seq);
    }
    return feed;
  };
}

function openFill(
  { db, lists, listName, emptyPiece, changeOf }: FeedBase,
  now: () => number,
): (position: FillPosition) => Feed {
  const segments = fillSegments(db, lists, listName);
  const seqOf = db.prepare<[string, string], number>('SELECT seq FROM change WHERE type = ? AND id = ?').pluck();
  return ({ head, ...position }) => {
    const feed: Feed = { ...emptyPiece(head), more: true, fill: true, next: null };
    const firstDay = addDays(dayAt(now()), -FILL_EVENT_DAYS);
    let { type, sent, after } = position;
    let size = 0;
    for (;;) {
      for (const { id, key } of segments[type].select(after, Math.max(0, segments[type].limit - sent), firstDay)) {
        const change = changeOf(type, id, seqOf.get(type, id) ?? 0);
        const length = sizeOf(change);
        if (size > 0 && size + length > FEED_PIECE) return { ...feed, next: tokenOf({ head, type, sent, after }) };
        size += length;
        sent += 1;
        after = key;
        if ('record' in change) feed.puts.push(change);
      }
      const following = RECORD_TYPES[RECORD_TYPES.indexOf(type) + 1];
      if (!following) return { ...feed, more: false };
      [type, sent, after] = [following, 0, []];
    }
  };
}

const [FIRST_TYPE = 'site'] = RECORD_TYPES;

interface ChangeRow {
  seq: number;
  type: RecordType;
  id: string;
  shown: 0 | 1;
}
interface Chosen {
  id: string;
  key: string[];
}
interface Segment {
  limit: number;
  /** The next records of a type after a key, up to a limit; events from a day on. */
  select(after: string[], limit: number, from: string): Iterable<Chosen>;
}

/** Per type, the records of a fill in its order, each with the key after which the next piece continues. */
function fillSegments(db: Db, lists: Lists, listName: (type: ListedType) => string): Record<RecordType, Segment> {
  const document = (type: DocumentType): Segment => ({
    limit: 1,
    select: (after) => (after.length === 0 ? [{ id: type, key: [type] }] : []),
  });

  function madeFirst(type: RecordType): Segment {
    const statement = db.prepare<[string, string, number], { id: string; created: string }>(
      `SELECT id, created FROM ${type} WHERE (created, id) > (?, ?) ORDER BY created, id LIMIT ?`,
    );
    return {
      limit: FILL_MOST,
      select: (after, most) =>
        statement.all(after[0] ?? '', after[1] ?? '', most).map(({ id, created }) => ({ id, key: [created, id] })),
    };
  }

  const oldestFirst = (type: ListedType): Segment => ({
    limit: FILL_MOST,
    select: (after, most) => lists.later(listName(type), entryOf(after, ''), most).map(keyed),
  });

  /** The records that carousels show are sent with those of their type, whatever their age. */
  const shownIn = (type: ListedType) => lists.newest(listOf.highlighted(type), CAROUSEL_ITEMS).map(keyed);

  /** All events from a day on: those that begin then, earliest first, and after them those that began earlier. */
  const upcoming = (type: ListedType): Segment => ({
    limit: FILL_MOST,
    select(after, most, from) {
      const isInBegun = after[3] === BEGUN;
      const coming = isInBegun ? [] : lists.later(listName(type), entryOf(after, '', from), most).map(keyed);
      const begun = lists.begun(listName(type), from).map((entry) => ({ id: entry.id, key: [...keyOf(entry), BEGUN] }));
      const left = isInBegun ? begun.filter(({ key }) => key.join(' ') > after.join(' ')) : begun;
      return [...coming, ...left.slice(0, most - coming.length)];
    },
  });

  /** The newest ones, and after them the older ones that the carousel shows. */
  const newest = (type: ListedType): Segment => ({
    limit: FILL_NEWEST + CAROUSEL_ITEMS,
    select(after, most) {
      const chosen = lists.older(listName(type), entryOf(after, LAST), Math.max(0, most - CAROUSEL_ITEMS)).map(keyed);
      const last = chosen.at(-1)?.key ?? after;
      return [...chosen, ...shownIn(type).filter(({ key }) => last.length === 0 || key.join(' ') < last.join(' '))];
    },
  });

  function segmentOf(type: RecordType): Segment {
    if (isDocument(type)) return document(type);
    if (!isListedType(type)) return madeFirst(type);
    const { filledWith } = traitsOf(type);
    return filledWith === 'upcoming' ? upcoming(type) : filledWith === 'newest' ? newest(type) : oldestFirst(type);
  }
  return Object.fromEntries(RECORD_TYPES.map((type) => [type, segmentOf(type)])) as Record<RecordType, Segment>;
}

const keyOf = ({ id, created, date }: ListEntry) => [date, created, id];
const keyed = (entry: ListEntry): Chosen => ({ id: entry.id, key: keyOf(entry) });
/** The last part of the keys of events that have begun. */
const BEGUN = 'begun';
const entryOf = ([date, created, id]: string[], beyond: string, from = beyond): ListEntry => ({
  date: date ?? from,
  created: created ?? beyond,
  id: id ?? beyond,
});

function tokenOf(position: FillPosition): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

function positionOf(token: string): FillPosition {
  try {
    const position = JSON.parse(Buffer.from(token, 'base64url').toString()) as Partial<FillPosition>;
    const isPosition =
      typeof position.head === 'string' &&
      RECORD_TYPES.includes(position.type as RecordType) &&
      Number.isInteger(position.sent) &&
      Number(position.sent) >= 0 &&
      Array.isArray(position.after) &&
      position.after.every((one) => typeof one === 'string');
    if (isPosition) return position as FillPosition;
  } catch {
    // Not a token of the portal.
  }
  throw new Problem('malformed');
}
