import { browserTimer } from './timer.ts';
import type { SetTimer } from './timer.ts';

/** Time in ms without a message after which the holder counts as frozen by the system. */
const FROZEN = 60_000;

export interface TabLock {
  /** Runs `work` in one tab of this device at a time, or without the lock if its holder is silent. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Reports that the holder is alive. */
  holderIsAlive(): void;
}

/**
 * A lock among the tabs that share a name. It only saves requests: the work must be correct without the lock too, and
 * when two tabs do it at the same time.
 */
export function openTabLock(locks: LockManager | null, name: string, setTimer: SetTimer = browserTimer): TabLock {
  let restart = () => {};
  /** The holder was found frozen: nothing waits for it until it is heard again. */
  let isSilent = false;

  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (!locks) return work();
      if (isSilent) {
        return (await locks.request(name, { ifAvailable: true }, (lock) => {
          if (lock) isSilent = false;
          return work();
        })) as T;
      }
      const waiting = new AbortController();
      let cancel = () => {};
      let isRunning = false;
      restart = () => {
        cancel();
        cancel = setTimer(() => waiting.abort(), FROZEN);
      };
      restart();
      const granted = () => {
        isRunning = true;
        restart = () => {};
        cancel();
        return work();
      };
      try {
        return (await locks.request(name, { signal: waiting.signal }, granted)) as T;
      } catch (error) {
        if (isRunning) throw error;
        isSilent = true;
        return granted();
      }
    },
    holderIsAlive() {
      isSilent = false;
      restart();
    },
  };
}
