import { OUTBOX } from './outbox-db.ts';
import type { SetTimer } from './send.ts';

/** A replayer that has given no sign of life for so long is a tab that the system has frozen. */
const FROZEN = 60_000;

export interface Turn {
  /** Runs `work` as the one replayer of this device, or without the lock when its holder is silent. */
  take(work: () => Promise<void>): Promise<void>;
  /** The holder has given a sign of life. */
  heard(): void;
}

/**
 * One replayer across tabs (8). It only saves requests: without locks, or with two replayers, the opIds see to it that
 * nothing is done twice.
 */
export function openTurn(locks: LockManager | null, setTimer: SetTimer, name: string = OUTBOX): Turn {
  let restart = () => {};

  return {
    async take(work) {
      if (!locks) return work();
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
        await locks.request(name, { signal: waiting.signal }, granted);
      } catch (error) {
        if (isRunning) throw error;
        await granted();
      }
    },
    heard: () => restart(),
  };
}
