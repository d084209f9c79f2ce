import { isDeepStrictEqual } from 'node:util';
import { mergedFields, wholeOf } from './merged-fields.ts';
import type { Merge, PartMerges } from './merged-fields.ts';
import { mergedList } from './merged-list.ts';
import type { ListRules, Pairs } from './merged-list.ts';

/**
 * Returns how a list of rows is merged: row by row and field by field. Rows have no keys: a row is recognized by being
 * equal or, if no other row has the same, by the first of `marks` that it has kept. Two new rows that have the same
 * first mark are one.
 * @param marks the fields by which a row is recognized, the surest first
 * @param within how fields are merged that both changed
 */
export function byRow<R extends object>(marks: readonly (keyof R & string)[], within?: PartMerges): Merge<R[]> {
  const [first] = marks as [keyof R & string];
  const rules: ListRules<R> = {
    paired: (base, later) => pairedByMarks(base, later, marks),
    isTwin: (one, other) => !isEmpty(one[first]) && isDeepStrictEqual(one[first], other[first]),
    common: commonOf,
    row: (base, mine, theirs) => mergedFields(base, mine, theirs, within),
  };
  return (base, mine, theirs) =>
    isList(base) && isList(mine) && isList(theirs) ? mergedList<R>(base, mine, theirs, rules) : wholeOf(theirs);
}

function pairedByMarks<R extends object>(
  base: readonly R[],
  later: readonly R[],
  marks: readonly (keyof R)[],
): Pairs<R> {
  const pairs: Pairs<R> = new Map();
  const [left, right] = [new Set(base), new Set(later)];
  const pair = (one: R, other: R) => {
    pairs.set(one, other);
    left.delete(one);
    right.delete(other);
  };
  for (const row of base) {
    const same = [...right].find((one) => isDeepStrictEqual(one, row));
    if (same) pair(row, same);
  }
  for (const mark of marks) {
    const having = (rows: Iterable<R>, value: unknown) =>
      [...rows].filter((row) => isDeepStrictEqual(row[mark], value));
    for (const row of left) {
      const value = row[mark];
      const [one, other] = [having(left, value), having(right, value)];
      if (!isEmpty(value) && one.length === 1 && other.length === 1) pair(row, other[0] as R);
    }
  }
  return pairs;
}

/** Returns what two new rows have in common: what both have, and nothing where they differ. */
function commonOf<R extends object>(one: R, other: R): R {
  const fields = Object.entries(one).map(([name, value]) => {
    const isSame = isDeepStrictEqual(value, (other as Record<string, unknown>)[name]);
    return [name, isSame ? value : Array.isArray(value) ? [] : typeof value === 'boolean' ? false : ''];
  });
  return Object.fromEntries(fields) as R;
}

/** An entry of the menu has no list of links unless it is a group. */
const isList = (value: unknown) => Array.isArray(value);
const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0);
