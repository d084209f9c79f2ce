import { createListeners } from '../../browser/listeners.ts';
import { openTabLock } from '../pull/tab-lock.ts';
import type { SessionEnd } from '../session-end.ts';
import { connectTabs } from './channel.ts';
import { createPicks } from './picks.ts';
import type { Picks } from './picks.ts';
import { createDrafts } from './drafts.ts';
import type { Drafts } from './drafts.ts';
import { completed } from './environment.ts';
import type { Environment } from './environment.ts';
import { createEventLoop } from './event-loop.ts';
import type { EventLoop } from './event-loop.ts';
import { OUTBOX } from './outbox-db.ts';
import type { NewOperation, Operation, Session } from './protocol/operation.ts';
import type { Choice, Effect, OperationReport, Trigger, UnstampedEvent } from './protocol/queue.ts';
import { createReplayer } from './replayer.ts';
import type { Replayer } from './replayer.ts';
import { snapshotOf } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';
import { createTransmitter } from './transmitter.ts';
import type { Transmitter } from './transmitter.ts';
import { bytesOf, exported } from './uploads.ts';

/** `drained`: a drain is over, pull once. */
export type OutboxMessage = { is: OperationReport; operation: Operation } | { is: 'drained' };

export interface Outbox extends Drafts, Picks {
  getSnapshot(): Snapshot;
  /** Calls back whenever the snapshot has changed. @returns ends it */
  subscribe(listener: () => void): () => void;
  /**
   * Sets what stores the operations that the server has done. Each is removed from the outbox after that has resolved,
   * because a tab may be closed at any moment. An operation whose answer comes earlier is only in its message.
   */
  landWith(land: (operation: Operation) => Promise<unknown>): void;
  /** Calls back with each message, which people are shown once. @returns ends it */
  onMessage(listener: (message: OutboxMessage) => void): () => void;
  /**
   * Resolves when the operation is safe on this device.
   * @param operation its `base` is the value that the screen showed before, with waiting operations applied
   * @param bytes of an upload
   * @param pick the key of the picked photo that it sends: in one transaction it becomes this operation
   * @returns the operation that carries it, null if nothing is left to send
   * @throws NotKept, and then the text stays in the field
   */
  save(operation: NewOperation, bytes?: ArrayBuffer, pick?: string): Promise<Operation | null>;
  /**
   * The same for operations without files: in one transaction, so that a full device stores all or none.
   * @throws NotKept
   */
  saveAll(operations: readonly NewOperation[]): Promise<void>;
  /** Sends what can go now, whatever the waiting times; resolves when nothing is left that can go. */
  drain(trigger: Trigger): Promise<void>;
  /** A person's choice about an operation; false if that has changed since it was shown. @throws NotKept */
  retry(opId: string): Promise<boolean>;
  /**
   * Drops operations. Those being sent stay, except for an upload of this tab that is not sent completely: it is
   * cancelled.
   * @returns the opIds of those that are dropped
   */
  discard(opIds: readonly string[]): Promise<readonly string[]>;
  /**
   * Undoes a save that was never sent, if nothing of the record was saved after it.
   * @returns whether it did
   * @throws NotKept
   */
  takeBack(opId: string): Promise<boolean>;
  /** Restores a deleted record and then applies the person's own operations, in one transaction. @throws NotKept */
  recover(opId: string, operations: readonly NewOperation[]): Promise<boolean>;
  resolve(shown: Pick<Operation, 'opId' | 'theirs'>, choice: Choice): Promise<boolean>;
  logIn(session: Session): Promise<void>;
  /**
   * Reports that the server refused this token. If it is still in use, the person is asked to log in again, or, where
   * the session was taken away, it is removed as by a log-out.
   */
  refuse(token: string, end: SessionEnd): Promise<void>;
  /** Removes the session and keeps the operations. @param ended the hash of its token, to end it on the server later */
  logOut(ended?: string): Promise<void>;
  /** The bytes of a waiting upload; null when the browser has lost them. */
  bytesOf(operation: Operation): Promise<ArrayBuffer | null>;
  /** The person's operations with their files as JSON, to be saved as a file. */
  exportAll(): Promise<string>;
  /** Closes the outbox of this tab: it no longer sends or listens. What is stored stays. */
  close(): void;
}

/** Opens the outbox of this tab and starts it: connects `step` with store, network, clock and other tabs. */
export function openOutbox(given: Environment): Outbox {
  const environment = completed(given);
  const { store, now, locks, setTimer } = environment;
  const changes = createListeners();
  const messages = createListeners<[OutboxMessage]>();
  const closing = new AbortController();
  const end = closing.signal;
  let land: (operation: Operation) => Promise<unknown> = async () => {};
  const lock = openTabLock(locks, OUTBOX, setTimer);

  const loop = createEventLoop({ environment, end, onChange: publish, onWritten: () => tabs.tellChanged(), carryOut });
  const transmitter = createTransmitter({
    environment,
    loop,
    end,
    onProgress() {
      publish();
      tabs.tellBusy();
    },
    land: (operation) => land(operation),
  });
  const replayer = createReplayer({ environment, loop, lock, end });
  const tabs = connectTabs({
    environment,
    end,
    onMessage: lock.holderIsAlive,
    onChanged: () => void replayer.lookAgain(),
  });
  let snapshot = snapshotOf(loop.state(), transmitter.progress);

  function publish(): void {
    snapshot = snapshotOf(loop.state(), transmitter.progress);
    changes.call();
  }

  function carryOut(effect: Effect): void {
    switch (effect.type) {
      case 'send':
        return void transmitter.transmit(effect.operation, effect.token);
      case 'wake':
        return replayer.wakeAt(effect.at);
      case 'notify':
        return messages.call({ is: effect.notice, operation: effect.operation });
      case 'drained':
        replayer.finish();
        return messages.call({ is: 'drained' });
      case 'store':
        return; // The event loop has stored it.
    }
  }

  store.onOutdated(() => loop.fail('outdated'));
  // Before the drain, which may wait minutes for another tab's lock: what is stored is shown immediately.
  void loop.run(null).catch(() => {});
  void replayer.drain({ type: 'drain', trigger: 'start' });

  return {
    getSnapshot: () => snapshot,
    subscribe: changes.add,
    onMessage: messages.add,
    landWith: (next) => void (land = next),
    drain: (trigger) => replayer.drain({ type: 'drain', trigger }),
    ...savesAndChoices(loop, replayer, transmitter),
    ...sessions(loop, replayer),
    ...createDrafts(store, now),
    ...createPicks(store),
    bytesOf: (operation) => bytesOf(store, operation),
    exportAll: () => exported(store, now(), snapshot.session?.user ?? null, snapshot.operations),
    close() {
      closing.abort();
      store.close();
    },
  };
}

type SavesAndChoices = Pick<Outbox, 'save' | 'saveAll' | 'retry' | 'discard' | 'takeBack' | 'recover' | 'resolve'>;

/** Saves and choices. After each of them a drain begins if there may be something to send. */
function savesAndChoices(loop: EventLoop, replayer: Replayer, transmitter: Transmitter): SavesAndChoices {
  async function decide(event: UnstampedEvent): Promise<readonly string[]> {
    const { decided } = await loop.run(event);
    if (decided.length > 0) void replayer.drain({ type: 'drain', trigger: 'choice' });
    return decided;
  }
  const isDone = async (event: UnstampedEvent) => (await decide(event)).length > 0;

  return {
    async save(operation, bytes, pick) {
      const { effects } = await loop.run({ type: 'save', operation, ...(pick !== undefined && { pick }) }, bytes);
      void replayer.drain({ type: 'drain', trigger: 'save' });
      const stored = effects.find((effect) => effect.type === 'notify' && effect.notice === 'stored');
      return stored?.type === 'notify' ? stored.operation : null;
    },
    async saveAll(operations) {
      await loop.run({ type: 'save-all', operations });
      void replayer.drain({ type: 'drain', trigger: 'save' });
    },
    retry: (target) => isDone({ type: 'retry', target }),
    async discard(targets) {
      const withdrawn = transmitter.withdraw(targets);
      return [...withdrawn, ...(await decide({ type: 'discard', targets }))];
    },
    takeBack: (target) => isDone({ type: 'take-back', target }),
    recover: (target, operations) => isDone({ type: 'recover', target, operations }),
    resolve: ({ opId, theirs }, choice) => isDone({ type: 'resolve', target: opId, seen: theirs?.value, choice }),
  };
}

function sessions(loop: EventLoop, replayer: Replayer): Pick<Outbox, 'logIn' | 'refuse' | 'logOut'> {
  return {
    async logIn(session) {
      await loop.run({ type: 'logged-in', session });
      void replayer.drain({ type: 'drain', trigger: 'login' });
    },
    async refuse(token, end) {
      await loop.run({ type: 'refused', token, end });
    },
    async logOut(ended) {
      await loop.run({ type: 'logged-out', ...(ended === undefined ? {} : { ended }) });
    },
  };
}
