import type { Environment } from './environment.ts';
import { noteEnded } from './ended-sessions.ts';
import { bumpStanding, NotKept, standingOf } from './outbox-db.ts';
import type { NotKeptReason, Tables } from './outbox-db.ts';
import { operationIn, sessionIn } from './protocol/operation.ts';
import type { NewOperation, Operation } from './protocol/operation.ts';
import type { Effect, EventStamp, Queue, QueueEvent, UnstampedEvent } from './protocol/queue.ts';
import { findByOpId } from './protocol/saving.ts';
import { EMPTY_QUEUE, step } from './protocol/step.ts';

/**
 * A tab's view of the store. `rev` is the revision of the store that it has read; `unreadable` counts rows of a newer
 * release and rows that the browser cannot read, which stay untouched.
 */
interface Known {
  queue: Queue;
  rev: number;
  unreadable: number;
}

export interface AppliedEvents extends Known {
  /** All effects but `store`, which is already carried out. */
  effects: Exclude<Effect, { type: 'store' }>[];
  isWritten: boolean;
  /** Of the operations that a person's choice names, those on which it had an effect. */
  decided: readonly string[];
}

/** A tab's view of the outbox. */
export interface TabState extends Known {
  /** The store has been read. */
  isLoaded: boolean;
  /** Why the device cannot store anything now; null while it can. */
  trouble: NotKeptReason | null;
}

/** The events of one tab, which run one after the other. */
export class Events {
  #state: TabState = { queue: EMPTY_QUEUE, rev: -1, unreadable: 0, isLoaded: false, trouble: null };
  /** The newest event; the next one runs after it. */
  #last: Promise<unknown> = Promise.resolve();
  readonly #environment: Required<Environment>;
  readonly #end: AbortSignal;
  readonly #onChange: () => void;

  /**
   * @param end aborts when the tab's outbox is closed
   * @param onChange called when the state has changed
   */
  constructor(environment: Required<Environment>, end: AbortSignal, onChange: () => void) {
    this.#environment = environment;
    this.#end = end;
    this.#onChange = onChange;
    this.#state = { ...this.#state, queue: { ...EMPTY_QUEUE, isOneByOne: environment.isOneByOne } };
    environment.store.outdated.addEventListener('abort', () => this.#set({ trouble: 'outdated' }));
  }

  get state(): TabState {
    return this.#state;
  }

  /**
   * Runs events after all earlier ones, in one transaction.
   * @param events none only reads what other tabs have stored
   * @param bytes of the upload that the only event saves
   * @throws NotKept, and then none of them has happened
   */
  run(events: readonly UnstampedEvent[], bytes?: ArrayBuffer): Promise<AppliedEvents> {
    const applied = this.#last.then(() => this.#runNow(events, bytes));
    this.#last = applied.catch(() => {});
    return applied;
  }

  async #runNow(events: readonly UnstampedEvent[], bytes?: ArrayBuffer): Promise<AppliedEvents> {
    const { store, now, random, newOpId } = this.#environment;
    const stamp = () => ({ at: now(), jitter: random(), opId: newOpId() });
    const [moment, stamped] = [stamp(), events.map((event): QueueEvent => ({ ...event, ...stamp() }))];
    try {
      const work = (tables: Tables) => applyEvents(tables, this.#state, moment, stamped, bytes);
      const applied = await store.transact(APPLY_SCOPE, work);
      // The tab was closed during the transaction: another tab continues.
      if (this.#end.aborted) throw new NotKept('broken');
      const { queue, rev, unreadable } = applied;
      this.#set({ queue, rev, unreadable, isLoaded: true, trouble: null });
      return applied;
    } catch (error) {
      this.#set({ trouble: error instanceof NotKept ? error.reason : 'broken' });
      throw error;
    }
  }

  #set(changes: Partial<TabState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#onChange();
  }
}

const APPLY_SCOPE = ['operations', 'files', 'picks', 'drafts', 'session', 'standing'] as const;

/**
 * Runs events inside a transaction: reads what other tabs have stored, steps the queue, and stores the outcome. It
 * changes nothing but the tables, because the work of a transaction may run twice.
 * @param moment of the reading
 * @param bytes of the upload that the only event saves
 */
async function applyEvents(
  tables: Tables,
  known: Known,
  moment: EventStamp,
  events: readonly QueueEvent[],
  bytes?: ArrayBuffer,
): Promise<AppliedEvents> {
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
  for (const event of events) {
    const pick = event.type === 'save' ? event.pick : undefined;
    if (pick === undefined || (await isTaken(tables, pick))) take(event);
  }
  const writes = effects.filter((effect) => effect.type === 'store');
  for (const write of writes) await store(tables, write);
  for (const event of events) await storeBeside(tables, event);
  const files = fileKeys(queue);
  const [first] = events;
  if (first && bytes && files.has(first.opId)) await tables.files.put({ key: first.opId, bytes });
  await tables.files.bulkDelete([...fileKeys(before)].filter((key) => !files.has(key)));
  const isWritten = writes.length > 0;
  if (isWritten) rev = await bumpStanding(tables, queue.lastSeq);
  const decided = events.flatMap(targetsOf).filter((opId) => findByOpId(before, opId) !== findByOpId(queue, opId));
  return { queue, rev, unreadable, effects: effects.filter((effect) => effect.type !== 'store'), isWritten, decided };

  function take(one: QueueEvent) {
    const next = step(queue, one);
    queue = next.state;
    effects.push(...next.effects);
  }
}

/** Stores what an event changes beside the queue. */
async function storeBeside(tables: Tables, event: QueueEvent): Promise<void> {
  if (event.type === 'logged-out' && event.ended !== undefined) await noteEnded(tables, event.ended);
  if (event.type === 'save') await dropDrafts(tables, [event.operation]);
  if (event.type === 'save-all') await dropDrafts(tables, event.operations);
}

/** Takes a photo out of those that were picked. @returns whether it was still there */
async function isTaken({ picks, files }: Tables, key: string): Promise<boolean> {
  const isThere = (await picks.get(key)) !== undefined;
  await picks.delete(key);
  await files.delete(key);
  return isThere;
}

async function readAll(tables: Tables) {
  const rows = await rowsOf(tables);
  const operations = rows.flatMap((row) => operationIn(row) ?? []);
  const session = sessionIn(await tables.session.get('session'));
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

async function dropDrafts({ drafts }: Tables, saved: readonly NewOperation[]): Promise<void> {
  for (const { userId, entity, recordId, field } of saved) {
    if (field !== undefined) await drafts.delete([userId, entity, recordId, field]);
  }
}

function targetsOf(event: QueueEvent): readonly string[] {
  if (event.type === 'discard') return event.targets;
  return 'target' in event ? [event.target] : [];
}

function fileKeys(queue: Queue): Set<string> {
  return new Set(queue.operations.flatMap((operation: Operation) => operation.file?.key ?? []));
}
