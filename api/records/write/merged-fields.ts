import { isDeepStrictEqual } from 'node:util';

type Fields = Readonly<Record<string, unknown>>;

export const CONTRADICTION = Symbol('both changed the same');

/**
 * Merges, field by field, what two people made of the same row or category.
 * @param base what both saw; undefined, as for the others, where there is none
 * @param mine what one of them sends
 * @param theirs what the other has stored
 * @returns CONTRADICTION if both changed a field in different ways, or one changed what the other removed
 */
export function mergedFields<R extends object>(
  base: R | undefined,
  mine: R | undefined,
  theirs: R | undefined,
): R | undefined | typeof CONTRADICTION {
  if (isDeepStrictEqual(mine, base)) return theirs;
  if (isDeepStrictEqual(theirs, base) || isDeepStrictEqual(theirs, mine)) return mine;
  if (!base || !mine || !theirs) return CONTRADICTION;
  const [before, own, other] = [base as Fields, mine as Fields, theirs as Fields];
  const merged: Record<string, unknown> = {};
  for (const name of new Set([before, own, other].flatMap(Object.keys))) {
    const isMine = !isDeepStrictEqual(own[name], before[name]);
    const isTheirs = !isDeepStrictEqual(other[name], before[name]);
    if (isMine && isTheirs && !isDeepStrictEqual(own[name], other[name])) return CONTRADICTION;
    merged[name] = isMine ? own[name] : other[name];
  }
  return merged as R;
}
