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
    document.addEventListener('keydown', press, true);
    document.addEventListener('input', press, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', press, true);
      document.removeEventListener('input', press, true);
    };
  }, []);
  return isDirty || hasTyped;
}
