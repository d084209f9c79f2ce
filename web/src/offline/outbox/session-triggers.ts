import { endSessions } from './ended-sessions.ts';

/** Ends, now and when the network is back, sessions of which the server was not told. @returns stops doing so */
export function endSessionsWithPage(page: Window = window): () => void {
  const tell = () => void endSessions();
  tell();
  page.addEventListener('online', tell);
  return () => page.removeEventListener('online', tell);
}
