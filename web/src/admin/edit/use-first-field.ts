import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** What a navigation carries that leads to a record made a moment ago. */
export const MADE = { isMade: true };

/** Whether this address was reached by making its record; going back to it or loading it again is something else. */
export function useIsMade(): boolean {
  const { state } = useLocation();
  return useNavigationType() === 'PUSH' && Boolean((state as Partial<typeof MADE> | null)?.isMade);
}

/** What a navigation carries that leads to a field. */
export interface AskedField {
  field?: string;
}

/**
 * Gives the field that somebody goes on writing in the focus as soon as it is drawn: its editor may still be loading.
 */
export function useAskedField(): void {
  const { state, key } = useLocation();
  const { field } = (state ?? {}) as AskedField;
  useEffect(() => {
    if (field === undefined) return;
    const control = `main [data-field="${CSS.escape(field)}"] :is(.control, .tick, [role="textbox"])`;
    const end = new AbortController();
    const look = () => {
      const found = document.querySelector<HTMLElement>(control);
      if (!found) return;
      end.abort();
      found.focus();
    };
    const observer = new MutationObserver(look);
    end.signal.addEventListener('abort', () => observer.disconnect());
    // Who does something else by then is left alone.
    for (const type of ['keydown', 'pointerdown'])
      document.addEventListener(type, () => end.abort(), { signal: end.signal });
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['role'] });
    look();
    return () => end.abort();
    // A key is one navigation, whatever else it brought.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);
}

/** Puts the focus of a record that was just made on its first field, which is what its author wants to write. */
export function useFirstField(isThere: boolean): void {
  const isMade = useIsMade();
  useEffect(() => {
    if (isMade && isThere) document.querySelector<HTMLElement>('main .field .control')?.focus({ preventScroll: true });
  }, [isMade, isThere]);
}
