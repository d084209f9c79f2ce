import type { WriteContext } from './operate.ts';

/**
 * Returns a function that has the links with which a user could reset their password count no more, and sends none that
 * was asked for (`api/auth/password-resets.ts`).
 */
export function openForgettingResets(sql: WriteContext['sql']): (userId: string) => void {
  return (userId) => {
    sql('DELETE FROM password_reset WHERE user_id = ?').run(userId);
    sql("DELETE FROM mail WHERE kind = 'reset' AND recipient = ?").run(userId);
  };
}
