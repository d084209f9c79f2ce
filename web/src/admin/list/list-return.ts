import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { admin } from '#contract/addresses/pages';
import type { RecordEntity } from '#contract/record-types';
import { focusHeading } from '../parts/focus/focus-heading.ts';

interface ListPosition {
  y: number;
  /** The record that was opened from the list. */
  record: string | null;
}
/** State of each list when it was left, by address. */
const places = new Map<string, ListPosition>();
/** Last address of each list. */
const lastSeen = new Map<RecordEntity, string>();

/** Navigation state for opening a list. */
export interface ListNavigation {
  /** Returns to a list: restores scroll position and focus. */
  isBack?: boolean;
  /** Comes from the list's tools, which keep the focus. */
  stays?: boolean;
}

/** Returns whether the list itself restores focus and scroll position. */
export const isOwnReturn = (kind: string, key: string, state: unknown) =>
  Boolean((state as ListNavigation | null)?.isBack) || (kind === 'POP' && key !== 'default');

/** Returns the last address of a list in this tab, with its page, search, filter and order. */
export const lastListOf = (entity: RecordEntity) => lastSeen.get(entity) ?? admin.list(entity);

/** Remembers that a record is opened from the current list. */
export function rememberOpened(record: string): void {
  places.set(location.pathname + location.search, { y: scrollY, record });
}

/**
 * Remembers a list's scroll position, and restores it when someone returns to the list.
 * @param isDrawn whether its rows are rendered
 */
export function useListReturn(entity: RecordEntity, isDrawn: boolean): void {
  const { pathname, search, state, key } = useLocation();
  const kind = useNavigationType();
  const wanted = useRef<ListPosition | null>(null);
  const address = pathname + search;
  useLayoutEffect(() => {
    lastSeen.set(entity, address);
    wanted.current = isOwnReturn(kind, key, state) ? (places.get(address) ?? { y: 0, record: null }) : null;
    const keep = () => places.set(address, { record: null, ...places.get(address), y: scrollY });
    addEventListener('scroll', keep, { passive: true });
    return () => removeEventListener('scroll', keep);
    // Each navigation has its own key.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [entity, address, key]);
  useLayoutEffect(() => {
    const place = wanted.current;
    if (!isDrawn || !place) return;
    wanted.current = null;
    const row =
      place.record && document.querySelector<HTMLElement>(`[data-record="${CSS.escape(place.record)}"] .row-edit`);
    if (row) row.focus({ preventScroll: true });
    else focusHeading();
    window.scrollTo(0, place.y);
  }, [isDrawn, key]);
}
