const KEY = 'reloaded-for-missing-code';
const ONCE_IN = 60_000;

/**
 * After a new release, code that an open page asks for may be gone from the server. The page loads itself again, once
 * and only with a network: without one it would lose even what it has.
 */
export function reloadOnMissingChunk({ page = window, now = Date.now }: { page?: Window; now?: () => number } = {}): void {
  page.addEventListener('vite:preloadError', (event) => {
    if (!page.navigator.onLine || Math.abs(now() - lastReload(page)) < ONCE_IN) return;
    try {
      page.sessionStorage.setItem(KEY, String(now()));
    } catch {
      // Without a memory it could go on for ever.
      return;
    }
    event.preventDefault();
    page.location.reload();
  });
}

function lastReload(page: Window): number {
  try {
    return Number(page.sessionStorage.getItem(KEY) ?? 0);
  } catch {
    return 0;
  }
}
