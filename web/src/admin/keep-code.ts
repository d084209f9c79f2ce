import { tellWorker } from '../sw/messages.ts';
import { whenIdle } from '../when-idle.ts';

/**
 * Lets the service worker keep the back office's code, also what no screen has asked for yet, so that all of it opens
 * without a network. The worker may have come after this page's own requests: it is asked for the same files again.
 */
export function keepCode(): void {
  if (!('serviceWorker' in navigator)) return;
  whenIdle(async () => {
    await navigator.serviceWorker.ready;
    await tellWorker({ type: 'keep-admin' });
    await Promise.all([import('../fields/rich-editor.tsx'), import('./json-editor.tsx')]);
    const files = new Set(performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('/assets/admin/')));
    for (const file of files) await fetch(file).catch(() => {});
  });
}
