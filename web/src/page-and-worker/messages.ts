/** What pages tell the service worker. */
export type WorkerMessage =
  /** The town's identity has changed: the kept shell shows the old one. */
  | { type: 'refresh-shell' }
  /** A member of staff works on this device: the back office has to start without a network from now on. */
  | { type: 'keep-admin' }
  /** The form of tickets was opened on this device: it has to open without a network from now on. */
  | { type: 'keep-tickets' }
  /**
   * The store of public pages has to be brought up to date: a page that has not started the application is shown, and
   * `opened` is the type and id of the record that it shows; or staff have sent changes, which they may look at next.
   */
  | { type: 'fill'; opened: string }
  /** A page that was being loaded while the worker took over is not controlled by it. */
  | { type: 'claim' }
  /** Pages of earlier releases say it in these letters too. */
  | { type: 'SKIP_WAITING' };

/** The tag under which pages ask the browser to call the worker when the network is back. */
export const OUTBOX_SYNC = 'outbox';
/** The tag of unsent changes of the push subscription; the worker sends them without a page. */
export const PUSH_SYNC = 'push';
/** What the worker then tells the pages: it has neither the queue nor anybody to ask, so they do the sending. */
export const DRAIN_CALL = { type: 'drain' } as const;
export const isDrainCall = (data: unknown) => (data as Partial<typeof DRAIN_CALL> | null)?.type === DRAIN_CALL.type;

/** Sends a message to the worker that serves this site, if there is one. */
export async function tellWorker(message: WorkerMessage): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  registration?.active?.postMessage(message);
}
