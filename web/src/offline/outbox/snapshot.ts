import type { TabState } from './event-loop.ts';
import type { NotKeptReason } from './outbox-db.ts';
import type { Operation, Session } from './protocol/operation.ts';

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

export function snapshotOf(
  { queue, unreadable, isLoaded, trouble }: TabState,
  progress: ReadonlyMap<string, number>,
): Snapshot {
  const { session, isRevoked, pause, draining: isDraining } = queue;
  const operations = queue.operations.filter((operation) => operation.userId === session?.user.id);
  const others = queue.operations.length - operations.length;
  return {
    isLoaded,
    session,
    isRevoked,
    operations,
    others,
    unreadable,
    isDraining,
    trouble,
    pausedUntil: pause?.until ?? null,
    progress: new Map(progress),
  };
}
