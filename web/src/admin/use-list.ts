import { useEffect, useState } from 'react';
import type { EntityName } from '#contract/entities';
import { ADMIN_PAGE_SIZE } from '#contract/limits';
import { paged } from '#contract/lists';
import { calls, isPaged } from '#contract/paths';
import { inOrder, nameOf } from './columns.ts';
import { useDesk, useDeskState, useStored } from './desk.ts';
import { overlay } from './overlay.ts';
import type { Fields, Kept, Laid, Shown } from './overlay.ts';

/** The entities that a device holds; users are only on the server. */
export type Stored = Exclude<EntityName, 'user'>;

export type ListView =
  | { is: 'loading' }
  /** Nothing is held, and the server cannot be asked. */
  | { is: 'unreachable' }
  /** `isPartial`: only what this device holds. */
  | { is: 'some'; items: Shown[]; pages: number; isPartial: boolean };

/**
 * One page of a list. What the device holds whole it shows from there, online and offline alike; of a list that it holds
 * in part, the server says which records are on a page, and the device lays over them what has not been sent.
 */
export function useList(entity: Stored, page: number): ListView {
  const state = useDeskState();
  const held = useStored(`list ${entity}`, async (store) => ({ kept: (await store.all(entity)) as unknown as Kept[], level: await store.level() }));
  const isWhole = held !== null && held.level.isFilled && held.kept.length >= countOf(entity, held.level.counts);
  const served = useServedPage(entity, page, held !== null && held.level.isFilled && !isWhole && state.isOnline);

  if (!held) return { is: 'loading' };
  const isAsking = state.isOnline && served !== 'failed';
  const withMade = (found: Page) => (page === 1 ? { ...found, items: namelessFirst(entity, found.items, held.kept, state) } : found);
  if (!isWhole && isAsking && served) return { is: 'some', isPartial: false, ...withMade(servedPage(entity, served, held.kept, state, page)) };
  const isEmpty = held.kept.length === 0 && !held.level.isFilled;
  if (isEmpty && isAsking) return { is: 'loading' };
  if (isEmpty && state.waiting.length === 0) return { is: 'unreachable' };
  return { is: 'some', isPartial: !isWhole && !isAsking, ...withMade(heldPage(entity, held.kept, state, page)) };
}

const madeHere = new Set<string>();
/** A record that was made in this tab is looked for at the top of its list, until it has a name. */
export const rememberMade = (id: string) => void madeHere.add(id);

/** Puts what was made here and has no name yet first: an event of today would stand behind all that are to come. */
export function namelessFirst(entity: Stored, items: Shown[], kept: readonly Kept[], laid: Laid, made: ReadonlySet<string> = madeHere): Shown[] {
  const isFresh = ({ record, isGone }: Shown) => made.has(record.id) && !isGone && nameOf(entity, record) === nameOf(entity, { id: '' });
  const fresh = made.size > 0 ? overlay(entity, kept, laid).filter(isFresh) : [];
  const first = new Set(fresh.map(({ record }) => record.id));
  return [...fresh, ...items.filter(({ record }) => !first.has(record.id))];
}

/** @returns how many records of an entity there are in all; 0 where the fill brings every one */
function countOf(entity: Stored, counts: Record<string, number> | null): number {
  return counts?.[entity] ?? 0;
}

interface Page {
  items: Shown[];
  pages: number;
}

/** A page of all that is held. */
export function heldPage(entity: Stored, kept: readonly Kept[], laid: Laid, page: number): Page {
  const shown = overlay(entity, kept, laid).filter(({ isGone }) => !isGone);
  const byId = new Map(shown.map((one) => [one.record.id, one]));
  const ordered = inOrder(entity, shown.map(({ record }) => record)).map(({ id }) => byId.get(id) as Shown);
  return isPaged(entity) ? paged(ordered, page, ADMIN_PAGE_SIZE) : { items: ordered, pages: 1 };
}

interface Served {
  items: (Fields & { seq: number })[];
  pages: number;
}

/** The server's page, with what waits here laid over it; records that only this device knows stand first on page 1. */
export function servedPage(entity: Stored, { items, pages }: Served, kept: readonly Kept[], laid: Laid, page: number): Page {
  const held = new Map(kept.map((one) => [one.record.id, one]));
  const rows = items.map(({ seq, ...record }): Kept => {
    const own = held.get(record.id);
    return own && (own.seq ?? 0) >= seq ? own : { record, seq };
  });
  const onPage = new Set(rows.map(({ record }) => record.id));
  const shown = overlay(entity, rows, laid);
  const fresh = shown.filter(({ record, seq }) => !onPage.has(record.id) && seq === null && page === 1);
  return { items: [...fresh, ...shown.filter(({ record }) => onPage.has(record.id))].filter(({ isGone }) => !isGone), pages };
}

function useServedPage(entity: Stored, page: number, isWanted: boolean): Served | 'failed' | null {
  const { ask } = useDesk();
  const { content } = useDeskState();
  const [served, setServed] = useState<{ key: string; page: Served | 'failed' } | null>(null);
  const key = `${entity} ${page}`;
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    ask(calls.list(entity, page)).then(({ status, body }) => {
      if (isCurrent) setServed({ key, page: status === 200 && isServed(body) ? body : 'failed' });
    }, () => isCurrent && setServed({ key, page: 'failed' }));
    return () => {
      isCurrent = false;
    };
  }, [ask, entity, page, key, isWanted, content]);
  return isWanted && served?.key === key ? served.page : null;
}

function isServed(body: unknown): body is Served {
  const { items, pages } = (body ?? {}) as Partial<Served>;
  return Array.isArray(items) && typeof pages === 'number';
}
