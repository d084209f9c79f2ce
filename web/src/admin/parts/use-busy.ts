import { startTransition, useRef, useState } from 'react';

/**
 * Runs one piece of work at a time: a second press does nothing while the first one's work runs and until the screen
 * that it leads to is shown.
 * @returns whether work is running, and the function that runs it
 */
export function useBusy(): [boolean, (work: () => Promise<unknown>) => Promise<void>] {
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  async function run(work: () => Promise<unknown>): Promise<void> {
    if (isRunning.current || isBusy) return;
    isRunning.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      isRunning.current = false;
      // Not before the next screen, which is rendered in a transition too.
      startTransition(() => setBusy(false));
    }
  }
  return [isBusy, run];
}
