import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { admin } from '#contract/addresses/pages';
import type { Stored } from './use-list.ts';

interface Place {
  y: number;
  /** The record that was opened from there. */
  record: string | null;
}
/** Where each list was left, by its address. */
const places = new Map<string, Place>();
/** The addresses at which the lists were seen last. */
const lastSeen = new Map<Stored, string>();

/** What a navigation says about itself. */
export interface Going {
  /** Somebody goes back to a list: to the rows that they came from. */
  isBack?: boolean;
  /** Somebody is at work in the tools above a list, and the focus stays with them. */
  stays?: boolean;
}

/** Does the list itself put focus and scroll where they were? */
export const isOwnReturn = (kind: string, key: string, state: unknown) =>
  Boolean((state as Going | null)?.isBack) || (kind === 'POP' && key !== 'default');

/** The list as it was seen last in this tab: its page, search, filter and order. */
export const lastListOf = (entity: Stored) => lastSeen.get(entity) ?? admin.list(entity);

/** Remembers that a record is opened from the list that is shown. */
export function rememberOpened(record: string): void {
  places.set(location.pathname + location.search, { y: scrollY, record });
}

/**
 * Keeps where a list is scrolled, and goes there again when somebody comes back to it.
 * @param isDrawn its rows are there
 */
export function useWayBack(entity: Stored, isDrawn: boolean): void {
  const { pathname, search, state, key } = useLocation();
  const kind = useNavigationType();
  const wanted = useRef<Place | null>(null);
  const address = pathname + search;
  useLayoutEffect(() => {
    lastSeen.set(entity, address);
    wanted.current = isOwnReturn(kind, key, state) ? (places.get(address) ?? { y: 0, record: null }) : null;
    const keep = () => places.set(address, { record: null, ...places.get(address), y: scrollY });
    addEventListener('scroll', keep, { passive: true });
    return () => removeEventListener('scroll', keep);
    // A key is one navigation, whatever else it brought.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [entity, address, key]);
  useLayoutEffect(() => {
    const place = wanted.current;
    if (!isDrawn || !place) return;
    wanted.current = null;
    const row =
      place.record && document.querySelector<HTMLElement>(`[data-record="${CSS.escape(place.record)}"] .row-edit`);
    (row || document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
    window.scrollTo(0, place.y);
  }, [isDrawn, key]);
}
