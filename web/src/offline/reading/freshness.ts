import { createListeners } from '../../browser/listeners.ts';

/** Time, in ms, during which a server that was not reached is not called for what the device can show. */
const QUIET = 15_000;

/** When the device was level with the server, and whether the server answers. */
export function createFreshness(now: () => number) {
  const listeners = createListeners();
  let isReachable = true;
  let quietUntil = 0;
  let pulledAt: number | null = null;

  return {
    subscribe: listeners.add,
    /** `at`: when the device was last level with the server, ms since the epoch, null for never. */
    current: () => ({ at: pulledAt, online: isReachable && globalThis.navigator?.onLine !== false }),
    pulled(at: number | null): void {
      pulledAt = at;
      listeners.call();
    },
    /** Takes note of whether the server has answered a call. @returns whether it is within reach again */
    called(isReached: boolean): boolean {
      quietUntil = isReached ? 0 : now() + QUIET;
      if (isReached === isReachable) return false;
      isReachable = isReached;
      listeners.call();
      return isReached;
    },
    /** The server was out of reach a moment ago. */
    isQuiet: () => now() < quietUntil,
    /** The browser says that the network has gone or come back. */
    networkChanged(): void {
      quietUntil = 0;
      listeners.call();
    },
  };
}

export type Freshness = ReturnType<typeof createFreshness>;
