import { APPLY_SCOPE, applyEvent } from './apply-event.ts';
import type { AppliedEvent, Known } from './apply-event.ts';
import type { Environment } from './environment.ts';
import { NotKept } from './outbox-db.ts';
import type { NotKeptReason, Tables } from './outbox-db.ts';
import { EMPTY_QUEUE } from './protocol/queue.ts';
import type { Effect, QueueEvent, UnstampedEvent } from './protocol/queue.ts';

/** A tab's view of the outbox. */
export interface TabState extends Known {
  /** The store has been read. */
  isLoaded: boolean;
  /** Why the device cannot store anything now; null while it can. */
  trouble: NotKeptReason | null;
}

export interface EventLoop {
  state(): TabState;
  /**
   * Runs one event after all earlier ones: first the store, then everything else.
   * @param event null only reads what other tabs have stored
   * @param bytes of the upload that the event saves
   * @throws NotKept, and then the event has not happened
   */
  run(event: UnstampedEvent | null, bytes?: ArrayBuffer): Promise<AppliedEvent>;
  /** This tab can no longer write to the store. */
  fail(reason: NotKeptReason): void;
}

/**
 * Runs the events of one tab through the queue, one at a time.
 * @param end aborts when the tab's outbox is closed
 * @param onChange called when the state has changed
 * @param onWritten called when something was stored that other tabs do not know yet
 * @param carryOut called with each effect of an event, once the event is stored
 */
export function createEventLoop({
  environment: { store, now, random, newOpId },
  end,
  onChange,
  onWritten,
  carryOut,
}: {
  environment: Required<Environment>;
  end: AbortSignal;
  onChange: () => void;
  onWritten: () => void;
  carryOut: (effect: Effect) => void;
}): EventLoop {
  let state: TabState = { queue: EMPTY_QUEUE, rev: -1, unreadable: 0, isLoaded: false, trouble: null };
  let last: Promise<unknown> = Promise.resolve();

  function set(changes: Partial<TabState>): void {
    state = { ...state, ...changes };
    onChange();
  }

  async function runNow(event: UnstampedEvent | null, bytes?: ArrayBuffer): Promise<AppliedEvent> {
    const stamp = { at: now(), jitter: random(), opId: newOpId() };
    const stamped: QueueEvent | null = event && { ...event, ...stamp };
    const work = (tables: Tables) => applyEvent(tables, state, stamp, stamped, bytes);
    const applied = await stored(() => store.transact(APPLY_SCOPE, work));
    const { queue, rev, unreadable } = applied;
    set({ queue, rev, unreadable, isLoaded: true, trouble: null });
    if (applied.isWritten) onWritten();
    for (const effect of applied.effects) carryOut(effect);
    return applied;
  }

  async function stored(transaction: () => Promise<AppliedEvent>): Promise<AppliedEvent> {
    try {
      const applied = await transaction();
      // The tab was closed during the transaction: another tab continues.
      if (end.aborted) throw new NotKept('broken');
      return applied;
    } catch (error) {
      set({ trouble: error instanceof NotKept ? error.reason : 'broken' });
      throw error;
    }
  }

  return {
    state: () => state,
    run(event, bytes) {
      const applied = last.then(() => runNow(event, bytes));
      last = applied.catch(() => {});
      return applied;
    },
    fail: (trouble) => set({ trouble }),
  };
}
