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
  let checkedAt = Date.now();
  let isReloading = false;
  // The first worker takes over a page that was loaded without one, which needs no reload.
  let isControlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled && !isReloading) {
      isReloading = true;
      reload();
    }
    isControlled = true;
  });

  function serve(registration: ServiceWorkerRegistration): void {
    const offer = () => {
      // The first worker of all has none to wait for.
      if (registration.waiting && registration.active)
        updateWaits(() => registration.waiting?.postMessage({ type: 'SKIP_WAITING' } satisfies WorkerMessage));
    };
    const watch = () => {
      // WebKit may report a release that has failed or is waiting already.
      if (registration.installing) registration.installing.addEventListener('statechange', offer);
      else offer();
    };
    watch();
    registration.addEventListener('updatefound', watch);
    if (!isControlled) registration.active?.postMessage({ type: 'claim' } satisfies WorkerMessage);
    // A page that is never closed would not learn of a new release.
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible' || Math.abs(Date.now() - checkedAt) < HOUR) return;
      checkedAt = Date.now();
      void registration.update().catch(() => {
        // No network: it is tried again.
      });
    });
  }
  void navigator.serviceWorker
    .register('/sw.js', { type: 'module' })
    .then(serve)
    .catch(() => {
      // No worker here (a private window, a lost network, an extension that gives none): the portal works without, and
      // the next visit tries again.
    });
}
