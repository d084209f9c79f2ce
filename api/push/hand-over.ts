import { Worker } from 'node:worker_threads';
import type { PushAnswer } from './queue.ts';
import type { Delivery } from './store.ts';
import type { VapidKeys } from './vapid.ts';

const THREAD = new URL('./sender-thread.ts', import.meta.url);
/** Time in ms without messages after which the thread ends, which frees its memory. */
const IDLE = 60_000;

/** A message to one device, with a number by which it is answered; `ttl` in seconds. */
export type Outgoing = Pick<Delivery, 'endpoint' | 'p256dh' | 'auth' | 'service' | 'payload' | 'urgency'> & {
  id: number;
  ttl: number;
};
/** Answers by the numbers of the messages. */
export type Answers = [id: number, answer: PushAnswer][];

/** A push service on this machine, for tests. */
export interface TestService {
  origin: string;
  ca?: string;
}

export interface ThreadSettings {
  keys: VapidKeys;
  /** Public address of the portal. */
  origin: string;
  testService: TestService | undefined;
}

export interface HandOver {
  /** Hands messages over to their push services. */
  send(deliveries: readonly Delivery[], at: number): void;
  close(): void;
}

/**
 * Hands messages over in a thread, which runs only while there are any. Messages and answers are exchanged with it in
 * batches, so that they do not delay pages.
 * @param answered called for each message with its answer; status 0 if there was none, also when the thread fails
 */
export function openHandOver(
  settings: ThreadSettings,
  answered: (answers: [delivery: Delivery, answer: PushAnswer][]) => void,
): HandOver {
  const waiting = new Map<number, Delivery>();
  let thread: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;

  function settle(answers: Answers): void {
    const known = answers.flatMap(([id, answer]) => {
      const delivery = waiting.get(id);
      waiting.delete(id);
      return delivery ? [[delivery, answer] as [Delivery, PushAnswer]] : [];
    });
    if (waiting.size === 0) idle = setTimeout(close, IDLE).unref();
    if (known.length > 0) answered(known);
  }

  function start(): Worker {
    const started = new Worker(THREAD, {
      workerData: settings,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    });
    started.on('message', settle);
    started.on('error', () => {});
    started.on('exit', () => {
      if (thread !== started) return;
      thread = null;
      settle([...waiting.keys()].map((id) => [id, { status: 0, retryAfter: null }]));
    });
    started.unref();
    return started;
  }

  function close(): void {
    clearTimeout(idle);
    void thread?.terminate();
  }

  return {
    send(deliveries, at) {
      if (deliveries.length === 0) return;
      clearTimeout(idle);
      thread ??= start();
      const messages = deliveries.map((delivery): Outgoing => {
        const { endpoint, p256dh, auth, service, payload, urgency, expires } = delivery;
        last += 1;
        waiting.set(last, delivery);
        const ttl = Math.max(0, Math.floor((expires - at) / 1000));
        return { id: last, endpoint, p256dh, auth, service, payload, urgency, ttl };
      });
      thread.postMessage(messages);
    },
    close,
  };
}
