import { BetterSqlite3Adapter } from '@lucia-auth/adapter-sqlite';
import { Lucia, TimeSpan } from 'lucia';
import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { CONFIRMED_MINUTES, SESSION_DAYS } from '../contract/limits.ts';
import type { User } from '../contract/records.ts';
import type { OpenSession } from '../contract/messages/open-session.ts';
import { browserAndDevice } from '../records/device-words.ts';
import { openRecords } from '../records/from-rows.ts';
import { openTakingSessions } from '../records/write/taken-sessions.ts';

/** Sessions of staff. The browser holds a random token, the database only its SHA-256. */
export interface Sessions {
  /**
   * @param userAgent the header of that name
   * @param begun called in its transaction
   * @returns the token, 256 random bits as base64url
   */
  create(userId: string, userAgent?: string, begun?: () => void): Promise<string>;
  /**
   * Returns the enabled user of a token, null when there is no live session. Renews a session after half its time, and
   * notes that it is used.
   */
  validate(token: string, userAgent?: string): Promise<User | null>;
  /** The same, synchronously and without renewing: for the check right before something is written. */
  userOf(token: string): User | null;
  /** Notes that the person of this session has just given the password, as they do for a log-in. */
  confirm(token: string): void;
  /** Has its person given the password a short while ago? */
  isConfirmed(token: string): boolean;
  /**
   * Ends the session whose token has this SHA-256, if there is one: whoever knows the hash has had the token.
   * @param ended called in its transaction, with whose it was
   */
  end(id: string, ended?: (userId: string) => void): void;
  /** The live sessions of a user, those used last first. @param token of the session that asks */
  of(userId: string, token: string | null): OpenSession[];
  /** Takes one session of a user away, or all but one, as `openTakingSessions` does. @returns how many */
  take(userId: string, which: { only: string } | { except: string }): number;
  /** Returns why a token without a live session has none; null stands for no token. */
  endOf(token: string | null): 'expired' | 'revoked';
}

/**
 * Time for which a session is remembered after it ran out or was taken away, so that a tablet that comes back after
 * months still learns that it was.
 */
const REMEMBERED = 366 * 86_400;
/** A use is noted again after this time, in seconds: a write for each request would cost more than it tells. */
const USE_STALE = 600;

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
  const lastUse = db.prepare<[string], number>('SELECT used FROM session WHERE id = ?').pluck();
  const putUse = db.prepare<[number, string, string]>(
    "UPDATE session SET used = ?, device = CASE device WHEN '' THEN ? ELSE device END WHERE id = ?",
  );
  const liveOf = db.prepare<[string, number], Omit<OpenSession, 'isThis'>>(`
    SELECT id, device, strftime('%FT%TZ', nullif(began, 0), 'unixepoch') AS began,
           strftime('%FT%TZ', nullif(used, 0), 'unixepoch') AS used
    FROM session WHERE user_id = ? AND expires_at > ? ORDER BY session.used DESC, session.began DESC, id`);
  const putConfirmed = db.prepare<[number, string]>('UPDATE session SET confirmed = ? WHERE id = ?');
  const lastConfirmed = db.prepare<[string], number>('SELECT confirmed FROM session WHERE id = ?').pluck();
  const take = db.transaction(openTakingSessions((text) => db.prepare(text)));
  // Not Lucia's, which answer with promises: no transaction can wait for one.
  const insert = db.prepare<[Record<string, string | number>]>(`
    INSERT INTO session (id, user_id, expires_at, device, began, used, confirmed)
    VALUES (@id, @userId, @expires, @device, @now, @now, @now)`);
  const create = db.transaction((session: Record<string, string | number>, begun: () => void) => {
    insert.run(session);
    begun();
  });
  const remove = db.prepare<[string], string>('DELETE FROM session WHERE id = ? RETURNING user_id').pluck();
  const end = db.transaction((id: string, ended: (userId: string) => void) => {
    const userId = remove.get(id);
    if (userId !== undefined) ended(userId);
  });

  function noteUse(id: string, userAgent: string): void {
    try {
      const age = seconds() - (lastUse.get(id) ?? 0);
      // A clock that was set back must not stop the noting.
      if (Math.abs(age) >= USE_STALE) putUse.run(seconds(), browserAndDevice(userAgent), id);
    } catch {
      // A full disk must not prevent anybody from reading.
    }
  }

  function enabled(userId: string | undefined): User | null {
    const user = userId === undefined ? null : records.user(userId);
    return user?.enable === 1 ? user : null;
  }

  return {
    async create(userId, userAgent = '', begun = () => {}) {
      for (const one of forget) one.run(seconds() - REMEMBERED);
      const token = randomBytes(32).toString('base64url');
      const [now, expires] = [seconds(), seconds() + SESSION_DAYS * 86_400];
      create.immediate({ id: sessionIdOf(token), userId, expires, device: browserAndDevice(userAgent), now }, begun);
      return token;
    },
    async validate(token, userAgent = '') {
      const id = sessionIdOf(token);
      const { session } = await lucia.validateSession(id);
      const user = enabled(session?.userId);
      if (user) noteUse(id, userAgent);
      return user;
    },
    userOf: (token) => enabled(live.get(sessionIdOf(token), Date.now() / 1000)),
    confirm: (token) => void putConfirmed.run(seconds(), sessionIdOf(token)),
    isConfirmed(token) {
      const age = seconds() - (lastConfirmed.get(sessionIdOf(token)) ?? 0);
      return age >= 0 && age < CONFIRMED_MINUTES * 60;
    },
    end: (id, ended = () => {}) => end.immediate(id, ended),
    of(userId, token) {
      const own = token === null ? null : sessionIdOf(token);
      return liveOf.all(userId, seconds()).map((one) => ({ ...one, isThis: one.id === own }));
    },
    take: (userId, which) => take.immediate(userId, which),
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
