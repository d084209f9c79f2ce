import { tellWorker } from '../../sw/messages.ts';
import { whenIdle } from '../../browser/when-idle.ts';

/** Lets the service worker keep the back office's shell and all of its code, also what no screen has asked for yet. */
export function keepCode(): void {
  if (!('serviceWorker' in navigator)) return;
  whenIdle(async () => {
    await navigator.serviceWorker.ready;
    await tellWorker({ type: 'keep-admin' });
  });
}
