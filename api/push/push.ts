import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../db/database.ts';
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
  const handOvers = openHandOver({ keys, origin, testService }, answered);
  /** What is being handed over, and since when. */
  const underWay = new Map<Delivery, number>();
  let answers: Attempt[] = [];
  let [isOpen, isNews, looked] = [false, true, Number.NEGATIVE_INFINITY];
  let timer: NodeJS.Timeout | undefined;

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
        return isOpen ? store.take(at, [...underWay.keys()]) : [];
      });
      answers = [];
      for (const delivery of taken) underWay.set(delivery, at);
      handOvers.send(taken, at);
      if (underWay.size > 0 || store.isWaiting()) pause = LOOK.waiting;
    } catch (error) {
      // The disk is full, say: everything is tried again.
      log.error({ err: error }, 'push failed');
    }
    if (isOpen) timer = setTimeout(step, pause);
  }

  function answered(given: readonly [Delivery, PushAnswer][]): void {
    const at = now();
    for (const [delivery, answer] of given) {
      const { status } = answer;
      if ((status < 200 || status >= 300) && status !== 404 && status !== 410) {
        log.warn({ service: delivery.service, status }, 'push message not taken');
      }
      answers.push({ delivery, answer, began: underWay.get(delivery) ?? at, at });
      underWay.delete(delivery);
    }
    if (isOpen) step();
  }

  return {
    key: keys.publicKey,
    store,
    serviceOf: (endpoint) => serviceOf(endpoint, testService?.origin),
    wake() {
      isNews = true;
      clearTimeout(timer);
      if (isOpen) timer = setTimeout(step, 0);
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
