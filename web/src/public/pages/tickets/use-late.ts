import { useEffect, useState } from 'react';

/**
 * Loads code of its own that only some of those who open a page need.
 * @param load the same function at every call
 * @returns null until it is there; and whether it could not be loaded
 */
export function useLate<Code>(isWanted: boolean, load: () => Promise<Code>): [Code | null, boolean] {
  const [code, setCode] = useState<Code | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    load().then(
      (found) => isOver || setCode(() => found),
      () => isOver || setFailed(true),
    );
    return () => {
      isOver = true;
    };
  }, [isWanted, load]);
  return [code, hasFailed];
}

/** What the form and the list know of the tickets of others, and the picture of the town. */
export const loadTown = () => import('./town/town.tsx');
