import { browserTimer } from '../../browser/timer.ts';
import type { SetTimer } from '../../browser/timer.ts';
import { outboxChannel } from './channel.ts';
import type { OutboxStore } from './outbox-db.ts';
import type { Operation } from './protocol/operation.ts';

/** What the outbox uses of its environment. Tests replace it; everything but the store defaults to the browser's. */
export interface Environment {
  store: OutboxStore;
  fetch?: typeof globalThis.fetch;
  /** Makes requests for uploads, because `fetch` does not report their progress; null where there are none. */
  newXhr?: (() => XMLHttpRequest) | null;
  now?: () => number;
  /** Whether the browser says that the device has no network. */
  isOffline?: () => boolean;
  random?: () => number;
  newOpId?: () => string;
  /** null: no locks, each tab drains for itself. */
  locks?: LockManager | null;
  channel?: BroadcastChannel | null;
  setTimer?: SetTimer;
  /** Every operation goes in a request of its own: the server has no call for many of this kind. */
  isOneByOne?: boolean;
  /**
   * Stores an operation that the server has done. It is removed from the outbox after that has resolved, because a tab
   * may be closed at any moment.
   */
  land?: (operation: Operation) => Promise<unknown>;
}

/** Completes an environment with what the browser has. */
export function completed({
  store,
  fetch = globalThis.fetch.bind(globalThis),
  newXhr = 'XMLHttpRequest' in globalThis ? () => new XMLHttpRequest() : null,
  now = Date.now,
  isOffline = () => globalThis.navigator?.onLine === false,
  random = Math.random,
  newOpId = () => crypto.randomUUID(),
  locks = globalThis.navigator?.locks ?? null,
  channel = outboxChannel(store.name),
  setTimer = browserTimer,
  isOneByOne = false,
  land = async () => {},
}: Environment): Required<Environment> {
  return { store, fetch, newXhr, now, isOffline, random, newOpId, locks, channel, setTimer, isOneByOne, land };
}
