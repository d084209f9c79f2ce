import { categoryFields, categoryName, isCategorized } from '#contract/town/categories';
import type { Categories } from '#contract/town/categories';
import type { RecordEntity } from '#contract/record-types';
import { bare, plainText } from '#contract/values/text';
import type { Fields } from '../../../offline/store/stored-record.ts';
import { labelsOf } from '../../workspace/overlay.ts';
import { cellText, isTime, listColumns } from './record-words.ts';

const searched = new WeakMap<Fields, string>();

/**
 * Returns whether a search finds a record: each of its words occurs in one of the record's columns or labels, or in
 * what its category is called; accents and case are ignored.
 */
export function isFound(entity: RecordEntity, search: string, categories?: Categories): (record: Fields) => boolean {
  const words = bare(search).split(/\s+/).filter(Boolean);
  return (record) => {
    if (words.length === 0) return true;
    const text = searched.get(record) ?? searchText(entity, record);
    searched.set(record, text);
    // Not cached with the other words: categories can be renamed without a change of their records.
    const category = bare(categoryWordsOf(entity, record, categories));
    return words.every((word) => text.includes(word) || category.includes(word));
  };
}

export function categoryWordsOf(entity: RecordEntity, record: Fields, categories: Categories | undefined): string {
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
