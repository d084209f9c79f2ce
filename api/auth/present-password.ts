import { Problem } from '../contract/problems.ts';
import type { Db } from '../db/database.ts';
import { PER_ACCOUNT } from './attempts.ts';
import type { Failures } from './failures.ts';
import { keyedMutex } from './keyed-mutex.ts';
import { isPassword } from './passwords.ts';

/**
 * Checks the present password of a person who is logged in, because a tablet may be left unattended. Wrong ones are
 * limited as at the log-in, but counted by themselves: a stranger can fail to log in in anybody's name.
 * @throws Problem 403 wrong, 429 too many wrong ones
 */
export type PresentPassword = (userId: string, given: string) => Promise<void>;

/** @param wrongOnes wrong present passwords, by user */
export function openPresentPassword(db: Db, wrongOnes: Failures): PresentPassword {
  const hashOf = db.prepare<[string], string>('SELECT password_hash FROM user WHERE id = ?').pluck();
  const locked = keyedMutex();
  return (userId, given) =>
    locked(userId, async () => {
      const retryAfter = wrongOnes.wait(userId, PER_ACCOUNT);
      if (retryAfter > 0) throw new Problem('too-many', { retryAfter });
      if (!(await isPassword(given, hashOf.get(userId)))) {
        wrongOnes.add(userId);
        throw new Problem('forbidden', { field: 'current', message: 'Esa no es tu contraseña actual.' });
      }
      wrongOnes.forget(userId);
    });
}
