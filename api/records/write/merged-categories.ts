import { isDeepStrictEqual } from 'node:util';
import { CATEGORIZED_TYPES } from '../../contract/town/categories.ts';
import type { Categories, Category } from '../../contract/town/categories.ts';

/**
 * Puts the changes of one author on top of those that another has made meanwhile, category by category and name by
 * name.
 * @param base the lists that the author saw
 * @param mine what the author made of them
 * @param theirs the lists as they are now
 * @returns null if both have changed the same, each in another way
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

/** undefined stands for a category that is not in the list. */
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
