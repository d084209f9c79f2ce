import { useEffect, useState, useSyncExternalStore } from 'react';
import { isAnyDirty, subscribeDirty } from './dirty-fields.ts';

/** Delay, in ms, after the last keystroke until someone no longer counts as writing. */
const WRITING_TIME = 3000;

/** Returns whether someone is writing: a field has unsaved text, or a key was pressed a moment ago. */
export function useIsWriting(): boolean {
  const isDirty = useSyncExternalStore(subscribeDirty, isAnyDirty);
  const [hasTyped, setTyped] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const press = () => {
      setTyped(true);
      clearTimeout(timer);
      timer = setTimeout(() => setTyped(false), WRITING_TIME);
    };
    // Not in the capture phase: React would render between this listener and its own, and the render would set the
    // control back to the value before the keystroke.
    const types = ['keydown', 'input'] as const;
    for (const type of types) document.addEventListener(type, press);
    return () => {
      clearTimeout(timer);
      for (const type of types) document.removeEventListener(type, press);
    };
  }, []);
  return isDirty || hasTyped;
}
