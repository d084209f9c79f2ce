/** What pages tell the service worker. `SKIP_WAITING` is workbox-window's own. */
export type WorkerMessage =
  /** The town's identity has changed: the kept shell shows the old one. */
  | { type: 'refresh-shell' }
  /** Somebody of the staff works on this device: the back office must start without a network from now on. */
  | { type: 'keep-admin' }
  | { type: 'SKIP_WAITING' };

/** Sends a message to the worker that serves this site, if there is one. */
export async function tellWorker(message: WorkerMessage): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  registration?.active?.postMessage(message);
}
