import { createListeners } from '../../browser/listeners.ts';
import { openTabLock } from '../../browser/tab-lock.ts';
import type { TabLock } from '../../browser/tab-lock.ts';
import { hearOtherTabs, otherTabs } from './channel.ts';
import { createDrafts } from './drafts.ts';
import { createPicks } from './picks.ts';
import { completed } from './environment.ts';
import type { Environment } from './environment.ts';
import { Events } from './events.ts';
import type { AppliedEvents } from './events.ts';
import { exported } from './export-file.ts';
import { bytesOf } from './outbox-db.ts';
import type { Outbox, OutboxMessage, Snapshot } from './outbox-types.ts';
import type { Operation } from './protocol/operation.ts';
import type { Effect, OperationAnswer, UnstampedEvent } from './protocol/queue.ts';
import { findByOpId } from './protocol/saving.ts';
import { probeAt, sendable, verdictOf, wakeAt } from './protocol/sending.ts';
import { isReachable, Requests } from './send.ts';
import { snapshotOf } from './snapshot.ts';

/** Time, in ms, without a message from the sending tab after which it counts as closed. */
const SENDER_IS_GONE = 60_000;
/** Longest timer, in ms. For a later time the tab looks again in between, because the clock may be changed. */
const LONGEST_SLEEP = 600_000;
/** After a drain that could not be stored, the next one waits as long as a probe after this many failures. */
const FAILURES_TO_STORE = 3;

type SendEffect = Extract<Effect, { type: 'send' }>;
type DrainEvent = Extract<UnstampedEvent, { type: 'drain' | 'timer' }>;

/** Opens the outbox of this tab and starts it. */
export function openOutbox(given: Environment): Outbox {
  const environment = completed(given);
  const { store, now } = environment;
  const runner = new Runner(environment);
  return {
    getSnapshot: runner.snapshot,
    subscribe: runner.changes.add,
    onMessage: runner.messages.add,
    drain: (trigger) => runner.drain({ type: 'drain', trigger }),
    ...savesAndChoices(runner),
    ...sessions(runner),
    ...createDrafts(store, now),
    ...createPicks(store),
    bytesOf: (operation) => bytesOf(store, operation),
    exportAll() {
      const { session, operations } = runner.snapshot();
      return exported(store, now(), session?.user ?? null, operations);
    },
    close: () => runner.close(),
  };
}

type SavesAndChoices = Pick<
  Outbox,
  'save' | 'saveAll' | 'release' | 'retry' | 'discard' | 'takeBack' | 'recover' | 'resolve'
>;

/** Saves and choices. After each of them a drain begins if there may be something to send. */
function savesAndChoices(runner: Runner): SavesAndChoices {
  async function decide(event: UnstampedEvent): Promise<readonly string[]> {
    const { decided } = await runner.run(event);
    if (decided.length > 0) void runner.drain({ type: 'drain', trigger: 'choice' });
    return decided;
  }
  const isDone = async (event: UnstampedEvent) => (await decide(event)).length > 0;

  return {
    async save(operation, bytes, pick) {
      const { effects } = await runner.run({ type: 'save', operation, ...(pick !== undefined && { pick }) }, bytes);
      void runner.drain({ type: 'drain', trigger: 'save' });
      const stored = effects.find((effect) => effect.type === 'notify' && effect.notice === 'stored');
      return stored?.type === 'notify' ? stored.operation : null;
    },
    async saveAll(operations) {
      await runner.run({ type: 'save-all', operations });
      void runner.drain({ type: 'drain', trigger: 'save' });
    },
    async release(entity, recordId) {
      await runner.run({ type: 'release', entity, recordId });
      void runner.drain({ type: 'drain', trigger: 'choice' });
    },
    retry: (target) => isDone({ type: 'retry', target }),
    async discard(targets) {
      const withdrawn = runner.requests.withdraw(targets);
      return [...withdrawn, ...(await decide({ type: 'discard', targets }))];
    },
    takeBack: (target) => isDone({ type: 'take-back', target }),
    recover: (target, operations) => isDone({ type: 'recover', target, operations }),
    resolve: ({ opId, theirs }, choice) => isDone({ type: 'resolve', target: opId, seen: theirs?.value, choice }),
  };
}

function sessions(runner: Runner): Pick<Outbox, 'logIn' | 'refuse' | 'logOut'> {
  return {
    async logIn(session) {
      await runner.run({ type: 'logged-in', session });
      void runner.drain({ type: 'drain', trigger: 'login' });
    },
    async refuse(token, end) {
      await runner.run({ type: 'refused', token, end });
    },
    async logOut(ended) {
      await runner.run({ type: 'logged-out', ...(ended === undefined ? {} : { ended }) });
    },
  };
}

/**
 * Owns all that runs in a tab: the event that is being stored, the requests, the drain and the timer. What is asked of
 * it is an event, and so is each answer of the server and the end of the timer. What the queue says of an event comes
 * back as values once it is stored, and is carried out here and nowhere else.
 */
class Runner {
  /** Hears that the snapshot has changed. */
  readonly changes = createListeners();
  /** Hears what people are shown once. */
  readonly messages = createListeners<[OutboxMessage]>();
  readonly #environment: Required<Environment>;
  readonly #lock: TabLock;
  readonly #tabs: ReturnType<typeof otherTabs>;
  readonly #closing = new AbortController();
  readonly #closed: Promise<unknown>;
  readonly #events: Events;
  #snapshot: Snapshot;
  readonly requests: Requests;
  /** From each request to the end of the event that is its answer. */
  readonly #exchanges = new Set<Promise<void>>();
  /** The drain that waits for the lock. */
  #wanted: DrainEvent | null = null;
  /** The drain that holds the lock or waits for it. */
  #replaying: Promise<void> | null = null;
  #cancelTimer: (() => void) | null = null;

  constructor(environment: Required<Environment>) {
    const { locks, setTimer, store } = environment;
    const end = this.#closing.signal;
    this.#environment = environment;
    this.#lock = openTabLock(locks, store.name, setTimer);
    this.#tabs = otherTabs(environment);
    this.#closed = new Promise((resolve) => end.addEventListener('abort', resolve));
    this.#events = new Events(environment, end, () => this.#publish());
    this.requests = new Requests(environment, () => this.#progressed());
    this.#snapshot = snapshotOf(this.#events.state, this.requests.parts);
    hearOtherTabs(environment, end, { onMessage: this.#lock.holderIsAlive, onChanged: () => void this.#lookAgain() });
    // Before the drain, which may wait minutes for another tab's lock: what is stored is shown immediately.
    void this.#runAll([]).catch(() => {});
    void this.drain({ type: 'drain', trigger: 'start' });
  }

  snapshot = () => this.#snapshot;

  close(): void {
    this.#closing.abort();
    this.requests.end();
    this.#cancelTimer?.();
    this.#environment.store.close();
  }

  /** Runs an event, and carries out what the queue says of it. @throws NotKept, and then it has not happened */
  run = (event: UnstampedEvent, bytes?: ArrayBuffer) => this.#runAll([event], bytes);

  /** The same for several events in one transaction; none only reads what other tabs have stored. */
  async #runAll(events: readonly UnstampedEvent[], bytes?: ArrayBuffer): Promise<AppliedEvents> {
    const applied = await this.#events.run(events, bytes);
    if (applied.isWritten) this.#tabs.tellChanged();
    for (const effect of applied.effects) this.#carryOut(effect);
    return applied;
  }

  #publish(): void {
    this.#snapshot = snapshotOf(this.#events.state, this.requests.parts);
    this.changes.call();
  }

  #carryOut(effect: AppliedEvents['effects'][number]): void {
    switch (effect.type) {
      case 'send':
        return this.#send(effect);
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

  #send(request: SendEffect): void {
    const exchange = this.#exchange(request);
    this.#exchanges.add(exchange);
    void exchange.then(() => this.#exchanges.delete(exchange));
  }

  /** Makes one request and runs the event of each answer in it. Never throws. */
  async #exchange(request: SendEffect): Promise<void> {
    const operations = [request.operation, ...(request.others ?? [])];
    const sentOpIds = operations.map(({ opId }) => opId);
    try {
      const answers = await this.#answersTo(operations, request);
      if (answers === 'too much' || answers === 'unknown') {
        await this.run({ type: 'split', sentOpIds, isUnknown: answers === 'unknown' });
        return;
      }
      const heard = operations.map((operation, at) => this.#heard(operation, request.token, answers[at] ?? null));
      await this.#runAll(await Promise.all(heard));
    } catch {
      await this.#reportUnstored(sentOpIds);
    }
  }

  /** @throws NotKept if the store does not give the bytes of an upload */
  async #answersTo(operations: readonly Operation[], { operation, token, isJoint }: SendEffect) {
    return operations.length > 1
      ? this.requests.answersTo(operations, token, isJoint === true)
      : [await this.requests.answerTo(operation, token)];
  }

  async #heard(
    operation: Operation,
    token: string,
    answer: OperationAnswer | null | 'withdrawn',
  ): Promise<UnstampedEvent> {
    const { opId: sentOpId } = operation;
    if (answer === 'withdrawn') return { type: 'withdrawn', sentOpId };
    const isKnown = findByOpId(this.#events.state.queue, sentOpId) !== undefined;
    if (isKnown && verdictOf(operation, answer).is === 'done') await this.#environment.land(operation);
    return { type: 'answer', sentOpId, token, answer };
  }

  #progressed(): void {
    this.#publish();
    this.#tabs.tellBusy();
  }

  /**
   * The store did not give the bytes or did not keep the answers. Once it works again the operations are sent again,
   * and get the same answers.
   */
  async #reportUnstored(sentOpIds: readonly string[]): Promise<void> {
    const { setTimer } = this.#environment;
    for (let failures = 0; ; failures++) {
      await new Promise<void>((resolve) => setTimer(resolve, this.#delayAfter(failures)));
      if (this.#isClosed) return;
      try {
        return void (await this.#runAll(sentOpIds.map((sentOpId) => ({ type: 'answer-unstored', sentOpId }))));
      } catch {
        // Again, later.
      }
    }
  }

  #delayAfter(failures: number): number {
    return probeAt(failures, { at: 0, jitter: this.#environment.random() });
  }

  // ---- drains: one at a time, in one tab of the device

  /** Runs one drain while this tab holds the lock; resolves when it is over. Never throws: it tries again later. */
  async drain(event: DrainEvent): Promise<void> {
    if (this.#events.state.queue.draining) {
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
    const token = this.#events.state.queue.session?.token;
    await this.#runAll([]).catch(() => {});
    const { session } = this.#events.state.queue;
    if (session?.token && session.token !== token) await this.drain({ type: 'drain', trigger: 'login' });
    this.#outliveSender();
  }

  /** Plans a drain for the case that the sending tab is closed: this tab has no timer for its operations. */
  #outliveSender(): void {
    const { queue } = this.#events.state;
    const isPlanned = wakeAt(queue, this.#environment.now()) !== null;
    if (queue.draining || this.#replaying || isPlanned || sendable(queue).length === 0) return;
    this.#drainAfter(SENDER_IS_GONE);
  }
}
