import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Db } from '../db/database.ts';
import type { Log } from '../log.ts';
import { openMailQueue } from '../mail/queue.ts';
import type { MailQueue } from '../mail/queue.ts';
import { sendDue } from './sender.ts';

/** Time in ms between two looks at whether a mail is due. */
const LOOK = 3000;
/** Time between two knocks after which a mail is still due: the first, and the longest. */
const KNOCK = { first: 15_000, longest: 10 * 60_000 };
/** Time that a mail under way is given when the portal stops; it is sent again otherwise. */
const STOP_GRACE = 3000;

/**
 * The file whose writing starts the program that sends, where the portal does not know the mail server itself
 * (deploy/systemd/portal-mail@.path).
 */
export const knockFile = (dbFile: string) => join(dirname(dbFile), 'correo-por-salir');

export interface Mail {
  queue: MailQueue;
  /** Begins to look for mail that is due. */
  start(): void;
  close(): Promise<void>;
}

interface Parts {
  db: Db;
  dbFile: string;
  /** ms since the epoch */
  now: () => number;
  log: Log;
  /** undefined: another program sends, which has the password of the mail server. */
  smtpUrl: string | undefined;
  from: string;
  origin: string;
}

/** Opens the queue of mail, and has what is due sent: by this process or by another one. */
export function openMail({ db, dbFile, now, log, smtpUrl, from, origin }: Parts): Mail {
  const queue = openMailQueue(db, now, log);
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<unknown> | null = null;
  let [pause, knocked] = [0, 0];

  function send(address: string): void {
    underWay ??= sendDue({ db, queue, now, log, smtpUrl: address, from, origin })
      .catch((error: unknown) => log.error({ err: error }, 'mail failed'))
      .finally(() => (underWay = null));
  }

  function knock(): void {
    if (performance.now() - knocked < pause) return;
    writeFileSync(knockFile(dbFile), '', { mode: 0o600 });
    knocked = performance.now();
    // Without a program that listens, mail waits, and the doctor says so.
    pause = Math.min(KNOCK.longest, Math.max(KNOCK.first, pause * 2));
  }

  function look(): void {
    try {
      if (!queue.isDue()) pause = 0;
      else if (smtpUrl === undefined) knock();
      else send(smtpUrl);
    } catch (error) {
      // For example, the disk is full. Everything is tried again at the next look.
      log.error({ err: error }, 'mail failed');
    }
    timer = setTimeout(look, LOOK);
  }

  return {
    queue,
    start: look,
    async close() {
      clearTimeout(timer);
      if (underWay === null) return;
      await Promise.race([underWay, new Promise((resolve) => setTimeout(resolve, STOP_GRACE).unref())]);
    },
  };
}
