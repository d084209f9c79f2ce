import { isDeepStrictEqual } from 'node:util';

/** What the author of a change that cannot be merged is asked about. */
export interface Question<V> {
  /**
   * What both saw, with the other's version of what both changed. An attempt of the author with this as its base
   * overwrites nothing else.
   */
  seen: V;
  /** The author's value with the other's version of what both changed: what stays of it if the author gives in. */
  rest: V;
}

/** A value with the changes of both or, where it cannot have them, the question. */
export type Joined<V> = { merged: V } | Question<V>;

/** Merges the changes that two people made to what both saw: `mine` is sent by one, `theirs` the other has stored. */
export type Merge<V> = (base: V, mine: V, theirs: V) => Joined<V>;

/** How the parts of a group are merged, by the path of their names. Parts that are groups are merged part by part. */
export type PartMerges = ReadonlyMap<string, Merge<unknown>>;

/** The question about a whole value. */
export const wholeOf = <V>(theirs: V): Question<V> => ({ seen: theirs, rest: theirs });

/**
 * Merges, field by field, the changes that two people made to the same version of a row or a document.
 * @param merges says how fields are merged that both changed; others are asked about
 */
export function mergedFields<G extends object>(base: G, mine: G, theirs: G, merges: PartMerges = new Map()): Joined<G> {
  return joined(base, mine, theirs, merges, []) as Joined<G>;
}

function joined(
  base: unknown,
  mine: unknown,
  theirs: unknown,
  merges: PartMerges,
  path: readonly string[],
): Joined<unknown> {
  if (isDeepStrictEqual(mine, base)) return { merged: theirs };
  if (isDeepStrictEqual(theirs, base) || isDeepStrictEqual(mine, theirs)) return { merged: mine };
  const merge = merges.get(path.join('.'));
  if (merge) return merge(base, mine, theirs);
  if (!isGroup(base) || !isGroup(mine) || !isGroup(theirs)) return wholeOf(theirs);
  const names = [...new Set([base, mine, theirs].flatMap(Object.keys))];
  const parts = names.map((name) => {
    const part = joined(base[name], mine[name], theirs[name], merges, [...path, name]);
    const isMerged = 'merged' in part;
    return {
      name,
      isMerged,
      merged: isMerged ? part.merged : undefined,
      seen: isMerged ? base[name] : part.seen,
      rest: isMerged ? mine[name] : part.rest,
    };
  });
  const whole = (of: 'merged' | 'seen' | 'rest') =>
    Object.fromEntries(parts.flatMap((part) => (part[of] === undefined ? [] : [[part.name, part[of]]])));
  return parts.every(({ isMerged }) => isMerged)
    ? { merged: whole('merged') }
    : { seen: whole('seen'), rest: whole('rest') };
}

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
