import { tellWorker } from '../../page-and-worker/messages.ts';
import { whenIdle } from '../../browser/when-idle.ts';

/** Tells the service worker to cache the back office's shell and all of its code, including chunks not loaded yet. */
export function keepCode(): void {
  if (!('serviceWorker' in navigator)) return;
  whenIdle(async () => {
    await navigator.serviceWorker.ready;
    await tellWorker({ type: 'keep-admin' });
  });
}
