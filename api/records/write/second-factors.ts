import type { LogbookKind } from '../../contract/messages/logbook.ts';
import { Problem } from '../../contract/problems.ts';
import { ADMIN } from '../../contract/roles.ts';
import type { Act, Outcome, WriteContext } from './operate.ts';

/** What is stored of recovery codes. */
export interface StoredCodes {
  salt: string;
  hashes: readonly string[];
}

/** What is stored of a new second factor. */
export interface NewFactor extends StoredCodes {
  /** Encrypted. */
  secret: string;
  /** The step of the code that was given with it. */
  step: number;
  /** ISO 8601 */
  since: string;
}

/** The name under which the history says that a second factor was changed; it says no more than that. */
const FIELD = 'secondFactor';

/**
 * The writer's operations on second factors. What was given before, and the devices that do without it, are forgotten.
 */
export function openSecondFactorWrites({ sql, operate, existing }: WriteContext) {
  function putCodes(id: string, { salt, hashes }: StoredCodes): void {
    sql('UPDATE second_factor SET salt = ? WHERE user_id = ?').run(salt, id);
    sql('DELETE FROM recovery_code WHERE user_id = ?').run(id);
    for (const hash of hashes) sql('INSERT INTO recovery_code (user_id, hash) VALUES (?, ?)').run(id, hash);
  }
  const drop = (id: string) =>
    ['second_factor', 'recovery_code', 'remembered_device'].map((table) =>
      sql(`DELETE FROM ${table} WHERE user_id = ?`).run(id),
    );
  const changed = (id: string, kind: LogbookKind): Outcome<1> => ({
    entry: { action: 'update', type: 'user', id, field: FIELD },
    answer: 1,
    deed: { kind, about: { id } },
  });

  return {
    /** Sets up the author's own. */
    setSecondFactor: (act: Act, factor: NewFactor): 1 =>
      operate(
        act,
        'user',
        () => {
          const { id } = existing('user', act.userId);
          drop(id);
          sql('INSERT INTO second_factor (user_id, secret, salt, step, since) VALUES (?, ?, ?, ?, ?)').run(
            id,
            factor.secret,
            factor.salt,
            factor.step,
            factor.since,
          );
          putCodes(id, factor);
          return changed(id, 'second-factor');
        },
        true,
      ),
    /** Replaces the author's own recovery codes. @throws Problem 404 without a second factor */
    setRecoveryCodes: (act: Act, codes: StoredCodes): 1 =>
      operate(
        act,
        'user',
        () => {
          const { id } = existing('user', act.userId);
          if (!sql('SELECT 1 FROM second_factor WHERE user_id = ?').get(id)) throw new Problem('not-found');
          putCodes(id, codes);
          return changed(id, 'recovery-codes');
        },
        true,
      ),
    /** Removes the author's own, or as an Admin anybody's. */
    removeSecondFactor: (act: Act, id: string): 1 =>
      operate(
        act,
        'user',
        () => {
          existing('user', id);
          const [{ changes = 0 } = {}] = drop(id);
          return changes === 0 ? { unchanged: 1 as const } : changed(id, 'second-factor-removed');
        },
        act.usergroup === ADMIN || act.userId === id,
      ),
  };
}
