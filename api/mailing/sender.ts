import { z } from 'zod';
import { openPasswordResets, RESET_TIME } from '../auth/password-resets.ts';
import type { Db } from '../db/database.ts';
import type { Log } from '../log.ts';
import { mailAddress } from '../maintenance/notices.ts';
import { openTicketSettings } from '../tickets/settings.ts';
import { openTicketStore } from '../tickets/store.ts';
import { changedLetter, resetLetter, ticketsLetter } from '../mail/letters.ts';
import type { Letter } from '../mail/letters.ts';
import type { DueMail, MailFault, MailQueue } from '../mail/queue.ts';

/** Maximum number of mails that are sent in a row. */
const MOST_A_ROUND = 20;
/** Time for one mail in ms, whatever the server does. It is less than a mail is the sender's. */
const MOST_TIME = 90_000;

interface Parts {
  db: Db;
  queue: MailQueue;
  /** ms since the epoch */
  now: () => number;
  log: Log;
  /** Mail server, as an address with user and password. */
  smtpUrl: string;
  /** From which address mail is sent. */
  from: string;
  /** Public address of the portal. */
  origin: string;
}

/**
 * Sends the mails that are due, one after the other, until a server takes none.
 * @returns how many were sent
 */
export async function sendDue({ db, queue, now, log, smtpUrl, from, origin }: Parts): Promise<number> {
  const write = openLetters({ db, now, origin });
  let sent = 0;
  for (let tried = 0; tried < MOST_A_ROUND; tried += 1) {
    const mail = queue.take();
    if (!mail) break;
    const letter = write(mail);
    if (letter) {
      const fault = await deliver({ ...letter, from, id: `${mail.id}.${mail.queued}` }, { smtpUrl, origin });
      if (fault) {
        // After a fault of the server nothing is due for a while.
        queue.failed(mail, fault);
        continue;
      }
      sent += 1;
      log.info({ kind: mail.kind, tries: mail.tries }, 'mail sent');
    }
    queue.remove(mail.id);
  }
  return sent;
}

type Addressed = Letter & { to: string };

/** Returns what writes a mail when it is sent; null if there is nobody to send it to, or nothing to say any more. */
function openLetters({ db, now, origin }: Pick<Parts, 'db' | 'now' | 'origin'>): (mail: DueMail) => Addressed | null {
  const account = db.prepare<[string], { username: string; email: string }>(
    "SELECT username, email FROM user WHERE id = ? AND enable = 1 AND password_hash <> ''",
  );
  const resets = openPasswordResets(db, now);
  const tickets = openTicketStore(db);
  const settings = openTicketSettings(db);

  function reset(userId: string): Addressed | null {
    const user = account.get(userId);
    if (!user || !isMailAddress(user.email)) return null;
    const until = now() + RESET_TIME;
    return {
      to: user.email,
      ...resetLetter({ origin, username: user.username, token: resets.make(userId), until }),
    };
  }

  function newTickets(key: string, ids: readonly string[]): Addressed | null {
    const { areas, topics } = settings.read();
    const area = areas.find((one) => one.key === key);
    if (!area?.email || !isMailAddress(area.email)) return null;
    const told = ids.flatMap((id) => {
      const row = tickets.one(id);
      if (!row || row.erased !== '' || row.suspect === 1 || row.area !== key) return [];
      const topic = topics.find((one) => one.key === row.topic)?.name ?? 'Reclamo';
      return [{ number: row.number, topic, place: row.place }];
    });
    return told.length === 0 ? null : { to: area.email, ...ticketsLetter({ origin, area: area.name, tickets: told }) };
  }

  return ({ kind, recipient, about, queued }) => {
    switch (kind) {
      case 'reset':
        return reset(recipient);
      case 'changed': {
        const [to = '', username = '', what] = about;
        const change = { username, what: what === 'email' ? what : 'password', at: queued } as const;
        return isMailAddress(to) ? { to, ...changedLetter({ origin, ...change }) } : null;
      }
      case 'tickets':
        return newTickets(recipient, about);
    }
  };
}

const mailAddressSchema = z.email();
/** Whether mail can be sent there: one address, without a name or anything else that a header could hold. */
export const isMailAddress = (text: string) => text.length <= 254 && mailAddressSchema.safeParse(text).success;

/** Hands a mail to the server. @returns null once the server has taken it */
async function deliver(
  { to, from, subject, text, id }: Addressed & { from: string; id: string },
  { smtpUrl, origin }: { smtpUrl: string; origin: string },
): Promise<MailFault | null> {
  // Only a process that sends loads it.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(mailAddress(smtpUrl));
  let timer: NodeJS.Timeout | undefined;
  try {
    await Promise.race([
      transport.sendMail({
        from: { name: '', address: from },
        to: { name: '', address: to },
        subject,
        text,
        // The same for each try, so that programs for mail show a repeated one once.
        messageId: `<${id}@${new URL(origin).hostname}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
      new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error('El servidor de correo no terminó a tiempo.')), MOST_TIME);
      }),
    ]);
    return null;
  } catch (error) {
    return faultOf(error);
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}

/** What the server says of one mail: that it does not take this one, for now or for good. */
const OF_ONE_MAIL = new Set(['EENVELOPE', 'EMESSAGE']);

function faultOf(error: unknown): MailFault {
  const { code, responseCode = 0, message = '' } = error as { code?: unknown; responseCode?: number; message?: string };
  const isOfServer = typeof code !== 'string' || !OF_ONE_MAIL.has(code);
  return {
    words: message.split('\n', 1)[0] ?? '',
    isOfServer,
    isFinal: !isOfServer && responseCode >= 500,
  };
}
