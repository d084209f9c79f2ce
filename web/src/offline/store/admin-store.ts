import type { Counts } from '#contract/messages/feed-messages';
import type { RecordType } from '#contract/record-types';
import type { PortalState } from '#contract/messages/portal-state';
import type { AnyRecord } from '#contract/records';
import { createListeners } from '../../browser/listeners.ts';
import { dropDraftPictures, PICTURE_TYPES } from './draft-pictures.ts';
import { operationIn } from '../outbox/protocol/operation.ts';
import type { Operation, Session } from '../outbox/protocol/operation.ts';
import { openStore, rowsOf } from './public-db.ts';
import type { RecordsDb, RecordRow, Store } from './public-db.ts';
import { isRecord, storedRecord } from './record-shape.ts';
import { fieldsIn } from './stored-record.ts';
import type { StoredRecord } from './stored-record.ts';

const NAME = 'portal-admin';

/**
 * The state of the store: the server's counts of records, and when the server last answered, ms since the epoch, by the
 * device's clock and by the server's.
 */
interface Level {
  counts: Counts | null;
  isFilled: boolean;
  pulledAt: number | null;
  serverAt: number | null;
}

/** Records with drafts, for the lists and edit screens of the back office. It can be filled again at any time. */
export interface AdminStore {
  /** Of the database. */
  readonly name: string;
  /** Assigns the store to this person; records of another person or group are deleted first. */
  open(user: Session['user']): Promise<void>;
  /** All records of a type on this device. */
  all(type: RecordType): Promise<StoredRecord[]>;
  one(type: RecordType, id: string): Promise<StoredRecord | null>;
  /** The name of the fill that the store holds; null before there is one. */
  head(): Promise<string | null>;
  /**
   * Stores a record that was opened and that the feed has not brought; it never replaces a newer one.
   * @param head `head()` at the time of the request: after a later fill no pull would update the record
   * @returns false if another fill has begun since
   */
  keep(type: RecordType, record: unknown, seq: number, head: string | null): Promise<boolean>;
  level(): Promise<Level>;
  /** The records to be filled and brought up to date, as long as the store has an owner. */
  readonly rows: Store;
  /** Makes a store whose owner was removed, by the log-out of another tab, this person's again. */
  claim(): Promise<void>;
  /**
   * Operations that the server has done and no pull has brought yet. They are laid over the records, so that a change
   * that was sent does not disappear until the next pull.
   */
  landed(): Promise<Operation[]>;
  /** Adds one; before `open`, and in a store without an owner, it does nothing. */
  land(operation: Operation): Promise<void>;
  /** The keys of all of them, also of those that this release cannot read. */
  landedKeys(): Promise<readonly string[]>;
  /** Removes those that a pull has brought, by their keys. */
  forgetLanded(keys: readonly string[]): Promise<void>;
  /** The state of the portal when it was last requested; null if it never was. */
  portalState(): Promise<PortalState | null>;
  keepPortalState(state: PortalState): Promise<void>;
  /** Deletes everything and its pictures, at log-out and where nobody is logged in. */
  drop(): Promise<void>;
  /** Reports that `rows` has other content. */
  changed(): void;
  /** Calls back when the content has changed, in any tab. @returns ends it */
  subscribe(listener: () => void): () => void;
  /** Closes the database. What is stored stays. */
  close(): void;
}

interface Owner {
  key: 'owner';
  userId: string;
  usergroup: number;
}
/** A row for each operation, so that a drain of hundreds does not write all of them each time. */
interface Landed {
  key: `landed ${string}`;
  operation: Operation;
}
const LANDED = 'landed ';
/** The version is raised when its shape changes. */
interface KeptState {
  key: 'portal-state 1';
  state: PortalState;
}

/** @param name another one for tests that need several devices */
export function openAdminStore(name = NAME): AdminStore {
  const disk = openStore(name);
  const store = owned(disk);
  const listeners = createListeners();
  let mine: Owner | null = null;
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null;
  channel?.addEventListener('message', () => listeners.call());

  function changed() {
    channel?.postMessage('changed');
    listeners.call();
  }

  return {
    name,

    async open({ id, usergroup }) {
      mine = { key: 'owner', userId: id, usergroup };
      await disk.use((db) => giveTo(db, { key: 'owner', userId: id, usergroup }));
      changed();
    },

    ...readsOf(disk),

    async keep(type, record, seq, head) {
      if (!isRecord(type, record)) return true;
      const isKept = await store.use((db) => keepIn(db, { type, id: record.id, seq, record }, head));
      changed();
      return isKept ?? true;
    },

    rows: store,

    async claim() {
      await disk.use((db) => claim(db, mine));
    },

    async land(operation) {
      if (!mine) return;
      await store.use((db) => linesOf(db).put({ key: `${LANDED}${operation.opId}`, operation }));
      changed();
    },

    async forgetLanded(keys) {
      if (keys.length > 0) await store.use((db) => db.standing.bulkDelete([...keys]));
    },

    async keepPortalState(state) {
      await store.use((db) => linesOf(db).put({ key: 'portal-state 1', state }));
      changed();
    },

    async drop() {
      const held = await Promise.all(PICTURE_TYPES.map(async (type) => [type, await recordsOf(disk, type)] as const));
      // A cache that cannot be read must not prevent the log-out.
      await dropDraftPictures(new Map(held)).catch(() => {});
      await disk.use((db) => db.transaction('rw', db.records, db.standing, () => clear(db)));
      changed();
    },

    changed,

    subscribe: listeners.add,

    close() {
      channel?.close();
      disk.close();
    },
  };
}

function readsOf(
  disk: Store,
): Pick<AdminStore, 'all' | 'one' | 'head' | 'level' | 'landed' | 'landedKeys' | 'portalState'> {
  return {
    async all(type) {
      return ((await disk.use((db) => rowsOf(db, type))) ?? []).flatMap((row) => storedIn(row) ?? []);
    },
    async one(type, id) {
      const row = await disk.use((db) => db.records.get([type, id]));
      return row ? storedIn(row) : null;
    },
    head: async () => (await disk.use((db) => headOf(db))) ?? null,
    async level() {
      const standing = await disk.use((db) => db.standing.get('feed'));
      const { counts = null, floors = null, pulledAt = null, serverAt = null } = standing ?? {};
      return { counts, isFilled: floors !== null, pulledAt, serverAt };
    },
    async landed() {
      const lines = (await disk.use((db) => landedLines(db))) ?? [];
      return lines.flatMap(({ operation }) => operationIn(operation) ?? []).sort((a, b) => a.seq - b.seq);
    },
    landedKeys: async () => ((await disk.use((db) => landedLines(db))) ?? []).map(({ key }) => key),
    async portalState() {
      const line = await disk.use((db) => linesOf(db).get('portal-state 1'));
      return line && 'state' in line ? line.state : null;
    },
  };
}

async function recordsOf(disk: Store, type: RecordType): Promise<AnyRecord[]> {
  const rows = (await disk.use((db) => rowsOf(db, type))) ?? [];
  return rows.flatMap((row) => recordIn(row) ?? []);
}

/**
 * The store for writing: each use is one transaction, and does nothing if the store has no owner, so that work under
 * way at a log-out stores nothing.
 */
function owned(disk: Store): Store {
  return {
    use: (work) =>
      disk.use((db) =>
        db.transaction('rw', db.records, db.standing, async () => ((await ownerOf(db)) ? await work(db) : undefined)),
      ),
    close: () => disk.close(),
  };
}

/** Sets the owner of the store, and deletes the records of another one. */
function giveTo(db: RecordsDb, owner: Owner): Promise<void> {
  return db.transaction('rw', db.records, db.standing, async () => {
    const before = await ownerOf(db);
    if (before?.userId === owner.userId && before.usergroup === owner.usergroup) return;
    await clear(db);
    await linesOf(db).put(owner);
  });
}

async function clear(db: RecordsDb): Promise<void> {
  await Promise.all([db.records.clear(), db.standing.clear()]);
}

/** Stores a row unless there is a newer one. @returns false if the store holds another fill than `head` */
async function keepIn(db: RecordsDb, row: RecordRow & { seq: number }, head: string | null): Promise<boolean> {
  if ((await headOf(db)) !== head) return false;
  const known = await db.records.get([row.type, row.id]);
  if (!known || (known.seq ?? 0) < row.seq) await db.records.put(row);
  return true;
}

/** Sets the owner of a store that has none. */
function claim(db: RecordsDb, owner: Owner | null): Promise<void> {
  return db.transaction('rw', db.standing, async () => {
    if (owner && !(await ownerOf(db))) await linesOf(db).put(owner);
  });
}

async function headOf(db: RecordsDb): Promise<string | null> {
  return (await db.standing.get('feed'))?.head ?? null;
}

/** The table `standing`, typed for the rows that only the back office has in it. */
const linesOf = (db: RecordsDb) => db.table<Owner | Landed | KeptState, string>('standing');

async function ownerOf(db: RecordsDb): Promise<Owner | null> {
  const line = await linesOf(db).get('owner');
  return line?.key === 'owner' ? line : null;
}

async function landedLines(db: RecordsDb): Promise<Landed[]> {
  const lines = await linesOf(db).where('key').startsWith(LANDED).toArray();
  return lines.filter((line) => 'operation' in line);
}

/** Returns the record of a row; null for a deleted record, and for one that this release cannot read. */
function recordIn({ type, record }: RecordRow): AnyRecord | null {
  return record && storedRecord(type, record);
}

function storedIn(row: RecordRow): StoredRecord | null {
  const record = recordIn(row);
  return record && { record: fieldsIn(record), seq: row.seq };
}
