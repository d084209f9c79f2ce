import { LOGBOOK_GROUPS, OPERATOR } from '../contract/messages/logbook.ts';
import type { LogbookDetail, LogbookEntry, LogbookPage, LogbookQuery } from '../contract/messages/logbook.ts';
import { addDays, atMoment } from '../contract/values/dates.ts';
import type { Db } from '../db/database.ts';
import { LONGEST_COUNT } from './logbook.ts';

/** Reads the logbook: what was done last comes first, also where it is the last of several times. */
export interface LogbookReader {
  /**
   * The newest entries that fit a query, or those before the last of a page. What is counted again meanwhile may come a
   * second time, and nothing is passed over.
   * @param before `next` of that page
   */
  page(query: LogbookQuery, before?: LogbookPlace): LogbookPage;
  /** All of them, each once, read in batches. */
  all(query: LogbookQuery): Generator<LogbookEntry>;
}

/**
 * Where a page ends: the last time of the newest entry when the first page was read, and time and number of the last
 * entry. An entry that was counted again since has left its place, and nobody knows for which pages: it is looked for
 * at its first time, which is never above where it was.
 */
export interface LogbookPlace {
  asOf: string;
  time: string;
  entry: number;
}
/** Before it is everything. */
const NO_PLACE: LogbookPlace = { asOf: '~', time: '~', entry: 0 };
const MOMENT = String.raw`(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)`;
const PLACE = new RegExp(String.raw`^${MOMENT}_${MOMENT}_([1-9]\d{0,14})$`);
const placeText = ({ asOf, time, entry }: LogbookPlace) => [asOf, time, entry].join('_');

/** Reads a place as the call has it; null if it is none. */
export function logbookPlace(text: string): LogbookPlace | null {
  const [, asOf = '', time = '', entry = ''] = PLACE.exec(text) ?? [];
  return entry === '' ? null : { asOf, time, entry: Number(entry) };
}

export const LOGBOOK_PAGE = 50;
const EXPORT_BATCH = 200;

type Row = Omit<LogbookEntry, 'about' | 'detail'> & { aboutId: string; aboutName: string; detail: string };

export function openLogbookReader(db: Db): LogbookReader {
  const columns = `logbook.id AS entry, at, until, times, kind, user_id AS userId, name, network, device,
      about_id AS aboutId, about_name AS aboutName, detail`;
  const fits = `(@kinds = '' OR instr(@kinds, ' ' || kind || ' ') > 0)
      AND (@by = '' OR user_id = @by) AND (@user = '' OR user_id = @user OR about_id = @user)
      AND until >= @from AND at < @to AND substr(network, 1, length(@network)) = @network`;
  const isBefore = `(iif(until < @asOf, until, at), id) < (@time, @entry) AND at <= @time AND ${fits}`;
  /** The first time of the last entry of a page, were it ordered by first times: by the index on them. */
  const oldest = db
    .prepare<[Given & LogbookPlace, number], string>(
      `SELECT at FROM logbook WHERE ${isBefore} ORDER BY at DESC LIMIT 1 OFFSET ?`,
    )
    .pluck();
  const rows = db.prepare<[Given & LogbookPlace & { since: string; limit: number }], Row & { time: string }>(`
    SELECT ${columns}, iif(until < @asOf, until, at) AS time FROM logbook WHERE at >= @since AND ${isBefore}
    ORDER BY time DESC, id DESC LIMIT @limit`);
  const ids = db.prepare<[Given], number>(`SELECT id FROM logbook WHERE ${fits} ORDER BY until DESC, id DESC`).pluck();
  const batch = db.prepare<[string], Row>(`
    SELECT ${columns} FROM json_each(?) AS wanted JOIN logbook ON logbook.id = wanted.value ORDER BY wanted.key`);
  const people = db.prepare<[], { id: string; name: string }>(`
    SELECT user_id AS id, name FROM logbook WHERE id IN (SELECT max(id) FROM logbook GROUP BY user_id)
    ORDER BY name, user_id`);

  return {
    page(query, before = NO_PLACE) {
      const asked = { ...given(query), ...before };
      // No entry's last time is later than its first by more than that, so that no page has to sort all of them.
      const first = oldest.get(asked, LOGBOOK_PAGE);
      const since = first === undefined ? '' : new Date(Date.parse(first) - LONGEST_COUNT).toISOString();
      const found = rows.all({ ...asked, since, limit: LOGBOOK_PAGE + 1 });
      const last = found.length > LOGBOOK_PAGE ? found[LOGBOOK_PAGE - 1] : undefined;
      const asOf = before === NO_PLACE ? (found[0]?.until ?? '') : before.asOf;
      return {
        items: found.slice(0, LOGBOOK_PAGE).map(({ time: _, ...row }) => entryOf(row)),
        next: last ? placeText({ asOf, time: last.time, entry: last.entry }) : null,
        people: people.all(),
      };
    },
    // Their numbers are read at once: what is counted again meanwhile would change its place.
    all: function* (query) {
      const all = ids.all(given(query));
      for (let at = 0; at < all.length; at += EXPORT_BATCH)
        yield* batch.all(JSON.stringify(all.slice(at, at + EXPORT_BATCH))).map(entryOf);
    },
  };
}

type Given = Record<'kinds' | 'by' | 'user' | 'from' | 'to' | 'network', string>;

function given({ choice, user = '', from, to, network = '' }: LogbookQuery): Given {
  const kinds = choice === undefined || choice === 'operator' ? [] : LOGBOOK_GROUPS[choice];
  const startOf = (day: string) => new Date(atMoment(`${day}T00:00`)).toISOString();
  return {
    kinds: kinds.length > 0 ? ` ${kinds.join(' ')} ` : '',
    by: choice === 'operator' ? OPERATOR : '',
    user,
    from: from === undefined ? '' : startOf(from),
    to: to === undefined ? '9' : startOf(addDays(to, 1)),
    network,
  };
}

function entryOf({ aboutId, aboutName, detail, ...row }: Row): LogbookEntry {
  return {
    ...row,
    about: aboutId === '' ? null : { id: aboutId, name: aboutName },
    detail: JSON.parse(detail) as LogbookDetail,
  };
}
