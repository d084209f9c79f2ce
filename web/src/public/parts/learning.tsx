import { useEffect, useState } from 'react';
import { whenIdle } from '../../browser/when-idle.ts';

/** Where a device keeps that its person has had the note; before it, nothing is stored. */
const KEY = 'aprendido';

/**
 * Whether this is the view of the note: the first one that a service worker has answered, which is the second visit or
 * later, because only then pages can be read without a signal. A device that stores nothing is not told at every view.
 */
export function isTimeToLearn(isControlled: boolean, open: () => Pick<Storage, 'getItem' | 'setItem'>): boolean {
  if (!isControlled) return false;
  try {
    const storage = open();
    if (storage.getItem(KEY)) return false;
    storage.setItem(KEY, 'nota');
    return storage.getItem(KEY) === 'nota';
  } catch {
    return false;
  }
}

/** The note that a resident gets once. Its code is loaded for that view alone. */
export function Learning({ pathname }: { pathname: string }) {
  const [Note, setNote] = useState<typeof import('../device/learn.tsx').Learn | null>(null);
  useEffect(() => {
    let isOver = false;
    setNote(null);
    whenIdle(() => {
      if (isOver || !isTimeToLearn(Boolean(navigator.serviceWorker?.controller), () => localStorage)) return;
      import('../device/learn.tsx').then(
        ({ Learn }) => isOver || setNote(() => Learn),
        () => {},
      );
    });
    return () => {
      isOver = true;
    };
  }, [pathname]);
  return Note && <Note onPutAway={() => setNote(null)} />;
}
