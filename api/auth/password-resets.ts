import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { openForgettingResets } from '../records/write/forgotten-resets.ts';

/** Time for which a token is good, in ms. */
export const RESET_TIME = 30 * 60_000;

/**
 * Tokens with which a forgotten password is reset. Only the mail has a token, the database its SHA-256. A repeated mail
 * has another one, and each is good until one of them was used.
 */
export interface PasswordResets {
  /** Makes a token for a user. @returns 256 random bits as base64url */
  make(userId: string): string;
  /** Returns the id of the user who may log in and whose token this is; null if there is none. */
  userOf(token: string): string | null;
  /** Has the tokens of a user count no more, and sends none that was asked for. */
  forget(userId: string): void;
}

/** @param now ms since the epoch */
export function openPasswordResets(db: Db, now: () => number): PasswordResets {
  const put = db.prepare<[Buffer, string, number]>(
    'INSERT INTO password_reset (token, user_id, expires) VALUES (?, ?, ?)',
  );
  const dropOld = db.prepare<[number, number]>('DELETE FROM password_reset WHERE expires <= ? OR expires > ?');
  const find = db
    .prepare<[Buffer, number, number], string>(
      `SELECT user_id FROM password_reset JOIN user ON user.id = user_id AND enable = 1
      WHERE token = ? AND expires > ? AND expires <= ?`,
    )
    .pluck();
  const isKnown = db
    .prepare<[string, string], 1>(
      `SELECT 1 FROM password_reset WHERE user_id = ?
       UNION ALL SELECT 1 FROM mail WHERE kind = 'reset' AND recipient = ?`,
    )
    .pluck();
  const forget = openForgettingResets((text) => db.prepare(text));
  return {
    make(userId) {
      const token = randomBytes(32).toString('base64url');
      dropOld.run(now(), now() + RESET_TIME);
      put.run(hashed(token), userId, now() + RESET_TIME);
      return token;
    },
    // A clock that was set back does not make a token good for longer.
    userOf: (token) => find.get(hashed(token), now(), now() + RESET_TIME) ?? null,
    forget(userId) {
      // Every log-in asks; most have nothing to write.
      if (isKnown.get(userId, userId)) forget(userId);
    },
  };
}

const hashed = (token: string) => createHash('sha256').update(token).digest();
