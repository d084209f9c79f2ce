import { createListeners } from '../../browser/listeners.ts';
import { withTimeout } from '../../browser/with-timeout.ts';
import type { Operation } from '../../offline/outbox/protocol/operation.ts';
import type { Pulled } from '../../offline/pull/sync.ts';
import type { AdminStore } from '../../offline/store/admin-store.ts';

/** Operations that the server has done and that no pull has brought yet. */
export interface LandedOperations {
  all(): readonly Operation[];
  /**
   * Adds one that is not known yet: immediately in memory, so that nothing flickers, then in the store, so that it
   * survives a reload.
   * @returns resolves when it is stored, cannot be, or takes too long
   */
  land(operation: Operation): Promise<void>;
  /** Reads what is stored, and stores what landed before the store had its owner. */
  open(): Promise<void>;
  /** Reads what other tabs have stored. */
  reload(): Promise<void>;
  /** Runs a pull; afterwards the store's records contain what had landed before. */
  during(pull: () => Promise<Pulled>): Promise<Pulled>;
  /** Calls back when there are others. @returns ends it */
  subscribe(listener: () => void): () => void;
}

/** Maximum time in ms that sending waits for the store, which another tab may keep busy. */
const PATIENCE = 2000;

export function openLandedOperations(store: Pick<AdminStore, 'land' | 'landed'>): LandedOperations {
  const changes = createListeners();
  let stored: readonly Operation[] = [];
  /** Not in the store yet, or for good where the device has no room for them. */
  let inMemory: readonly Operation[] = [];
  let landing: Promise<unknown> = Promise.resolve();
  /** It took too long, so that nobody waits for it until it has stored something again. */
  let isBusy = false;

  async function reread(): Promise<void> {
    stored = await store.landed();
    const kept = new Set(stored.map(({ opId }) => opId));
    inMemory = inMemory.filter(({ opId }) => !kept.has(opId));
    changes.call();
  }

  async function keep(operation: Operation): Promise<void> {
    const isStored = store.land(operation).then(() => (isBusy = false));
    const kept = isStored.then(reread);
    landing = landing.then(() => kept);
    if (!isBusy) await withTimeout(PATIENCE, isStored, new Error('the store is busy')).catch(() => (isBusy = true));
  }

  return {
    all: () => [...stored, ...inMemory],
    async land(operation) {
      if ([...stored, ...inMemory].some(({ opId }) => opId === operation.opId)) return;
      inMemory = [...inMemory, operation];
      changes.call();
      await keep(operation);
    },
    async open() {
      await reread();
      for (const operation of inMemory) void keep(operation);
    },
    async reload() {
      stored = await store.landed();
    },
    async during(pull) {
      await landing;
      const before = inMemory;
      const pulled = await pull();
      if (pulled === 'done' && before.length > 0) {
        inMemory = inMemory.filter((one) => !before.includes(one));
        changes.call();
      }
      return pulled;
    },
    subscribe: changes.add,
  };
}
