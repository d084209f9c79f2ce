import { useEffect, useState } from 'react';
import { useOffline } from './use-offline.ts';

/** Whether a picture could not be had. It is tried again when there is a network. */
export function useMissing() {
  const [isMissing, setMissing] = useState(false);
  const isOffline = useOffline();
  useEffect(() => {
    if (!isOffline) setMissing(false);
  }, [isOffline]);
  return { isMissing, setMissing };
}
