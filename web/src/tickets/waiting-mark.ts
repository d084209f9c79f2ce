/**
 * What says that something of this person waits to be sent, or is being written. Every page of the portal asks, so that
 * it is sent with the next one that is opened, and nothing is loaded for it where nothing waits. It is short, because
 * every document names it.
 */
export const WAITING_MARK = 'hay';

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
