import { browserTimer } from '../../browser/timer.ts';
import type { SetTimer } from '../../browser/timer.ts';

/** Time without a sign of life, in ms, after which the holder is taken for a tab that the system has frozen. */
const FROZEN = 60_000;

export interface TabLock {
  /** Runs `work` alone among the tabs of this device, or without the lock when its holder is silent. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** The holder has given a sign of life. */
  holderIsAlive(): void;
}

/**
 * A lock among the tabs that share a name. It only saves requests: the work has to come out right without the lock, and
 * when two tabs do it at once.
 */
export function openTabLock(locks: LockManager | null, name: string, setTimer: SetTimer = browserTimer): TabLock {
  let restart = () => {};
  /** The holder was found frozen: nothing waits for it again before it gives a sign of life. */
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
