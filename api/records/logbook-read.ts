import { LOGBOOK_GROUPS, OPERATOR } from '../contract/messages/logbook.ts';
import type { LogbookDetail, LogbookEntry, LogbookPage, LogbookQuery } from '../contract/messages/logbook.ts';
import { addDays, atMoment } from '../contract/values/dates.ts';
import type { Db } from '../db/database.ts';

/** Reads the logbook. */
export interface LogbookReader {
  /** The newest entries that fit a query, before an entry. */
  page(query: LogbookQuery, before?: number): LogbookPage;
  /** A batch of them before an entry, newest first. */
  batch(query: LogbookQuery, before?: number): LogbookEntry[];
}

export const LOGBOOK_PAGE = 50;
const EXPORT_BATCH = 200;

type Row = Omit<LogbookEntry, 'about' | 'detail'> & { aboutId: string; aboutName: string; detail: string };

export function openLogbookReader(db: Db): LogbookReader {
  const rows = db.prepare<[Given], Row>(`
    SELECT id AS entry, at, until, times, kind, user_id AS userId, name, network, device, about_id AS aboutId,
      about_name AS aboutName, detail
    FROM logbook
    WHERE id < @before AND (@kinds = '' OR instr(@kinds, ' ' || kind || ' ') > 0)
      AND (@by = '' OR user_id = @by) AND (@user = '' OR user_id = @user OR about_id = @user)
      AND until >= @from AND at < @to AND substr(network, 1, length(@network)) = @network
    ORDER BY id DESC LIMIT @limit`);
  const people = db.prepare<[], { id: string; name: string }>(`
    SELECT user_id AS id, name FROM logbook WHERE id IN (SELECT max(id) FROM logbook GROUP BY user_id)
    ORDER BY name, user_id`);

  const read = (query: LogbookQuery, before: number, limit: number) =>
    rows.all({ ...given(query), before, limit }).map(entryOf);
  return {
    page(query, before = Number.MAX_SAFE_INTEGER) {
      const found = read(query, before, LOGBOOK_PAGE + 1);
      const items = found.slice(0, LOGBOOK_PAGE);
      const next = found.length > LOGBOOK_PAGE ? (items.at(-1)?.entry ?? null) : null;
      return { items, next, people: people.all() };
    },
    batch: (query, before = Number.MAX_SAFE_INTEGER) => read(query, before, EXPORT_BATCH),
  };
}

type Given = Record<'kinds' | 'by' | 'user' | 'from' | 'to' | 'network', string> & Record<'before' | 'limit', number>;

function given({ choice, user = '', from, to, network = '' }: LogbookQuery): Omit<Given, 'before' | 'limit'> {
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
