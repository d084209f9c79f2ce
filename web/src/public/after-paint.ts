import { remember } from '../offline/reading/reading.ts';
import { registerWorker } from '../browser/register-worker.ts';
import { waitingRelease } from '../browser/waiting-release.ts';
import { isMarked } from '../tickets/waiting-mark.ts';
import type { View } from './view.ts';

/** Prepares the device for offline use after the first paint, so that it does not delay the first view. */
export function afterPaint(initial: View | null): void {
  registerWorker({ updateWaits: waitingRelease.set });
  const opened = initial?.data ? initial.page.record?.(initial.data) : undefined;
  if (isMarked()) void import('../tickets/start.ts').then(({ deviceTickets }) => deviceTickets());
  if (opened) void remember(opened.type, opened.record);
}
