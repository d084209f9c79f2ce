import { isDeepStrictEqual } from 'node:util';

/** A document whose members are values, lists, or groups of values. */
type Group = Readonly<Record<string, unknown>>;

/**
 * Joins the changes that two people made to a document of which both had seen the same version, field by field.
 * @param base what both had seen
 * @param mine what one of them sends
 * @param theirs what the other has stored
 * @returns the joined document; where both changed a field differently, `clash`: what the one had seen, with the stored
 *   values of those fields alone, so that insisting on their own changes nothing else
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
