import { isCategorized } from '#contract/town/categories';
import { parseDay } from '#contract/values/dates';
import { bare } from '#contract/values/text';
import { fieldsOf } from '#contract/forms-and-lists';
import { admin } from '#contract/addresses/pages';
import { isDated, traitsOf } from '#contract/record-types';
import type { RecordEntity } from '#contract/record-types';
import type { Field } from '#contract/fields';
import { listColumns } from '../parts/words/record-words.ts';

export interface Sort {
  /** Name of a field shown as a column of the list. */
  column: string;
  isDown: boolean;
}

/** The query of a list. It is part of the address, so that going back shows the same rows. */
export interface ListQuery {
  page: number;
  search: string;
  /** A status of the entity; '' for any. */
  status: string;
  /** Id of a label, key of a category or class, and a day; '' for any. */
  label: string;
  category: string;
  day: string;
  /** null for the list's default order. */
  sort: Sort | null;
}

export const DEFAULT_QUERY: ListQuery = {
  page: 1,
  search: '',
  status: '',
  label: '',
  category: '',
  day: '',
  sort: null,
};

/** Returns whether a query filters or reorders the list. */
export const isNarrowed = ({ search, status, label, category, day, sort }: ListQuery) =>
  search.trim() !== '' || [status, label, category, day].some((one) => one !== '') || sort !== null;

/** Identifies what a list is filtered by: rows that are selected among other ones may not be in it. */
export const filterKey = ({ search, status, label, category, day }: ListQuery) =>
  [search, status, label, category, day].join('\n');

/** Which filters besides the status the records of an entity have. */
export function filtersOf(entity: RecordEntity): { hasLabels: boolean; category: Field | null; isDated: boolean } {
  const category = isCategorized(entity) ? fieldsOf(entity).find(([, { kind }]) => kind === 'category') : undefined;
  return {
    hasLabels: traitsOf(entity).hasLabels === true,
    category: category?.[1] ?? null,
    isDated: isDated(entity),
  };
}
/** What the filter by category is called in addresses: `clase`, `categoria`. */
const categoryName = (entity: RecordEntity) => bare(filtersOf(entity).category?.label ?? 'categoria');

/** Returns the statuses of an entity's records; empty if they have no status. */
export const statusesOf = (entity: RecordEntity) =>
  fieldsOf(entity).find(([name]) => name === 'status')?.[1].choices ?? [];

/** Parses a query string. Invalid values, such as an unknown status, are ignored. */
export function parseListQuery(entity: RecordEntity, parameters: URLSearchParams): ListQuery {
  const status = parameters.get('estado') ?? '';
  const { hasLabels, category, isDated: hasDay } = filtersOf(entity);
  const day = parameters.get('dia') ?? '';
  return {
    page: Math.max(1, Math.trunc(Number(parameters.get('pagina'))) || 1),
    search: parameters.get('buscar') ?? '',
    status: statusesOf(entity).some(({ value }) => value === status) ? status : '',
    label: hasLabels ? (parameters.get('etiqueta') ?? '') : '',
    category: category ? (parameters.get(categoryName(entity)) ?? '') : '',
    day: hasDay && parseDay(day) === day ? day : '',
    sort: sortOf(entity, parameters.get('orden') ?? ''),
  };
}

function sortOf(entity: RecordEntity, words: string): Sort | null {
  const isDown = words.startsWith('-');
  const column = isDown ? words.slice(1) : words;
  return listColumns(entity).some(({ name }) => name === column) ? { column, isDown } : null;
}

export const sortWords = (sort: Sort | null) => (sort ? `${sort.isDown ? '-' : ''}${sort.column}` : '');

/** Returns the address of a list with a query. */
export function listAddress(entity: RecordEntity, query: ListQuery): string {
  const { page, search, status, label, category, day, sort } = query;
  const given = {
    buscar: search,
    estado: status,
    etiqueta: label,
    [categoryName(entity)]: category,
    dia: day,
    orden: sortWords(sort),
    pagina: page > 1 ? String(page) : '',
  };
  const words = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== '')).toString();
  return `${admin.list(entity)}${words && `?${words}`}`;
}
