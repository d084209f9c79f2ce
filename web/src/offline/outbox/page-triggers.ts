import type { Outbox } from './outbox-types.ts';

/**
 * Drains when the network is back, when the page becomes visible, and when it comes out of the browser's memory.
 * @param page the window and its document
 * @returns ends it
 */
export function drainWithPage(outbox: Pick<Outbox, 'drain'>, page: Window = window): () => void {
  const { document } = page;
  const online = () => void outbox.drain('online');
  const pageshow = () => void outbox.drain('pageshow');
  const visible = () => {
    if (document.visibilityState === 'visible') void outbox.drain('visible');
  };
  page.addEventListener('online', online);
  page.addEventListener('pageshow', pageshow);
  document.addEventListener('visibilitychange', visible);
  return () => {
    page.removeEventListener('online', online);
    page.removeEventListener('pageshow', pageshow);
    document.removeEventListener('visibilitychange', visible);
  };
}
