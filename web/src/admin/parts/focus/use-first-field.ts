import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { showField } from './show-field.ts';

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

/**
 * Shows a field as soon as it is rendered, and puts the cursor into it: its editor may still be loading. A press or a
 * key ends it, so that it does not take the focus from someone who has moved on.
 * @param field its name; the field of which it is a part will do
 * @param done called when it has ended by itself
 * @returns function that ends it before
 */
export function focusField(field: string, done = () => {}): () => void {
  const whole = field.replace(/\.[^.]*$/, '');
  const places = [...new Set([field, whole])].map((one) => `[data-field="${CSS.escape(one)}"]`);
  const control = `main :is(${places.join()}) :is(.control, .tick, [role="textbox"])`;
  const end = new AbortController();
  const finish = () => {
    end.abort();
    done();
  };
  const look = () => {
    if (showField(control)) finish();
  };
  const observer = new MutationObserver(look);
  end.signal.addEventListener('abort', () => observer.disconnect());
  for (const type of ['keydown', 'pointerdown']) document.addEventListener(type, finish, { signal: end.signal });
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['role'] });
  look();
  return () => end.abort();
}

/** Focuses the field that the navigation state asks for. */
export function useTargetField(): void {
  const { state, key } = useLocation();
  const { field } = (state ?? {}) as TargetField;
  useLayoutEffect(() => {
    return field === undefined ? undefined : focusField(field);
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
