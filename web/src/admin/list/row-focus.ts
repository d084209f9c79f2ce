import { useLayoutEffect } from 'react';

/** The record whose row gets the focus as soon as it is drawn. */
let wanted: string | null = null;

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-record]')];
const rowOf = (record: string) => rows().find((row) => row.dataset.record === record);

/** The record next to those that go: the one after the first of them, else the one before; null where none stays. */
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

/** The record whose row should have the focus when the rows of others go from the screen. */
export function nextRow(gone: ReadonlySet<string>): string | null {
  return neighbourOf(
    rows().map((row) => row.dataset.record ?? ''),
    gone,
  );
}

/** Gives a row the focus, when it is drawn; until then the heading has it. @param record null: the heading keeps it */
export function focusRow(record: string | null): void {
  wanted = record;
  if (focusWanted()) return;
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

function focusWanted(): boolean {
  const row = wanted === null ? undefined : rowOf(wanted);
  if (!row) return false;
  wanted = null;
  row.querySelector<HTMLElement>('.row-edit')?.focus();
  return true;
}

/**
 * Lets the rows of a list take the focus that is meant for one of them.
 * @param items other ones whenever rows have changed
 */
export function useRowFocus(items: unknown): void {
  useLayoutEffect(() => {
    // Who has gone on by then is left alone.
    const isFree = document.activeElement === document.body || document.activeElement?.matches('main h1');
    if (isFree) focusWanted();
    else wanted = null;
  }, [items]);
}
