import { categoryFields, categoryName, isCategorized } from '#contract/town/categories';
import type { Categories } from '#contract/town/categories';
import { lastDayOf } from '#contract/calendar/event-times';
import { bare, plainText } from '#contract/values/text';
import type { RecordEntity } from '#contract/record-types';
import { cellText, isTime, listColumns } from '../parts/words/record-words.ts';
import type { Column } from '../parts/words/record-words.ts';
import { labelsOf } from '../workspace/overlay.ts';
import type { Fields } from '../../offline/store/stored-record.ts';
import type { Shown } from '../workspace/overlay.ts';
import type { ListQuery, Sort } from './list-query.ts';

/**
 * Filters and sorts rows, which are given in the list's default order.
 * A row matches if each search word occurs in one of its columns or labels, or in what its category is called; accents
 * and case are ignored.
 */
export function filterRows(
  entity: RecordEntity,
  rows: readonly Shown[],
  query: Pick<ListQuery, 'search' | 'status' | 'sort'> & Partial<ListQuery>,
  categories?: Categories,
): Shown[] {
  const { search, sort } = query;
  const words = bare(search).split(/\s+/).filter(Boolean);
  const found = rows.filter(
    ({ record }) => isPicked(entity, record, query) && isFound(entity, record, words, categories),
  );
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

const searched = new WeakMap<Fields, string>();

function isFound(
  entity: RecordEntity,
  record: Fields,
  words: readonly string[],
  categories: Categories | undefined,
): boolean {
  if (words.length === 0) return true;
  const text = searched.get(record) ?? searchText(entity, record);
  searched.set(record, text);
  // Not cached with the other words: categories can be renamed without a change of their records.
  const category = bare(categoryWordsOf(entity, record, categories));
  return words.every((word) => text.includes(word) || category.includes(word));
}

function categoryWordsOf(entity: RecordEntity, record: Fields, categories: Categories | undefined): string {
  if (!isCategorized(entity)) return '';
  const key = String(record[categoryFields[entity]] ?? '');
  return categories ? categoryName(categories[entity], key) : key;
}

function searchText(entity: RecordEntity, record: Fields): string {
  const columns = listColumns(entity).filter(({ field }) => field.kind !== 'category');
  const said = columns.map(({ name, field }) =>
    isTime(field) || field.kind === 'choice' ? cellText(field, record[name]) : plainText(String(record[name] ?? '')),
  );
  return bare([...said, ...labelsOf(record).map(({ name }) => name)].join('\n'));
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
