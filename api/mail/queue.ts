import type { Db } from '../db/database.ts';
import type { Log } from '../log.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * What the portal writes by mail: a link to reset a password, that a password or an address was changed, or which
 * tickets have come in.
 */
export type MailKind = 'reset' | 'changed' | 'tickets';

/** Time for which tickets of an area are gathered, so that it gets at most one mail in that time. */
export const GATHERED = 10 * MINUTE;
/** Time after which a mail is given up. Whoever has asked for a link does not wait for longer. */
const KEPT: Record<MailKind, number> = { reset: HOUR, changed: 3 * DAY, tickets: 3 * DAY };
/** Pauses after tries that failed. */
const PAUSE = { first: MINUTE, longest: 6 * HOUR };
/** Time for which a mail that is being sent is nobody else's. If its sender is killed, it is tried again after this. */
const LEASE = 5 * MINUTE;
/** Maximum number of mails that wait; beyond it, none is taken. */
export const MOST_WAITING = 500;
/** Maximum number of tickets that one mail is about. More of ten minutes are suspect. */
export const MOST_TICKETS = 200;
const MOST_FAULT = 200;

/** A mail that is to be sent now. */
export interface DueMail {
  id: number;
  kind: MailKind;
  /** Id of a user, or key of an area. */
  recipient: string;
  /** Ids of tickets; of a change the address to tell, the user name and what has changed (ToldChange). */
  about: string[];
  /** ms since the epoch */
  queued: number;
  /** Number of tries, this one included. */
  tries: number;
}

/** How a try failed: the words of the mail server, and whether it will refuse this mail again. */
export interface MailFault {
  words: string;
  /** The server takes no mail now, whichever it is. */
  isOfServer: boolean;
  isFinal: boolean;
}

/** How the queue is, for the doctor. */
export interface MailFigures {
  waiting: number;
  /** When the oldest that should have left was put here; ms since the epoch, null if there is none. */
  oldest: number | null;
  /** Why it did not leave: words of the mail server, or blank. */
  fault: string;
}

/**
 * Mail that waits to be sent. What puts one does so within its own transaction, so that it leaves exactly if the act
 * has happened. It is sent at least once: a mail is removed after the server has taken it.
 */
export interface MailQueue {
  /** Puts a mail to a user, unless one of its kind waits that nobody has tried to send. */
  put(kind: 'reset' | 'changed', userId: string, about?: readonly string[]): void;
  /** Adds a ticket to the mail that its area gets next. */
  putTicket(area: string, ticket: string): void;
  isWaiting(): boolean;
  isDue(): boolean;
  /** Gives up what is too old, and takes what is due for longest; null if nothing is. */
  take(): DueMail | null;
  remove(id: number): void;
  failed(mail: DueMail, fault: MailFault): void;
  figures(): MailFigures;
}

/**
 * @param now ms since the epoch
 * @param random from 0 to 1, which spreads tries over time
 */
export function openMailQueue(db: Db, now: () => number, log: Log, random: () => number = Math.random): MailQueue {
  type Row = Omit<DueMail, 'about'> & { about: string };
  const count = db.prepare<[], number>('SELECT count(*) FROM mail').pluck();
  const untried = db.prepare<[string, string], { id: number; about: string }>(
    'SELECT id, about FROM mail WHERE kind = ? AND recipient = ? AND tries = 0',
  );
  const insert = db.prepare<[string, string, string, number, number, number]>(
    `INSERT INTO mail (kind, recipient, about, queued, due, until, tries, fault) VALUES (?, ?, ?, ?, ?, ?, 0, '')`,
  );
  const putAbout = db.prepare<[string, number]>('UPDATE mail SET about = ? WHERE id = ?');
  // What is due later than any pause is so by a clock that was wrong.
  const due = db.prepare<[number, number], Row>(
    'SELECT id, kind, recipient, about, queued, tries FROM mail WHERE due <= ? OR due > ? ORDER BY due LIMIT 1',
  );
  const lease = db.prepare<[number, number]>('UPDATE mail SET due = ?, tries = tries + 1 WHERE id = ?');
  const tooOld = db.prepare<[number], Row & { fault: string }>(
    'DELETE FROM mail WHERE until <= ? RETURNING id, kind, recipient, about, queued, tries, fault',
  );
  const drop = db.prepare<[number]>('DELETE FROM mail WHERE id = ?');
  const postpone = db.prepare<[number, string, number]>('UPDATE mail SET due = ?, fault = ? WHERE id = ?');
  const postponeAll = db.prepare<[number]>('UPDATE mail SET due = max(due, ?)');
  const late = db.prepare<[number], { queued: number; fault: string }>(
    'SELECT queued, fault FROM mail WHERE queued <= ? ORDER BY queued LIMIT 1',
  );
  const nextDue = (at: number) => due.get(at, at + 2 * PAUSE.longest);

  function add(kind: MailKind, recipient: string, about: readonly string[], wait: number): void {
    const at = now();
    if ((count.get() ?? 0) >= MOST_WAITING) return log.warn({ kind }, 'mail not queued: too many wait');
    insert.run(kind, recipient, JSON.stringify(about), at, at + wait, at + wait + KEPT[kind]);
  }

  function pauseAfter(tries: number, isFinal: boolean): number {
    const pause = isFinal ? PAUSE.longest : Math.min(PAUSE.longest, PAUSE.first * 2 ** Math.min(tries - 1, 20));
    return Math.round(pause * (0.75 + random() / 2));
  }

  return {
    put(kind, userId, about = []) {
      if (!untried.get(kind, userId)) add(kind, userId, about, 0);
    },
    putTicket(area, ticket) {
      const waiting = untried.get('tickets', area);
      if (!waiting) return add('tickets', area, [ticket], GATHERED);
      const about = JSON.parse(waiting.about) as string[];
      if (about.length < MOST_TICKETS) putAbout.run(JSON.stringify([...about, ticket]), waiting.id);
    },
    isWaiting: () => (count.get() ?? 0) > 0,
    isDue: () => nextDue(now()) !== undefined,
    take: () =>
      db
        .transaction((): DueMail | null => {
          const at = now();
          for (const { kind, tries, fault } of tooOld.all(at)) log.warn({ kind, tries, fault }, 'mail given up');
          const row = nextDue(at);
          if (!row) return null;
          lease.run(at + LEASE, row.id);
          return { ...row, about: JSON.parse(row.about) as string[], tries: row.tries + 1 };
        })
        .immediate(),
    remove: (id) => void drop.run(id),
    failed({ id, kind, tries }, { words, isOfServer, isFinal }) {
      const fault = withoutAddresses(words);
      const again = now() + pauseAfter(tries, isFinal);
      log.warn({ kind, tries, fault }, 'mail not taken');
      db.transaction(() => {
        postpone.run(again, fault, id);
        // Otherwise each that waits would wait for a server that does not answer.
        if (isOfServer) postponeAll.run(Math.min(again, now() + LEASE));
      }).immediate();
    },
    figures() {
      const stuck = late.get(now() - HOUR / 2);
      return { waiting: count.get() ?? 0, oldest: stuck?.queued ?? null, fault: stuck?.fault ?? '' };
    },
  };
}

/**
 * Forgets the mail that waited and the links that were sent when a backup was made, in a database of any release: the
 * mail has left since, and the links may have been used.
 */
export function forgetMail(db: Db): void {
  for (const table of ['mail', 'password_reset']) {
    const hasTable = db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table);
    if (hasTable) db.prepare(`DELETE FROM ${table}`).run();
  }
}

/** Mail servers repeat whom they refuse. */
const withoutAddresses = (words: string) =>
  words
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(/[^\s<>]+@[^\s<>]+/g, '…')
    .slice(0, MOST_FAULT);
