import type { Request } from 'express';
import { bodyOf } from '../http/body.ts';
import { z } from 'zod';
import { PER_ACCOUNT } from '../auth/attempts.ts';
import type { Failures } from '../auth/failures.ts';
import { bearer } from '../auth/guard.ts';
import type { Guard } from '../auth/guard.ts';
import { isPassword } from '../auth/passwords.ts';
import type { NewPasswords } from '../auth/passwords.ts';
import { sessionIdOf } from '../auth/sessions.ts';
import { keyedMutex } from '../auth/keyed-mutex.ts';
import { Problem } from '../contract/problems.ts';
import { ADMIN } from '../contract/roles.ts';
import type { Db } from '../db/database.ts';
import type { Writer } from '../records/write/writer.ts';
import { part } from '../http/route.ts';

export interface PasswordParts {
  db: Db;
  writer: Writer;
  guard: Guard;
  /** Wrong present passwords, by user. */
  wrongOnes: Failures;
  passwords: NewPasswords;
}

/** Unlike other fields it has no `base`. `current` is the present password, which only Admins may leave out. */
const change = z
  .strictObject({ value: z.unknown(), current: z.string().optional() })
  .refine(({ value }) => value !== undefined);

/**
 * Sets a password: Admins set anyone's, users set their own and give the present one. Attempts with a wrong present
 * password are limited as at the log-in, because a tablet may be left unattended.
 */
export function openPasswordChange({
  db,
  writer,
  guard,
  wrongOnes,
  passwords,
}: PasswordParts): (req: Request) => Promise<1> {
  const hashOf = db.prepare<[string], string>('SELECT password_hash FROM user WHERE id = ?').pluck();
  const locked = keyedMutex();

  async function checkCurrent(userId: string, current: string): Promise<void> {
    const retryAfter = wrongOnes.wait(userId, PER_ACCOUNT);
    if (retryAfter > 0) throw new Problem('too-many', { retryAfter });
    if (!(await isPassword(current, hashOf.get(userId)))) {
      wrongOnes.add(userId);
      throw new Problem('forbidden', { field: 'current', message: 'Esa no es tu contraseña actual.' });
    }
    wrongOnes.forget(userId);
  }

  return async (req) => {
    const id = part(req, 'id');
    const { userId, usergroup } = guard.act(req, { body: '' });
    const isOwn = 'current' in (req.body as object);
    if (isOwn ? userId !== id : usergroup !== ADMIN) throw new Problem('forbidden');
    const { value, current } = bodyOf(change, req.body);
    if (current !== undefined) await locked(id, () => checkCurrent(id, current));
    const hash = await passwords.hash(value, { id });
    const act = guard.act(req, { body: '' });
    const answer =
      current === undefined
        ? writer.setPassword(act, id, hash)
        : writer.setOwnPassword(act, hash, sessionIdOf(bearer(req) ?? ''));
    await passwords.confirm(id, value, hash);
    return answer;
  };
}
