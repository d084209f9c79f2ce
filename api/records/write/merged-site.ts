import { isDeepStrictEqual } from 'node:util';
import { mergedRows } from './merged-rows.ts';

/** A document whose members are values, lists, or groups of values. */
type Group = Readonly<Record<string, unknown>>;

/** Merges two changes of a list; null if it cannot have both. */
type ListMerge = (base: Group[], mine: Group[], theirs: Group[]) => Group[] | null;

/** The lists that are merged by their entries, by the path of their names. */
const LISTS: ReadonlyMap<string, ListMerge> = new Map<string, ListMerge>([
  ['lines', (base, mine, theirs) => mergedRows(base, mine, theirs, ['name', 'phone'])],
  [
    'menu.items',
    (base, mine, theirs) =>
      mergedRows<Group>(base, mine, theirs, ['to', 'name'], {
        items: (before, own, other) =>
          isList(before) && isList(own) && isList(other) ? mergedRows(before, own, other, ['to', 'name']) : null,
      }),
  ],
]);

/**
 * Merges, field by field, the changes that two people made to the same version of a document. Emergency lines and
 * entries of the menu are merged one by one.
 * @param base the version that both saw
 * @param mine the document that one of them sends
 * @param theirs the document that the other has stored
 * @param isValid whether a document can be stored: together lists may have too many entries, or one twice
 * @returns the merged document; if both changed a field differently, `clash`: the base with the stored values of those
 *   fields, so that repeating one's own changes overwrites nothing else
 */
export function mergedSite<D extends object>(
  base: D,
  mine: D,
  theirs: D,
  isValid: (merged: D) => boolean,
): { merged: D } | { clash: D } {
  const byEntry = joined(base, mine, theirs, LISTS);
  const isFit = byEntry.isClash || isValid(byEntry.value as D);
  const { value, seen, isClash } = isFit ? byEntry : joined(base, mine, theirs, new Map());
  return isClash ? { clash: seen as D } : { merged: value as D };
}

function joined(
  base: unknown,
  mine: unknown,
  theirs: unknown,
  lists: typeof LISTS,
  path: readonly string[] = [],
): { value: unknown; seen: unknown; isClash: boolean } {
  if (isDeepStrictEqual(mine, base)) return { value: theirs, seen: base, isClash: false };
  if (isDeepStrictEqual(theirs, base) || isDeepStrictEqual(mine, theirs))
    return { value: mine, seen: base, isClash: false };
  const merge = lists.get(path.join('.'));
  const list = merge && isList(base) && isList(mine) && isList(theirs) ? merge(base, mine, theirs) : null;
  if (list) return { value: list, seen: base, isClash: false };
  if (!isGroup(base) || !isGroup(mine) || !isGroup(theirs)) return { value: mine, seen: theirs, isClash: true };
  const names = [...new Set([base, mine, theirs].flatMap(Object.keys))];
  const parts = names.map(
    (name) => [name, joined(base[name], mine[name], theirs[name], lists, [...path, name])] as const,
  );
  const whole = (of: 'value' | 'seen') =>
    Object.fromEntries(parts.flatMap(([name, part]) => (part[of] === undefined ? [] : [[name, part[of]]])));
  return { value: whole('value'), seen: whole('seen'), isClash: parts.some(([, part]) => part.isClash) };
}

const isList = (value: unknown): value is Group[] => Array.isArray(value);
const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
