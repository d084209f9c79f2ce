import { useEffect, useState } from 'react';
import { countSharedPhotos, onSharedPhotos } from '../workspace/shared-photos.ts';

/**
 * Reads what waits on this device again whenever photos were removed, and when the page is shown again.
 * @param failed what is returned when it cannot be read
 */
export function useSharedRead<T>(read: () => Promise<T>, first: T, failed: T): T {
  const [value, setValue] = useState(first);
  useEffect(() => {
    let isCurrent = true;
    const look = () =>
      void read()
        .catch(() => failed)
        .then((next) => {
          if (isCurrent) setValue(next);
        });
    const end = onSharedPhotos(look);
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      isCurrent = false;
      end();
      document.removeEventListener('visibilitychange', look);
    };
  }, [read, failed]);
  return value;
}

/** Returns how many shared photos wait on this device. */
export const useSharedCount = () => useSharedRead(countSharedPhotos, 0, 0);
