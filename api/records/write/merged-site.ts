import { isDeepStrictEqual } from 'node:util';

/** A document whose members are values, lists, or groups of values. */
type Group = Readonly<Record<string, unknown>>;

/**
 * Merges, field by field, the changes that two people made to the same version of a document.
 * @param base the version that both saw
 * @param mine the document that one of them sends
 * @param theirs the document that the other has stored
 * @returns the merged document; if both changed a field differently, `clash`: the base with the stored values of those
 *   fields, so that repeating one's own changes overwrites nothing else
 */
export function mergedSite<D extends object>(base: D, mine: D, theirs: D): { merged: D } | { clash: D } {
  const { value, seen, isClash } = joined(base, mine, theirs);
  return isClash ? { clash: seen as D } : { merged: value as D };
}

function joined(base: unknown, mine: unknown, theirs: unknown): { value: unknown; seen: unknown; isClash: boolean } {
  if (isDeepStrictEqual(mine, base)) return { value: theirs, seen: base, isClash: false };
  if (isDeepStrictEqual(theirs, base) || isDeepStrictEqual(mine, theirs))
    return { value: mine, seen: base, isClash: false };
  if (!isGroup(base) || !isGroup(mine) || !isGroup(theirs)) return { value: mine, seen: theirs, isClash: true };
  const names = [...new Set([base, mine, theirs].flatMap(Object.keys))];
  const parts = names.map((name) => [name, joined(base[name], mine[name], theirs[name])] as const);
  const whole = (of: 'value' | 'seen') =>
    Object.fromEntries(parts.flatMap(([name, part]) => (part[of] === undefined ? [] : [[name, part[of]]])));
  return { value: whole('value'), seen: whole('seen'), isClash: parts.some(([, part]) => part.isClash) };
}

const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
