import type { SessionEnd } from '../session-end.ts';
import type { Drafts } from './drafts.ts';
import type { NotKeptReason } from './outbox-db.ts';
import type { Picks } from './picks.ts';
import type { NewOperation, Operation, Session } from './protocol/operation.ts';
import type { Choice, OperationReport, Trigger } from './protocol/queue.ts';

/** What the screens see. A new object whenever something in it has changed. */
export interface Snapshot {
  /** The store has been read. */
  isLoaded: boolean;
  session: Session | null;
  /** The server has told this tab that the session was taken away. */
  isRevoked: boolean;
  /** Those of the person who is logged in, in their order. */
  operations: readonly Operation[];
  /** Number of operations that other people have left on this device. */
  others: number;
  /** Number of rows that this release cannot read and leaves alone. */
  unreadable: number;
  isDraining: boolean;
  /** The server cannot be reached; time of the next try, ms since the epoch. */
  pausedUntil: number | null;
  /** Why the device cannot store anything now; null while it can. */
  trouble: NotKeptReason | null;
  /** Part of each upload that has gone, 0 to 1, by opId. */
  progress: ReadonlyMap<string, number>;
}

/** `drained`: a drain is over, pull once. */
export type OutboxMessage = { is: OperationReport; operation: Operation } | { is: 'drained' };

export interface Outbox extends Drafts, Picks {
  getSnapshot(): Snapshot;
  /** Calls back whenever the snapshot has changed. @returns ends it */
  subscribe(listener: () => void): () => void;
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
  /** Publishes what the person holds of a record: it is sent, its fields together. @throws NotKept */
  release(entity: string, recordId: string): Promise<void>;
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
