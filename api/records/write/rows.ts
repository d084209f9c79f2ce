import { categoryOf, initialCategory, isCategorized } from '../../contract/town/categories.ts';
import { traitsOf } from '../../contract/record-types.ts';
import type { RecordEntity } from '../../contract/record-types.ts';
import { blankRecord, fieldsOf } from '../../contract/forms-and-lists.ts';
import type { EntityName } from '../../contract/forms-and-lists.ts';
import { titlekey } from '../../contract/values/text.ts';
import { columnsOf } from '../../db/answer-columns.ts';
import type { WriteContext } from './operate.ts';

type Columns = Partial<Record<string, unknown>>;

export function setColumns({ sql }: WriteContext, entity: EntityName, id: string, values: Columns): void {
  const names = Object.keys(values);
  const assignments = names.map((name) => `${name} = ?`).join(', ');
  sql(`UPDATE ${entity} SET ${assignments} WHERE id = ?`).run(...names.map((name) => values[name]), id);
}

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
  const row: Columns = blankRecord(entity, id, at, key, firstCategory(context, entity, category));
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

/** Returns the columns that follow from a field's new value. */
export function derivedColumns(
  context: WriteContext,
  entity: EntityName,
  id: string,
  name: string,
  value: unknown,
): Columns {
  if (entity === 'user' || traitsOf(entity).titlekeyOf !== name) return {};
  return { titlekey: titlekeyFor(context, entity, id, String(value)) };
}

/** Returns the name in a record's address. Where that name must be unique, a record after the first gets a number. */
function titlekeyFor({ sql }: WriteContext, entity: RecordEntity, id: string, value: string): string {
  const key = titlekey(value);
  if (!traitsOf(entity).hasOwnTitlekey) return key;
  const isTaken = sql(`SELECT 1 FROM ${entity} WHERE titlekey = ? AND id <> ?`);
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? key : `${key}-${number}`;
    if (!isTaken.get(candidate, id)) return candidate;
  }
}
