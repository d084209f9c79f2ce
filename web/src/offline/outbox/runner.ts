import { createListeners } from '../../browser/listeners.ts';
import { openTabLock } from '../../browser/tab-lock.ts';
import type { TabLock } from '../../browser/tab-lock.ts';
import { APPLY_SCOPE, applyEvent } from './apply-event.ts';
import type { AppliedEvent } from './apply-event.ts';
import { hearOtherTabs, otherTabs } from './channel.ts';
import type { Environment } from './environment.ts';
import { NotKept, OUTBOX } from './outbox-db.ts';
import type { Tables } from './outbox-db.ts';
import type { OutboxMessage } from './outbox-types.ts';
import type { Operation } from './protocol/operation.ts';
import type { Effect, QueueEvent, UnstampedEvent } from './protocol/queue.ts';
import { findByOpId } from './protocol/saving.ts';
import { probeAt, sendable, verdictOf, wakeAt } from './protocol/sending.ts';
import { EMPTY_QUEUE } from './protocol/step.ts';
import { answerTo, isReachable } from './send.ts';
import { snapshotOf } from './snapshot.ts';
import type { TabState } from './snapshot.ts';

/** Time, in ms, without a message from the sending tab after which it counts as closed. */
const SENDER_IS_GONE = 60_000;
/** Longest timer, in ms. For a later time the tab looks again in between, because the clock may be changed. */
const LONGEST_SLEEP = 600_000;
/** After a drain that could not be stored, the next one waits as long as a probe after this many failures. */
const FAILURES_TO_STORE = 3;

type DrainEvent = Extract<UnstampedEvent, { type: 'drain' | 'timer' }>;

/**
 * Owns all that runs in a tab: the event that is being stored, the requests, the drain and the timer. What is asked of
 * it is an event, and so is each answer of the server and the end of the timer. Events run one after the other: first
 * in the store, and what the queue says of it comes back as values, which are carried out here and nowhere else.
 */
export class Runner {
  /** Hears that the snapshot has changed. */
  readonly changes = createListeners();
  /** Hears what people are shown once. */
  readonly messages = createListeners<[OutboxMessage]>();
  readonly #environment: Required<Environment>;
  readonly #lock: TabLock;
  readonly #tabs: ReturnType<typeof otherTabs>;
  readonly #closing = new AbortController();
  readonly #closed: Promise<unknown>;
  #state: TabState = { queue: EMPTY_QUEUE, rev: -1, unreadable: 0, isLoaded: false, trouble: null };
  #snapshot = snapshotOf(this.#state, new Map());
  /** The newest event; the next one runs after it. */
  #last: Promise<unknown> = Promise.resolve();
  /** The requests under way, by opId; `part` of an upload has gone, 0 to 1. */
  readonly #requests = new Map<string, { abort: AbortController; part?: number }>();
  /** From each request to the end of the event that is its answer. */
  readonly #exchanges = new Set<Promise<void>>();
  /** The drain that waits for the lock. */
  #wanted: DrainEvent | null = null;
  /** The drain that holds the lock or waits for it. */
  #replaying: Promise<void> | null = null;
  #cancelTimer: (() => void) | null = null;

  constructor(environment: Required<Environment>) {
    const { store, locks, setTimer } = environment;
    const end = this.#closing.signal;
    this.#environment = environment;
    this.#lock = openTabLock(locks, OUTBOX, setTimer);
    this.#tabs = otherTabs(environment);
    this.#closed = new Promise((resolve) => end.addEventListener('abort', resolve));
    store.outdated.addEventListener('abort', () => this.#set({ trouble: 'outdated' }));
    hearOtherTabs(environment, end, { onMessage: this.#lock.holderIsAlive, onChanged: () => void this.#lookAgain() });
    // Before the drain, which may wait minutes for another tab's lock: what is stored is shown immediately.
    void this.run(null).catch(() => {});
    void this.drain({ type: 'drain', trigger: 'start' });
  }

  snapshot = () => this.#snapshot;

  close(): void {
    this.#closing.abort();
    for (const { abort } of this.#requests.values()) abort.abort();
    this.#cancelTimer?.();
    this.#environment.store.close();
  }

  // ---- events

  /**
   * Runs one event after all earlier ones: first the store, then everything else.
   * @param event null only reads what other tabs have stored
   * @param bytes of the upload that the event saves
   * @throws NotKept, and then the event has not happened
   */
  run(event: UnstampedEvent | null, bytes?: ArrayBuffer): Promise<AppliedEvent> {
    const applied = this.#last.then(() => this.#runNow(event, bytes));
    this.#last = applied.catch(() => {});
    return applied;
  }

  async #runNow(event: UnstampedEvent | null, bytes?: ArrayBuffer): Promise<AppliedEvent> {
    const { now, random, newOpId } = this.#environment;
    const stamp = { at: now(), jitter: random(), opId: newOpId() };
    const stamped: QueueEvent | null = event && { ...event, ...stamp };
    const work = (tables: Tables) => applyEvent(tables, this.#state, stamp, stamped, bytes);
    const applied = await this.#stored(work);
    const { queue, rev, unreadable } = applied;
    this.#set({ queue, rev, unreadable, isLoaded: true, trouble: null });
    if (applied.isWritten) this.#tabs.tellChanged();
    for (const effect of applied.effects) this.#carryOut(effect);
    return applied;
  }

  async #stored(work: (tables: Tables) => Promise<AppliedEvent>): Promise<AppliedEvent> {
    try {
      const applied = await this.#environment.store.transact(APPLY_SCOPE, work);
      // The tab was closed during the transaction: another tab continues.
      if (this.#isClosed) throw new NotKept('broken');
      return applied;
    } catch (error) {
      this.#set({ trouble: error instanceof NotKept ? error.reason : 'broken' });
      throw error;
    }
  }

  #set(changes: Partial<TabState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#publish();
  }

  #publish(): void {
    const parts = [...this.#requests].flatMap(([opId, { part }]) =>
      part === undefined ? [] : [[opId, part] as const],
    );
    this.#snapshot = snapshotOf(this.#state, new Map(parts));
    this.changes.call();
  }

  #carryOut(effect: Exclude<Effect, { type: 'store' }>): void {
    switch (effect.type) {
      case 'send':
        return this.#send(effect.operation, effect.token);
      case 'wake':
        return this.#drainAfter(Math.min(Math.max(0, effect.at - this.#environment.now()), LONGEST_SLEEP));
      case 'notify':
        return this.messages.call({ is: effect.notice, operation: effect.operation });
      case 'drained':
        return this.messages.call({ is: 'drained' });
    }
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  // ---- requests

  #send(operation: Operation, token: string): void {
    const exchange = this.#exchange(operation, token);
    this.#exchanges.add(exchange);
    void exchange.then(() => this.#exchanges.delete(exchange));
  }

  /** Sends an operation and runs the event of its answer. Never throws. */
  async #exchange(operation: Operation, token: string): Promise<void> {
    try {
      await this.run(await this.#answered(operation, token));
    } catch {
      await this.#reportUnstored(operation.opId);
    }
  }

  async #answered(operation: Operation, token: string): Promise<UnstampedEvent> {
    const { opId: sentOpId } = operation;
    const { newXhr, land } = this.#environment;
    const abort = new AbortController();
    const { signal } = abort;
    this.#requests.set(sentOpId, { abort });
    if (operation.file && newXhr) this.#showPart(sentOpId, 0);
    if (this.#isClosed) abort.abort();
    const onProgress = (part: number) => this.#showPart(sentOpId, part);
    const answer = await answerTo(operation, token, this.#environment, { signal, onProgress }).finally(() =>
      this.#requests.delete(sentOpId),
    );
    const isKnown = findByOpId(this.#state.queue, sentOpId) !== undefined;
    if (isKnown && verdictOf(operation, answer).is === 'done') await land(operation);
    const isWithdrawn = answer === null && signal.aborted && !this.#isClosed;
    return isWithdrawn ? { type: 'withdrawn', sentOpId } : { type: 'answer', sentOpId, token, answer };
  }

  #showPart(opId: string, part: number): void {
    const request = this.#requests.get(opId);
    if (request) request.part = part;
    this.#publish();
    this.#tabs.tellBusy();
  }

  /**
   * The store did not give the bytes or did not keep the answer. Once it works again the operation is sent again, and
   * gets the same answer.
   */
  async #reportUnstored(sentOpId: string): Promise<void> {
    const { setTimer } = this.#environment;
    for (let failures = 0; ; failures++) {
      await new Promise<void>((resolve) => setTimer(resolve, this.#delayAfter(failures)));
      if (this.#isClosed) return;
      try {
        return void (await this.run({ type: 'answer-unstored', sentOpId }));
      } catch {
        // Again, later.
      }
    }
  }

  #delayAfter(failures: number): number {
    return probeAt(failures, { at: 0, jitter: this.#environment.random() });
  }

  /** Cancels uploads that this tab sends and that have not gone whole. @returns these */
  withdraw(opIds: readonly string[]): readonly string[] {
    const incomplete = opIds.filter((opId) => (this.#requests.get(opId)?.part ?? 1) < 1);
    for (const opId of incomplete) this.#requests.get(opId)?.abort.abort();
    return incomplete;
  }

  // ---- drains: one at a time, in one tab of the device

  /** Runs one drain while this tab holds the lock; resolves when it is over. Never throws: it tries again later. */
  async drain(event: DrainEvent): Promise<void> {
    if (this.#state.queue.draining) {
      await this.run(event).catch(() => this.#tryLater());
      await this.#replaying;
      return;
    }
    // A trigger ignores delays, so it replaces a timer, and a timer never replaces a trigger.
    if (this.#wanted?.type !== 'drain') this.#wanted = event;
    this.#replaying ??= this.#lock
      .run(() => this.#drainWanted())
      .catch(() => this.#tryLater())
      .finally(() => {
        this.#replaying = null;
        if (this.#wanted && !this.#isClosed) void this.drain(this.#wanted);
      });
    await this.#replaying;
  }

  async #drainWanted(): Promise<void> {
    while (this.#wanted && !this.#isClosed) {
      const event = this.#wanted;
      this.#wanted = null;
      await this.run((await isReachable(this.#environment, this.#closing.signal)) ? event : { type: 'offline' });
      await Promise.race([this.#answersAreIn(), this.#closed]);
    }
  }

  /** Each answer may have sent the next operation. */
  async #answersAreIn(): Promise<void> {
    while (this.#exchanges.size > 0) await Promise.all(this.#exchanges);
  }

  #drainAfter(ms: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#environment.setTimer(() => void this.drain({ type: 'timer' }), ms);
  }

  #tryLater(): void {
    if (!this.#isClosed) this.#drainAfter(this.#delayAfter(FAILURES_TO_STORE));
  }

  /** Reads what another tab has stored, and sends if a new session makes that possible. */
  async #lookAgain(): Promise<void> {
    const token = this.#state.queue.session?.token;
    await this.run(null).catch(() => {});
    const { session } = this.#state.queue;
    if (session?.token && session.token !== token) await this.drain({ type: 'drain', trigger: 'login' });
    this.#outliveSender();
  }

  /** Plans a drain for the case that the sending tab is closed: this tab has no timer for its operations. */
  #outliveSender(): void {
    const { queue } = this.#state;
    const isPlanned = wakeAt(queue, this.#environment.now()) !== null;
    if (queue.draining || this.#replaying || isPlanned || sendable(queue).length === 0) return;
    this.#drainAfter(SENDER_IS_GONE);
  }
}
