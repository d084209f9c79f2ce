import { useEffect, useState } from 'react';
import { useOffline } from '../use-offline.ts';

/** Tracks whether a picture could not be loaded. It is retried when the network is back. */
export function useMissing() {
  const [isMissing, setMissing] = useState(false);
  const isOffline = useOffline();
  useEffect(() => {
    if (!isOffline) setMissing(false);
  }, [isOffline]);
  return { isMissing, setMissing };
}
