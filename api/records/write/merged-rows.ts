import { isDeepStrictEqual } from 'node:util';
import { mergedFields, mergedOne } from './merged-fields.ts';
import type { FieldMerges } from './merged-fields.ts';

/** A row of the list that an author saw, as it is in a later list; undefined where it was removed. */
export type Pairs<R> = Map<R, R>;

/** How the rows of a list are recognized, and merged where two people changed the same one. */
export interface RowRules<R> {
  /** Finds the rows of a list in a later one. */
  paired: (base: readonly R[], later: readonly R[]) => Pairs<R>;
  /** Merges two changes of a row. Returns null if both changed the same part of it. */
  mergedRow: (base: R, mine: R, theirs: R) => R | null;
}

/**
 * Merges, row by row and field by field, the changes that two people made to the same list. Rows have no keys: a row is
 * recognized by being equal or, if no other row has the same, by the first of `marks` that it has kept.
 * @param marks the fields by which a row is recognized, the surest first
 * @param within how two changes of one field are merged, by its name; they return null where it cannot have both
 * @returns null if both changed the same field of a row in different ways, and where `mergedList` does
 */
export function mergedRows<R extends object>(
  base: readonly R[],
  mine: readonly R[],
  theirs: readonly R[],
  marks: readonly (keyof R)[],
  within: FieldMerges = {},
): R[] | null {
  return mergedList(base, mine, theirs, {
    paired: (before, later) => pairedByMarks(before, later, marks),
    mergedRow: (before, own, other) => mergedFields(before, own, other, within),
  });
}

/**
 * Returns the list that the author of a refused change is asked about: the one that both saw, with the other's version
 * of the rows that both changed. On top of it the author's list can be merged, and then overwrites nothing else.
 */
export function clashingRows<R extends object>(
  base: readonly R[],
  mine: readonly R[],
  theirs: readonly R[],
  marks: readonly (keyof R)[],
): readonly R[] {
  const [inMine, inTheirs] = [mine, theirs].map((later) => pairedByMarks(base, later, marks)) as [Pairs<R>, Pairs<R>];
  const seen = base.flatMap((row) =>
    mergedOne(row, inMine.get(row), inTheirs.get(row), mergedFields) === null ? (inTheirs.get(row) ?? []) : row,
  );
  return mergedRows(seen, mine, theirs, marks) ? seen : theirs;
}

/**
 * Merges the changes that two people made to the same list. A row that is not recognized counts as removed and added,
 * which can lead to a refusal, never to the loss of a change.
 * @param base the list that both saw
 * @param mine the list that one of them sends
 * @param theirs the list that the other has stored
 * @returns null if both changed the same part of a row, or the order, in different ways, or put different rows in the
 *   place of one, or if one changed a row that the other removed, or if together they changed a row beyond recognition,
 *   so that merging again would not repeat the result
 */
export function mergedList<R extends object>(
  base: readonly R[],
  mine: readonly R[],
  theirs: readonly R[],
  rules: RowRules<R>,
): R[] | null {
  const merged = joined(base, mine, theirs, rules);
  return merged && isDeepStrictEqual(joined(base, mine, merged, rules), merged) ? merged : null;
}

function joined<R extends object>(
  base: readonly R[],
  mine: readonly R[],
  theirs: readonly R[],
  { paired, mergedRow }: RowRules<R>,
): R[] | null {
  const [inMine, inTheirs] = [paired(base, mine), paired(base, theirs)];
  // Each may have put something else in the place of a row.
  const isReplaced = base.some((row) => !inMine.has(row) && !inTheirs.has(row));
  const [myRows, theirRows] = [addedTo(mine, inMine), addedTo(theirs, inTheirs)];
  if (isReplaced && hasOther(myRows, theirRows) && hasOther(theirRows, myRows)) return null;
  const both = base.filter((row) => inMine.has(row) && inTheirs.has(row));
  const orderOf = (pairs: Pairs<R>, list: readonly R[]) => {
    const places = new Map(list.map((row, place) => [row, place]));
    return both.toSorted(by((row) => places.get(at(pairs, row)) ?? 0));
  };
  const [myOrder, theirOrder] = [orderOf(inMine, mine), orderOf(inTheirs, theirs)];
  const isMovedByMe = !isSameOrder(myOrder, both);
  if (isMovedByMe && !isSameOrder(theirOrder, both) && !isSameOrder(myOrder, theirOrder)) return null;

  const values = new Map<R, R>();
  for (const row of base) {
    const value = mergedOne(row, inMine.get(row), inTheirs.get(row), mergedRow);
    if (value === null) return null;
    if (value) values.set(row, value);
  }
  const [leading, following] = isMovedByMe
    ? [
        { list: mine, pairs: inMine, new: myRows },
        { list: theirs, pairs: inTheirs },
      ]
    : [
        { list: theirs, pairs: inTheirs, new: theirRows },
        { list: mine, pairs: inMine },
      ];
  const originsIn = ({ pairs }: { pairs: Pairs<R> }) => new Map([...pairs].map(([row, later]) => [later, row]));
  const [led, followed] = [originsIn(leading), originsIn(following)];
  const merged = leading.list.flatMap((row) => {
    const origin = led.get(row);
    return (origin ? values.get(origin) : row) ?? [];
  });
  const added = new Set(leading.new);
  // What only the other list has added stands behind the row that it was added behind.
  let place = 0;
  for (const row of following.list) {
    const origin = followed.get(row);
    const value = origin ? values.get(origin) : [...added].find((one) => isDeepStrictEqual(one, row));
    if (value) place = merged.indexOf(value) + 1;
    else if (!origin) merged.splice(place++, 0, row);
    if (value) added.delete(value);
  }
  return merged;
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
      const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
      if (!isEmpty && one.length === 1 && other.length === 1) pair(row, other[0] as R);
    }
  }
  return pairs;
}

/** Returns the rows of a later list that are in no pair. */
function addedTo<R>(later: readonly R[], pairs: Pairs<R>): R[] {
  const known = new Set(pairs.values());
  return later.filter((row) => !known.has(row));
}
const hasOther = <R>(rows: readonly R[], others: readonly R[]) =>
  rows.some((row) => !others.some((one) => isDeepStrictEqual(one, row)));
const at = <R>(pairs: Pairs<R>, row: R) => pairs.get(row) as R;
const by =
  <R>(rank: (row: R) => number) =>
  (one: R, other: R) =>
    rank(one) - rank(other);
const isSameOrder = <R>(one: readonly R[], other: readonly R[]) => one.every((row, index) => row === other[index]);
