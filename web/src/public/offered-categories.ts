import type { Category } from '#contract/town/categories';

/**
 * Returns the categories that a list can be narrowed by: those in use, and the retired ones of which it shows
 * something.
 * @param listOf reads the first page of a retired category's list
 */
export async function selectable(
  categories: readonly Category[],
  listOf: (key: string) => Promise<{ items: unknown[] }>,
): Promise<Category[]> {
  const isShown = await Promise.all(
    categories.map(async ({ key, retired }) => !retired || (await listOf(key)).items.length > 0),
  );
  return categories.filter((_, at) => isShown[at]);
}
