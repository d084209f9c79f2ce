import { Workbox } from 'workbox-window';
import type { WorkerMessage } from '../page-and-worker/messages.ts';

const HOUR = 3600_000;

/**
 * Registers the service worker; call it when the page is idle. A new release waits until the page agrees, then takes
 * over in all tabs, and each reloads once.
 * @param updateWaits called when a new release is ready, with the function that activates it
 * @param reload for pages that have to finish something first
 */
export function registerWorker({
  updateWaits,
  reload = () => location.reload(),
}: {
  updateWaits: (activate: () => void) => void;
  reload?: () => void;
}): void {
  if (!('serviceWorker' in navigator)) return;
  const worker = new Workbox('/sw.js', { type: 'module' });
  let checkedAt = Date.now();
  let isReloading = false;

  const offer = () => updateWaits(() => worker.messageSkipWaiting());
  worker.addEventListener('waiting', offer);
  // The first worker takes over a page that was loaded without one, which needs no reload.
  let isControlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled && !isReloading) {
      isReloading = true;
      reload();
    }
    isControlled = true;
  });
  // A page that is never closed would not learn of a new release.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Math.abs(Date.now() - checkedAt) < HOUR) return;
    checkedAt = Date.now();
    void worker.update().catch(() => {
      // No network: it is tried again.
    });
  });
  void worker
    .register({ immediate: true })
    .then((registration) => {
      if (!isControlled) registration?.active?.postMessage({ type: 'claim' } satisfies WorkerMessage);
      registration?.addEventListener(
        'updatefound',
        (event) => {
          if (registration.installing) return;
          // WebKit may fire this event for a release that has failed or is waiting already. Workbox, which listens in
          // the bubbling phase, after this listener, would then read the script address of a worker that is gone.
          event.stopImmediatePropagation();
          if (registration.waiting && registration.active) offer();
        },
        { capture: true },
      );
    })
    .catch(() => {
      // No worker here (a private window, a lost network): the portal works without, and the next visit tries again.
    });
}
