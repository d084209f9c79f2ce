import { endSessions } from './ended-sessions.ts';
import type { Outbox } from './outbox-types.ts';

/** Ends, now and when the network is back, sessions of which the server was not told. @returns stops doing so */
export function endSessionsWithPage(page: Window = window): () => void {
  const tell = () => void endSessions();
  tell();
  page.addEventListener('online', tell);
  return () => page.removeEventListener('online', tell);
}

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
