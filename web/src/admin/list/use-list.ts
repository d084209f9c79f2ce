import { useEffect, useMemo, useState } from 'react';
import { ADMIN_PAGE_SIZE } from '#contract/limits';
import { paged } from '#contract/lists';
import { calls, isPaged } from '#contract/addresses/calls';
import type { RecordEntity } from '#contract/record-types';
import type { Categories } from '#contract/town/categories';
import { useCategories } from '../workspace/categories-provider.tsx';
import { inOrder, nameOf } from '../parts/words/record-words.ts';
import { useWorkspace, useWorkspaceState, useRead } from '../workspace/workspace.ts';
import { isNarrowed, sortWords } from './list-query.ts';
import type { ListQuery } from './list-query.ts';
import { filterRows } from './filter-rows.ts';
import { useServerRows, withOthers } from './use-server-rows.ts';
import { laidOver, overlay } from '../workspace/overlay.ts';
import type { Fields, StoredRecord } from '../../offline/store/stored-record.ts';
import type { OwnOperations, Shown } from '../workspace/overlay.ts';

export type ListView =
  | { is: 'loading' }
  /** The device holds no rows, and the server cannot be reached. */
  | { is: 'unreachable' }
  /**
   * `isPartial`: only this device's rows. `isComing`: the server's rows are still being fetched. `isCut`: only the
   * newest rows were fetched. `found`: number of rows on all pages; null if only the server knows it.
   */
  | {
      is: 'some';
      items: Shown[];
      pages: number;
      isPartial: boolean;
      isComing: boolean;
      isCut: boolean;
      found: number | null;
    };

/**
 * Loads one page of a list. A list that the device holds completely is shown from there, online and offline. For a list
 * that it holds in part, the server determines the records of a page, and the device applies its unsent changes.
 * Searching, filtering and sorting happen on the device, over rows fetched from the server if it does not hold them
 * all.
 */
export function useList(entity: RecordEntity, query: ListQuery): ListView {
  const state = useWorkspaceState();
  const categories = useCategories();
  const read = useRead(`list ${entity}`, async (store) => ({
    kept: await store.all(entity),
    level: await store.level(),
  }));
  const held = read?.value;
  const { page, search, status, label, category, day, sort } = query;
  const total = held ? countOf(entity, held.level.counts) : 0;
  const isWhole = held !== undefined && held.level.isFilled && held.kept.length >= total;
  const isNarrow = isNarrowed(query);
  const isToAsk = held !== undefined && held.level.isFilled && !isWhole && state.isOnline;
  const served = useServedPage(entity, page, isToAsk && !isNarrow);
  const rest = useServerRows(entity, isToAsk && isNarrow, total);
  const order = sortWords(sort);
  const own = useMemo(() => {
    if (!read) return null;
    const {
      value: { kept },
      laid,
    } = read;
    const wanted = { page, search, status, label, category, day, sort };
    return rest
      ? heldPage(entity, withOthers(kept, rest.rows), laidOver(rest.landed, laid), wanted, categories)
      : heldPage(entity, kept, laid, wanted, categories);
    // `order` is used in place of `sort`, which is a new object at each render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [entity, read, rest, page, search, status, label, category, day, order, categories]);

  if (!read || !held || !own) return { is: 'loading' };
  const { laid } = read;
  const isAsking = state.isOnline && served !== 'failed' && !rest?.hasFailed;
  const isEmpty = held.kept.length === 0 && !held.level.isFilled;
  const withMade = (found: Page) =>
    page === 1 && !isNarrow ? { ...found, items: namelessFirst(entity, found.items, held.kept, laid) } : found;
  if (isToAsk && !isNarrow && served && served !== 'failed') {
    const answer = servedPage(entity, served, held.kept, laidOver(served.landed, laid), page);
    return { is: 'some', isPartial: false, isComing: false, isCut: false, found: null, ...withMade(answer) };
  }
  if (isEmpty && state.rest !== 'missing') return { is: 'loading' };
  if (isEmpty && state.waiting.length === 0) return { is: 'unreachable' };
  const isComing = isToAsk && isAsking && (!isNarrow || (rest?.isComing ?? true));
  // The pager keeps its place while the server is asked.
  const pages = isComing && !isNarrow && isPaged(entity) ? Math.ceil(total / ADMIN_PAGE_SIZE) : 0;
  return {
    is: 'some',
    isPartial: !isWhole && !isAsking,
    isComing,
    isCut: rest?.isCut ?? false,
    ...withMade(own),
    pages: Math.max(pages, own.pages),
    found: own.found,
  };
}

const madeHere = new Set<string>();
/** Keeps a record created in this tab at the top of its list until it has a name. */
export const rememberMade = (id: string) => void madeHere.add(id);

/**
 * Puts records that were created in this tab and have no name yet first, the newest on top: a new event, dated today,
 * would otherwise come after all upcoming ones. A row keeps its position when the server's version arrives, because a
 * moved row loses its open menu.
 */
export function namelessFirst(
  entity: RecordEntity,
  items: Shown[],
  kept: readonly StoredRecord[],
  laid: OwnOperations,
  made: ReadonlySet<string> = madeHere,
): Shown[] {
  const isFresh = ({ record, isGone }: Shown) =>
    made.has(record.id) && !isGone && nameOf(entity, record) === nameOf(entity, { id: '' });
  const places = new Map([...made].map((id, place) => [id, place]));
  const placeOf = ({ record }: Shown) => places.get(record.id) ?? 0;
  const fresh =
    made.size > 0
      ? overlay(entity, kept, laid)
          .filter(isFresh)
          .sort((a, b) => placeOf(b) - placeOf(a))
      : [];
  const first = new Set(fresh.map(({ record }) => record.id));
  return [...fresh, ...items.filter(({ record }) => !first.has(record.id))];
}

/** Returns the total number of an entity's records; 0 if the device stores all of them. */
function countOf(entity: RecordEntity, counts: Record<string, number> | null): number {
  return counts?.[entity] ?? 0;
}

interface Page {
  items: Shown[];
  pages: number;
}

/** Returns a page of the rows on the device that match the query. `found` is the number of rows on all pages. */
export function heldPage(
  entity: RecordEntity,
  kept: readonly StoredRecord[],
  laid: OwnOperations,
  query: ListQuery,
  categories?: Categories,
): Page & { found: number } {
  const shown = overlay(entity, kept, laid).filter(({ isGone }) => !isGone);
  const byId = new Map(shown.map((one) => [one.record.id, one]));
  const ordered = inOrder(
    entity,
    shown.map(({ record }) => record),
  ).map(({ id }) => byId.get(id) as Shown);
  const rows = filterRows(entity, ordered, query, categories);
  return {
    ...(isPaged(entity) ? paged(rows, query.page, ADMIN_PAGE_SIZE) : { items: rows, pages: 1 }),
    found: rows.length,
  };
}

interface Served {
  items: (Fields & { seq: number })[];
  pages: number;
}

/** Returns the server's page with pending changes applied; records that only this device has come first on page 1. */
export function servedPage(
  entity: RecordEntity,
  { items, pages }: Served,
  kept: readonly StoredRecord[],
  laid: OwnOperations,
  page: number,
): Page {
  const held = new Map(kept.map((one) => [one.record.id, one]));
  const rows = items.map(({ seq, ...record }): StoredRecord => {
    const own = held.get(record.id);
    return own && (own.seq ?? 0) >= seq ? own : { record, seq };
  });
  const onPage = new Set(rows.map(({ record }) => record.id));
  const shown = overlay(entity, rows, laid);
  const fresh = shown.filter(({ record, seq }) => !onPage.has(record.id) && seq === null && page === 1);
  return {
    items: [...fresh, ...shown.filter(({ record }) => onPage.has(record.id))].filter(({ isGone }) => !isGone),
    pages,
  };
}

/** `landed`: operations applied by the server when the page was requested, which the page may still lack. */
type ServedPage = Served & Pick<OwnOperations, 'landed'>;

function useServedPage(entity: RecordEntity, page: number, isWanted: boolean): ServedPage | 'failed' | null {
  const { callApi, state } = useWorkspace();
  const { content } = useWorkspaceState();
  const [served, setServed] = useState<{ key: string; page: ServedPage | 'failed' } | null>(null);
  const key = `${entity} ${page}`;
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    const { landed } = state();
    callApi(calls.list(entity, page)).then(
      ({ status, body }) => {
        if (isCurrent) setServed({ key, page: status === 200 && isServed(body) ? { ...body, landed } : 'failed' });
      },
      () => isCurrent && setServed({ key, page: 'failed' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [callApi, state, entity, page, key, isWanted, content]);
  return isWanted && served?.key === key ? served.page : null;
}

function isServed(body: unknown): body is Served {
  const { items, pages } = (body ?? {}) as Partial<Served>;
  return Array.isArray(items) && typeof pages === 'number';
}
