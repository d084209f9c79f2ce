import type { ANSWERS } from '../contract/messages/push-message.ts';
import { TOPICS } from '../contract/sections.ts';
import type { Topic } from '../contract/sections.ts';
import type { Db } from '../db/database.ts';
import { PROVIDERS, WELL_KNOWN } from './endpoint.ts';
import type { Provider, Service } from './endpoint.ts';
import { judge, LANES, MOST_PER_SERVICE, roomsOf } from './queue.ts';
import type { Lane, PushAnswer, ServiceState, Waiting } from './queue.ts';

export type Urgency = 'low' | 'normal' | 'high';

/** Maximum number of subscribed devices. */
export const MOST_SUBSCRIPTIONS = 50_000;

/** A subscribed device. */
export interface Subscription extends Service {
  endpoint: string;
  p256dh: string;
  auth: string;
  topics: readonly Topic[];
}

/**
 * A message and when it is sent, all times in ms since the epoch: from `due`, given up at `until`; from `expires` on it
 * is not worth showing. What has the same `subject` replaces it; `version` tells texts about one subject apart.
 */
export interface QueuedMessage {
  subject: string;
  topic: Topic | typeof ANSWERS;
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
  lane: Lane;
  tries: number;
}

/** The result of an attempt; times are ms since the epoch. */
export interface Attempt {
  delivery: Delivery;
  answer: PushAnswer;
  began: number;
  at: number;
}

/**
 * To how many devices a message was to go, of how many the push service has taken it, and how many it still waits for.
 */
export interface Reach {
  wanted: number;
  taken: number;
  waiting: number;
}

export type PushStore = ReturnType<typeof openPushStore>;

/** The tables of push. Every method that changes them is called in a transaction, or is one statement. */
export function openPushStore(db: Db) {
  return { ...openSubscriptions(db), ...openMessages(db), ...openDeliveries(db) };
}

function openSubscriptions(db: Db) {
  const put = db.prepare(`
    INSERT INTO push_subscription (endpoint, p256dh, auth, service, provider, topics, standing)
    VALUES (@endpoint, @p256dh, @auth, @service, @provider, @topics, ${LANES.new})
    ON CONFLICT (endpoint) DO UPDATE SET p256dh = excluded.p256dh, auth = excluded.auth, topics = excluded.topics`);
  const putDevice = db.prepare(`
    INSERT INTO push_subscription (endpoint, p256dh, auth, service, provider, topics, standing)
    VALUES (@endpoint, @p256dh, @auth, @service, @provider, '[]', ${LANES.new})
    ON CONFLICT (endpoint) DO UPDATE SET p256dh = excluded.p256dh, auth = excluded.auth`);
  const withdraw = db.prepare(`
    DELETE FROM push_delivery
    WHERE subscription = (SELECT id FROM push_subscription WHERE endpoint = ?)
      AND message IN (SELECT id FROM push_message WHERE topic = ?)`);
  const known = db.prepare<[string], number>('SELECT 1 FROM push_subscription WHERE endpoint = ?').pluck();
  const count = db.prepare<[], number>('SELECT count(*) FROM push_subscription').pluck();
  const waiting = db.prepare<[], number>('SELECT count(*) FROM push_delivery').pluck();
  const withTopic = db
    .prepare<[string], number>('SELECT count(*) FROM push_subscription WHERE instr(topics, ?) > 0')
    .pluck();
  const remove = db.prepare('DELETE FROM push_subscription WHERE endpoint = ?');
  // At random: whoever adds very many devices must not decide which of the others go.
  const makeRoom = db.prepare(`
    DELETE FROM push_subscription WHERE id = (
      SELECT id FROM push_subscription WHERE standing <> ${LANES.proven} ORDER BY standing DESC, random() LIMIT 1)`);

  return {
    /**
     * Adds a subscription, or replaces that of the same endpoint. Queued messages of topics that it no longer has are
     * removed.
     */
    put: db.transaction(({ topics, ...rest }: Subscription) => {
      put.run({ ...rest, topics: JSON.stringify(topics) });
      for (const topic of TOPICS) if (!topics.includes(topic)) withdraw.run(rest.endpoint, topic);
    }),
    /** Adds a device that asks for no topic, or replaces the keys of one that is there. */
    putDevice: (device: Omit<Subscription, 'topics'>) => void putDevice.run(device),
    /** Deletes a subscription and its queued messages. */
    remove: (endpoint: string) => void remove.run(endpoint),
    isKnown: (endpoint: string) => known.get(endpoint) !== undefined,
    /**
     * Makes room for one more device: where there are as many as there may be, one goes that took none of the messages
     * that it was sent, or else one that was not sent any yet. Those that have taken a message stay.
     * @returns whether there is room
     */
    makeRoom: () => (count.get() ?? 0) < MOST_SUBSCRIPTIONS || makeRoom.run().changes > 0,
    /** How many devices asked for a topic. */
    subscribed: (topic: Topic) => withTopic.get(JSON.stringify(topic)) ?? 0,
    figures: () => ({ subscriptions: count.get() ?? 0, queue: waiting.get() ?? 0 }),
  };
}

/** SQL: whether a push service is known to exist. */
const isHeardOf = (service: string) => `(${service} IN (${WELL_KNOWN.map((one) => `'${one}'`).join(', ')}) OR EXISTS (
  SELECT 1 FROM push_subscription WHERE standing = ${LANES.proven} AND service = ${service}))`;

/** Time in ms for which the failures of a push service are remembered. */
const REMEMBERED = 24 * 60 * 60_000;

function openMessages(db: Db) {
  const forget = db.prepare('DELETE FROM push_message WHERE subject = ?');
  const add = db.prepare(`
    INSERT INTO push_message (subject, topic, version, urgency, payload, due, until, expires, open)
    VALUES (@subject, @topic, @version, @urgency, @payload, @due, @until, @expires, @open)`);
  const queueFor = (devices: string) =>
    db.prepare(`
    INSERT INTO push_delivery (subscription, message, provider, lane, service, state, rank, due, tries)
    SELECT id, @message, provider,
      iif(standing = ${LANES.new} AND NOT ${isHeardOf('device.service')}, ${LANES.doubtful}, standing),
      service, 'waiting', @rank, 0, 0
    FROM push_subscription AS device WHERE ${devices}`);
  const queue = queueFor('instr(topics, @wanted) > 0');
  const queueOfTicket = queueFor('id IN (SELECT subscription FROM ticket_push WHERE ticket = @wanted)');
  const count = db.prepare('UPDATE push_message SET wanted = ? WHERE id = ?');
  const reach = db.prepare<[string], Reach>(`
    SELECT wanted, taken, (SELECT count(*) FROM push_delivery WHERE message = id) AS waiting
    FROM push_message WHERE subject = ? AND (open = 0 OR payload <> '')`);
  // How a service failed that long ago says nothing any more.
  const forgetServices = db.prepare('DELETE FROM push_service WHERE due < ?');
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
  const restate = db.prepare('UPDATE push_message SET version = @version, due = @due WHERE subject = @subject');
  const empty = db.prepare(
    'DELETE FROM push_delivery WHERE message IN (SELECT id FROM push_message WHERE subject = ?)',
  );
  const close = db.prepare("UPDATE push_message SET open = 0, payload = '' WHERE subject = ?");
  const ended = db.prepare<[number], string>('SELECT subject FROM push_message WHERE open = 1 AND until <= ?').pluck();

  function end(subject: string): void {
    empty.run(subject);
    close.run(subject);
  }
  /** Stores that something counts as announced, without a message. */
  function settle(message: Omit<QueuedMessage, 'payload'>): void {
    forget.run(message.subject);
    add.run({ ...message, payload: '', open: 0 });
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
      forgetServices.run(message.due - REMEMBERED);
      const { lastInsertRowid } = add.run({ ...message, open: 1 });
      const rank = RANKS[message.urgency];
      const { changes } = queue.run({ message: lastInsertRowid, wanted: JSON.stringify(message.topic), rank });
      count.run(changes, lastInsertRowid);
    },
    /** Queues a message for the devices that are told of a ticket; it replaces the one of the same subject. */
    announceAnswer(message: QueuedMessage, ticket: string): void {
      forget.run(message.subject);
      const { lastInsertRowid } = add.run({ ...message, open: 1 });
      const { changes } = queueOfTicket.run({ message: lastInsertRowid, wanted: ticket, rank: RANKS[message.urgency] });
      count.run(changes, lastInsertRowid);
    },
    settle,
    /** Replaces a message for devices that have not received it yet. */
    prolong: (message: Pick<QueuedMessage, 'subject' | 'payload' | 'until' | 'expires'>) => void prolong.run(message),
    /**
     * Stores that something counts as announced in another version; a message that is being sent goes on. Without one
     * it settles.
     */
    restate(message: Omit<QueuedMessage, 'payload'>): void {
      const { subject, version, due } = message;
      if (restate.run({ subject, version, due }).changes === 0) settle(message);
    },
    forget: (subject: string) => void forget.run(subject),
    /** How far the last message about a subject has come; undefined before there was one. */
    reach: (subject: string) => reach.get(subject),
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

/** Maximum number of services of a provider that are looked at for a lane in one step: the first, and one behind it. */
const MOST_LOOKED_AT = { first: 40, behind: 4 };

function openDeliveries(db: Db) {
  const nextService = db
    .prepare<[Provider, Lane, string], string>(`
      SELECT service FROM push_delivery WHERE provider = ? AND lane = ? AND state = 'waiting' AND service > ?
      ORDER BY service LIMIT 1`)
    .pluck();
  const candidates = db.prepare<[Provider, Lane, string, number, number], Delivery>(`
    SELECT subscription, message FROM push_delivery
    WHERE provider = ? AND lane = ? AND state = 'waiting' AND service = ? AND due <= ?
    ORDER BY rank, due, subscription LIMIT ?`);
  const find = db.prepare<[number, number], Delivery>(`
    SELECT d.subscription, d.message, d.provider, d.lane, d.service, d.tries, s.endpoint, s.p256dh, s.auth,
      m.urgency, m.payload, m.expires, m.until
    FROM push_delivery d JOIN push_subscription s ON s.id = d.subscription JOIN push_message m ON m.id = d.message
    WHERE d.subscription = ? AND d.message = ?`);
  const mark = db.prepare("UPDATE push_delivery SET state = 'handing' WHERE subscription = ? AND message = ?");
  const drop = db.prepare('DELETE FROM push_delivery WHERE subscription = ? AND message = ?');
  const again = db.prepare(`
    UPDATE push_delivery SET state = 'waiting', due = ?, tries = tries + 1 WHERE subscription = ? AND message = ?`);
  const take = db.prepare('UPDATE push_message SET taken = taken + 1 WHERE id = ?');
  const unsubscribe = db.prepare('DELETE FROM push_subscription WHERE id = ?');
  const rate = db.prepare(`UPDATE push_subscription SET standing = ? WHERE id = ? AND standing <> ${LANES.proven}`);
  const prove = db.prepare(`UPDATE push_delivery SET lane = ${LANES.proven} WHERE subscription = ?`);
  const heardOf = db
    .prepare<[string], number>(`
    SELECT ${isHeardOf('asked.service')} FROM (SELECT ? AS service) AS asked`)
    .pluck();
  const stateOf = db.prepare<[string, Lane], ServiceState>(
    'SELECT failures, due FROM push_service WHERE service = ? AND lane = ?',
  );
  const stateIn = db.prepare<{ service: string; lane: Lane }, ServiceState>(`
    SELECT coalesce(max(iif(lane = @lane, failures, 0)), 0) AS failures, coalesce(max(due), 0) AS due
    FROM push_service WHERE service = @service AND lane <= @lane`);
  const healthy = db.prepare('DELETE FROM push_service WHERE service = ? AND lane = ?');
  const failing = db.prepare('INSERT OR REPLACE INTO push_service (service, lane, failures, due) VALUES (?, ?, ?, ?)');
  const anyWaiting = db.prepare('SELECT 1 FROM push_delivery LIMIT 1');
  const inDoubt = db.prepare("UPDATE push_delivery SET state = 'waiting' WHERE state = 'handing'");
  /** The service after which it is the next one's turn, in each lane of each provider. */
  const turns = new Map<string, string>();

  /** The services that a lane has messages for, a limited number, beginning with the one whose turn it is. */
  function servicesOf(provider: Provider, lane: Lane, most: number): string[] {
    const turn = turns.get(`${provider} ${lane}`) ?? '';
    const found: string[] = [];
    let last = turn;
    let isAround = false;
    while (found.length < most) {
      const next = nextService.get(provider, lane, last);
      if (next === undefined && isAround) break;
      if (next === undefined) [isAround, last] = [true, ''];
      else if (isAround && next > turn) break;
      else found.push((last = next));
    }
    return found;
  }

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
      const taken: Delivery[] = [];
      const devices = new Set(busy.map(({ subscription }) => subscription));
      let isBehind = false;
      for (const lane of Object.values(LANES)) {
        let isSending = false;
        for (const provider of PROVIDERS) {
          const inLane = busy.filter((one) => one.provider === provider && one.lane === lane);
          const underWay = Map.groupBy(inLane, ({ service }) => service);
          const ready = new Map<string, Delivery[]>();
          const looked = servicesOf(provider, lane, MOST_LOOKED_AT[isBehind ? 'behind' : 'first']);
          const services = looked.map((service): Waiting => {
            const state = stateIn.get({ service, lane }) ?? { failures: 0, due: 0 };
            const most = MOST_PER_SERVICE + devices.size;
            const found = state.due > at ? [] : candidates.all(provider, lane, service, at, most);
            const free = found.filter(({ subscription }) => !devices.has(subscription));
            ready.set(service, free);
            return { service, ...state, underWay: underWay.get(service)?.length ?? 0, waiting: free.length };
          });
          const rooms = roomsOf(services, { underWay: inLane.length, isBehind, at });
          // Whom a place was given has had a turn; where nobody can be sent anything, others are looked at next.
          const canSend = services.some(({ waiting }) => waiting > 0);
          const turn = canSend ? services.findLast(({ service }) => rooms.has(service)) : services.at(-1);
          if (turn) turns.set(`${provider} ${lane}`, turn.service);
          isSending ||= canSend;
          for (const [service, room] of rooms) {
            let left = room;
            for (const { subscription, message } of ready.get(service) ?? []) {
              if (left === 0) break;
              if (devices.has(subscription)) continue;
              const delivery = find.get(subscription, message);
              if (!delivery) continue;
              devices.add(subscription);
              mark.run(subscription, message);
              taken.push(delivery);
              left -= 1;
            }
          }
        }
        isBehind ||= isSending;
      }
      return taken;
    },
    /**
     * Records the result of an attempt. What devices fail at that never took a message says nothing about their
     * service to those that did.
     */
    record({ delivery, answer, began, at }: Attempt): void {
      const { subscription, message, service, lane, tries, until } = delivery;
      const before = stateOf.get(service, lane) ?? { failures: 0, due: 0 };
      const isHeardOf = lane === LANES.proven || heardOf.get(service) === 1;
      const given = { tries, began, at, until, service: before, isHeardOf, random: Math.random() };
      const { delivery: verdict, service: after } = judge(answer, given);
      if (typeof verdict === 'object') again.run(verdict.again, subscription, message);
      else if (verdict === 'gone') unsubscribe.run(subscription);
      else {
        drop.run(subscription, message);
        const isRated = rate.run(verdict === 'done' ? LANES.proven : LANES.doubtful, subscription).changes > 0;
        if (isRated && verdict === 'done') prove.run(subscription);
        if (verdict === 'done') take.run(message);
      }
      if (after.failures === 0) healthy.run(service, lane);
      else failing.run(service, lane, after.failures, after.due);
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
