import { createListeners } from '../../browser/listeners.ts';

/** Time, in ms, for which a server that was not reached is not called again for what the device can show. */
const QUIET = 15_000;

/** When the device last had everything that the server has, and whether the server answers. */
export function createFreshness(now: () => number) {
  const listeners = createListeners();
  let isReachable = true;
  let quietUntil = 0;
  let pulledAt: number | null = null;

  return {
    subscribe: listeners.add,
    /** `at`: when the device last had everything that the server has, ms since the epoch; null for never. */
    current: () => ({ at: pulledAt, online: isReachable && globalThis.navigator?.onLine !== false }),
    pulled(at: number | null): void {
      pulledAt = at;
      listeners.call();
    },
    /** Reports whether the server answered a call. @returns whether it can be reached again after it could not */
    called(isReached: boolean): boolean {
      quietUntil = isReached ? 0 : now() + QUIET;
      if (isReached === isReachable) return false;
      isReachable = isReached;
      listeners.call();
      return isReached;
    },
    /** Whether the server could not be reached a moment ago. */
    isQuiet: () => now() < quietUntil,
    /** Reports that the browser has lost or regained the network. */
    networkChanged(): void {
      quietUntil = 0;
      listeners.call();
    },
  };
}

export type Freshness = ReturnType<typeof createFreshness>;
