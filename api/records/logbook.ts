import { LOGBOOK_MONTHS, NOBODY, OPERATOR } from '../contract/messages/logbook.ts';
import type { LogbookDetail, LogbookKind } from '../contract/messages/logbook.ts';
import type { User } from '../contract/records.ts';
import type { Db } from '../db/database.ts';
import type { NewHistoryEntry } from './history.ts';

/** Where a request came from. */
export interface Origin {
  /** The network of its address, as in the log. */
  network: string;
  /** Browser and device in words, or a command of `portal`. */
  device: string;
}

/** What somebody did. */
export interface Deed {
  kind: LogbookKind;
  /** An account; `OPERATOR` by default, and `NOBODY` for a name without an account. */
  userId?: string;
  from?: Origin | undefined;
  /** The account that it is about, unless it is one's own; `name`, if it is gone. */
  about?: { id: string; name?: string };
  detail?: LogbookDetail;
}

/**
 * The logbook: who did what with accounts and rights. What strangers can cause takes bounded room: it is one row within
 * an hour, and there are so many rows of a kind in a day; the rest is one row of the day for each account, without
 * network.
 */
export interface Logbook {
  /** Adds what was done. Where the act writes, it is called in its transaction. @throws SQLite's own error */
  add(deed: Deed): void;
  /** Does something and adds it, in one transaction. @param deed null if there is nothing to add */
  adding<A>(work: () => A, deed: (answer: A) => Deed | null): A;
  /** Adds what needs no transaction; a full disk keeps nobody from being answered. */
  note(deed: Deed): void;
  /** Forgets what is older than twelve months. @returns how many entries */
  forgetOld(): number;
}

type Repeating = 'each' | 'by the hour' | 'bounded' | 'once an hour';
/** How a kind is written down when it repeats: where nothing is checked before, without counting, as it is cheap. */
const REPEATING: Partial<Record<LogbookKind, Repeating>> = {
  'log-in': 'by the hour',
  'log-out': 'by the hour',
  export: 'by the hour',
  'log-in-wrong': 'bounded',
  'log-in-asked': 'bounded',
  'password-wrong': 'bounded',
  'log-in-limited': 'once an hour',
  refused: 'once an hour',
};
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The most, in ms, between the first time and the last of an entry that is counted again. */
export const LONGEST_COUNT = DAY;
/** Rows of a bounded kind in a day. */
export const ROWS_A_DAY = 100;
/** Entries that are forgotten in one transaction, so that whoever saves meanwhile waits little. */
const BATCH = 500;

/** @param now ms since the epoch */
export function openLogbook(db: Db, now: () => number): Logbook {
  const nameOf = db
    .prepare<[string], string>("SELECT coalesce(nullif(name, ''), username) FROM user WHERE id = ?")
    .pluck();
  const insert = db.prepare<[Row]>(`
    INSERT INTO logbook (at, until, kind, user_id, name, network, device, about_id, about_name, detail)
    VALUES (@at, @at, @kind, @userId, @name, @network, @device, @aboutId, @aboutName, @detail)`);
  const same = db
    .prepare<[Row & { since: string }], number>(
      `SELECT id FROM logbook WHERE at >= @since AND at <= @at AND kind = @kind AND user_id = @userId
         AND network = @network AND device = @device AND about_id = @aboutId AND detail = @detail
       ORDER BY id DESC LIMIT 1`,
    )
    .pluck();
  const count = db.prepare<[string, number]>('UPDATE logbook SET until = ?, times = times + 1 WHERE id = ?');
  const rows = db.prepare<[string, string], number>('SELECT count(*) FROM logbook WHERE at >= ? AND kind = ?').pluck();
  const forget = db.prepare<[string, number]>(
    'DELETE FROM logbook WHERE id IN (SELECT id FROM logbook WHERE at < ? LIMIT ?)',
  );
  const ago = (ms: number) => new Date(now() - ms).toISOString();

  function add({ kind, userId = OPERATOR, from, about, detail = {} }: Deed): void {
    const other = about?.id === userId ? undefined : about;
    const row: Row = {
      at: ago(0),
      kind,
      userId,
      name: userId === OPERATOR || userId === NOBODY ? '' : (nameOf.get(userId) ?? ''),
      network: from?.network ?? '',
      device: from?.device ?? '',
      aboutId: other?.id ?? '',
      aboutName: other ? (other.name ?? nameOf.get(other.id) ?? '') : '',
      detail: JSON.stringify(detail),
    };
    const repeating = REPEATING[kind] ?? 'each';
    if (repeating === 'each') return void insert.run(row);
    const isCounted = repeating !== 'once an hour';
    /** Takes a row of before instead of a new one, if there is one. */
    const again = (of: Row, within: number) => {
      const id = same.get({ ...of, since: ago(within) });
      if (id !== undefined && isCounted) count.run(of.at, id);
      return id !== undefined;
    };
    if (again(row, HOUR)) return;
    if (repeating === 'by the hour' || (rows.get(ago(DAY), kind) ?? 0) < ROWS_A_DAY) return void insert.run(row);
    const rest: Row = { ...row, network: '', device: '', detail: '{}' };
    if (!again(rest, LONGEST_COUNT)) insert.run(rest);
  }

  return {
    add,
    adding: (work, deed) =>
      db
        .transaction(() => {
          const answer = work();
          const done = deed(answer);
          if (done) add(done);
          return answer;
        })
        .immediate(),
    note(deed) {
      try {
        db.transaction(add).immediate(deed);
      } catch {
        // The log has it too.
      }
    },
    forgetOld() {
      const before = new Date(now());
      before.setUTCMonth(before.getUTCMonth() - LOGBOOK_MONTHS);
      let gone = 0;
      for (;;) {
        const { changes } = forget.run(before.toISOString(), BATCH);
        gone += changes;
        if (changes < BATCH) return gone;
      }
    },
  };
}

/**
 * Notes in a database that it was restored. One of a release without logbook keeps the moment until its migration.
 * @param now ms since the epoch
 */
export function noteRestore(db: Db, now: () => number): void {
  const hasTable = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'logbook'").get();
  if (hasTable) {
    const from = { network: '', device: 'portal restore' };
    openLogbook(db, now).add({ kind: 'operator', from, detail: { command: 'restore' } });
  } else {
    const keep = db.prepare<[string]>("INSERT OR REPLACE INTO meta (key, value) VALUES ('restored', ?)");
    keep.run(new Date(now()).toISOString());
  }
}

interface Row {
  at: string;
  kind: LogbookKind;
  userId: string;
  name: string;
  network: string;
  device: string;
  aboutId: string;
  aboutName: string;
  detail: string;
}

/** Fields of users whose values tell of rights; of the others the logbook says only that they changed. */
const OF_RIGHTS = new Set(['usergroup', 'enable', 'username']);

/**
 * Returns what the logbook says of a change of a user.
 * @param entry what the history says of it
 */
export function deedsOf({ action, id, field, before, after }: NewHistoryEntry): Deed[] {
  const about = { id };
  if (action === 'create') {
    return [{ kind: 'user-created', about, detail: { fields: changedFields({}, after as object) } }];
  }
  if (action === 'delete') {
    const { name, username } = before as User;
    return [{ kind: 'user-deleted', about: { id, name: name || username } }];
  }
  const isWhole = typeof after === 'object' && after !== null;
  const fields = isWhole
    ? changedFields(before as object, after)
    : after === undefined
      ? []
      : changedFields({ [field ?? '']: before }, { [field ?? '']: after });
  return [
    ...(fields.length > 0 ? [{ kind: 'user-changed', about, detail: { fields } } as const] : []),
    ...(field === 'password' ? [{ kind: 'password', about } as const] : []),
  ];
}

function changedFields(before: object, after: object): NonNullable<LogbookDetail['fields']> {
  const old = new Map<string, string | number>(Object.entries(before));
  return Object.entries(after as Record<string, string | number>)
    .filter(([name, value]) => name !== 'id' && value !== old.get(name) && (value !== '' || old.has(name)))
    .map(([name, value]) => {
      const was = old.get(name);
      return { name, ...(OF_RIGHTS.has(name) ? { ...(was !== undefined && { before: was }), after: value } : {}) };
    });
}
