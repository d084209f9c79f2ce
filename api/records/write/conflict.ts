import { isDeepStrictEqual } from 'node:util';
import { Problem } from '../../contract/problems.ts';
import type { History } from '../history.ts';
import { wholeOf } from './merged-fields.ts';
import type { Question } from './merged-fields.ts';

/** What a conflict is: somebody replaces a value that they have not seen. */
export interface Conflicts {
  /** Returns the Problem 409 that carries the question, and who wrote the stored value. */
  conflict(type: string, id: string, question: Question<unknown>, field?: string): Problem;
  /**
   * Refuses to replace a value that its author has not seen.
   * @param canonicalOf the form in which a base is stored, if it may come in another
   * @throws Problem `conflict` (409) with the stored value unless `isCurrent`
   */
  guardBase(
    record: { type: string; id: string; field?: string },
    base: unknown,
    stored: unknown,
    canonicalOf?: (base: unknown) => unknown,
  ): void;
}

/** Has the author of an operation seen the stored value? An operation without a base does not ask. */
export function isCurrent(base: unknown, stored: unknown, canonicalOf?: (base: unknown) => unknown): boolean {
  if (base === undefined || isDeepStrictEqual(base, stored)) return true;
  return canonicalOf !== undefined && isDeepStrictEqual(canonicalOf(base), stored);
}

export function openConflicts(history: History): Conflicts {
  const conflict: Conflicts['conflict'] = (type, id, { seen, rest }, field) =>
    new Problem('conflict', {
      value: seen,
      ...(!isDeepStrictEqual(rest, seen) && { rest }),
      ...history.lastChange(type, id, field),
    });
  return {
    conflict,
    guardBase({ type, id, field }, base, stored, canonicalOf) {
      if (!isCurrent(base, stored, canonicalOf)) throw conflict(type, id, wholeOf(stored), field);
    },
  };
}
