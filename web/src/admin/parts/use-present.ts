import { useEffect, useState } from 'react';
import { serverTime } from '../../offline/reading/server-time.ts';
import { useStored } from '../workspace/workspace.ts';

const MINUTE = 60_000;

/** Returns a function that gives the server's time, ms since the epoch, and renders again as each minute begins. */
export function usePresent(): () => number {
  const level = useStored('level', (store) => store.level());
  const [, setMinute] = useState(0);
  useEffect(() => {
    return everyMinute(
      () => presentOf(level),
      () => setMinute((minute) => minute + 1),
    );
  }, [level]);
  return () => presentOf(level);
}

/** Returns the server's time, ms since the epoch. @param level what the device knows of it */
export function presentOf(level: Parameters<typeof serverTime>[0]): number {
  const { earliest, latest } = serverTime(level, Date.now());
  return (earliest + latest) / 2;
}

/** Calls back as each minute begins, so that all that shows the time changes together. @returns ends it */
export function everyMinute(present: () => number, listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const plan = () => {
    timer = setTimeout(
      () => {
        listener();
        plan();
      },
      MINUTE - (present() % MINUTE),
    );
  };
  plan();
  return () => clearTimeout(timer);
}
