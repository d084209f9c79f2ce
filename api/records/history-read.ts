import type { Db } from '../db/database.ts';
import type { RecordType } from '../contract/record-types.ts';
import type { HistoryEntry, HistoryPage } from '../contract/messages/history-entry.ts';
import { WEATHER_AUTHOR, WEATHER_SERVICE } from '../contract/calendar/weather-service.ts';
import { Problem } from '../contract/problems.ts';
import { openRecords } from './from-rows.ts';

/** Reads the history. `withUsers`: also the history of users, which is for Admins only. */
export interface HistoryReader {
  /** The latest changes before an entry, or only the deletions among them. */
  latest(options: { before?: number | undefined; deleted?: boolean; withUsers: boolean }): HistoryPage;
  of(type: string, id: string, before?: number): HistoryPage;
  /** One entry with its values, however long they are. @throws Problem 404 */
  entry(type: string, id: string, entry: number): HistoryEntry;
  /** A batch of entries after one, oldest first, of one record or of all. */
  after(
    entry: number,
    options: { type?: string | undefined; id?: string | undefined; withUsers: boolean },
  ): HistoryEntry[];
}

const PAGE_SIZE = 20;
/** Number of entries that one query looks through for deletions. */
const DELETIONS_WINDOW = 5000;
/** Maximum length of a value in a list, in characters of JSON; longer values are fetched one by one. */
const MAX_LISTED_LENGTH = 20_000;
const EXPORT_BATCH = 200;

interface HistoryRow {
  entry: number;
  at: string;
  userId: string;
  by: string | null;
  action: HistoryEntry['action'];
  type: string;
  id: string;
  field: string | null;
  before: string | null;
  after: string | null;
  isLong: 0 | 1;
}

/** The author's name, also when that user has been deleted, or is none. */
const BY = `CASE history.user_id WHEN '${WEATHER_AUTHOR}' THEN '${WEATHER_SERVICE}'
  ELSE coalesce(nullif(user.name, ''), user.username, (
  SELECT coalesce(nullif(json_extract(gone.before, '$.name'), ''), json_extract(gone.before, '$.username'))
  FROM history gone WHERE gone.type = 'user' AND gone.record_id = history.user_id AND gone.action = 'delete'
  ORDER BY gone.id DESC LIMIT 1)) END`;
const columns = (before: string, after: string, isLong: string) => `
  SELECT history.id AS entry, history.at AS at, history.user_id AS userId, ${BY} AS "by", history.action AS action,
    history.type AS type, history.record_id AS id, history.field AS field,
    ${before} AS before, ${after} AS after, ${isLong} AS isLong
  FROM history LEFT JOIN user ON user.id = history.user_id`;
const WHOLE = columns('history.before', 'history.after', '0');
const short = (value: string) => `CASE WHEN length(${value}) <= ${MAX_LISTED_LENGTH} THEN ${value} END`;
const isLong = (value: string) => `coalesce(length(${value}) > ${MAX_LISTED_LENGTH}, 0)`;
const CUT = columns(
  short('history.before'),
  short('history.after'),
  `${isLong('history.before')} OR ${isLong('history.after')}`,
);

/** The queries, each over entries in order. One row more than a page is read, to know whether another follows. */
function queries(db: Db) {
  const newestFirst = `ORDER BY history.id DESC LIMIT ${PAGE_SIZE + 1}`;
  const unlessOfUsers = "(@withUsers OR history.type <> 'user')";
  const inBatches = `ORDER BY history.id LIMIT ${EXPORT_BATCH}`;
  const ofRecord = 'history.type = ? AND history.record_id = ?';
  return {
    latest: db.prepare<[Record<string, number>], HistoryRow>(`${CUT}
      WHERE history.id < @before AND ${unlessOfUsers} ${newestFirst}`),
    deletions: db.prepare<[Record<string, number>], HistoryRow>(`${CUT}
      WHERE history.id < @before AND history.id >= @before - ${DELETIONS_WINDOW} AND history.action = 'delete'
        AND ${unlessOfUsers} ${newestFirst}`),
    ofRecord: db.prepare<[string, string, number], HistoryRow>(`${CUT}
      WHERE ${ofRecord} AND history.id < ? ${newestFirst}`),
    one: db.prepare<[string, string, number], HistoryRow>(`${WHOLE} WHERE ${ofRecord} AND history.id = ?`),
    afterAll: db.prepare<[Record<string, number>], HistoryRow>(`${WHOLE}
      WHERE history.id > @entry AND ${unlessOfUsers} ${inBatches}`),
    afterOf: db.prepare<[string, string, number], HistoryRow>(`${WHOLE}
      WHERE ${ofRecord} AND history.id > ? ${inBatches}`),
  };
}

export function openHistoryReader(db: Db): HistoryReader {
  const records = openRecords(db);
  const { latest, deletions, ofRecord, one, afterAll, afterOf } = queries(db);
  const lastBefore = db
    .prepare<[string, string], string | null>(
      "SELECT before FROM history WHERE type = ? AND record_id = ? AND action = 'delete' ORDER BY id DESC LIMIT 1",
    )
    .pluck();
  const head = db.prepare<[], number | null>('SELECT max(id) FROM history').pluck();

  /** The record as it is, or as it was when it was deleted. */
  function recordOf(type: string, id: string): { record: object | null; isDeleted: boolean } {
    const record = type === 'user' ? records.user(id) : records.one(type as RecordType, id);
    if (record) return { record, isDeleted: false };
    return { record: JSON.parse(lastBefore.get(type, id) ?? 'null') as object | null, isDeleted: true };
  }

  function finished(rows: HistoryRow[]): HistoryEntry[] {
    const known = new Map<string, ReturnType<typeof recordOf>>();
    return rows.map(({ before, after, isLong, by, ...row }) => {
      const key = `${row.type} ${row.id}`;
      const { record, isDeleted } = known.get(key) ?? recordOf(row.type, row.id);
      known.set(key, { record, isDeleted });
      return {
        ...row,
        by: by ?? '',
        name: nameIn(record),
        isDeleted,
        isLong: isLong === 1,
        before: parsed(before),
        after: parsed(after),
      };
    });
  }

  function page(rows: HistoryRow[], end: number | null = null): HistoryPage {
    const items = finished(rows.slice(0, PAGE_SIZE));
    return { items, next: rows.length > PAGE_SIZE ? (items.at(-1)?.entry ?? null) : end };
  }

  return {
    latest({ before = (head.get() ?? 0) + 1, deleted = false, withUsers }) {
      const given = { before, withUsers: Number(withUsers) };
      if (!deleted) return page(latest.all(given));
      const end = before - DELETIONS_WINDOW;
      return page(deletions.all(given), end > 1 ? end : null);
    },
    of: (type, id, before = Number.MAX_SAFE_INTEGER) => page(ofRecord.all(type, id, before)),
    entry(type, id, entry) {
      const [found] = finished(one.all(type, id, entry));
      if (!found) throw new Problem('not-found');
      return found;
    },
    after: (entry, { type, id, withUsers }) =>
      finished(
        type === undefined || id === undefined
          ? afterAll.all({ entry, withUsers: Number(withUsers) })
          : afterOf.all(type, id, entry),
      ),
  };
}

const parsed = (value: string | null): unknown => (value === null ? null : JSON.parse(value));

/** Returns the name of a record: its title or its name. */
function nameIn(record: object | null): string {
  const { title, name, username } = (record ?? {}) as Partial<Record<'title' | 'name' | 'username', unknown>>;
  return [title, name, username].find((one): one is string => typeof one === 'string' && one !== '') ?? '';
}
