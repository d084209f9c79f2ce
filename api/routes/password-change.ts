import type { Request } from 'express';
import { z } from 'zod';
import type { Attempts } from '../auth/attempts.ts';
import { bearer } from '../auth/guard.ts';
import type { Guard } from '../auth/guard.ts';
import { isPassword } from '../auth/passwords.ts';
import type { NewPassword } from '../auth/passwords.ts';
import { sessionIdOf } from '../auth/sessions.ts';
import { openTurns } from '../auth/turns.ts';
import { Problem } from '../contract/problems.ts';
import { ADMIN } from '../contract/roles.ts';
import type { Db } from '../db.ts';
import type { Writer } from '../entities/write.ts';
import { bodyOf } from './bodies.ts';
import { part } from './route.ts';

export interface PasswordParts {
  db: Db;
  writer: Writer;
  guard: Guard;
  attempts: Attempts;
  newPassword: NewPassword;
}

/** A secret has no base: nobody has seen it. `current` is the present one, which a user knows and an Admin need not. */
const change = z.strictObject({ value: z.unknown(), current: z.string().optional() }).refine(({ value }) => value !== undefined);

/**
 * Sets a password: an Admin anybody's, and with the present one everybody their own. Who tries to guess the present one,
 * on a tablet that was left open, is stopped like at the log-in.
 */
export function openPasswordChange({ db, writer, guard, attempts, newPassword }: PasswordParts): (req: Request) => Promise<1> {
  const accountOf = db.prepare<[string], { username: string; hash: string }>('SELECT username, password_hash AS hash FROM user WHERE id = ?');
  const inTurn = openTurns();

  async function checkCurrent(userId: string, current: string, address: string): Promise<void> {
    const { username, hash } = accountOf.get(userId) ?? { username: '', hash: '' };
    const retryAfter = attempts.wait(username, address);
    if (retryAfter > 0) throw new Problem('too-many', { retryAfter });
    const forget = attempts.begin(address);
    if (!(await isPassword(current, hash))) {
      attempts.failed(username);
      throw new Problem('forbidden', { field: 'current', message: 'Esa no es tu contraseña actual.' });
    }
    forget();
    attempts.succeeded(username);
  }

  return async (req) => {
    const id = part(req, 'id');
    const { userId, usergroup } = guard.act(req, { body: '' });
    const isOwn = 'current' in (req.body as object);
    if (isOwn ? userId !== id : usergroup !== ADMIN) throw new Problem('forbidden');
    const { value, current } = bodyOf(change, req.body);
    if (current === undefined) {
      const hash = await newPassword(value, { id });
      return writer.setPassword(guard.act(req, { body: '' }), id, hash);
    }
    await inTurn(id, () => checkCurrent(id, current, req.ip ?? ''));
    const hash = await newPassword(value, { id });
    return writer.setOwnPassword(guard.act(req, { body: '' }), hash, sessionIdOf(bearer(req) ?? ''));
  };
}
