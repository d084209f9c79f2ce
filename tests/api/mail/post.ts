import { onTestFinished } from 'vitest';
import { openLog } from '../../../api/log.ts';
import { openMailQueue } from '../../../api/mail/queue.ts';
import type { MailQueue } from '../../../api/mail/queue.ts';
import { sendDue } from '../../../api/mailing/sender.ts';
import { openDatabase } from '../../../api/records/open.ts';
import { openMailServer } from '../../mail-server.ts';
import type { MailServer } from '../../mail-server.ts';
import { NOON, openTown } from '../town.ts';
import type { Town } from '../town.ts';

export const FROM = 'portal@villa.example';
export const ORIGIN = 'https://villa.example';
export const MINUTE = 60_000;

/** A town that sends mail, with its mail server. */
export interface PostedTown {
  town: Town;
  queue: MailQueue;
  server: MailServer;
  /** The lines of the log, as JSON. */
  lines: string[];
  /** Sends what is due. @returns how many mails the server has taken */
  send(): Promise<number>;
}

/** Opens a town whose users Ana and Edu have addresses, with a mail server of its own. */
export async function openPostedTown({ url }: { url?: string } = {}): Promise<PostedTown> {
  const db = openDatabase(':memory:');
  const lines: string[] = [];
  const log = openLog('info', { write: (line) => void lines.push(line) });
  let town: Town | null = null;
  const now = () => town?.clock.now ?? NOON;
  const queue = openMailQueue(db, now, log, () => 0.5);
  const server = await openMailServer();
  onTestFinished(() => server.close());
  const opened = await openTown({ db, origin: ORIGIN, mail: queue });
  town = opened;
  db.prepare("UPDATE user SET email = username || '@villa.example'").run();
  const smtpUrl = `${url ?? server.url}/?socketTimeout=400&greetingTimeout=400`;
  return {
    town: opened,
    queue,
    server,
    lines,
    send: () => sendDue({ db, queue, now, log, smtpUrl, from: FROM, origin: ORIGIN }),
  };
}
