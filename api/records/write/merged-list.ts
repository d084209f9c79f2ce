import { isDeepStrictEqual } from 'node:util';
import { diffIndices } from 'node-diff3';
import { wholeOf } from './merged-fields.ts';
import type { Joined, Merge, Question } from './merged-fields.ts';

/** A row of the list that an author saw, as it is in a later list; missing where it was removed. */
export type Pairs<R> = Map<R, R>;

/** How the rows of a list are recognized, and merged where two people changed the same one. */
export interface ListRules<R> {
  /** Finds the rows of a list in a later one. */
  paired: (base: readonly R[], later: readonly R[]) => Pairs<R>;
  /** Whether a row that one has added is the same as one that the other has added elsewhere. By default none is. */
  isTwin?: (one: R, other: R) => boolean;
  /** What two new rows for the same have in common. Equal rows have themselves in common, which is the default. */
  common?: (one: R, other: R) => R;
  /** Merges two changes of a row. */
  row: Merge<R>;
}

/**
 * Merges the changes that two people made to the same list. A row that is not recognized counts as removed and added,
 * which can lead to a question, never to the loss of a change.
 * @param base the list that both saw
 * @param mine the list that one of them sends
 * @param theirs the list that the other has stored
 * @returns a question if both changed the same part of a row, or one changed a row that the other removed; it is about
 *   the whole list if both moved the same row to different places, or put different rows in the place of one, or if
 *   together they changed a row beyond recognition, so that merging again would not repeat the result
 */
export function mergedList<R extends object>(
  base: readonly R[],
  mine: readonly R[],
  theirs: readonly R[],
  rules: ListRules<R>,
): Joined<R[]> {
  const merged = repeatable(base, mine, theirs, rules);
  if (merged) return { merged };
  const question = questionOn(base, mine, theirs, rules);
  const canBe = (list: readonly R[]) => repeatable(question.seen, list, theirs, rules) !== null;
  return canBe(mine) && canBe(question.rest) ? question : wholeOf([...theirs]);
}

/** Returns the merged list if merging either of the two again would not change it. */
function repeatable<R extends object>(
  base: readonly R[],
  mine: readonly R[],
  theirs: readonly R[],
  rules: ListRules<R>,
): R[] | null {
  const merged = joined(base, mine, theirs, rules);
  if (!merged) return null;
  const [mineAgain, theirsAgain] = [mine, theirs].map((list) => joined(base, list, merged, rules));
  const isStill = isDeepStrictEqual(mineAgain, merged) && (!theirsAgain || isDeepStrictEqual(theirsAgain, merged));
  return isStill ? merged : null;
}

/** Returns the question about the rows that cannot be merged. */
function questionOn<R extends object>(
  base: readonly R[],
  mine: readonly R[],
  theirs: readonly R[],
  rules: ListRules<R>,
): Question<R[]> {
  const { known, inMine, inTheirs } = compared(base, mine, theirs, rules);
  const seen: R[] = [];
  const rest = [...mine];
  // Where a row that its author has removed would stand again.
  let place = 0;
  for (const row of known) {
    const [own, other] = [inMine.get(row), inTheirs.get(row)];
    const one = mergedRow(row, own, other, rules.row);
    const asked = 'seen' in one ? one : { seen: row, rest: own };
    if (asked.seen) seen.push(asked.seen);
    const next = asked.rest;
    if (own) place = rest.indexOf(own);
    rest.splice(place, own ? 1 : 0, ...(next ? [next] : []));
    if (next) place += 1;
  }
  return { seen, rest };
}

/** Merges what two people made of a row. One that is removed is undefined. */
function mergedRow<R extends object>(
  base: R,
  mine: R | undefined,
  theirs: R | undefined,
  merge: Merge<R>,
): Joined<R | undefined> {
  if (isDeepStrictEqual(mine, base)) return { merged: theirs };
  if (isDeepStrictEqual(theirs, base) || isDeepStrictEqual(theirs, mine)) return { merged: mine };
  return mine && theirs ? merge(base, mine, theirs) : wholeOf(theirs);
}

/** A list that both saw, and where its rows are in the lists that came of it. */
interface Compared<R> {
  /** The rows that both saw, and what those have in common that both have added. */
  known: readonly R[];
  inMine: Pairs<R>;
  inTheirs: Pairs<R>;
}

function compared<R extends object>(
  base: readonly R[],
  mine: readonly R[],
  theirs: readonly R[],
  { paired, isTwin = () => false, common = (one) => ({ ...one }) }: ListRules<R>,
): Compared<R> {
  const [inMine, inTheirs] = [paired(base, mine), paired(base, theirs)];
  const isInBoth = (row: R) => inMine.has(row) && inTheirs.has(row);
  const own = addedTo(mine, inMine, isInBoth);
  const shared = new Map<R | null, R[]>();
  for (const [row, behind] of addedTo(theirs, inTheirs, isInBoth)) {
    const twin =
      found(own, ([one, place]) => place === behind && isDeepStrictEqual(one, row)) ??
      found(own, ([one]) => isTwin(one, row));
    if (!twin) continue;
    own.delete(twin[0]);
    const both = common(twin[0], row);
    inMine.set(both, twin[0]);
    inTheirs.set(both, row);
    const [, place] = twin;
    shared.set(place, [...(shared.get(place) ?? []), both]);
  }
  const withShared = (row: R | null) => [...(row ? [row] : []), ...(shared.get(row) ?? [])];
  return { known: [null, ...base].flatMap(withShared), inMine, inTheirs };
}

/** Returns the rows of a later list that are in no pair, each with the last row before it that both lists have. */
function addedTo<R>(later: readonly R[], pairs: Pairs<R>, isInBoth: (row: R) => boolean): Map<R, R | null> {
  const origins = originsIn(pairs);
  const added = new Map<R, R | null>();
  let behind: R | null = null;
  for (const row of later) {
    const origin = origins.get(row);
    if (!origin) added.set(row, behind);
    else if (isInBoth(origin)) behind = origin;
  }
  return added;
}

function joined<R extends object>(
  base: readonly R[],
  mine: readonly R[],
  theirs: readonly R[],
  rules: ListRules<R>,
): R[] | null {
  const { known, inMine, inTheirs } = compared(base, mine, theirs, rules);
  // Each may have put something else in the place of a row.
  const isReplaced = known.some((row) => !inMine.has(row) && !inTheirs.has(row));
  if (isReplaced && mine.length > inMine.size && theirs.length > inTheirs.size) return null;
  const values = new Map<R, R | undefined>();
  for (const row of known) {
    const one = mergedRow(row, inMine.get(row), inTheirs.get(row), rules.row);
    if ('seen' in one) return null;
    values.set(row, one.merged);
  }
  const [own, other] = [
    { list: mine, origins: originsIn(inMine) },
    { list: theirs, origins: originsIn(inTheirs) },
  ];
  const leading = ordered(
    known.filter((row) => inMine.has(row) && inTheirs.has(row)),
    own,
    other,
  );
  if (!leading) return null;
  const following = leading === own ? other : own;
  const merged = leading.list.flatMap((row) => {
    const origin = leading.origins.get(row);
    return (origin ? values.get(origin) : row) ?? [];
  });
  // What only the other list has added stands behind the row that it was added behind.
  let place = 0;
  for (const row of following.list) {
    const origin = following.origins.get(row);
    const value = origin && values.get(origin);
    if (value) place = merged.indexOf(value) + 1;
    else if (!origin) merged.splice(place++, 0, row);
  }
  return merged;
}

/** A list, and of which rows its rows are later versions. */
interface Later<R> {
  list: readonly R[];
  origins: ReadonlyMap<R, R>;
}

/**
 * Returns the list that has the order of the merged one: that of the person who moved rows. Where both did it is
 * theirs, with each row that I moved behind the one that I moved it behind.
 * @param both the rows that both lists have
 * @returns null if both moved the same row to different places, or rows past each other
 */
function ordered<R>(both: readonly R[], mine: Later<R>, theirs: Later<R>): Later<R> | null {
  const ranks = new Map(both.map((row, rank) => [row, rank]));
  const ranksIn = ({ list, origins }: Later<R>) => list.flatMap((row) => ranks.get(origins.get(row) as R) ?? []);
  const [own, other] = [ranksIn(mine), ranksIn(theirs)];
  const [myMoves, theirMoves] = [movedIn(own), movedIn(other)];
  if (myMoves.size === 0) return theirs;
  if (theirMoves.size === 0 || isDeepStrictEqual(own, other)) return mine;
  const rankOf = (row: R) => ranks.get(theirs.origins.get(row) as R);
  const isMine = (row: R) => myMoves.has(rankOf(row) ?? -1);
  const rows = new Map(theirs.list.map((row) => [rankOf(row), row]));
  const list = theirs.list.filter((row) => !isMine(row));
  for (const [at, rank] of own.entries()) {
    const behind = at > 0 && rows.get(own[at - 1]);
    if (myMoves.has(rank)) list.splice(behind ? list.indexOf(behind) + 1 : 0, 0, rows.get(rank) as R);
  }
  const moved = { list, origins: theirs.origins };
  const order = ranksIn(moved);
  const isClash = [...myMoves].some((rank) => theirMoves.has(rank)) && !isDeepStrictEqual(order, other);
  return isClash || !hasTurns(order, own) || !hasTurns(order, other) ? null : moved;
}

/** Whether of each two rows that one of the orders has the other way round than before the first order has so, too. */
function hasTurns(ranks: readonly number[], others: readonly number[]): boolean {
  const places = new Map(ranks.map((rank, place) => [rank, place]));
  const placeOf = (rank: number) => places.get(rank) ?? 0;
  return others.every((rank, at) =>
    others.slice(at + 1).every((later) => later > rank || placeOf(rank) < placeOf(later)),
  );
}

/** Returns the ranks that are not where they were, as few as possible. */
function movedIn(ranks: readonly number[]): Set<number> {
  const before = ranks.toSorted((one, other) => one - other);
  return new Set(diffIndices(before, ranks as number[]).flatMap(({ buffer2Content }) => buffer2Content));
}

const originsIn = <R>(pairs: Pairs<R>) => new Map([...pairs].map(([row, later]) => [later, row]));

function found<R>(rows: ReadonlyMap<R, R | null>, is: (row: [R, R | null]) => boolean): [R, R | null] | undefined {
  for (const row of rows) if (is(row)) return row;
  return undefined;
}
