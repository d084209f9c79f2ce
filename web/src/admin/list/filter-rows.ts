import { categoryFields, isCategorized } from '#contract/town/categories';
import type { Categories } from '#contract/town/categories';
import { lastDayOf } from '#contract/calendar/event-times';
import type { RecordEntity } from '#contract/record-types';
import { categoryWordsOf, isFound } from '../parts/words/found-records.ts';
import { cellText, isTime, listColumns } from '../parts/words/record-words.ts';
import type { Column } from '../parts/words/record-words.ts';
import { labelsOf } from '../workspace/overlay.ts';
import type { Fields } from '../../offline/store/stored-record.ts';
import type { Shown } from '../workspace/overlay.ts';
import type { ListQuery, Sort } from './list-query.ts';

/**
 * Filters and sorts rows, which are given in the list's default order.
 */
export function filterRows(
  entity: RecordEntity,
  rows: readonly Shown[],
  query: Pick<ListQuery, 'search' | 'status' | 'sort'> & Partial<ListQuery>,
  categories?: Categories,
): Shown[] {
  const { search, sort } = query;
  const isSought = isFound(entity, search, categories);
  const found = rows.filter(({ record }) => isPicked(entity, record, query) && isSought(record));
  const column = sort && listColumns(entity).find(({ name }) => name === sort.column);
  if (!column) return found;
  const wordsOf = ({ record }: Shown) => categoryWordsOf(entity, record, categories);
  return sorted(found, column, sort, column.field.kind === 'category' ? wordsOf : undefined);
}

/** Whether a record has the status, the label, the category and the day that the list is filtered by. */
function isPicked(
  entity: RecordEntity,
  record: Fields,
  { status = '', label = '', category = '', day = '' }: Partial<ListQuery>,
): boolean {
  if (status !== '' && record.status !== status) return false;
  if (label !== '' && !labelsOf(record).some(({ id }) => id === label)) return false;
  if (category !== '' && isCategorized(entity) && record[categoryFields[entity]] !== category) return false;
  const [date, lastDay] = [String(record.date ?? ''), String(record.lastDay ?? '')];
  return day === '' || (date <= day && lastDayOf({ date, lastDay }) >= day);
}

const BY_NAME = new Intl.Collator('es', { sensitivity: 'base', numeric: true });

/**
 * Empty cells sort last in both directions.
 * @param wordsOf what the column says, where its field alone does not tell
 */
function sorted(
  rows: readonly Shown[],
  { name, field }: Column,
  { isDown }: Sort,
  wordsOf?: (row: Shown) => string,
): Shown[] {
  const keyOf = (row: Shown): string => {
    if (wordsOf) return wordsOf(row);
    const value = row.record[name];
    if (isTime(field)) return String(value ?? '');
    // Choices have an order of their own: the gravest alert comes first, not the one whose name begins with an E.
    const place = field.choices?.findIndex((choice) => choice.value === value) ?? -1;
    return place === -1 ? cellText(field, value) : String(place);
  };
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  keyed.sort((a, b) => {
    if (a.key === '' || b.key === '') return Number(a.key === '') - Number(b.key === '');
    return isDown ? BY_NAME.compare(b.key, a.key) : BY_NAME.compare(a.key, b.key);
  });
  return keyed.map(({ row }) => row);
}
