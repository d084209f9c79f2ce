import { isDeepStrictEqual } from 'node:util';

type Fields = Readonly<Record<string, unknown>>;
/** How two changes of one field are merged, by its name; they return null where the field cannot have both. */
export type FieldMerges = Readonly<Record<string, (base: unknown, mine: unknown, theirs: unknown) => unknown>>;

/**
 * Merges what two people made of the same row or category.
 * @param base what both saw; undefined, as for the others, where there is none
 * @param mine what one of them sends
 * @param theirs what the other has stored
 * @param mergedChanges merges it where both changed it; returns null where both changes cannot be kept
 * @returns null if both changes cannot be kept, or one changed what the other removed
 */
export function mergedOne<R extends object>(
  base: R | undefined,
  mine: R | undefined,
  theirs: R | undefined,
  mergedChanges: (base: R, mine: R, theirs: R) => R | null,
): R | undefined | null {
  if (isDeepStrictEqual(mine, base)) return theirs;
  if (isDeepStrictEqual(theirs, base) || isDeepStrictEqual(theirs, mine)) return mine;
  return base && mine && theirs ? mergedChanges(base, mine, theirs) : null;
}

/**
 * Merges two changes of the same row or category field by field.
 * @returns null if both changed a field in different ways, and `within` does not say how it has both
 */
export function mergedFields<R extends object>(base: R, mine: R, theirs: R, within: FieldMerges = {}): R | null {
  const [before, own, other] = [base as Fields, mine as Fields, theirs as Fields];
  const merged: Record<string, unknown> = {};
  for (const name of new Set([before, own, other].flatMap(Object.keys))) {
    const isMine = !isDeepStrictEqual(own[name], before[name]);
    const isTheirs = !isDeepStrictEqual(other[name], before[name]);
    const isClash = isMine && isTheirs && !isDeepStrictEqual(own[name], other[name]);
    const value = isClash ? within[name]?.(before[name], own[name], other[name]) : isMine ? own[name] : other[name];
    if (isClash && !value) return null;
    merged[name] = value;
  }
  return merged as R;
}
