import { isCategorized } from '#contract/town/categories';
import type { Categories } from '#contract/town/categories';
import type { Field } from '#contract/fields';
import type { Json } from '../../../offline/outbox/protocol/operation.ts';

/**
 * Returns a field of categories as a choice; any other field as it is.
 * @param stored the record's category, which is a choice even if it was retired; undefined for all categories
 */
export function withCategories<F extends Field | null>(
  field: F,
  entity: string,
  categories: Categories,
  stored?: Json,
): F | Field {
  if (field?.kind !== 'category' || !isCategorized(entity)) return field;
  const all = categories[entity];
  const choices = all
    .filter(({ key, retired }) => stored === undefined || !retired || key === stored)
    .map(({ key, name, retired }) => ({
      value: key,
      label: retired && stored !== undefined ? `${name} (retirada)` : name,
    }));
  const isKnown = stored === undefined || all.some(({ key }) => key === stored);
  const unknown = isKnown ? [] : [{ value: String(stored), label: String(stored) }];
  return { ...field, kind: 'choice', choices: [...unknown, ...choices] };
}
