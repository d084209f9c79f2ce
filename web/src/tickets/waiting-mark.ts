/**
 * Whether something of this person waits to be sent, or is being written. Every page of the portal asks, so that it is sent with the next one
 * that is opened, and loads nothing for it where nothing waits.
 */
export const WAITING_MARK = 'por-enviar';

export function isMarked(): boolean {
  try {
    return Boolean(localStorage[WAITING_MARK]);
  } catch {
    return false;
  }
}

export function mark(waits: boolean): void {
  try {
    if (waits) localStorage[WAITING_MARK] = '1';
    else delete localStorage[WAITING_MARK];
  } catch {
    // Forbidden: it is sent when the page of tickets is opened.
  }
}
