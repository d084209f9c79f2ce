import { fieldsOf } from '#contract/forms-and-lists';
import { admin } from '#contract/addresses/pages';
import type { RecordEntity } from '#contract/record-types';
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
  /** null for the list's default order. */
  sort: Sort | null;
}

export const DEFAULT_QUERY: ListQuery = { page: 1, search: '', status: '', sort: null };

/** Returns whether a query filters or reorders the list. */
export const isNarrowed = ({ search, status, sort }: ListQuery) =>
  search.trim() !== '' || status !== '' || sort !== null;

/** Returns the statuses of an entity's records; empty if they have no status. */
export const statusesOf = (entity: RecordEntity) =>
  fieldsOf(entity).find(([name]) => name === 'status')?.[1].choices ?? [];

/** Parses a query string. Invalid values, such as an unknown status, are ignored. */
export function parseListQuery(entity: RecordEntity, parameters: URLSearchParams): ListQuery {
  const status = parameters.get('estado') ?? '';
  return {
    page: Math.max(1, Math.trunc(Number(parameters.get('pagina'))) || 1),
    search: parameters.get('buscar') ?? '',
    status: statusesOf(entity).some(({ value }) => value === status) ? status : '',
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
export function listAddress(entity: RecordEntity, { page, search, status, sort }: ListQuery): string {
  const given = { buscar: search, estado: status, orden: sortWords(sort), pagina: page > 1 ? String(page) : '' };
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== '')).toString();
  return `${admin.list(entity)}${query && `?${query}`}`;
}
