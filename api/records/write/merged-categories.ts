import { isDeepStrictEqual } from 'node:util';
import { CATEGORIZED_TYPES } from '../../contract/town/categories.ts';
import type { Categories, Category } from '../../contract/town/categories.ts';
import { mergedFields, mergedOne } from './merged-fields.ts';

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
    const one = mergedOne(inBase.get(key), inMine.get(key), inTheirs.get(key), mergedFields);
    if (one === null) return null;
    if (one) merged.push(one);
  }
  return merged;
}

const byKey = (list: Category[]) => new Map(list.map((one) => [one.key, one]));
const keysOf = (list: Category[]) => list.map(({ key }) => key);
