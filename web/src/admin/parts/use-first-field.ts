import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** Navigation state for opening a newly created record. */
export const NEW_RECORD = { isMade: true };

/** Returns whether the record was just created; false after going back to it or reloading. */
export function useIsNewRecord(): boolean {
  const { state } = useLocation();
  return useNavigationType() === 'PUSH' && Boolean((state as Partial<typeof NEW_RECORD> | null)?.isMade);
}

/** Navigation state for opening a record at a field. */
export interface TargetField {
  field?: string;
}

// Layout effects, because later ones could take the focus from what the person has chosen in the meantime.

/** Focuses the requested field as soon as it is rendered: its editor may still be loading. */
export function useTargetField(): void {
  const { state, key } = useLocation();
  const { field } = (state ?? {}) as TargetField;
  useLayoutEffect(() => {
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
    // Does not take the focus from someone who has moved on.
    for (const type of ['keydown', 'pointerdown'])
      document.addEventListener(type, () => end.abort(), { signal: end.signal });
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['role'] });
    look();
    return () => end.abort();
    // Each navigation has its own key.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);
}

/** Focuses the first field of a newly created record. */
export function useFirstField(isThere: boolean): void {
  const isMade = useIsNewRecord();
  useLayoutEffect(() => {
    if (isMade && isThere) document.querySelector<HTMLElement>('main .field .control')?.focus({ preventScroll: true });
  }, [isMade, isThere]);
}
