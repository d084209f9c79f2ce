import { TOPICS } from '../contract/push.ts';
import type { Topic } from '../contract/push.ts';
import type { Db } from '../db/database.ts';
import { judge, roomsOf } from './queue.ts';
import type { PushAnswer, ServiceState } from './queue.ts';

export type Urgency = 'low' | 'normal' | 'high';

/** A subscribed device. */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
  service: string;
  topics: readonly Topic[];
}

/**
 * A message and when it is sent, all times in ms since the epoch: from `due`, given up at `until`; from `expires` on it
 * is not worth showing. What has the same `subject` replaces it; `version` tells texts about one subject apart.
 */
export interface QueuedMessage {
  subject: string;
  topic: Topic;
  version: string;
  urgency: Urgency;
  payload: string;
  due: number;
  until: number;
  expires: number;
}

/** A message that is to be handed over to one device now. */
export interface Delivery
  extends Omit<Subscription, 'topics'>, Pick<QueuedMessage, 'urgency' | 'payload' | 'expires' | 'until'> {
  subscription: number;
  message: number;
  tries: number;
}

/** The result of an attempt; times are ms since the epoch. */
export interface Attempt {
  delivery: Delivery;
  answer: PushAnswer;
  began: number;
  at: number;
}

export type PushStore = ReturnType<typeof openPushStore>;

/** The tables of push. Every method that changes them is called in a transaction, or is one statement. */
export function openPushStore(db: Db) {
  return { ...openSubscriptions(db), ...openMessages(db), ...openDeliveries(db) };
}

function openSubscriptions(db: Db) {
  const put = db.prepare(`
    INSERT INTO push_subscription (endpoint, p256dh, auth, service, topics)
    VALUES (@endpoint, @p256dh, @auth, @service, @topics)
    ON CONFLICT (endpoint) DO UPDATE SET p256dh = excluded.p256dh, auth = excluded.auth, topics = excluded.topics`);
  const withdraw = db.prepare(`
    DELETE FROM push_delivery
    WHERE subscription = (SELECT id FROM push_subscription WHERE endpoint = ?)
      AND message IN (SELECT id FROM push_message WHERE topic = ?)`);
  const known = db.prepare<[string], number>('SELECT 1 FROM push_subscription WHERE endpoint = ?').pluck();
  const count = db.prepare<[], number>('SELECT count(*) FROM push_subscription').pluck();
  const waiting = db.prepare<[], number>('SELECT count(*) FROM push_delivery').pluck();
  const remove = db.prepare('DELETE FROM push_subscription WHERE endpoint = ?');

  return {
    /**
     * Adds a subscription, or replaces that of the same endpoint. Queued messages of topics that it no longer has are
     * removed.
     */
    put: db.transaction(({ topics, ...rest }: Subscription) => {
      put.run({ ...rest, topics: JSON.stringify(topics) });
      for (const topic of TOPICS) if (!topics.includes(topic)) withdraw.run(rest.endpoint, topic);
    }),
    /** Deletes a subscription and its queued messages. */
    remove: (endpoint: string) => void remove.run(endpoint),
    isKnown: (endpoint: string) => known.get(endpoint) !== undefined,
    figures: () => ({ subscriptions: count.get() ?? 0, queue: waiting.get() ?? 0 }),
  };
}

function openMessages(db: Db) {
  const forget = db.prepare('DELETE FROM push_message WHERE subject = ?');
  const add = db.prepare(`
    INSERT INTO push_message (subject, topic, version, urgency, payload, due, until, expires, open)
    VALUES (@subject, @topic, @version, @urgency, @payload, @due, @until, @expires, @open)`);
  const queue = db.prepare(`
    INSERT INTO push_delivery (subscription, message, service, state, rank, due, tries)
    SELECT id, @message, service, 'waiting', @rank, 0, 0 FROM push_subscription
    WHERE instr(topics, @wanted) > 0`);
  const find = db.prepare<[string], QueuedMessage & { open: number }>('SELECT * FROM push_message WHERE subject = ?');
  const planned = db.prepare<[Topic], QueuedMessage>(
    "SELECT * FROM push_message WHERE open = 1 AND payload = '' AND topic = ? ORDER BY due",
  );
  const underWay = db
    .prepare<[Topic], string>("SELECT subject FROM push_message WHERE open = 1 AND topic = ? AND payload <> ''")
    .pluck();
  const prolong = db.prepare(
    'UPDATE push_message SET payload = @payload, until = @until, expires = @expires WHERE subject = @subject',
  );
  const empty = db.prepare(
    'DELETE FROM push_delivery WHERE message IN (SELECT id FROM push_message WHERE subject = ?)',
  );
  const close = db.prepare("UPDATE push_message SET open = 0, payload = '' WHERE subject = ?");
  const ended = db.prepare<[number], string>('SELECT subject FROM push_message WHERE open = 1 AND until <= ?').pluck();

  function end(subject: string): void {
    empty.run(subject);
    close.run(subject);
  }
  return {
    find: (subject: string) => find.get(subject),
    /** Stores that something is to be announced, and since when, until its message is made. */
    plan(message: Omit<QueuedMessage, 'payload'>): void {
      forget.run(message.subject);
      add.run({ ...message, payload: '', open: 1 });
    },
    /** What is planned of a topic, oldest first. */
    planned: (topic: Topic) => planned.all(topic),
    /** Queues a message for all devices with its topic; it replaces the one of the same subject. */
    announce(message: QueuedMessage): void {
      forget.run(message.subject);
      const { lastInsertRowid } = add.run({ ...message, open: 1 });
      queue.run({ message: lastInsertRowid, wanted: JSON.stringify(message.topic), rank: RANKS[message.urgency] });
    },
    /** Stores that something counts as announced, without a message. */
    settle(message: Omit<QueuedMessage, 'payload'>): void {
      forget.run(message.subject);
      add.run({ ...message, payload: '', open: 0 });
    },
    /** Replaces a message for devices that have not received it yet. */
    prolong: (message: Pick<QueuedMessage, 'subject' | 'payload' | 'until' | 'expires'>) => void prolong.run(message),
    forget: (subject: string) => void forget.run(subject),
    /** Removes a message from the queue; it still counts as announced. */
    end,
    /** Subjects whose messages are being sent. */
    underWay: (topic: Topic) => underWay.all(topic),
    endLate(at: number): void {
      for (const subject of ended.all(at)) end(subject);
    },
  };
}

const RANKS: Record<Urgency, number> = { high: 0, normal: 1, low: 2 };

function openDeliveries(db: Db) {
  // Jumps from one service to the next in the index, however long the queue is.
  const services = db.prepare<[], ServiceState & { service: string }>(`
    WITH RECURSIVE name (service) AS (
      SELECT min(service) FROM push_delivery
      UNION ALL
      SELECT (SELECT min(service) FROM push_delivery WHERE service > name.service) FROM name
      WHERE name.service IS NOT NULL)
    SELECT name.service, coalesce(failures, 0) AS failures, coalesce(due, 0) AS due
    FROM name LEFT JOIN push_service USING (service) WHERE name.service IS NOT NULL`);
  const next = db.prepare<[string, number, number], Delivery>(`
    SELECT d.subscription, d.message, d.service, d.tries, s.endpoint, s.p256dh, s.auth,
      m.urgency, m.payload, m.expires, m.until
    FROM push_delivery d JOIN push_subscription s ON s.id = d.subscription JOIN push_message m ON m.id = d.message
    WHERE d.service = ? AND d.state = 'waiting' AND d.due <= ? ORDER BY d.rank, d.due LIMIT ?`);
  const mark = db.prepare("UPDATE push_delivery SET state = 'handing' WHERE subscription = ? AND message = ?");
  const drop = db.prepare('DELETE FROM push_delivery WHERE subscription = ? AND message = ?');
  const again = db.prepare(`
    UPDATE push_delivery SET state = 'waiting', due = ?, tries = tries + 1 WHERE subscription = ? AND message = ?`);
  const unsubscribe = db.prepare('DELETE FROM push_subscription WHERE id = ?');
  const stateOf = db.prepare<[string], ServiceState>('SELECT failures, due FROM push_service WHERE service = ?');
  const healthy = db.prepare('DELETE FROM push_service WHERE service = ?');
  const failing = db.prepare('INSERT OR REPLACE INTO push_service (service, failures, due) VALUES (?, ?, ?)');
  const anyWaiting = db.prepare('SELECT 1 FROM push_delivery LIMIT 1');
  const inDoubt = db.prepare("UPDATE push_delivery SET state = 'waiting' WHERE state = 'handing'");

  return {
    /** Returns to the queue what was being handed over when the process was killed. */
    resume: () => void inDoubt.run(),
    isWaiting: () => anyWaiting.get() !== undefined,
    /**
     * Takes the deliveries that are handed over next, and marks them. A device gets one message at a time, so that
     * none overtakes another.
     * @param busy the deliveries under way
     */
    take(at: number, busy: readonly Delivery[]): Delivery[] {
      const underWay = Map.groupBy(busy, ({ service }) => service);
      const known = services.all().map((one) => ({ ...one, underWay: underWay.get(one.service)?.length ?? 0 }));
      const taken: Delivery[] = [];
      const devices = new Set(busy.map(({ subscription }) => subscription));
      for (const [service, room] of roomsOf(known, at)) {
        let left = room;
        for (const delivery of next.all(service, at, room + devices.size)) {
          if (left === 0) break;
          if (devices.has(delivery.subscription)) continue;
          devices.add(delivery.subscription);
          mark.run(delivery.subscription, delivery.message);
          taken.push(delivery);
          left -= 1;
        }
      }
      return taken;
    },
    /** Records the result of an attempt. */
    record({ delivery, answer, began, at }: Attempt): void {
      const { subscription, message, service, tries, until } = delivery;
      const before = stateOf.get(service) ?? { failures: 0, due: 0 };
      const given = { tries, began, at, until, service: before, random: Math.random() };
      const { delivery: verdict, service: after } = judge(answer, given);
      if (typeof verdict === 'object') again.run(verdict.again, subscription, message);
      else if (verdict === 'gone') unsubscribe.run(subscription);
      else drop.run(subscription, message);
      if (after.failures === 0) healthy.run(service);
      else failing.run(service, after.failures, after.due);
    },
  };
}

/**
 * Empties the queue of a database that is being restored: what was announced after the backup was made must not be
 * announced again. It also removes the mark of what was seen, so that everything counts as announced at the next start.
 */
export function forgetQueue(db: Db): void {
  const isThere = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'push_message'").get() !== undefined;
  if (!isThere) return;
  db.prepare('DELETE FROM push_delivery').run();
  db.prepare('DELETE FROM push_service').run();
  db.prepare("UPDATE push_message SET open = 0, payload = '' WHERE open = 1").run();
  db.prepare('DELETE FROM meta WHERE key = ?').run(SEEN);
}

/** Key in `meta` of the last entry of the history that was looked at. */
export const SEEN = 'pushSeen';
