import { TICKETS_PAGE } from '../../contract/addresses/tickets.ts';
import { ANSWERS } from '../../contract/messages/push-message.ts';
import { Problem } from '../../contract/problems.ts';
import type { Db } from '../../db/database.ts';
import { encodedMessage } from '../../push/messages.ts';
import type { PushStore, Subscription } from '../../push/store.ts';
import { answerSubject, DROP_UNUSED } from '../../tickets/answer-subject.ts';
import type { TicketStore } from '../../tickets/store.ts';

/** Maximum number of devices that are told of one ticket. */
const MOST_DEVICES = 5;
/** Time in ms after which a device that was off is not told any more. */
const MAX_AGE = 3 * 24 * 60 * 60_000;

/**
 * Tells the author of a ticket of an answer, on the devices that asked for it. A message has the number and says that
 * there is an answer: no text, and not the private address, which the portal does not know. The device does.
 */
export interface AnswerPush {
  /** Has a device told of a ticket. @throws Problem 422 when there are too many */
  add(ticket: string, device: Omit<Subscription, 'topics'>): void;
  /** Has a device not told of it any more. */
  remove(ticket: string, endpoint: string): void;
  /** Queues the messages about an answer, in the transaction of the answer. */
  tell(ticket: string): void;
}

interface Parts {
  db: Db;
  store: TicketStore;
  push: PushStore;
  /** ms since the epoch */
  now: () => number;
}

export function openAnswerPush({ db, store, push, now }: Parts): AnswerPush {
  const count = db.prepare<[string], number>('SELECT count(*) FROM ticket_push WHERE ticket = ?').pluck();
  const put = db.prepare(`
    INSERT OR IGNORE INTO ticket_push (ticket, subscription)
    SELECT ?, id FROM push_subscription WHERE endpoint = ?`);
  const known = db.prepare<[string, string], 1>(`
    SELECT 1 FROM ticket_push JOIN push_subscription ON id = subscription WHERE ticket = ? AND endpoint = ?`);
  const drop = db.prepare(`
    DELETE FROM ticket_push
    WHERE ticket = ? AND subscription = (SELECT id FROM push_subscription WHERE endpoint = ?)`);
  const dropUnused = db.prepare(DROP_UNUSED);

  return {
    add: db.transaction((ticket: string, device: Omit<Subscription, 'topics'>) => {
      if (!known.get(ticket, device.endpoint) && (count.get(ticket) ?? 0) >= MOST_DEVICES) {
        throw new Problem('value', { field: 'endpoint', message: TOO_MANY });
      }
      push.putDevice(device);
      put.run(ticket, device.endpoint);
    }),
    remove: db.transaction((ticket: string, endpoint: string) => {
      drop.run(ticket, endpoint);
      dropUnused.run();
    }),
    tell(ticket) {
      const told = [store.one(ticket), ...store.mergedInto(ticket)];
      for (const one of told) {
        if (!one || one.erased !== '' || (count.get(one.id) ?? 0) === 0) continue;
        const due = now();
        const payload = encodedMessage({
          title: `Reclamo ${one.number}`,
          body: 'Hay una respuesta.',
          url: `${TICKETS_PAGE}?numero=${one.number}`,
          tag: `reclamo-${one.number}`,
          topic: ANSWERS,
          at: new Date(due).toISOString(),
        });
        const until = due + MAX_AGE;
        const subject = answerSubject(one.id);
        const message = { subject, topic: ANSWERS, version: '', urgency: 'normal', payload } as const;
        push.announceAnswer({ ...message, due, until, expires: until }, one.id);
      }
    },
  };
}

const TOO_MANY = `Hasta ${MOST_DEVICES} teléfonos reciben avisos de un reclamo.`;
