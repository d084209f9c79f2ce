import { Dexie } from 'dexie';
import type { Table } from 'dexie';
import { giveUpWhenLeft } from '../../browser/give-up-when-left.ts';
import { withTimeout } from '../../browser/with-timeout.ts';
import type { Json, Operation, Session } from './protocol/operation.ts';

/** Name of staff's database. */
export const OUTBOX = 'portal-outbox';

/** An upload's bytes; an ArrayBuffer, because Safari has lost Blobs that were stored in a database. */
export interface QueuedFile {
  key: string;
  bytes: ArrayBuffer;
}

/**
 * A photo that a person has picked and that is not an operation yet: it has to be reduced first. Its bytes are in the
 * table `files` under `key`, so that a list of what was picked does not read them.
 */
export interface Pick {
  key: string;
  userId: string;
  entity: string;
  recordId: string;
  /** Its file's name on the device. */
  name: string;
  mime: string;
  /** Its place among what was picked for the record: ms since the epoch, and the number within one choice. */
  at: number;
  number: number;
  /** How often the device has begun to reduce it: a photo that is too much for a device closes the browser. */
  tries: number;
  /** Why it cannot be used, in words for the person. */
  fault?: string;
}

/** The field and the author of a draft. */
export interface DraftKey {
  userId: string;
  entity: string;
  recordId: string;
  field: string;
}

/** An unsaved text: what was typed, the value it began with, and when it was typed (ms since the epoch). */
export interface Draft {
  value: Json;
  base: Json;
  at: number;
  /** An older unsaved text of the same field, which its author has neither taken nor dropped. */
  earlier?: { value: Json; base: Json };
}

/** `rev` grows with every change of operations or session: a tab that knows the newest one knows what is stored. */
interface QueueStanding {
  key: 'queue' | `ended ${string}` | `device ${string}` | `known ${string}`;
  rev: number;
  lastSeq: number;
  /** What a line about one user holds: the token by which the server knows this device. */
  token?: string;
}

export interface Tables {
  operations: Table<Operation, number>;
  files: Table<QueuedFile, string>;
  picks: Table<Pick, string>;
  drafts: Table<DraftKey & Draft, [string, string, string, string]>;
  session: Table<Session & { key: 'session' }, string>;
  standing: Table<QueueStanding, string>;
}

/** Why the device did not store something, in words for the person. */
const reasons = {
  full:
    'No queda lugar en este dispositivo, así que el cambio no se guardó. ' +
    'Copiá el texto, liberá espacio y probá de nuevo.',
  outdated: 'El portal se actualizó en otra pestaña. Copiá lo que estabas escribiendo y recargá esta página.',
  blocked:
    'Este dispositivo no pudo abrir lo que tiene guardado. ' + 'Cerrá las otras pestañas del portal y probá de nuevo.',
  broken: 'Este dispositivo no pudo guardar el cambio. Copiá el texto, recargá la página y probá de nuevo.',
} as const;

export type NotKeptReason = keyof typeof reasons;

/** Error: the transaction was not completed. Nothing of it is stored, and what was typed has to stay in its field. */
export class NotKept extends Error {
  override readonly name = 'NotKept';
  readonly reason: NotKeptReason;

  constructor(reason: NotKeptReason, cause?: unknown) {
    super(reasons[reason], { cause });
    this.reason = reason;
  }
}

/** The database of changes that are not on the server yet. The program never deletes it. */
export interface OutboxStore {
  /** Of the database, of the lock among tabs and of the channel between them. */
  readonly name: string;
  /**
   * Runs work in one transaction, which is on the disk when the promise resolves. A lost connection (iOS) is opened
   * again, and then the work runs a second time. Opening has a time limit of a few seconds.
   * @throws NotKept
   */
  transact<T>(scope: readonly (keyof Tables)[], work: (tables: Tables) => Promise<T>): Promise<T>;
  /** Aborts when a newer release needs to change the database: this tab writes nothing from then on. */
  readonly outdated: AbortSignal;
  close(): void;
}

const REOPENINGS = 3;
const OPEN_LIMIT = 4000;
const LOST_CONNECTION = new Set(['DatabaseClosedError', 'InvalidStateError', 'UnknownError']);

/** @param name another one for another queue, and for tests that need several devices */
export function openOutboxStore(name: string = OUTBOX): OutboxStore {
  const db = new Dexie(name, { cache: 'disabled', chromeTransactionDurability: 'strict' }) as Dexie & Tables;
  giveUpWhenLeft(db);
  db.version(1).stores({
    operations: '++seq, opId, recordId',
    files: 'key',
    drafts: '[userId+entity+recordId+field]',
    session: 'key',
    standing: 'key',
  });
  db.version(2).stores({ picks: 'key' });
  const outdating = new AbortController();
  const outdated = outdating.signal;
  let isClosed = false;
  db.on('versionchange', () => {
    db.close();
    outdating.abort();
    // Prevents Dexie's own handler from opening it again.
    return false;
  });

  return {
    name,
    async transact(scope, work) {
      for (let reopened = 0; ; reopened++) {
        try {
          if (!db.isOpen() && !isClosed && !outdated.aborted) await withTimeout(OPEN_LIMIT, db.open(), new Blocked());
          // `async`, or Dexie does not follow the awaits of the work, and the transaction may end before it.
          return await db.transaction(
            'rw',
            scope.map((table) => db[table]),
            async () => await work(db),
          );
        } catch (error) {
          const names = namesOf(error);
          const mayReopen = !isClosed && !outdated.aborted && names.some((one) => LOST_CONNECTION.has(one));
          if (!mayReopen || reopened === REOPENINGS) throw new NotKept(reasonOf(names, outdated.aborted), error);
          db.close({ disableAutoOpen: false });
        }
      }
    },
    outdated,
    close() {
      isClosed = true;
      db.close();
    },
  };
}

/** The bytes of an upload; null for any other operation, and where they are gone. @throws NotKept */
export function bytesOf(store: OutboxStore, { file }: Operation): Promise<ArrayBuffer | null> {
  if (!file) return Promise.resolve(null);
  return store.transact(['files'], async ({ files }) => (await files.get(file.key))?.bytes ?? null);
}

/** Raises the revision, inside a transaction that changes something, so that other tabs read it. */
export async function bumpStanding(tables: Tables, lastSeq?: number): Promise<number> {
  const standing = await standingOf(tables);
  const rev = standing.rev + 1;
  await tables.standing.put({ key: 'queue', rev, lastSeq: lastSeq ?? standing.lastSeq });
  return rev;
}

export async function standingOf(tables: Tables): Promise<QueueStanding> {
  return (await tables.standing.get('queue')) ?? { key: 'queue', rev: 0, lastSeq: 0 };
}

function reasonOf(names: readonly string[], isOutdated: boolean): NotKeptReason {
  if (isOutdated || names.includes('VersionError')) return 'outdated';
  if (names.includes('Blocked')) return 'blocked';
  return names.includes('QuotaExceededError') ? 'full' : 'broken';
}

/** Error: another frozen tab has the database open in an older version. Opening goes on in the background. */
class Blocked extends Error {
  override readonly name = 'Blocked';
}

/** Dexie wraps what the browser threw, and where several rows were written, what it threw for each. */
function namesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const inner: unknown = 'inner' in error ? error.inner : undefined;
  const failures: unknown[] = 'failures' in error && Array.isArray(error.failures) ? error.failures : [];
  return [error.name, ...[inner, ...failures].flatMap((one) => (one === error ? [] : namesOf(one)))];
}
