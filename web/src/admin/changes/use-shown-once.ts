import { useMemo } from 'react';
import { useUnsavedText } from './use-unsaved-text.ts';

/**
 * Asks before the screen is left while it shows what is shown nowhere else, such as a password that was just made.
 * @param label what it is
 * @param title asks whether its reader has it
 * @param text says why that matters
 * @param accept says that they have
 */
export function useShownOnce(
  isShown: boolean,
  { label, title, text, accept }: { label: string; title: string; text: string; accept: string },
): void {
  const question = useMemo(() => ({ title, text, accept, isRemoval: true }), [title, text, accept]);
  useUnsavedText({
    value: null,
    isUnsaved: isShown,
    place: null,
    label,
    savesItself: false,
    isTouched: true,
    question,
    save: async () => false,
    keep: async () => {},
  });
}
