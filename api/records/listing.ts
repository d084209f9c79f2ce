import type { Db } from '../db/database.ts';
import { isLasting, isListedType, LISTED_TYPES, traitsOf } from '../contract/record-types.ts';
import type { ListedType, RecordType } from '../contract/record-types.ts';
import { EVENT_DAYS, rangeOf } from '../contract/calendar/event-times.ts';
import { addDays } from '../contract/values/dates.ts';
import type { DateRange, Day } from '../contract/values/dates.ts';
import { positionOf } from '../contract/lists.ts';
import type { ListDays, ListPosition, Paged } from '../contract/lists.ts';
import type { AgendaEvent, AnyRecord, Story } from '../contract/records.ts';
import { isListed } from '../contract/visibility.ts';

/** The names of the lists. */
export const listOf = {
  /** The records of a type that public lists show. */
  listed: (type: ListedType) => type,
  highlighted: (type: ListedType) => `${type}+highlight`,
  /** Of stories by a label's id, of events by their category, of bulletins by their class. */
  narrowed: (type: ListedType, by: string) => `${type}#${by}`,
  /** Every record of a type, for staff. */
  all: (type: ListedType) => `${type}*`,
  /** The records of a list that last several days, each by its last day. */
  lasting: (list: string) => `${list}~`,
} as const;

/** The days of a record, from `date` to `lastDay`. */
export type Span = Record<'date' | 'lastDay', Day>;

/** An entry: lists are ordered by date, then by the time of creation, then by id. */
export type ListEntry = ListPosition;

/** Returns the lists that a record is in, each with its date there. */
function listingOf(type: RecordType, record: AnyRecord): Map<string, string> {
  if (!isListedType(type)) return new Map();
  const { date } = positionOf(type, record);
  const lists = [listOf.all(type), ...(isListed(type, record) ? publicLists(type, record) : [])];
  const { from, to } = rangeOf(isLasting(type) ? (record as AgendaEvent) : { date });
  const lasting = from < to ? lists.map((list) => [listOf.lasting(list), to] as const) : [];
  return new Map([...lists.map((list) => [list, date] as const), ...lasting]);
}

function publicLists(type: ListedType, record: AnyRecord): string[] {
  const { narrowedBy } = traitsOf(type);
  const { highlight, labels } = record as Partial<Story>;
  const named = narrowedBy === undefined ? [] : [(record as Partial<Record<string, unknown>>)[narrowedBy]];
  const narrowing = narrowedBy === 'labels' ? (labels ?? []).map((label) => label.id) : named.map(String);
  return [
    listOf.listed(type),
    ...(highlight ? [listOf.highlighted(type)] : []),
    ...narrowing.map((by) => listOf.narrowed(type, by)),
  ];
}

/** Keeps the lists up to date; only the writer calls it, inside its transaction. */
export function openListing(db: Db): { put(type: RecordType, id: string, record: AnyRecord | null): void } {
  const standing = db.prepare<[string], ListEntry & { list: string }>(
    'SELECT list, date, created, id FROM listing WHERE id = ?',
  );
  const add = db.prepare('INSERT INTO listing (list, date, created, id) VALUES (?, ?, ?, ?)');
  const drop = db.prepare('DELETE FROM listing WHERE list = ? AND date = ? AND created = ? AND id = ?');
  const count = db.prepare(`
    INSERT INTO listing_count (list, grain, span, n) VALUES (?, ?, ?, ?)
    ON CONFLICT (list, grain, span) DO UPDATE SET n = n + excluded.n`);

  function tally(list: string, date: string, by: 1 | -1): void {
    for (const grain of [0, 4, 7]) count.run(list, grain, date.slice(0, grain), by);
  }

  return {
    put(type, id, record) {
      if (!isListedType(type)) return;
      const missing = record ? listingOf(type, record) : new Map<string, string>();
      const made = (record as Story | null)?.created ?? '';
      // Records of two types may share an id.
      for (const { list, date, created } of standing.all(id).filter((entry) => typeOf(entry.list) === type)) {
        if (date === missing.get(list) && created === made && missing.delete(list)) continue;
        drop.run(list, date, created, id);
        tally(list, date, -1);
      }
      for (const [list, date] of missing) {
        add.run(list, date, made, id);
        tally(list, date, 1);
      }
    },
  };
}

export interface Lists {
  total(list: string): number;
  /** The newest entries of a list, newest first. */
  newest(list: string, limit: number): ListEntry[];
  /** The entries after one, in the list's order. */
  older(list: string, than: ListEntry, limit: number): ListEntry[];
  later(list: string, than: ListEntry, limit: number): ListEntry[];
  /** The records of a list that began before a day and are not over then, the first to end first. */
  begun(list: string, day: Day): ListEntry[];
  /** The first and last days of the records of a list that take place in some days. */
  spans(list: string, days: DateRange): Span[];
  /** One page, counted from 1, newest first; a page past the end is empty and has the true count. */
  newestPage(list: string, page: number, size: number, range?: DateRange | null): Paged<string>;
  /**
   * One page, the next one first.
   * @param isLeftOut for each that is on on the first day, whether the list has it not
   */
  soonestPage(
    list: string,
    page: number,
    size: number,
    days: ListDays,
    isLeftOut?: (id: string) => boolean,
  ): Paged<string>;
  /** Those that are on on a day, in the order of the list. */
  onDay(list: string, day: Day): string[];
}

/**
 * Reads the lists. Every page costs the same: the counts by year and month lead to its month, and only within that
 * month entries are skipped one by one.
 */
export function openLists(db: Db): Lists {
  const { total, before, monthOf } = openCounts(db);
  const entry = 'SELECT date, created, id FROM listing WHERE list = ?';
  const older = db.prepare<[string, string, string, string, number], ListEntry>(
    `${entry} AND (date, created, id) < (?, ?, ?) ORDER BY date DESC, created DESC, id DESC LIMIT ?`,
  );
  const later = db.prepare<[string, string, string, string, number], ListEntry>(
    `${entry} AND (date, created, id) > (?, ?, ?) ORDER BY date, created, id LIMIT ?`,
  );
  const downFrom = db
    .prepare<[string, string, number, number], string>(
      'SELECT id FROM listing WHERE list = ? AND date < ? ORDER BY date DESC, created DESC, id DESC LIMIT ? OFFSET ?',
    )
    .pluck();
  const upFrom = db
    .prepare<[string, string, number, number], string>(
      'SELECT id FROM listing WHERE list = ? AND date >= ? ORDER BY date, created, id LIMIT ? OFFSET ?',
    )
    .pluck();

  const spans = new Map(
    LISTED_TYPES.filter(isLasting).map((type) => [
      String(type),
      db.prepare<[string, string, string, string], Span>(`
        SELECT ${type}.date, listing.date AS lastDay FROM listing CROSS JOIN ${type} ON ${type}.id = listing.id
        WHERE list = ? AND listing.date >= ? AND listing.date < ? AND ${type}.date <= ?`),
    ]),
  );
  // What began before a day and is not over ends within the maximum length of an event after it.
  const endings = new Map(
    LISTED_TYPES.filter(isLasting).map((type) => [
      String(type),
      db.prepare<[string, string, string, string], ListEntry>(`
        SELECT listing.date, listing.created, listing.id FROM listing CROSS JOIN ${type} ON ${type}.id = listing.id
        WHERE list = ? AND listing.date >= ? AND listing.date < ? AND ${type}.date < ?
        ORDER BY listing.date, listing.created, listing.id`),
    ]),
  );
  const begun = (list: string, day: Day) =>
    endings.get(typeOf(list))?.all(listOf.lasting(list), day, addDays(day, EVENT_DAYS), day) ?? [];

  const firstDays = db.prepare<[string, string, string], Span>(
    "SELECT substr(date, 1, 10) AS date, '' AS lastDay FROM listing WHERE list = ? AND date >= ? AND date < ?",
  );

  /** The entries at some places of a list, counted from 0 at the oldest. */
  function between(list: string, first: number, end: number): string[] {
    if (first >= end) return [];
    const { month, earlier } = monthOf(list, first);
    return upFrom.all(list, month, end - first, earlier);
  }

  // Records that began earlier come after those that begin on the day.
  const onDay = (list: string, day: Day) => [
    ...between(list, before(list, day), before(list, dayAfter(day))),
    ...begun(list, day).map(({ id }) => id),
  ];

  return {
    total,
    newest: (list, limit) => older.all(list, LAST, LAST, LAST, limit),
    older: (list, { date, created, id }, limit) => older.all(list, date, created, id, limit),
    later: (list, { date, created, id }, limit) => later.all(list, date, created, id, limit),
    begun,
    spans: (list, { from, to }) => [
      ...firstDays.all(list, from, dayAfter(to)),
      ...(spans.get(typeOf(list))?.all(listOf.lasting(list), from, addDays(to, EVENT_DAYS), to) ?? []),
    ],
    newestPage(list, page, size, range) {
      const first = range ? before(list, range.from) : 0;
      const end = range ? before(list, dayAfter(range.to)) : total(list);
      const top = end - 1 - (page - 1) * size;
      const pages = pagesOf(end - first, size);
      if (top < first) return { items: [], pages };
      const { month, later: skipped } = monthOf(list, top);
      return { items: downFrom.all(list, dayAfter(month), Math.min(size, top - first + 1), skipped), pages };
    },
    onDay,
    soonestPage(list, page, size, { from, to }, isLeftOut = () => false) {
      const first = before(list, from);
      const end = to === undefined ? total(list) : before(list, dayAfter(to));
      const head = onDay(list, from).filter((id) => !isLeftOut(id));
      const later = Math.min(end, Math.max(first, before(list, dayAfter(from))));
      const [start, stop] = [(page - 1) * size, page * size];
      const [skipped, wanted] = [Math.max(0, start - head.length), Math.max(0, stop - head.length)];
      return {
        items: [...head.slice(start, stop), ...between(list, later + skipped, Math.min(later + wanted, end))],
        pages: pagesOf(head.length + end - later, size),
      };
    },
  };
}

interface Counts {
  total(list: string): number;
  /** Number of entries before a day, which may be a day that does not exist, as 2026-02-31. */
  before(list: string, day: string): number;
  /**
   * The month of the entry at a place, counted from 0 at the oldest, and how many of the month come before and after.
   */
  monthOf(list: string, index: number): { month: string; earlier: number; later: number };
}

function openCounts(db: Db): Counts {
  const total = db
    .prepare<[string], number>("SELECT n FROM listing_count WHERE list = ? AND grain = 0 AND span = ''")
    .pluck();
  const sumBefore = db
    .prepare<[string, number, string, string], number>(
      'SELECT coalesce(sum(n), 0) FROM listing_count WHERE list = ? AND grain = ? AND span >= ? AND span < ?',
    )
    .pluck();
  const spans = db.prepare<[string, number, string], { span: string; n: number }>(
    'SELECT span, n FROM listing_count WHERE list = ? AND grain = ? AND span >= ? AND n > 0 ORDER BY span',
  );
  const countBetween = db
    .prepare<[string, string, string], number>('SELECT count(*) FROM listing WHERE list = ? AND date >= ? AND date < ?')
    .pluck();
  return {
    total: (list) => total.get(list) ?? 0,
    before(list, day) {
      const [year, month] = [day.slice(0, 4), day.slice(0, 7)];
      const ofYears = sumBefore.get(list, 4, '', year) ?? 0;
      const ofMonths = sumBefore.get(list, 7, year, month) ?? 0;
      return ofYears + ofMonths + (countBetween.get(list, month, day) ?? 0);
    },
    monthOf(list, index) {
      let left = index;
      let month = '';
      for (const grain of [4, 7]) {
        for (const { span, n } of spans.iterate(list, grain, month)) {
          if (left < n) {
            if (grain === 7) return { month: span, earlier: left, later: n - 1 - left };
            month = span;
            break;
          }
          left -= n;
        }
      }
      throw new Error(`the counts of ${list} do not reach ${index}`);
    },
  };
}

/** The type of a list, with which its name begins. */
const typeOf = (list: string) => list.split(/\W/, 1)[0] ?? '';
/** Sorts after every date, moment and id. */
export const LAST = '\uffff';
/** Sorts after a day with all its times, or after every day of a month, and before what follows. */
const dayAfter = (day: string) => `${day}~`;
const pagesOf = (count: number, size: number) => Math.max(0, Math.ceil(count / size));
