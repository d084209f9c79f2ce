import { useLayoutEffect } from 'react';
import { focusHeading } from './focus-heading.ts';

/** The record whose row gets the focus as soon as it is rendered. */
let wanted: string | null = null;

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-record]')];
const rowOf = (record: string) => rows().find((row) => row.dataset.record === record);

/** Returns the record to focus after others are removed: the next one after the first of them, or else the previous. */
export function neighbourOf(order: readonly string[], gone: ReadonlySet<string>): string | null {
  const first = order.findIndex((record) => gone.has(record));
  const after = order.slice(first).find((record) => !gone.has(record));
  return (
    after ??
    order
      .slice(0, Math.max(0, first))
      .filter((record) => !gone.has(record))
      .at(-1) ??
    null
  );
}

/** Like `neighbourOf`, for the rows on screen. */
export function nextRow(gone: ReadonlySet<string>): string | null {
  return neighbourOf(
    rows().map((row) => row.dataset.record ?? ''),
    gone,
  );
}

/** Focuses a row once it is rendered; until then, the heading. @param record null to keep the focus on the heading */
export function focusRow(record: string | null): void {
  wanted = record;
  if (!focusWanted()) focusHeading();
}

function focusWanted(): boolean {
  const row = wanted === null ? undefined : rowOf(wanted);
  if (!row) return false;
  wanted = null;
  row.querySelector<HTMLElement>('.row-edit')?.focus();
  return true;
}

/**
 * Applies `focusRow` to the rows of a list.
 * @param items changes whenever the rows have changed
 */
export function useRowFocus(items: unknown): void {
  useLayoutEffect(() => {
    // Does not take the focus from someone who has moved on.
    const isFree = document.activeElement === document.body || document.activeElement?.matches('main h1');
    if (isFree) focusWanted();
    else wanted = null;
  }, [items]);
}
