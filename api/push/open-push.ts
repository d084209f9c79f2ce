import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../db/database.ts';
import type { Log } from '../log.ts';
import { openAnnouncements } from './announcements.ts';
import { serviceOf } from './endpoint.ts';
import type { Service } from './endpoint.ts';
import { openHandOver } from './hand-over.ts';
import type { TestService } from './hand-over.ts';
import { LANES } from './queue.ts';
import type { PushAnswer } from './queue.ts';
import { openPushStore } from './store.ts';
import type { Attempt, Delivery, PushStore } from './store.ts';
import { vapidKeysOf } from './vapid.ts';

export type { TestService } from './hand-over.ts';

/** Time in ms between two checks for what is to be announced: with an empty queue, and with messages in it. */
const LOOK = { idle: 5000, waiting: 1000 };
/** Time in ms that messages under way are given when the portal stops. */
const STOP_GRACE = 3000;

export interface Push {
  /** The public key that browsers subscribe with. */
  key: string;
  store: PushStore;
  /** Returns the push service of an endpoint; null for one that the portal does not send to. */
  serviceOf(endpoint: string): Service | null;
  /** Checks soon for what is to be announced, because something was written. */
  wake(): void;
  /** Begins to send. Until then subscriptions are only stored. */
  start(): void;
  /** Stops sending, after waiting a moment for messages under way. */
  close(): Promise<void>;
}

/**
 * Opens push: what is announced to which devices, and the queue of messages to the push services.
 * @param now ms since the epoch
 * @param origin public address of the portal
 * @param testService the only push service that may be on this machine, for tests
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
  /** The deliveries that are being handed over, and since when (ms since the epoch). */
  const underWay = new Map<Delivery, number>();
  let answers: Attempt[] = [];
  let [isOpen, isNews, looked] = [false, true, Number.NEGATIVE_INFINITY];
  let timer: NodeJS.Timeout | undefined;

  /** Announces what is due; then records answers and takes the next deliveries, both in one transaction. */
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
      // For example, the disk is full. Everything is tried again at the next step.
      log.error({ err: error }, 'push failed');
    }
    if (isOpen) timer = setTimeout(step, pause);
  }

  function answered(given: readonly [Delivery, PushAnswer][]): void {
    const at = now();
    for (const [delivery, answer] of given) {
      const { status } = answer;
      const isInvented = answer.hasNoHost === true && delivery.lane !== LANES.proven;
      if ((status < 200 || status >= 300) && status !== 404 && status !== 410 && !isInvented) {
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
 * Runs a transaction that survives the end of the process, but not a power cut: messages that were recorded just before
 * one are sent again and replace the first. Waiting for the disk at each step would delay pages.
 */
function withoutSync<T>(db: Db, work: () => T): T {
  db.pragma('synchronous = NORMAL');
  try {
    return db.transaction(work)();
  } finally {
    db.pragma('synchronous = FULL');
  }
}
