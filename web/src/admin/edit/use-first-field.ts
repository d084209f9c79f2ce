import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** What a navigation carries that leads to a record made a moment ago. */
export const MADE = { isMade: true };

/** Whether this address was reached by making its record; going back to it or loading it again is something else. */
export function useIsMade(): boolean {
  const { state } = useLocation();
  return useNavigationType() === 'PUSH' && Boolean((state as Partial<typeof MADE> | null)?.isMade);
}

/** Puts the focus of a record that was just made on its first field, which is what its author wants to write. */
export function useFirstField(isThere: boolean): void {
  const isMade = useIsMade();
  useEffect(() => {
    if (isMade && isThere) document.querySelector<HTMLElement>('main .field .control')?.focus({ preventScroll: true });
  }, [isMade, isThere]);
}
