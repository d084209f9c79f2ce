import type { WriteContext } from './operate.ts';

/** The id of the one session that is taken away, or that is not; without either, all of them are. */
type Which = { only?: string; except?: string };

/**
 * Returns a function that takes sessions of a user away, and their links to drafts; for a year a device that has such a
 * session is told so (`api/auth/sessions.ts`). Lucia answers with promises, which no transaction of better-sqlite3 can
 * wait for, and cannot except a session. It is to be called within a transaction.
 * @returns how many sessions were taken away
 */
export function openTakingSessions(sql: WriteContext['sql']): (userId: string, which?: Which) => number {
  return (userId, { only = '', except = '' } = {}) => {
    const of = "FROM session WHERE user_id = ? AND id <> ? AND ? IN ('', id)";
    const seconds = Math.floor(Date.now() / 1000);
    sql(`INSERT OR REPLACE INTO revoked_session (id, at) SELECT id, ? ${of}`).run(seconds, userId, except, only);
    const { changes } = sql(`DELETE ${of}`).run(userId, except, only);
    // Whoever has taken a user's tablet may have made links that show drafts without a session.
    sql('DELETE FROM draft_link WHERE created_by = ?').run(userId);
    return changes;
  };
}
