import { Worker } from 'node:worker_threads';
import type { PushAnswer } from './queue.ts';
import type { Delivery } from './store.ts';
import type { VapidKeys } from './vapid.ts';

const THREAD = new URL('./sender-thread.ts', import.meta.url);
/** Time in ms without messages after which the thread ends, and gives its memory back. */
const IDLE = 60_000;

/** A message to one device; `ttl` in seconds. */
export type Outgoing = Pick<Delivery, 'endpoint' | 'p256dh' | 'auth' | 'service' | 'payload' | 'urgency'> & {
  ttl: number;
  topic: string;
};

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

/** What the thread is given; it answers with the same id. */
export interface Task {
  id: number;
  message: Outgoing;
}

export interface HandOver {
  /** Hands a message over to its push service. Status 0 if there was no answer, also when the thread fails. */
  send(message: Outgoing): Promise<PushAnswer>;
  close(): void;
}

/** Hands messages over in a thread, which runs only while there are any. */
export function openHandOver(settings: ThreadSettings): HandOver {
  const waiting = new Map<number, (answer: PushAnswer) => void>();
  let thread: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;

  function start(): Worker {
    const started = new Worker(THREAD, {
      workerData: settings,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    });
    started.on('message', ({ id, answer }: { id: number; answer: PushAnswer }) => {
      waiting.get(id)?.(answer);
      waiting.delete(id);
      if (waiting.size === 0) idle = setTimeout(close, IDLE).unref();
    });
    started.on('error', () => {});
    started.on('exit', () => {
      if (thread !== started) return;
      thread = null;
      for (const settle of waiting.values()) settle({ status: 0, retryAfter: null });
      waiting.clear();
    });
    started.unref();
    return started;
  }

  function close(): void {
    clearTimeout(idle);
    void thread?.terminate();
  }

  return {
    send(message) {
      clearTimeout(idle);
      thread ??= start();
      last += 1;
      const id = last;
      thread.postMessage({ id, message } satisfies Task);
      return new Promise((settle) => waiting.set(id, settle));
    },
    close,
  };
}
