import type { TabLock } from '../pull/tab-lock.ts';
import type { Environment } from './environment.ts';
import type { EventLoop } from './event-loop.ts';
import { probeAt } from './protocol/backoff.ts';
import type { UnstampedEvent } from './protocol/queue.ts';
import { sendable, wakeAt } from './protocol/sendable.ts';
import { isReachable } from './probe.ts';

/** Time, in ms, without a message from the sending tab after which it counts as closed. */
const SENDER_IS_GONE = 60_000;
/** Longest timer, in ms. For a later time the tab looks again in between, because the clock may be changed. */
const LONGEST_SLEEP = 600_000;
/** After a drain that could not be stored, the next one waits as long as a probe after this many failures. */
const FAILURES_TO_STORE = 3;

type DrainEvent = Extract<UnstampedEvent, { type: 'drain' | 'timer' }>;

export interface Replayer {
  /** Runs one drain while this tab holds the lock; resolves when it is over. Never throws: it tries again later. */
  drain(event: DrainEvent): Promise<void>;
  /** Reports that the drain under way is over. */
  finish(): void;
  /** Looks for work again at this time, instead of the time that was set before. */
  wakeAt(time: number): void;
  /** Reads what another tab has stored, and sends if a new session makes that possible. */
  lookAgain(): Promise<void>;
}

/**
 * Decides when this tab sends: there is one drain at a time, in one tab of the device.
 * @param end aborts when the tab's outbox is closed
 */
export function createReplayer({
  environment,
  loop,
  lock,
  end,
}: {
  environment: Required<Environment>;
  loop: EventLoop;
  lock: TabLock;
  end: AbortSignal;
}): Replayer {
  const { now, random, setTimer } = environment;
  /** The drain that waits for the lock. */
  let wanted: DrainEvent | null = null;
  /** The drain that holds the lock or waits for it. */
  let replaying: Promise<void> | null = null;
  let finishDrain = () => {};
  let cancelWake = () => {};
  end.addEventListener('abort', () => {
    cancelWake();
    finishDrain();
  });

  async function drain(event: DrainEvent): Promise<void> {
    if (loop.state().queue.draining) {
      await loop.run(event).catch(tryLater);
      await replaying;
      return;
    }
    // A trigger ignores delays, so it replaces a timer, and a timer never replaces a trigger.
    if (wanted?.type !== 'drain') wanted = event;
    replaying ??= lock
      .run(drainWanted)
      .catch(tryLater)
      .finally(() => {
        replaying = null;
        if (wanted && !end.aborted) void drain(wanted);
      });
    await replaying;
  }

  async function drainWanted(): Promise<void> {
    while (wanted && !end.aborted) {
      const event = wanted;
      wanted = null;
      const over = new Promise<void>((resolve) => {
        finishDrain = resolve;
      });
      const { queue } = await loop.run((await isReachable(environment, end)) ? event : { type: 'offline' });
      if (queue.draining) await over;
    }
  }

  function drainAfter(ms: number): void {
    cancelWake();
    cancelWake = setTimer(() => void drain({ type: 'timer' }), ms);
  }

  function tryLater(): void {
    if (!end.aborted) drainAfter(probeAt(FAILURES_TO_STORE, { at: 0, jitter: random() }));
  }

  /** Plans a drain for the case that the sending tab is closed: this tab has no timer for its operations. */
  function outliveSender(): void {
    const { queue } = loop.state();
    if (queue.draining || replaying || wakeAt(queue, now()) !== null || sendable(queue).length === 0) return;
    drainAfter(SENDER_IS_GONE);
  }

  return {
    drain,
    finish: () => finishDrain(),
    wakeAt: (time) => drainAfter(Math.min(Math.max(0, time - now()), LONGEST_SLEEP)),
    async lookAgain() {
      const token = loop.state().queue.session?.token;
      await loop.run(null).catch(() => {});
      const { session } = loop.state().queue;
      if (session?.token && session.token !== token) await drain({ type: 'drain', trigger: 'login' });
      outliveSender();
    },
  };
}
