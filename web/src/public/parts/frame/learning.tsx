import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { whenIdle } from '../../../browser/when-idle.ts';

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

/** The first of the blocks of a page that ends below the screen: what stands behind it moves without being seen to. */
export const blockBelow = <B extends Pick<Element, 'getBoundingClientRect'>>(blocks: Iterable<B>, screen: number) =>
  [...blocks].find((block) => block.getBoundingClientRect().bottom > screen);

/**
 * The note that a resident gets once, behind the block that they have before them.
 * @param pathname '' while its page is still being drawn
 */
export function Learning({ pathname }: { pathname: string }) {
  const [note, setNote] = useState<ReactNode>(null);
  useEffect(() => {
    let isOver = false;
    setNote(null);
    whenIdle(() => {
      // With large text a page's head may fill the screen, and nothing was read yet.
      const blocks = document.querySelectorAll('main > :not(.head, .hero)');
      const block = !isOver && pathname && blockBelow(blocks, window.innerHeight);
      if (!block || !isTimeToLearn(Boolean(navigator.serviceWorker?.controller), () => localStorage)) return;
      // Its code is loaded for this view alone.
      import('../../device/learn.tsx').then(
        ({ Learn }) => isOver || setNote(<Learn block={block} onPutAway={() => setNote(null)} />),
        () => {},
      );
    });
    return () => {
      isOver = true;
    };
  }, [pathname]);
  return note;
}
