import type { SessionEnd } from '../../session-end.ts';
import type { NewOperation, Json, Operation, Session } from './operation.ts';

/**
 * The state of the queue in a tab. `operations`, `lastSeq` and `session` are in the store, shared by all tabs; the rest
 * belongs to this tab and may be lost with it.
 *
 * - `operations`: by seq, ascending.
 * - `isRevoked`: the server has told this tab that the session was taken away.
 * - `draining`: this tab is the replayer and may send.
 * - `inFlight`: for each request of this tab, the opIds in it that are not answered yet.
 * - `pause`: the network failed. The next probe is sent at `until`; `failures` probes have failed since; `probe` is the
 *   opId of the one that is under way.
 * - `isOneByOne`: the server is older than requests of many operations.
 */
export interface Queue {
  operations: readonly Operation[];
  lastSeq: number;
  session: Session | null;
  isRevoked: boolean;
  draining: boolean;
  inFlight: readonly (readonly string[])[];
  pause: { failures: number; until: number; probe: string | null } | null;
  isOneByOne: boolean;
}

/** The HTTP answer to an operation; `body` is undefined where it was not JSON, `retryAfter` is in seconds. */
export interface OperationAnswer {
  status: number;
  body: Json | undefined;
  retryAfter?: number | undefined;
}

/** Why a drain begins. */
export type Trigger = 'save' | 'start' | 'online' | 'visible' | 'pageshow' | 'button' | 'sync' | 'login' | 'choice';

/** Added to every event by the caller: the time (ms since the epoch), a random jitter in [0, 1) and a new opId. */
export interface EventStamp {
  at: number;
  jitter: number;
  opId: string;
}

export type QueueEvent = EventStamp &
  // `pick` is the key of the photo that it sends, which is a picked one no more. If it is none any more, another tab
  // has saved it, and nothing happens.
  (
    | { type: 'save'; operation: NewOperation; pick?: string }
    // All of them or, if the device has no room, none.
    | { type: 'save-all'; operations: readonly NewOperation[] }
    // This tab holds the lock (or there are no locks) and may send. A trigger ignores delays, a timer does not.
    | { type: 'drain'; trigger: Trigger }
    | { type: 'timer' }
    // The device has no network: nothing is sent, so nothing counts as sent.
    | { type: 'offline' }
    // `answer` is null after a network error, and after 30 s without progress.
    | { type: 'answer'; sentOpId: string; token: string; answer: OperationAnswer | null }
    // A request of many operations was not accepted as such: none of them was done. `isUnknown`: nor would others be.
    | { type: 'split'; sentOpIds: readonly string[]; isUnknown: boolean }
    // The store did not keep an answer.
    | { type: 'answer-unstored'; sentOpId: string }
    // A person has cancelled an upload before it was sent completely.
    | { type: 'withdrawn'; sentOpId: string }
    // Another tab changed the store.
    | { type: 'reloaded'; operations: readonly Operation[]; lastSeq: number; session: Session | null }
    | { type: 'logged-in'; session: Session }
    // `ended` names the session that the server has to be told of.
    | { type: 'logged-out'; ended?: string }
    // The server has refused this token, outside the queue.
    | { type: 'refused'; token: string; end: SessionEnd }
    // A person's choices name the opId that was shown: if it has changed since, nothing happens.
    | { type: 'retry'; target: string }
    // All that the person holds of a record.
    | { type: 'release'; entity: string; recordId: string }
    | { type: 'discard'; targets: readonly string[] }
    // Only an operation that the server cannot have seen, if nothing of the record was saved after it.
    | { type: 'take-back'; target: string }
    // `operations` create a deleted record again; the person's own of that record follow.
    | { type: 'recover'; target: string; operations: readonly NewOperation[] }
    | { type: 'resolve'; target: string; seen: Json | undefined; choice: Choice }
  );

/** An event as a tab reports it, before it is stamped. */
export type UnstampedEvent<E = QueueEvent> = E extends QueueEvent ? Omit<E, keyof EventStamp> : never;

export type Choice = { take: 'mine' } | { take: 'theirs' } | { take: 'merged'; value: Json };

/** What a person is shown about an operation. */
export type OperationReport =
  /** 'Guardado en este dispositivo' */
  | 'stored'
  /** 'Guardado' */
  | 'done'
  | 'conflict'
  | 'rejected';

/**
 * What the caller has to do. `store` comes first, in the transaction in which the state was read. The new state and the
 * other effects count only once that has completed; if it fails, the event did not happen.
 */
export type Effect =
  | { type: 'store'; puts: readonly Operation[]; dels: readonly number[]; session?: Session | null }
  /** `others` go in the same request: with `isJoint` further fields of the record, which are published together. */
  | { type: 'send'; operation: Operation; others?: readonly Operation[]; isJoint?: true; token: string }
  | { type: 'wake'; at: number }
  | { type: 'notify'; notice: OperationReport; operation: Operation }
  /** Nothing is in flight and nothing can be sent now: the lock is released, and one pull follows. */
  | { type: 'drained' };
