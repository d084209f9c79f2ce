import { IDBFactory as FakeFactory } from 'fake-indexeddb';
import type { Operation } from '../../../web/src/offline/outbox/protocol/operation.ts';

/** A fault of the next transaction in which a tab writes. */
export type DiskFault =
  | 'abort'
  | 'full'
  | 'connection lost'
  | 'connection lost after the commit'
  | 'tab dies inside'
  | 'tab dies before the commit'
  | 'tab dies after the commit';

/** A tab, as far as its databases are concerned. */
interface DiskUser {
  /** Returns the fault of the transaction that begins now, null for none. */
  nextFault(): DiskFault | null;
  die(): void;
  /** Called when a transaction was committed, with the operations before and after it. */
  committed(before: readonly Operation[], after: readonly Operation[]): void;
}

/** The storage of a device: one IndexedDB for all of its tabs. */
export interface Disk {
  /** Returns the IndexedDB for one tab, with the tab's faults. */
  factoryFor(user: DiskUser): IDBFactory;
  /** The IndexedDB without faults. */
  factory: IDBFactory;
  /** Number of running transactions and of databases that are being opened. */
  readonly busy: number;
  /** Whether all transactions that write fail. */
  isFull: boolean;
  /** Returns what is stored in the outbox, independently of what the tabs have read. */
  operations(): Operation[];
  fileKeys(): Set<string>;
  /** Returns the rows of a table of any database. */
  rowsOf(database: string, table: string): unknown[];
  /** Removes everything, as a person who clears the browser's data; every tab must be gone. */
  clear(): void;
  /** Gives a database the next version, as a later release does: who has it open has to close it. */
  outdate(database: string): void;
}

interface FakeTransaction extends IDBTransaction {
  _rollbackLog: (() => void)[];
}
interface RawStore {
  records: { values(): Iterable<{ value: unknown }> };
}
type RawFactory = IDBFactory & { _databases: Map<string, { version: number; rawObjectStores: Map<string, RawStore> }> };
/** Dexie multiplies its versions. */
const DEXIE_VERSION = 10;

export function openDisk(outboxName: string): Disk {
  const raw = new FakeFactory() as unknown as RawFactory;
  let known: Operation[] = [];
  const disk = {
    factory: opener(null),
    factoryFor: (user: DiskUser) => opener(user),
    busy: 0,
    isFull: false,
    operations,
    fileKeys,
    rowsOf,
    clear() {
      raw._databases.clear();
      known = [];
    },
    outdate(database: string) {
      const version = raw._databases.get(database)?.version;
      if (version === undefined) return;
      const request = disk.factory.open(database, version + DEXIE_VERSION);
      request.addEventListener('success', () => request.result.close());
    },
  };
  return disk;

  function rowsOf(database: string, table: string): unknown[] {
    return [...(raw._databases.get(database)?.rawObjectStores.get(table)?.records.values() ?? [])].map(
      ({ value }) => value,
    );
  }
  function operations(): Operation[] {
    return rowsOf(outboxName, 'operations') as Operation[];
  }
  function fileKeys(): Set<string> {
    return new Set(rowsOf(outboxName, 'files').map((file) => (file as { key: string }).key));
  }

  function opener(user: DiskUser | null): IDBFactory {
    return new Proxy(raw, {
      get(target, name) {
        if (name === 'open') return open;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });

    function open(name: string, version?: number): IDBOpenDBRequest {
      const request = raw.open(name, version);
      disk.busy += 1;
      request.addEventListener('success', () => {
        disk.busy -= 1;
        watch(request.result, user);
      });
      request.addEventListener('error', () => {
        disk.busy -= 1;
      });
      return request;
    }
  }

  function watch(db: IDBDatabase, user: DiskUser | null): void {
    const begin = db.transaction.bind(db);
    let isLost = false;
    db.transaction = (names, mode, options) => {
      if (isLost) throw new DOMException('the connection is lost', 'InvalidStateError');
      const transaction = begin(names, mode, options) as FakeTransaction;
      follow(
        transaction,
        mode === 'readwrite' ? (disk.isFull ? 'full' : (user?.nextFault() ?? null)) : null,
        user,
        () => {
          isLost = true;
        },
      );
      return transaction;
    };
  }

  function follow(
    transaction: FakeTransaction,
    fault: DiskFault | null,
    user: DiskUser | null,
    lose: () => void,
  ): void {
    disk.busy += 1;
    const dispatch = transaction.dispatchEvent.bind(transaction);
    if (fault === 'tab dies inside') dieAtSecondStep(transaction, user);
    transaction.dispatchEvent = (event) => {
      if (event.type !== 'complete' && event.type !== 'abort') return dispatch(event);
      disk.busy -= 1;
      if (event.type === 'abort') return dispatch(event);
      return dispatch(ended(transaction, event, fault, user, lose));
    };
  }

  /** Returns the final event of a transaction that has done its work: `complete`, or `abort` if it has a fault. */
  function ended(
    transaction: FakeTransaction,
    complete: Event,
    fault: DiskFault | null,
    user: DiskUser | null,
    lose: () => void,
  ): Event {
    switch (fault) {
      case 'abort':
        return rolledBack(transaction, complete, 'AbortError');
      case 'full':
        return rolledBack(transaction, complete, 'QuotaExceededError');
      case 'connection lost':
        lose();
        return rolledBack(transaction, complete, 'UnknownError');
      case 'tab dies before the commit':
        user?.die();
        return rolledBack(transaction, complete, 'AbortError');
      case 'connection lost after the commit':
        lose();
        tell(user);
        return aborted(transaction, complete, 'UnknownError');
      case 'tab dies after the commit':
        tell(user);
        user?.die();
        return complete;
      default:
        tell(user);
        return complete;
    }
  }

  function tell(user: DiskUser | null): void {
    const before = known;
    known = operations();
    user?.committed(before, known);
  }
}

function dieAtSecondStep(transaction: FakeTransaction, user: DiskUser | null): void {
  const objectStore = transaction.objectStore.bind(transaction);
  let steps = 0;
  transaction.objectStore = (name) => {
    steps += 1;
    if (steps !== 2) return objectStore(name);
    const store = objectStore(name);
    user?.die();
    queueMicrotask(() => {
      try {
        transaction.abort();
      } catch {
        // The transaction has already ended.
      }
    });
    return store;
  };
}

function rolledBack(transaction: FakeTransaction, complete: Event, reason: string): Event {
  for (const undo of transaction._rollbackLog.reverse()) undo();
  return aborted(transaction, complete, reason);
}

function aborted(transaction: FakeTransaction, complete: Event, reason: string): Event {
  Object.assign(transaction, { error: new DOMException(reason, reason) });
  const FakeEvent = complete.constructor as new (type: string, init: EventInit) => Event;
  return Object.assign(new FakeEvent('abort', { bubbles: true, cancelable: false }), { eventPath: [transaction.db] });
}
