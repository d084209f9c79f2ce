import { setTimeout as wait } from 'node:timers/promises';
import type { PushMessage } from '../contract/push.ts';
import type { Db } from '../db/open.ts';
import type { Log } from '../log.ts';
import { openAnnouncements } from './announcements.ts';
import { serviceOf } from './endpoint.ts';
import { openHandOver } from './hand-over.ts';
import type { TestService } from './hand-over.ts';
import type { PushAnswer } from './queue.ts';
import { openPushStore } from './store.ts';
import type { Attempt, Delivery, PushStore } from './store.ts';
import { vapidKeysOf } from './vapid.ts';

export type { TestService } from './hand-over.ts';

/** Time between two looks at what is to be told, in ms: while nothing waits, and while something does. */
const LOOK = { idle: 5000, waiting: 1000 };
/**
 * Time in ms in which answers are collected, to be recorded together. With the number that is under way it limits the
 * rate, to about 300 messages a second for one push service, so that pages do not wait for the database.
 */
const RECORD_AFTER = 50;
/** Time in ms for messages under way when the portal stops. */
const STOP_GRACE = 3000;

export interface Push {
  /** The public key that browsers subscribe with. */
  key: string;
  store: PushStore;
  /** Returns the push service of an endpoint; null where the portal sends nothing to. */
  serviceOf(endpoint: string): string | null;
  /** Looks soon at what is to be told, because something was written. */
  wake(): void;
  /** Begins to tell. Until then subscriptions are only kept. */
  start(): void;
  /** Ends; what is under way is given a moment. */
  close(): Promise<void>;
}

/**
 * Push: what is told to whom, and the queue from which it is handed over to the push services.
 * @param now ms since the epoch
 * @param origin public address of the portal
 * @param testService the only address on this machine that is ever called
 */
export function openPush({
  db,
  now,
  origin,
  log,
  testService,
}: {
  db: Db;
  now: () => number;
  origin: string;
  log: Log;
  testService?: TestService | undefined;
}): Push {
  const store = openPushStore(db);
  const announcements = openAnnouncements(db, store);
  const keys = vapidKeysOf(db);
  const handOvers = openHandOver({ keys, origin, testService });
  const underWay = new Set<Delivery>();
  let answers: Attempt[] = [];
  let [isOpen, isNews, looked] = [false, true, Number.NEGATIVE_INFINITY];
  let timer: NodeJS.Timeout | undefined;

  const known = (endpoint: string) => serviceOf(endpoint, testService?.origin);

  /** Looks at what is to be told; then records answers and takes what is sent next, together or not at all. */
  function step(): void {
    clearTimeout(timer);
    let pause = LOOK.idle;
    try {
      const [at, recorded] = [now(), answers];
      if (isOpen && (isNews || Math.abs(at - looked) >= LOOK.waiting)) {
        db.transaction(() => announcements.announce(at))();
        [isNews, looked] = [false, at];
      }
      const taken = withoutSync(db, (): Delivery[] => {
        for (const attempt of recorded) store.record(attempt);
        return isOpen ? store.take(at, [...underWay]) : [];
      });
      answers = [];
      for (const delivery of taken) {
        underWay.add(delivery);
        void handOver(delivery);
      }
      if (underWay.size > 0 || store.isWaiting()) pause = LOOK.waiting;
    } catch (error) {
      // The disk is full, say: everything is tried again.
      log.error({ err: error }, 'push failed');
    }
    if (isOpen) timer = setTimeout(step, pause);
  }

  function after(ms: number): void {
    clearTimeout(timer);
    if (isOpen) timer = setTimeout(step, ms);
  }

  async function handOver(delivery: Delivery): Promise<void> {
    const began = now();
    const answer = await attempt(delivery, began);
    if ((answer.status < 200 || answer.status >= 300) && answer.status !== 404 && answer.status !== 410) {
      log.warn({ service: delivery.service, status: answer.status }, 'push message not taken');
    }
    underWay.delete(delivery);
    answers.push({ delivery, answer, began, at: now() });
    if (answers.length === 1) after(RECORD_AFTER);
  }

  async function attempt({ expires, ...message }: Delivery, at: number): Promise<PushAnswer> {
    // What was accepted by other rules, or written into the database by hand, is dropped like a device that is gone.
    if (known(message.endpoint) !== message.service) return { status: 410, retryAfter: null };
    const { tag } = JSON.parse(message.payload) as PushMessage;
    return handOvers.send({ ...message, ttl: Math.max(0, Math.floor((expires - at) / 1000)), topic: tag });
  }

  return {
    key: keys.publicKey,
    store,
    serviceOf: known,
    wake() {
      isNews = true;
      after(0);
    },
    start() {
      isOpen = true;
      store.resume();
      step();
    },
    async close() {
      isOpen = false;
      clearTimeout(timer);
      const end = performance.now() + STOP_GRACE;
      while (underWay.size > 0 && performance.now() < end) await wait(20);
      step();
      handOvers.close();
    },
  };
}

/**
 * Runs a transaction that survives the end of the process, but not a power cut: what was recorded in the last moments
 * before one is handed over again, in place of the first. Waiting for the disk at each would delay pages.
 */
function withoutSync<T>(db: Db, work: () => T): T {
  db.pragma('synchronous = NORMAL');
  try {
    return db.transaction(work)();
  } finally {
    db.pragma('synchronous = FULL');
  }
}
