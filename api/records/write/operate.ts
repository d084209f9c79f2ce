import type { Statement } from 'better-sqlite3';
import type { RecordType } from '../../contract/record-types.ts';
import { Problem } from '../../contract/problems.ts';
import type { AnyRecord, RecordOf, User } from '../../contract/records.ts';
import { mayEdit } from '../../contract/roles.ts';
import { isReadable } from '../../contract/visibility.ts';
import type { Db } from '../../db/database.ts';
import { openRecords } from '../from-rows.ts';
import type { Records } from '../from-rows.ts';
import { openHistory } from '../history.ts';
import type { History, NewHistoryEntry, KeyedRequest } from '../history.ts';
import { openListing } from '../listing.ts';
import { deedsOf, openLogbook } from '../logbook.ts';
import type { Deed, Origin } from '../logbook.ts';
import { openSearchIndex } from '../search-index.ts';
import { openTextPictures } from '../text-pictures.ts';
import { openConflicts } from './conflict.ts';
import type { Conflicts } from './conflict.ts';
import { withinOneMerge } from './merged-text.ts';

/** Who writes, and as which operation. */
export interface Act extends KeyedRequest {
  usergroup: number;
  /** Where from, for the logbook. */
  from?: Origin;
}

/** What can be written: a record of any type, or a user. */
type WrittenType = RecordType | 'user';
type Written<T extends WrittenType> = T extends RecordType ? RecordOf<T> : User;

/** The result of an operation. */
export interface Outcome<A> {
  entry: NewHistoryEntry & { type: WrittenType };
  /** The answer to the caller, now and whenever the operation is repeated. */
  answer: A;
  /** Paths below `uploads` of the files that no record refers to any more. */
  discard?: string[];
  /** What the logbook says of it; by default what follows from the entry. */
  deed?: Deed;
  /** Other records whose content depends on this one: their search entry, lists and feed are updated too. */
  also?: readonly { type: RecordType; id: string }[];
}

/** What all parts of the writer share. */
export interface WriteContext extends Conflicts {
  /** ms since the epoch */
  now: () => number;
  records: Records;
  history: History;
  textPictures: ReturnType<typeof openTextPictures>;
  /** Prepares a statement, once for each text. */
  sql(text: string): Statement;
  /**
   * Runs an operation: one transaction that takes the write lock first, returns the stored answer of a repeated
   * operation, checks the role, does the work, and then updates search index, lists, change feed and history.
   * @param work returns `unchanged` with the answer when there was nothing to write
   * @param isAllowed whether the author may do this; by default, whether their group may edit the type
   */
  operate<A>(act: Act, type: WrittenType, work: () => Outcome<A> | { unchanged: A }, isAllowed?: boolean): A;
  /**
   * Runs several operations as one: they are written in one transaction and at one moment, and what follows from them
   * follows once all are written. One that throws a Problem, which `work` has to catch, leaves nothing of itself.
   */
  together<A>(work: () => A): A;
  /** Runs an operation and takes it back. @returns what was read in between @throws what the operation throws */
  rehearsed<A>(operation: () => unknown, read: () => A): A;
  /** Returns a stored record or user. @throws Problem 404, or 410 when it was deleted */
  existing<T extends WrittenType>(type: T, id: string): Written<T>;
}

/** What happens after a commit. */
interface Consequences {
  /** @param files paths of the files that no record refers to any more */
  discard(files: string[]): void;
  /** @param files paths of the files that a record refers to again */
  bringBack(files: string[]): void;
  /** A record was written or deleted. */
  written(type: RecordType, id: string): void;
}

export function openWriteContext(
  db: Db,
  now: () => number,
  { discard, bringBack, written }: Consequences,
): WriteContext {
  const records = openRecords(db);
  const history = openHistory(db);
  const logbook = openLogbook(db, now);
  const textPictures = openTextPictures(db);
  const publish = openPublishing(db, records, textPictures);
  const sql = preparedOnce(db);
  let isRehearsal = false;
  /** What follows from the operations that run together, and when they do; null while none do. */
  let joint: { moment: number; follow: (() => void)[] } | null = null;
  const moment = () => joint?.moment ?? now();

  return {
    now: moment,
    records,
    history,
    textPictures,
    sql,
    operate<A>(
      act: Act,
      type: WrittenType,
      work: () => Outcome<A> | { unchanged: A },
      isAllowed = mayEdit(act.usergroup, type),
    ): A {
      let follow = () => {};
      const answer = db
        .transaction((): A => {
          const done = history.answered(act);
          if (done) return done.answer as A;
          if (!isAllowed) throw new Problem('forbidden');
          const outcome = work();
          if ('unchanged' in outcome) return outcome.unchanged;
          const { entry } = outcome;
          for (const one of outcome.also ?? []) publish(one.type, one.id);
          const published = entry.type === 'user' ? null : publish(entry.type, entry.id);
          history.add(act, entry, outcome.answer, new Date(moment()).toISOString(), published?.seq ?? null);
          if (entry.type === 'user') {
            const by = { ...(act.userId !== '' && { userId: act.userId }), from: act.from };
            for (const deed of outcome.deed ? [outcome.deed] : deedsOf(entry)) logbook.add({ ...deed, ...by });
          }
          follow = () => {
            const unused = [...(outcome.discard ?? []), ...(published?.freed ?? [])];
            if (unused.length > 0) discard(unused);
            if (published?.named.length) bringBack(published.named);
            if (entry.type !== 'user') written(entry.type, entry.id);
          };
          return outcome.answer;
        })
        .immediate();
      if (joint) joint.follow.push(follow);
      else if (!isRehearsal) follow();
      return answer;
    },
    together<A>(work: () => A): A {
      const follow: (() => void)[] = [];
      joint = { moment: now(), follow };
      let answer: A;
      try {
        answer = withinOneMerge(db.transaction(work).immediate);
      } finally {
        joint = null;
      }
      for (const next of follow) next();
      return answer;
    },
    rehearsed<A>(operation: () => unknown, read: () => A): A {
      isRehearsal = true;
      db.exec('BEGIN IMMEDIATE');
      try {
        operation();
        return read();
      } finally {
        // A disk error has ended the transaction already.
        if (db.inTransaction) db.exec('ROLLBACK');
        isRehearsal = false;
      }
    },
    existing<T extends WrittenType>(type: T, id: string) {
      const record = type === 'user' ? records.user(id) : records.one(type, id);
      if (!record) throw new Problem(history.wasDeleted(type, id) ? 'deleted' : 'not-found');
      return record as Written<T>;
    },
    ...openConflicts(history),
  };
}

/**
 * Updates what follows from a record: search index, lists, the pictures that its texts name, and change feed. Returns
 * the number of its change, and the files of pictures that no text names any more or that one names again.
 */
function openPublishing(
  db: Db,
  records: Records,
  textPictures: WriteContext['textPictures'],
): (type: RecordType, id: string) => { seq: number; freed: string[]; named: string[] } {
  const index = openSearchIndex(db);
  const listing = openListing(db);
  const wasShown = db.prepare<[string, string], number>('SELECT shown FROM change WHERE type = ? AND id = ?').pluck();
  const change = db.prepare('INSERT OR REPLACE INTO change (type, id, shown) VALUES (?, ?, ?)');

  return (type, id) => {
    const record: AnyRecord | null = records.one(type, id);
    index.put(type, id, record);
    listing.put(type, id, record);
    // The public feed contains a deletion only if the public could ever read the record.
    const isShown = (record && isReadable(type, record)) || wasShown.get(type, id) === 1;
    const seq = Number(change.run(type, id, Number(isShown)).lastInsertRowid);
    return { seq, ...textPictures.note(type, id, record) };
  };
}

function preparedOnce(db: Db): WriteContext['sql'] {
  const prepared = new Map<string, Statement>();
  return (text) => {
    const statement = prepared.get(text) ?? db.prepare(text);
    prepared.set(text, statement);
    return statement;
  };
}
