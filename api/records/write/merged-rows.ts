import { isDeepStrictEqual } from 'node:util';
import { CONTRADICTION, mergedFields } from './merged-fields.ts';

/** A row of the list that an author saw, as it is in a later list; undefined where it was removed. */
type Pairs<R> = Map<R, R>;

/**
 * Merges, row by row and field by field, the changes that two people made to the same list. Rows have no keys: a row is
 * recognized by being equal or, if no other row has the same, by the first of `marks` that it has kept. A row that is
 * not recognized counts as removed and added, which can lead to a refusal, never to the loss of a change.
 * @param base the list that both saw
 * @param mine the list that one of them sends
 * @param theirs the list that the other has stored
 * @param marks the fields by which a row is recognized, the surest first
 * @returns null if both changed the same field of a row, or the order, in different ways, or if one changed a row that
 *   the other removed, or if together they changed a row beyond recognition, so that merging again would not repeat
 *   the result
 */
export function mergedRows<R extends object>(
  base: readonly R[],
  mine: readonly R[],
  theirs: readonly R[],
  marks: readonly (keyof R)[],
): R[] | null {
  const merged = joined(base, mine, theirs, marks);
  return merged && isDeepStrictEqual(joined(base, mine, merged, marks), merged) ? merged : null;
}

function joined<R extends object>(
  base: readonly R[],
  mine: readonly R[],
  theirs: readonly R[],
  marks: readonly (keyof R)[],
): R[] | null {
  const [inMine, inTheirs] = [paired(base, mine, marks), paired(base, theirs, marks)];
  const both = base.filter((row) => inMine.has(row) && inTheirs.has(row));
  const orderOf = (pairs: Pairs<R>, list: readonly R[]) => both.toSorted(by((row) => list.indexOf(at(pairs, row))));
  const [myOrder, theirOrder] = [orderOf(inMine, mine), orderOf(inTheirs, theirs)];
  const isMovedByMe = !isSameOrder(myOrder, both);
  if (isMovedByMe && !isSameOrder(theirOrder, both) && !isSameOrder(myOrder, theirOrder)) return null;

  const values = new Map<R, R>();
  for (const row of base) {
    const value = mergedFields(row, inMine.get(row), inTheirs.get(row));
    if (value === CONTRADICTION) return null;
    if (value) values.set(row, value);
  }
  const [leading, following] = isMovedByMe
    ? [
        { list: mine, pairs: inMine },
        { list: theirs, pairs: inTheirs },
      ]
    : [
        { list: theirs, pairs: inTheirs },
        { list: mine, pairs: inMine },
      ];
  const originsIn = ({ pairs }: { pairs: Pairs<R> }) => new Map([...pairs].map(([row, later]) => [later, row]));
  const [led, followed] = [originsIn(leading), originsIn(following)];
  const merged = leading.list.flatMap((row) => {
    const origin = led.get(row);
    return (origin ? values.get(origin) : row) ?? [];
  });
  // What only the other list has added stands behind the row that it was added behind.
  let place = 0;
  for (const row of following.list) {
    const origin = followed.get(row);
    const value = origin ? values.get(origin) : merged.find((one) => isDeepStrictEqual(one, row));
    if (value) place = merged.indexOf(value) + 1;
    else if (!origin) merged.splice(place++, 0, row);
  }
  return merged;
}

/** Finds the rows of a list in a later one. */
function paired<R extends object>(base: readonly R[], later: readonly R[], marks: readonly (keyof R)[]): Pairs<R> {
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

const at = <R>(pairs: Pairs<R>, row: R) => pairs.get(row) as R;
const by =
  <R>(rank: (row: R) => number) =>
  (one: R, other: R) =>
    rank(one) - rank(other);
const isSameOrder = <R>(one: readonly R[], other: readonly R[]) => one.every((row, index) => row === other[index]);
