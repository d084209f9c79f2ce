import { Dexie } from 'dexie';
import type { Table } from 'dexie';
import type { Counts } from '#contract/messages/feed-messages';
import type { ListPosition } from '#contract/lists';
import type { ListedType, RecordType } from '#contract/record-types';
import type { Day } from '#contract/values/dates';
import type { AnyRecord } from '#contract/records';
import { giveUpWhenLeft } from '../../browser/give-up-when-left.ts';
import { withTimeout } from '../../browser/with-timeout.ts';

/**
 * A record that the device holds, by type and id. `seq` is the change that brought it, null for one that a visitor
 * opened and the feed has not brought. `record` is null if the feed has sent it as hidden or deleted: the row prevents
 * an older answer that arrives late from restoring the record.
 */
export interface RecordRow {
  type: RecordType;
  id: string;
  seq: number | null;
  record: AnyRecord | null;
}

/**
 * The oldest positions down to which the device holds everything that is listed. A fill brings the newest records of
 * types that grow without limit, and pulls bring all later changes, so above these positions nothing can be missing.
 * null: nothing is missing in the whole list.
 */
export type Floors = {
  /** Of types that are listed soonest first, the first day from which all are held. */
  [T in ListedType]?: ListPosition | Day | null;
} & {
  /** Of highlighted stories. */
  highlight: ListPosition | null;
};

/** The standing of a store: its position in the feed. */
export interface FeedStanding {
  key: 'feed';
  epoch: string;
  /** The cursor at which the fill began, which identifies the fill. */
  head: string;
  cursor: string;
  /** The token of the fill's next piece; null once it has ended. */
  next: string | null;
  /** The server has changes that were not pulled yet. */
  more: boolean;
  counts: Counts;
  /** null while the fill is under way. */
  floors: Floors | null;
  /**
   * When a pull last reached the end of the feed, ms since the epoch by the device's clock. null until the first pull
   * after a fill, because changes during the fill may be missing in it.
   */
  pulledAt: number | null;
  /** The server's clock at that time; undefined or null where it is not known. */
  serverAt?: number | null;
}

export type RecordsDb = Dexie & {
  records: Table<RecordRow, [RecordType, string]>;
  standing: Table<FeedStanding, string>;
};

/**
 * A database of records that can be filled again at any time. `use` runs work on it: a database that does not open is
 * deleted and created again, unless it may open a moment later; a lost connection (iOS) is opened again once. It never
 * throws: undefined means that there is no database, and the caller continues without it.
 */
export interface Store {
  use<T>(work: (db: RecordsDb) => Promise<T>): Promise<T | undefined>;
  close(): void;
}

/** To be raised when the shape of records changes: content of an older release is then deleted and filled again. */
const VERSION = 2;
/** Time limit for opening, in ms. */
const OPEN_LIMIT = 3000;
/** Delay before a database that did not open is tried again, in ms. */
const PAUSE = 300;

export function openStore(name: string): Store {
  let opened: Promise<RecordsDb | null> | null = null;

  async function open(): Promise<RecordsDb | null> {
    try {
      return await attempt().catch(tryAgain).catch(recreate);
    } catch (error) {
      // The next use tries again. After any other error the page continues without a database.
      if (isPassing(error)) opened = null;
      return null;
    }
  }

  async function tryAgain(error: unknown): Promise<RecordsDb> {
    if (isPassing(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    return attempt();
  }

  async function recreate(error: unknown): Promise<RecordsDb> {
    if (isPassing(error)) throw error;
    await withTimeout(OPEN_LIMIT, Dexie.delete(name), new Busy());
    return attempt();
  }

  async function attempt(): Promise<RecordsDb> {
    const options = { autoOpen: false, cache: 'disabled', chromeTransactionDurability: 'relaxed' } as const;
    const db = new Dexie(name, options) as RecordsDb;
    giveUpWhenLeft(db);
    db.version(VERSION)
      .stores({ records: '[type+id]', standing: 'key' })
      .upgrade(async (change) => {
        await Promise.all([change.table('records').clear(), change.table('standing').clear()]);
      });
    // Another tab deletes the database, or runs a newer release that changes its shape, and Dexie closes it. After a
    // deletion the next use creates it again; after an upgrade this tab reads from the server until it is loaded again.
    db.on('versionchange', ({ newVersion }) => {
      opened = newVersion ? Promise.resolve(null) : null;
    });
    try {
      await withTimeout(OPEN_LIMIT, db.open(), new Busy());
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  }

  return {
    async use(work) {
      for (const isLast of [false, true]) {
        const db = await (opened ??= open());
        if (!db) return undefined;
        try {
          return await work(db);
        } catch {
          if (isLast) return undefined;
          db.close();
          opened = null;
        }
      }
      return undefined;
    },
    close() {
      void opened?.then((db) => db?.close());
      opened = null;
    },
  };
}

/** The rows of a type, those of deleted records included. */
export function rowsOf(db: RecordsDb, type: RecordType): Promise<RecordRow[]> {
  return db.records.where('[type+id]').between([type, Dexie.minKey], [type, Dexie.maxKey]).toArray();
}

/** Error: another tab, which is frozen, has the database open in an older version. It must not be deleted. */
class Busy extends Error {}

/**
 * Whether an error of opening is temporary, so the database need not be deleted: QuotaExceededError in Chrome on a full
 * disk, and a lost connection in iOS after a suspension.
 */
function isPassing(error: unknown): boolean {
  if (error instanceof Busy) return true;
  const { name, message } = error as Error;
  const isKnown = ['QuotaExceededError', 'TimeoutError', 'DatabaseClosedError'].includes(name);
  return isKnown || /full disk|connection .*lost/i.test(message);
}
