import type { TabState } from './events.ts';
import type { Snapshot } from './outbox-types.ts';

/** @param progress part of each upload that has gone, 0 to 1, by opId */
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
    progress,
  };
}
