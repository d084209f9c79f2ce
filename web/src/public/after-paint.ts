import { remember } from '../offline/reading/reading.ts';
import { registerWorker } from '../browser/register-worker.ts';
import { waitingRelease } from '../browser/waiting-release.ts';
import { WAITING_MARK } from '../page-and-worker/waiting-mark.ts';
import type { View } from './view.ts';

/** Prepares the device for offline use after the first paint, so that it does not delay the first view. */
export function afterPaint(initial: View | null): void {
  registerWorker({ updateWaits: waitingRelease.set });
  const opened = initial?.data ? initial.page.record?.(initial.data) : undefined;
  try {
    if (localStorage[WAITING_MARK]) void import('../tickets/start.ts').then(({ deviceTickets }) => deviceTickets());
  } catch {
    // Forbidden.
  }
  if (opened) void remember(opened.type, opened.record);
}
