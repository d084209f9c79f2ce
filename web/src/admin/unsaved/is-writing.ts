import { useEffect, useState, useSyncExternalStore } from 'react';
import { isAnyDirty, subscribeDirty } from './dirty-fields.ts';

/** How long after a key somebody counts as writing, in ms. */
const WRITING_TIME = 3000;

/** Is somebody in the middle of writing: has a field text that is not saved, or was a key pressed a moment ago? */
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
