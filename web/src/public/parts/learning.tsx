import { useEffect, useState } from 'react';
import { whenIdle } from '../../browser/when-idle.ts';

/** Where a device keeps that its person has had a first view, and then the note. */
const KEY = 'aprendido';

/**
 * Whether this is the view of the note: the second one on this device whose pages a service worker answers, because
 * only then they can be read without a signal. A device that stores nothing is not told at every view.
 */
export function isTimeToLearn(isControlled: boolean, open: () => Pick<Storage, 'getItem' | 'setItem'>): boolean {
  try {
    const storage = open();
    const seen = storage.getItem(KEY);
    if (seen === 'nota' || (seen && !isControlled)) return false;
    storage.setItem(KEY, seen ? 'nota' : 'vista');
    return seen !== null && storage.getItem(KEY) === 'nota';
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
