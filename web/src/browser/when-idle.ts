import { IDLE_CEILING } from '#contract/limits';

/** Runs a task when the page is idle, at the latest after 3 s (spec section 9). */
export function whenIdle(task: () => unknown): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: IDLE_CEILING });
  else setTimeout(task, 200);
}
