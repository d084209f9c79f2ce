import { BetterSqlite3Adapter } from '@lucia-auth/adapter-sqlite';
import { Lucia, TimeSpan } from 'lucia';
import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../db/open.ts';
import { SESSION_DAYS } from '../contract/limits.ts';
import type { User } from '../contract/records.ts';
import { openRecords } from '../records/from-rows.ts';

/** Sessions of staff. The browser holds a random token, the database only its SHA-256. */
export interface Sessions {
  /** @returns the token, 256 random bits as base64url */
  create(userId: string): Promise<string>;
  /** The enabled user behind a token, null when there is no live session. Half-way through its days a session is renewed. */
  validate(token: string): Promise<User | null>;
  /** The same without renewing, at once: asked again right before something is written. */
  userOf(token: string): User | null;
  end(token: string): Promise<void>;
  /** Ends the session whose token has this SHA-256, if there is one: who knows the hash has had the token. */
  endByHash(hash: string): Promise<void>;
  endAll(userId: string): Promise<void>;
}

export function openSessions(db: Db): Sessions {
  const lucia = new Lucia(new BetterSqlite3Adapter(db, { user: 'user', session: 'session' }), {
    sessionExpiresIn: new TimeSpan(SESSION_DAYS, 'd'),
  });
  const records = openRecords(db);
  const live = db.prepare<[string, number], string>('SELECT user_id FROM session WHERE id = ? AND expires_at > ?').pluck();

  function enabled(userId: string | undefined): User | null {
    const user = userId === undefined ? null : records.user(userId);
    return user?.enable === 1 ? user : null;
  }

  return {
    async create(userId) {
      await lucia.deleteExpiredSessions();
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
    endByHash: (hash) => lucia.invalidateSession(hash),
    endAll: (userId) => lucia.invalidateUserSessions(userId),
  };
}

/** What is stored of a token. */
export function sessionIdOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
