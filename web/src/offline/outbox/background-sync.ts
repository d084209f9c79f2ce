import { requestSync } from '../../browser/request-sync.ts';
import { isDrainCall, OUTBOX_SYNC } from '../../page-and-worker/messages.ts';
import type { Outbox } from './outbox-types.ts';

/** Time, in ms, after which a Sync event that changed nothing is requested again. */
const AGAIN_AFTER = 60_000;
/** The service worker that the browser calls, and whose messages pages hear. */
export type SyncWorker = Pick<ServiceWorkerContainer, 'ready' | 'addEventListener' | 'removeEventListener'>;

/**
 * Asks the browser for a Sync event when the network is back, where it has one (Safari has none): it wakes the pages
 * that it has suspended, and they drain. With no page open nothing is sent.
 * @param tag of the Sync event
 * @returns ends it
 */
export function syncInBackground(
  outbox: Pick<Outbox, 'drain' | 'subscribe' | 'getSnapshot'>,
  {
    worker = navigator.serviceWorker,
    tag = OUTBOX_SYNC,
    now = Date.now,
  }: { worker?: SyncWorker | undefined; tag?: string; now?: () => number } = {},
): () => void {
  if (!worker) return () => {};
  let isAsked = false;
  let calledAt: number | null = null;

  function look(): void {
    const { operations, pausedUntil } = outbox.getSnapshot();
    const isStuck = operations.length > 0 && pausedUntil !== null;
    if (isStuck && isCallOld()) isAsked = false;
    if (isStuck && !isAsked) calledAt = null;
    // If it is refused (in a private window) or missing, there are other triggers.
    if (isStuck && !isAsked) void worker!.ready.then((registration) => requestSync(registration, tag)).catch(() => {});
    isAsked = isStuck;
  }
  /** With a network but no server the browser repeats the event without pause; probes are enough then. */
  function isCallOld(): boolean {
    return calledAt !== null && Math.abs(now() - calledAt) >= AGAIN_AFTER;
  }
  function hear({ data }: MessageEvent): void {
    if (!isDrainCall(data)) return;
    calledAt = now();
    void outbox.drain('sync');
  }

  worker.addEventListener('message', hear);
  const end = outbox.subscribe(look);
  return () => {
    worker.removeEventListener('message', hear);
    end();
  };
}
