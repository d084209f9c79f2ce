import { setImmediate as turn } from 'node:timers/promises';
import webPush from 'web-push';
import type { Db } from '../db/open.ts';
import type { Log } from '../log.ts';
import { openAnnouncements } from './announcements.ts';
import { serviceOf } from './endpoint.ts';
import { openSender } from './sender.ts';
import { openPushStore } from './store.ts';
import type { Attempt, Delivery, PushStore } from './store.ts';
import { openVapid } from './vapid.ts';

/** Time between two looks at what is to be told, in ms: while nothing waits, and while something does. */
const LOOK = { idle: 5000, waiting: 1000 };
/** Answers are recorded together: when so many have come, or after so many ms. */
const RECORD = { answers: 8, after: 25 };
/** Time in ms for messages under way when the portal stops. */
const STOP_GRACE = 3000;

/** A push service on this machine, for tests. */
export interface TestService {
  origin: string;
  ca?: string;
}

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
  const vapid = openVapid(db, origin);
  const sender = openSender({ now, testService: testService?.origin, ca: testService?.ca });
  const underWay = new Set<Delivery>();
  let answers: Attempt[] = [];
  let [isOpen, isNews, looked] = [false, true, Number.NEGATIVE_INFINITY];
  let timer: NodeJS.Timeout | undefined;

  const known = (endpoint: string) => serviceOf(endpoint, testService?.origin);

  /** Records answers, looks at what is to be told, and takes what is sent next: together or not at all. */
  function step(): void {
    clearTimeout(timer);
    let wait = LOOK.idle;
    try {
      const [at, recorded] = [now(), answers];
      const taken = db.transaction((): Delivery[] => {
        for (const attempt of recorded) store.record(attempt);
        if (!isOpen) return [];
        if (isNews || Math.abs(at - looked) >= LOOK.waiting) announcements.announce(at);
        return store.take(at, [...underWay]);
      })();
      answers = [];
      [isNews, looked] = [false, at];
      for (const delivery of taken) underWay.add(delivery);
      if (taken.length > 0) void handOverAll(taken);
      if (underWay.size > 0 || store.isWaiting()) wait = LOOK.waiting;
    } catch (error) {
      // The disk is full, say: everything is tried again.
      log.error({ err: error }, 'push failed');
    }
    if (isOpen) timer = setTimeout(step, wait);
  }

  function after(ms: number): void {
    clearTimeout(timer);
    if (isOpen) timer = setTimeout(step, ms);
  }

  /** One at a time is encrypted, so that requests for pages are answered in between. */
  async function handOverAll(deliveries: Delivery[]): Promise<void> {
    for (const delivery of deliveries) {
      await turn();
      void handOver(delivery);
    }
  }

  async function handOver(delivery: Delivery): Promise<void> {
    const began = now();
    const answer = await attempt(delivery, began);
    if (answer.status >= 400 && answer.status !== 404 && answer.status !== 410) {
      log.warn({ service: delivery.service, status: answer.status }, 'push service refused');
    }
    underWay.delete(delivery);
    answers.push({ delivery, answer, began, at: now() });
    if (answers.length === RECORD.answers) after(0);
    else if (answers.length === 1) after(RECORD.after);
  }

  async function attempt({ endpoint, p256dh, auth, service, ...message }: Delivery, at: number) {
    const { urgency, payload, expires } = message;
    // What was accepted by other rules, or written into the database by hand, is dropped like a device that is gone.
    if (known(endpoint) !== service) return { status: 410, retryAfter: null };
    try {
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        TTL: Math.max(0, Math.floor((expires - at) / 1000)),
        urgency,
        topic: (JSON.parse(payload) as { tag: string }).tag,
      });
      const authorization = vapid.authorization(service);
      return await sender.send(endpoint, { ...headers, Authorization: authorization }, body as Buffer);
    } catch (error) {
      log.warn({ err: error }, 'push message could not be made');
      return { status: 400, retryAfter: null };
    }
  }

  return {
    key: vapid.key,
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
      while (underWay.size > 0 && performance.now() < end) await turn();
      step();
      sender.close();
    },
  };
}
