import { BetterSqlite3Adapter } from '@lucia-auth/adapter-sqlite';
import { Lucia, TimeSpan } from 'lucia';
import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { SESSION_DAYS } from '../contract/limits.ts';
import type { User } from '../contract/records.ts';
import { openRecords } from '../records/from-rows.ts';

/** Sessions of staff. The browser holds a random token, the database only its SHA-256. */
export interface Sessions {
  /** @returns the token, 256 random bits as base64url */
  create(userId: string): Promise<string>;
  /** Returns the enabled user of a token, null when there is no live session. Renews a session after half its time. */
  validate(token: string): Promise<User | null>;
  /** The same, synchronously and without renewing: for the check right before something is written. */
  userOf(token: string): User | null;
  end(token: string): Promise<void>;
  /** Ends the session whose token has this SHA-256, if there is one: whoever knows the hash has had the token. */
  endById(id: string): Promise<void>;
  /** Returns why a token without a live session has none; null stands for no token. */
  endOf(token: string | null): 'expired' | 'revoked';
}

/**
 * Time for which a session is remembered after it ran out or was taken away, so that a tablet that comes back after
 * months still learns that it was.
 */
const REMEMBERED = 366 * 86_400;

export function openSessions(db: Db): Sessions {
  const lucia = new Lucia(new BetterSqlite3Adapter(db, { user: 'user', session: 'session' }), {
    sessionExpiresIn: new TimeSpan(SESSION_DAYS, 'd'),
  });
  const records = openRecords(db);
  const live = db
    .prepare<[string, number], string>('SELECT user_id FROM session WHERE id = ? AND expires_at > ?')
    .pluck();
  const isRevoked = db.prepare<[string], 1>('SELECT 1 FROM revoked_session WHERE id = ?').pluck();
  // Not Lucia's, which deletes at once what ran out: its user may still be disabled.
  const forget = [
    db.prepare<[number]>('DELETE FROM session WHERE expires_at < ?'),
    db.prepare<[number]>('DELETE FROM revoked_session WHERE at < ?'),
  ];
  const seconds = () => Math.floor(Date.now() / 1000);

  function enabled(userId: string | undefined): User | null {
    const user = userId === undefined ? null : records.user(userId);
    return user?.enable === 1 ? user : null;
  }

  return {
    async create(userId) {
      for (const one of forget) one.run(seconds() - REMEMBERED);
      const token = randomBytes(32).toString('base64url');
      await lucia.createSession(userId, {}, { sessionId: sessionIdOf(token) });
      return token;
    },
    async validate(token) {
      const { session } = await lucia.validateSession(sessionIdOf(token));
      return enabled(session?.userId);
    },
    userOf: (token) => enabled(live.get(sessionIdOf(token), Date.now() / 1000)),
    end: (token) => lucia.invalidateSession(sessionIdOf(token)),
    endById: (id) => lucia.invalidateSession(id),
    endOf: (token) => (token !== null && isRevoked.get(sessionIdOf(token)) === 1 ? 'revoked' : 'expired'),
  };
}

/** Ends everybody's sessions, in a database of any release. */
export function endEverySession(db: Db): void {
  db.prepare('DELETE FROM session').run();
}

/** Returns what is stored of a token. */
export function sessionIdOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
