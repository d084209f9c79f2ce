import { Router } from 'express';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { openFailures } from '../../auth/failures.ts';
import { originOf } from '../../auth/guard.ts';
import type { PasswordResets } from '../../auth/password-resets.ts';
import type { NewPasswords } from '../../auth/passwords.ts';
import { calls } from '../../contract/addresses/calls.ts';
import { Problem } from '../../contract/problems.ts';
import type { Db } from '../../db/database.ts';
import { bodyOf, jsonBody, SMALL_BODY } from '../../http/body.ts';
import { networkRateLimit } from '../../http/limits/rate.ts';
import { reply } from '../../http/reply.ts';
import { route } from '../../http/route.ts';
import type { MailQueue } from '../../mail/queue.ts';
import { LINK_USED } from '../../records/write/users.ts';
import type { Writer } from '../../records/write/writer.ts';

interface Parts {
  db: Db;
  /** ms since the epoch */
  now: () => number;
  writer: Writer;
  passwords: NewPasswords;
  resets: PasswordResets;
  /** null: the portal sends none, and offers no reset */
  mail: MailQueue | null;
}

const DAY = 24 * 60 * 60_000;
/**
 * Links that an account gets in a day. Whoever asks for them in another's name gives that person links that are good.
 */
const PER_ACCOUNT = 5;
/** What a network may ask for: a town hall may share one address. */
const PER_NETWORK = { burst: 20, perSecond: 20 / 3600 };
/** Passwords that a network may choose. Each costs a hash, but only with a good token. */
const USES = { burst: 30, perSecond: 1 / 20 };
/** Time in ms after which every request is answered, whether there is such an account or not. */
const ANSWERED_AFTER = 400;

const asking = z.strictObject({ account: z.string().max(300) });
const using = z.strictObject({ token: z.string().max(100), password: z.unknown() });

/**
 * Reset of a forgotten password by a link in a mail. No answer tells whether there is an account. The second factor is
 * asked for at the log-in that follows.
 */
export function passwordResetRoutes({ db, now, writer, passwords, resets, mail }: Parts): Router {
  const router = Router();
  const body = jsonBody(SMALL_BODY);
  const asked = openFailures({ now, window: DAY, most: PER_ACCOUNT });
  // A person without a password was never given one.
  const able = "enable = 1 AND email <> '' AND password_hash <> ''";
  const byName = db.prepare<[string], string>(`SELECT id FROM user WHERE username = ? AND ${able}`).pluck();
  const byMail = db.prepare<[string], string>(`SELECT id FROM user WHERE lower(email) = lower(?) AND ${able}`).pluck();
  const groupOf = db.prepare<[string], number>('SELECT usergroup FROM user WHERE id = ?').pluck();

  function ask(account: string, queue: MailQueue): void {
    const typed = account.normalize('NFC').trim();
    const withMail = byMail.all(typed);
    const id = byName.get(typed) ?? (withMail.length === 1 ? withMail[0] : undefined);
    if (id === undefined || asked.wait(id, PER_ACCOUNT) > 0) return;
    asked.add(id);
    queue.put('reset', id);
  }

  route(router, calls.passwordReset(), {
    get: (req, res) => reply(req, res, { isOffered: mail !== null }),
    post: [
      networkRateLimit({ now, ...PER_NETWORK }),
      body,
      async (req, res) => {
        const { account } = bodyOf(asking, req.body);
        if (mail === null) throw new Problem('not-found');
        const answered = wait(ANSWERED_AFTER);
        try {
          ask(account, mail);
        } finally {
          await answered;
        }
        await reply(req, res, 1);
      },
    ],
  });
  route(router, calls.passwordResetUse(), {
    post: [
      networkRateLimit({ now, ...USES }),
      body,
      async (req, res) => {
        const { token, password } = bodyOf(using, req.body);
        const id = resets.userOf(token);
        if (id === null) throw new Problem('deleted', { message: LINK_USED });
        const hash = await passwords.hash(password, { id });
        const act = { userId: id, usergroup: groupOf.get(id) ?? 0, request: 'password reset', from: originOf(req) };
        writer.resetPassword(act, hash, () => resets.userOf(token) === id);
        await reply(req, res, 1);
      },
    ],
  });
  return router;
}
