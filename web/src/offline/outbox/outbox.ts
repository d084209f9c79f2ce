import { browserTimer } from '../../browser/timer.ts';
import type { SetTimer } from '../../browser/timer.ts';
import { createListeners } from '../../browser/listeners.ts';
import { openTabLock } from '../pull/tab-lock.ts';
import { ADVANCE_SCOPE, advance } from './advance.ts';
import type { Advanced, Known } from './advance.ts';
import { outboxChannel } from './channel.ts';
import type { TabMessage } from './channel.ts';
import type { NewOperation, Json, Operation, Session } from './protocol/operation.ts';
import { NotKept, OUTBOX } from './outbox-db.ts';
import type { Draft, DraftKey, NotKeptReason, OutboxStore, Tables } from './outbox-db.ts';
import { EMPTY_QUEUE } from './protocol/queue.ts';
import type { Choice, Effect, EventStamp, Notice, QueueEvent, Trigger } from './protocol/queue.ts';
import { sendable, wakeAt } from './protocol/sendable.ts';
import { dataUrl, requestOf, send } from './send.ts';
import { probeAt } from './protocol/backoff.ts';

/** What the screens see. A new object whenever something in it has changed. */
export interface Snapshot {
  /** The store has been read. */
  isLoaded: boolean;
  session: Session | null;
  /** Of the person who is logged in, in their order. */
  operations: readonly Operation[];
  /** Changes that other people left on this device: how many, and nothing more (13). */
  others: number;
  /** Rows of a newer release, which this one leaves alone. */
  unreadable: number;
  isDraining: boolean;
  /** The server cannot be reached; the next try is at this moment (ms since the epoch). */
  pausedUntil: number | null;
  /** The device cannot keep anything now. */
  trouble: NotKeptReason | null;
  /** How far uploads are, 0 to 1, by opId. */
  progress: ReadonlyMap<string, number>;
}

/** `landed`: a drain is over, pull once. `ask-login`: the session has ended under the page. */
export type OutboxMessage = { is: Notice; operation: Operation } | { is: 'landed' } | { is: 'ask-login'; session: Session };

export interface Outbox {
  getSnapshot(): Snapshot;
  /** Calls back whenever the snapshot is another one; gives the function that ends it. */
  subscribe(listener: () => void): () => void;
  /** Calls back with what a person is told once. */
  onMessage(listener: (told: OutboxMessage) => void): () => void;
  /**
   * Resolves when the change is safe on this device, with the operation that carries it: null if nothing is left to send.
   * @param change `base` is what the screen showed before, own changes laid over it
   * @param bytes of an upload
   * @throws NotKept, and then the text stays in the field
   */
  save(change: NewOperation, bytes?: ArrayBuffer): Promise<Operation | null>;
  /** Looks for work now, whatever the waiting times; resolves when there is nothing left that can go. */
  drain(trigger: Trigger): Promise<void>;
  /** A person's choices, by what they were looking at; false if it is another one by now. @throws NotKept */
  retry(opId: string): Promise<boolean>;
  /**
   * What is on its way stays, but for an upload that this tab sends and that has not gone whole: it is taken back.
   * @returns false when all of it stays
   */
  discard(opIds: readonly string[]): Promise<boolean>;
  /** Undoes a save that was never sent and that nothing was saved on top of; false, and nothing happens, otherwise. @throws NotKept */
  takeBack(opId: string): Promise<boolean>;
  /** Brings a deleted record back with the person's own changes behind; all of it is stored at once. @throws NotKept */
  recover(opId: string, changes: readonly NewOperation[]): Promise<boolean>;
  edit(opId: string, value: Json): Promise<boolean>;
  resolve(shown: Pick<Operation, 'opId' | 'theirs'>, choice: Choice): Promise<boolean>;
  logIn(session: Session): Promise<void>;
  /** The server has refused this token: if it is still the one in use, the person stays and is asked to log in again. */
  expire(token: string): Promise<void>;
  /** The session goes, the operations stay. @param ended the hash of its token, for the server to hear of it later */
  logOut(ended?: string): Promise<void>;
  /** Of an upload that waits; null when it is gone. */
  bytesOf(operation: Operation): Promise<ArrayBuffer | null>;
  /** The person's operations with their files as JSON, for a file they can keep. */
  exportAll(): Promise<string>;
  /** Where a person has text that was not saved yet. */
  draftsOf(userId: string): Promise<DraftKey[]>;
  draft(place: DraftKey): Promise<Draft | null>;
  keepDraft(place: DraftKey, draft: Omit<Draft, 'at'>): Promise<void>;
  dropDraft(place: DraftKey): Promise<void>;
  /** Ends this tab's part: nothing is sent or heard any more. What is stored stays. */
  close(): void;
}

/** The world around the queue, so that tests can be it. Without more than a store, it is the browser's. */
export interface Environment {
  store: OutboxStore;
  fetch?: typeof globalThis.fetch;
  newXhr?: (() => XMLHttpRequest) | null;
  now?: () => number;
  /** Does the browser say that the device has no network? */
  isOffline?: () => boolean;
  random?: () => number;
  newOpId?: () => string;
  /** null: none, each tab drains for itself. */
  locks?: LockManager | null;
  channel?: BroadcastChannel | null;
  setTimer?: SetTimer;
}

type Happening<E = QueueEvent> = E extends QueueEvent ? Omit<E, keyof EventStamp> : never;
type Drain = Extract<Happening, { type: 'drain' | 'timer' }>;

/** How often at most the other tabs hear that an upload goes on. */
const BUSY_EVERY = 5000;
/** How long the news of other tabs gather. */
const LOOK_AFTER = 50;
/** So long after the last news of what waits, it is not left to the tab that was sending. */
const SENDER_IS_GONE = 60_000;
/** Wake-ups further off than this come early and look again: a clock may have jumped. */
const LONGEST_SLEEP = 600_000;

/** The outbox of this tab: `step` with a store, a network, a clock and the other tabs around it. It starts at once. */
export function openOutbox({
  store,
  fetch = globalThis.fetch.bind(globalThis),
  newXhr = 'XMLHttpRequest' in globalThis ? () => new XMLHttpRequest() : null,
  now = Date.now,
  isOffline = () => globalThis.navigator?.onLine === false,
  random = Math.random,
  newOpId = () => crypto.randomUUID(),
  locks = globalThis.navigator?.locks ?? null,
  channel = outboxChannel(),
  setTimer = browserTimer,
}: Environment): Outbox {
  const listeners = createListeners();
  const messageListeners = createListeners<[OutboxMessage]>();
  const end = new AbortController();
  const turn = openTabLock(locks, OUTBOX, setTimer);
  const progress = new Map<string, number>();
  /** What ends the requests that are under way in this tab, by opId. */
  const lines = new Map<string, AbortController>();
  let known: Known = { queue: EMPTY_QUEUE, rev: -1, unreadable: 0 };
  let trouble: NotKeptReason | null = null;
  let isLoaded = false;
  let snapshot = look();
  let last: Promise<unknown> = Promise.resolve();
  let cancelWake = () => {};
  let finishDrain = () => {};
  let wanted: Drain | null = null;
  let replaying: Promise<void> | null = null;
  let busyAt = 0;
  let isLooking = false;

  // ---- one event after the other: store first, then everything else

  /** @throws NotKept, and then nothing has happened */
  function happen(happening: Happening | null, bytes?: ArrayBuffer): Promise<Advanced> {
    const run = last.then(async () => {
      const moment = { at: now(), jitter: random(), opId: newOpId() };
      const event = happening && ({ ...happening, ...moment } as QueueEvent);
      const done = await stored((tables) => advance(tables, known, moment, event, bytes));
      known = { queue: done.queue, rev: done.rev, unreadable: done.unreadable };
      isLoaded = true;
      trouble = null;
      changed();
      if (done.isWritten) channel?.postMessage('changed' satisfies TabMessage);
      for (const effect of done.effects) carryOut(effect);
      return done;
    });
    last = run.catch(() => {});
    return run;
  }

  async function stored(work: (tables: Tables) => Promise<Advanced>): Promise<Advanced> {
    try {
      const done = await store.transact(ADVANCE_SCOPE, work);
      // The tab ended while it stored: what it would do next is done by whoever comes after it.
      if (end.signal.aborted) throw new NotKept('broken');
      return done;
    } catch (error) {
      trouble = error instanceof NotKept ? error.reason : 'broken';
      changed();
      throw error;
    }
  }

  function carryOut(effect: Effect): void {
    switch (effect.type) {
      case 'send':
        void transmit(effect.operation, effect.token);
        return;
      case 'wake':
        cancelWake();
        cancelWake = setTimer(() => void replay({ type: 'timer' }), Math.min(Math.max(0, effect.at - now()), LONGEST_SLEEP));
        return;
      case 'notify':
        messageListeners.call({ is: effect.notice, operation: effect.operation });
        return;
      case 'ask-login':
        messageListeners.call({ is: 'ask-login', session: effect.session });
        return;
      case 'drained':
        finishDrain();
        messageListeners.call({ is: 'landed' });
    }
  }

  // ---- sending

  /** One drain, in this tab's turn; resolves when it is over. Never throws: what cannot be stored now goes later. */
  async function replay(event: Drain): Promise<void> {
    if (known.queue.draining) {
      await happen(event).catch(later);
      await replaying;
      return;
    }
    if (wanted?.type !== 'drain') wanted = event;
    replaying ??= turn.run(drainWanted).catch(later).finally(() => {
      replaying = null;
      if (wanted && !end.signal.aborted) void replay(wanted);
    });
    await replaying;
  }

  async function drainWanted(): Promise<void> {
    while (wanted && !end.signal.aborted) {
      const event = wanted;
      wanted = null;
      const over = new Promise<void>((resolve) => {
        finishDrain = resolve;
      });
      const { queue } = await happen((await isReachable()) ? event : { type: 'offline' });
      if (queue.draining) await over;
    }
  }

  /**
   * What is sent counts as seen by the server for ever. Where the browser sees no network, which it may be wrong about, a
   * request that changes nothing goes first.
   */
  async function isReachable(): Promise<boolean> {
    if (!isOffline()) return true;
    const request = { url: HEALTH, method: 'GET', headers: {}, body: null };
    const answer = await send(request, { fetch, newXhr: null, setTimer }, { isUpload: false, signal: end.signal, onProgress: () => {} });
    return answer?.status === 200;
  }

  function later(): void {
    if (end.signal.aborted) return;
    cancelWake();
    cancelWake = setTimer(() => void replay({ type: 'timer' }), probeAt(3, { at: 0, jitter: random() }));
  }

  async function transmit(operation: Operation, token: string): Promise<void> {
    const { opId } = operation;
    try {
      const line = new AbortController();
      lines.set(opId, line);
      // An upload tells how far it is, from its beginning on.
      if (operation.file && newXhr) tellProgress(opId, 0);
      if (end.signal.aborted) line.abort();
      const answer = await answerTo(operation, token, line.signal);
      progress.delete(opId);
      lines.delete(opId);
      const isWithdrawn = answer === null && line.signal.aborted && !end.signal.aborted;
      await happen(isWithdrawn ? { type: 'withdrawn', sentOpId: opId } : { type: 'answer', sentOpId: opId, token, answer });
    } catch {
      await forget(opId, 0);
    }
  }

  async function answerTo(operation: Operation, token: string, signal: AbortSignal) {
    const bytes = await bytesOf(operation);
    if (operation.file && !bytes) return FILE_IS_GONE;
    const wire = { fetch, newXhr, setTimer };
    return send(requestOf(operation, token, bytes), wire, {
      isUpload: bytes !== null, signal, onProgress: (part) => tellProgress(operation.opId, part),
    });
  }

  /** The store would not give the bytes or not keep the answer: once it works again the operation goes again, and gets the same one. */
  async function forget(opId: string, failures: number): Promise<void> {
    await new Promise<void>((resolve) => setTimer(resolve, probeAt(failures, { at: 0, jitter: random() })));
    if (end.signal.aborted) return;
    await happen({ type: 'answer-unstored', sentOpId: opId }).catch(() => forget(opId, failures + 1));
  }

  function tellProgress(opId: string, part: number): void {
    progress.set(opId, part);
    changed();
    if (now() - busyAt < BUSY_EVERY && now() >= busyAt) return;
    busyAt = now();
    channel?.postMessage('busy' satisfies TabMessage);
  }

  // ---- other tabs, screens

  function heard({ data }: MessageEvent): void {
    turn.holderIsAlive();
    if (data !== 'changed' || isLooking) return;
    // A replayer changes something many times a second: one look at all that has come in between is enough.
    isLooking = true;
    setTimer(() => {
      isLooking = false;
      if (!end.signal.aborted) void lookAgain();
    }, LOOK_AFTER);
  }

  async function lookAgain(): Promise<void> {
    const token = known.queue.session?.token;
    await happen(null).catch(() => {});
    const { session } = known.queue;
    if (session?.token && session.token !== token) await replay({ type: 'drain', trigger: 'login' });
    outliveSender();
  }

  /** What another tab is to send has no time of its own here: should that tab be closed, this one sees to it. */
  function outliveSender(): void {
    const { queue } = known;
    if (queue.draining || replaying || wakeAt(queue, now()) !== null || sendable(queue).length === 0) return;
    cancelWake();
    cancelWake = setTimer(() => void replay({ type: 'timer' }), SENDER_IS_GONE);
  }

  function changed(): void {
    snapshot = look();
    listeners.call();
  }

  function look(): Snapshot {
    const { queue, unreadable } = known;
    const { session, pause, draining: isDraining } = queue;
    const operations = queue.operations.filter((operation) => operation.userId === session?.user.id);
    const others = queue.operations.length - operations.length;
    return {
      isLoaded, session, operations, others, unreadable, isDraining, trouble,
      pausedUntil: pause?.until ?? null, progress: new Map(progress),
    };
  }

  /** A person's event, and what it may set going. */
  async function decide(event: Happening): Promise<boolean> {
    const { isDone } = await happen(event);
    if (isDone) void replay({ type: 'drain', trigger: 'choice' });
    return isDone;
  }

  function bytesOf({ file }: Operation): Promise<ArrayBuffer | null> {
    if (!file) return Promise.resolve(null);
    return store.transact(['files'], async ({ files }) => (await files.get(file.key))?.bytes ?? null);
  }

  channel?.addEventListener('message', heard);
  store.onOutdated(() => {
    trouble = 'outdated';
    changed();
  });
  // Before the turn to replay, which another tab may hold for minutes: this one shows at once what is stored.
  void happen(null).catch(() => {});
  void replay({ type: 'drain', trigger: 'start' });

  return {
    getSnapshot: () => snapshot,
    subscribe: listeners.add,
    onMessage: messageListeners.add,

    async save(change, bytes) {
      const { effects } = await happen({ type: 'save', operation: change }, bytes);
      void replay({ type: 'drain', trigger: 'save' });
      const stored = effects.find((effect) => effect.type === 'notify' && effect.notice === 'stored');
      return stored?.type === 'notify' ? stored.operation : null;
    },
    drain: (trigger) => replay({ type: 'drain', trigger }),
    retry: (target) => decide({ type: 'retry', target }),
    discard(targets) {
      const open = targets.filter((opId) => lines.has(opId) && (progress.get(opId) ?? 1) < 1);
      for (const opId of open) lines.get(opId)?.abort();
      return decide({ type: 'discard', targets }).then((isDone) => isDone || open.length > 0);
    },
    takeBack: (target) => decide({ type: 'take-back', target }),
    recover: (target, changes) => decide({ type: 'recover', target, operations: changes }),
    edit: (target, value) => decide({ type: 'edit', target, value }),
    resolve: ({ opId, theirs }, choice) => decide({ type: 'resolve', target: opId, seen: theirs?.value, choice }),

    async logIn(session) {
      await happen({ type: 'logged-in', session });
      void replay({ type: 'drain', trigger: 'login' });
    },
    async expire(token) {
      await happen({ type: 'refused', token });
    },
    async logOut(ended) {
      await happen({ type: 'logged-out', ...(ended === undefined ? {} : { ended }) });
    },

    bytesOf,
    async exportAll() {
      const operations = await Promise.all(snapshot.operations.map(async (operation) => {
        const bytes = await bytesOf(operation);
        return bytes && operation.file ? { ...operation, data: dataUrl(bytes, operation.file.mime) } : operation;
      }));
      return JSON.stringify({ exportedAt: new Date(now()).toISOString(), user: snapshot.session?.user ?? null, operations }, null, 2);
    },

    draftsOf: (userId) => store.transact(['drafts'], async ({ drafts }) => {
      const keys = await drafts.toCollection().primaryKeys();
      return keys.flatMap(([author, entity, recordId, field]) => (author === userId ? { userId, entity, recordId, field } : []));
    }),
    draft: ({ userId, entity, recordId, field }) =>
      store.transact(['drafts'], async ({ drafts }) => {
        const found = await drafts.get([userId, entity, recordId, field]);
        return found ? { value: found.value, base: found.base, at: found.at } : null;
      }),
    keepDraft: (place, draft) => store.transact(['drafts'], async ({ drafts }) => void (await drafts.put({ ...place, ...draft, at: now() }))),
    dropDraft: ({ userId, entity, recordId, field }) =>
      store.transact(['drafts'], ({ drafts }) => drafts.delete([userId, entity, recordId, field])),

    close() {
      end.abort();
      for (const line of lines.values()) line.abort();
      cancelWake();
      finishDrain();
      channel?.removeEventListener('message', heard);
      channel?.close();
      store.close();
    },
  };
}

const HEALTH = '/salud';

/** Answered by nobody: what was to be sent is not there, and a person has to know. */
const FILE_IS_GONE = {
  status: 400,
  body: { code: 'file-gone', message: 'El archivo ya no está en este dispositivo. Descartá este cambio y volvé a elegirlo.' },
};
