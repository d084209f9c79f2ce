import { useEffect, useState } from 'react';
import { serverTime } from '../../offline/reading/server-time.ts';
import { useStored } from '../workspace/workspace.ts';

const MINUTE = 60_000;

/** Returns a function that gives the server's time, ms since the epoch, and renders again every minute. */
export function usePresent(): () => number {
  const level = useStored('level', (store) => store.level());
  const [, setMinute] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setMinute((minute) => minute + 1), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return () => {
    const { earliest, latest } = serverTime(level, Date.now());
    return (earliest + latest) / 2;
  };
}
