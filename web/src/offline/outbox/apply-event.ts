import { noteEnded } from './ended-sessions.ts';
import { operationIn, sessionSchema } from './protocol/operation.ts';
import type { NewOperation, Operation } from './protocol/operation.ts';
import { bumpStanding, standingOf } from './outbox-db.ts';
import type { Tables } from './outbox-db.ts';
import { findByOpId } from './protocol/saving.ts';
import type { Effect, EventStamp, Queue, QueueEvent } from './protocol/queue.ts';
import { step } from './protocol/step.ts';

/**
 * A tab's view of the store. `rev` is the revision of the store that it has read; `unreadable` counts rows of a newer
 * release and rows that the browser cannot read, which stay untouched.
 */
export interface Known {
  queue: Queue;
  rev: number;
  unreadable: number;
}

export interface AppliedEvent extends Known {
  /** All effects but `store`, which is already carried out. */
  effects: Exclude<Effect, { type: 'store' }>[];
  isWritten: boolean;
  /** Of the operations that a person's choice names, those on which it had an effect. */
  decided: readonly string[];
}

export const APPLY_SCOPE = ['operations', 'files', 'drafts', 'session', 'standing'] as const;

/**
 * Runs one event inside a transaction: reads what other tabs have stored, steps the queue, and stores the outcome. It
 * changes nothing but the tables, because the work of a transaction may run twice.
 * @param event null only reads what other tabs have stored
 * @param bytes of the upload that the event saves
 */
export async function applyEvent(
  tables: Tables,
  known: Known,
  moment: EventStamp,
  event: QueueEvent | null,
  bytes?: ArrayBuffer,
): Promise<AppliedEvent> {
  const standing = await standingOf(tables);
  const effects: Effect[] = [];
  let { queue, rev, unreadable } = known;
  if (standing.rev !== rev) {
    const read = await readAll(tables);
    const { operations, session } = read;
    ({ rev } = standing);
    ({ unreadable } = read);
    take({ type: 'reloaded', ...moment, operations, session, lastSeq: standing.lastSeq });
  }
  const before = queue;
  if (event) take(event);

  const writes = effects.filter((effect) => effect.type === 'store');
  for (const write of writes) await store(tables, write);
  if (event?.type === 'logged-out' && event.ended !== undefined) await noteEnded(tables, event.ended);
  const saved = event?.type === 'save' ? [event.operation] : event?.type === 'save-all' ? event.operations : [];
  await dropDrafts(tables, saved);
  if (event && bytes && fileKeys(queue).has(event.opId)) await tables.files.put({ key: event.opId, bytes });
  const files = fileKeys(queue);
  await tables.files.bulkDelete([...fileKeys(before)].filter((key) => !files.has(key)));
  const isWritten = writes.length > 0;
  if (isWritten) rev = await bumpStanding(tables, queue.lastSeq);
  const decided = targetsOf(event).filter((opId) => findByOpId(before, opId) !== findByOpId(queue, opId));
  return { queue, rev, unreadable, effects: effects.filter((effect) => effect.type !== 'store'), isWritten, decided };

  function take(one: QueueEvent) {
    const next = step(queue, one);
    queue = next.state;
    effects.push(...next.effects);
  }
}

async function readAll(tables: Tables) {
  const rows = await rowsOf(tables);
  const operations = rows.flatMap((row) => operationIn(row) ?? []);
  const session = sessionSchema.safeParse(await tables.session.get('session')).data ?? null;
  return { operations, session, unreadable: rows.length - operations.length };
}

/**
 * All rows by seq. Chrome can lose the bytes of a row, and then refuses every read that includes it: read one
 * by one, all others are returned, and null for that one. A lost connection fails the transaction and this function.
 */
async function rowsOf({ operations }: Tables): Promise<unknown[]> {
  try {
    return await operations.orderBy('seq').toArray();
  } catch {
    const seqs = await operations.orderBy('seq').primaryKeys();
    return await Promise.all(seqs.map((seq) => operations.get(seq).catch(() => null)));
  }
}

async function store(tables: Tables, { puts, dels, session }: Extract<Effect, { type: 'store' }>): Promise<void> {
  await tables.operations.bulkDelete([...dels]);
  await tables.operations.bulkPut([...puts]);
  if (session) await tables.session.put({ key: 'session', ...session });
  if (session === null) await tables.session.clear();
}

/** Drops the drafts of saved texts. */
async function dropDrafts({ drafts }: Tables, saved: readonly NewOperation[]): Promise<void> {
  for (const { userId, entity, recordId, field } of saved) {
    if (field !== undefined) await drafts.delete([userId, entity, recordId, field]);
  }
}

function targetsOf(event: QueueEvent | null): readonly string[] {
  if (event?.type === 'discard') return event.targets;
  return event && 'target' in event ? [event.target] : [];
}

function fileKeys(queue: Queue): Set<string> {
  return new Set(queue.operations.flatMap((operation: Operation) => operation.file?.key ?? []));
}
