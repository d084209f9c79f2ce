/**
 * Whether something of this person waits to be sent. Every page of the portal asks, so that it is sent with the next one
 * that is opened, and loads nothing for it where nothing waits.
 */
const MARK = 'reclamos';

export function isMarked(): boolean {
  try {
    return Boolean(localStorage[MARK]);
  } catch {
    return false;
  }
}

export function mark(waits: boolean): void {
  try {
    if (waits) localStorage[MARK] = '1';
    else delete localStorage[MARK];
  } catch {
    // Forbidden: it is sent when the page of tickets is opened.
  }
}
