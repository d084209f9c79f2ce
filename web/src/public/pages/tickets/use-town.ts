import { useEffect, useState } from 'react';

type Town = typeof import('./town.tsx');

/**
 * What the form and the list know of the tickets of others, and the picture of the town: code of its own, which is
 * loaded where the town shows any of it. Null until it is there, and where it cannot be loaded.
 */
export function useTown(isWanted: boolean): Town | null {
  const [town, setTown] = useState<Town | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    import('./town.tsx').then(
      (found) => isOver || setTown(found),
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [isWanted]);
  return town;
}
