import { isDrainCall, OUTBOX_SYNC } from '../../sw/messages.ts';
import type { Outbox } from './outbox.ts';

interface SyncManager {
  register(tag: string): Promise<void>;
}
type Worker = Pick<ServiceWorkerContainer, 'ready' | 'addEventListener' | 'removeEventListener'>;

/**
 * Where the browser has the Sync event (Safari has none), asks it to call when the network is back: it wakes the pages
 * that it has put to sleep, and they drain. With no page open nothing is sent until one is.
 * @returns ends it
 */
export function syncInBackground(outbox: Pick<Outbox, 'drain' | 'subscribe' | 'getSnapshot'>, worker: Worker | undefined = navigator.serviceWorker): () => void {
  if (!worker) return () => {};
  let isAsked = false;

  async function ask(): Promise<void> {
    const { sync } = (await worker!.ready) as ServiceWorkerRegistration & { sync?: SyncManager };
    await sync?.register(OUTBOX_SYNC);
  }
  function look(): void {
    const { operations, pausedUntil } = outbox.getSnapshot();
    const isStuck = operations.length > 0 && pausedUntil !== null;
    // Refused (a private window) or not there: the other triggers remain.
    if (isStuck && !isAsked) void ask().catch(() => {});
    isAsked = isStuck;
  }
  function hear({ data }: MessageEvent): void {
    if (!isDrainCall(data)) return;
    isAsked = false;
    void outbox.drain('sync');
  }

  worker.addEventListener('message', hear);
  const end = outbox.subscribe(look);
  return () => {
    worker.removeEventListener('message', hear);
    end();
  };
}
