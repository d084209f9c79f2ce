import { isDeepStrictEqual } from 'node:util';
import { CATEGORIZED_TYPES } from '../../contract/town/categories.ts';
import type { Categories, Category } from '../../contract/town/categories.ts';

/**
 * Merges the changes of one author with those that another has made meanwhile, category by category and name by name.
 * @param base the lists that the author saw
 * @param mine the lists that the author sends
 * @param theirs the lists as they are now
 * @returns null if both changed the same value in different ways
 */
export function mergedCategories(base: Categories, mine: Categories, theirs: Categories): Categories | null {
  const merged: Partial<Categories> = {};
  for (const type of CATEGORIZED_TYPES) {
    const list = mergedList(base[type], mine[type], theirs[type]);
    if (!list) return null;
    merged[type] = list;
  }
  return merged as Categories;
}

function mergedList(base: Category[], mine: Category[], theirs: Category[]): Category[] | null {
  const [inBase, inMine, inTheirs] = [byKey(base), byKey(mine), byKey(theirs)];
  const hasMoved = !isDeepStrictEqual(
    keysOf(mine).filter((key) => inBase.has(key)),
    keysOf(base).filter((key) => inMine.has(key)),
  );
  const order = hasMoved ? [...keysOf(mine), ...keysOf(theirs)] : [...keysOf(theirs), ...keysOf(mine)];
  const merged: Category[] = [];
  for (const key of new Set(order)) {
    const one = mergedOne(inBase.get(key), inMine.get(key), inTheirs.get(key));
    if (one === 'contradiction') return null;
    if (one) merged.push(one);
  }
  return merged;
}

/** Merges one category; undefined means that a list does not have it. */
function mergedOne(
  base: Category | undefined,
  mine: Category | undefined,
  theirs: Category | undefined,
): Category | 'contradiction' | undefined {
  if (isDeepStrictEqual(mine, base)) return theirs;
  if (isDeepStrictEqual(theirs, base) || isDeepStrictEqual(theirs, mine)) return mine;
  if (!base || !mine || !theirs) return 'contradiction';
  const [before, own, other]: Record<string, unknown>[] = [{ ...base }, { ...mine }, { ...theirs }];
  const names = Object.keys(base);
  if (names.some((name) => own?.[name] !== before?.[name] && ![before?.[name], own?.[name]].includes(other?.[name])))
    return 'contradiction';
  const changed = names.filter((name) => own?.[name] !== before?.[name]).map((name) => [name, own?.[name]]);
  return { ...theirs, ...Object.fromEntries(changed) };
}

const byKey = (list: Category[]) => new Map(list.map((one) => [one.key, one]));
const keysOf = (list: Category[]) => list.map(({ key }) => key);
