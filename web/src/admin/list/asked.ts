import { fieldsOf } from '#contract/entities';
import { admin } from '#contract/addresses/pages';
import { columnsOf } from './columns.ts';
import type { Stored } from './use-list.ts';

export interface Sort {
  /** The name of a field that is a column of the list. */
  column: string;
  isDown: boolean;
}

/** What a list is asked to show. All of it stands in the address, so that a way back leads to the same rows. */
export interface Asked {
  page: number;
  search: string;
  /** One of the entity's statuses; '' for any. */
  status: string;
  /** null for the list's own order. */
  sort: Sort | null;
}

export const PLAIN: Asked = { page: 1, search: '', status: '', sort: null };

/** Is it another choice or order of rows than the list's own? */
export const isNarrowed = ({ search, status, sort }: Asked) => search.trim() !== '' || status !== '' || sort !== null;

/** The statuses that records of an entity can have; none where they have no status. */
export const statusesOf = (entity: Stored) => fieldsOf(entity).find(([name]) => name === 'status')?.[1].choices ?? [];

/** Reads an address; what it asks for in vain, like a status that does not exist, is left out. */
export function askedOf(entity: Stored, query: URLSearchParams): Asked {
  const status = query.get('estado') ?? '';
  return {
    page: Math.max(1, Math.trunc(Number(query.get('pagina'))) || 1),
    search: query.get('buscar') ?? '',
    status: statusesOf(entity).some(({ value }) => value === status) ? status : '',
    sort: sortOf(entity, query.get('orden') ?? ''),
  };
}

function sortOf(entity: Stored, words: string): Sort | null {
  const isDown = words.startsWith('-');
  const column = isDown ? words.slice(1) : words;
  return columnsOf(entity).some(({ name }) => name === column) ? { column, isDown } : null;
}

export const sortWords = (sort: Sort | null) => (sort ? `${sort.isDown ? '-' : ''}${sort.column}` : '');

/** The address of a list that shows what is asked. */
export function listAddress(entity: Stored, { page, search, status, sort }: Asked): string {
  const given = { buscar: search, estado: status, orden: sortWords(sort), pagina: page > 1 ? String(page) : '' };
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== '')).toString();
  return `${admin.list(entity)}${query && `?${query}`}`;
}
