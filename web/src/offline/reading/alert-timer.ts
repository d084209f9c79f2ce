import { browserTimer } from '../../browser/timer.ts';
import type { SetTimer } from '../../browser/timer.ts';

/** Interval in ms at which the clock is read: a single timer would stop while the device sleeps. */
const LOOK_EVERY = 30_000;

/**
 * Calls back whenever an alert on the device begins, ends or is no longer shown, with or without a network.
 * @param times the current time, and the time of the first change after a time (null: none)
 * @param changed called at each change
 * @returns function to call when the alerts may have changed
 */
export function keepAlertTime(
  times: (after: number) => Promise<{ at: number; next: number | null }>,
  changed: () => void,
  { now = Date.now, setTimer = browserTimer }: { now?: () => number; setTimer?: SetTimer } = {},
): () => void {
  let seen = now();
  let cancel = () => {};
  let looks = 0;

  async function look(): Promise<void> {
    cancel();
    looks += 1;
    const mine = looks;
    const { at, next } = await times(seen);
    if (mine !== looks || next === null) return;
    if (next > at) {
      cancel = setTimer(() => void look(), Math.min(next - at, LOOK_EVERY));
      return;
    }
    seen = now();
    changed();
    void look();
  }

  void look();
  return () => void look();
}
