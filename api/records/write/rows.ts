import { categoryOf, initialCategory, isCategorized } from '../../contract/town/categories.ts';
import { blankRecord, fieldsOf } from '../../contract/forms-and-lists.ts';
import type { EntityName } from '../../contract/forms-and-lists.ts';
import { columnsOf } from '../../db/answer-columns.ts';
import { titlekeyFor } from './field-update.ts';
import type { WriteContext } from './operate.ts';

/**
 * Stores a new record or user with its first values.
 * @param category key of the category that its author saw, for the types that have one
 */
export function insertBlank(
  context: WriteContext,
  entity: EntityName,
  id: string,
  at: number,
  category?: string | undefined,
): void {
  const key = entity === 'user' ? '' : titlekeyFor(context, entity, id, '');
  const row: Partial<Record<string, unknown>> = blankRecord(
    entity,
    id,
    at,
    key,
    firstCategory(context, entity, category),
  );
  const columns = columnsOf(entity);
  const marks = columns.map(() => '?').join(', ');
  const values = columns.map((column) => row[column]);
  context.sql(`INSERT INTO ${entity} (${columns.join(', ')}) VALUES (${marks})`).run(...values);
}

/** Returns the given category, which may have been retired meanwhile but not removed; otherwise that of new records. */
function firstCategory({ existing }: WriteContext, entity: EntityName, given = ''): string | undefined {
  if (!isCategorized(entity)) return undefined;
  const field = fieldsOf(entity).find(([, { kind }]) => kind === 'category');
  const list = existing('categories', 'categories')[entity];
  return categoryOf(list, given)?.key ?? initialCategory(list, String(field?.[1].blank));
}
