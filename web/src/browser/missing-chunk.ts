const KEY = 'reloaded-for-missing-code';
const ONCE_IN = 60_000;

/**
 * After a new release, code that an open page asks for may be gone from the server. The page loads itself again, once
 * in a while, and only when the server answers: without it the page would lose even what it has. A page that is being
 * left hears no answer: what it was loading fails too, and loading it again would call the next page off.
 * @param isServed asks the server whether it is there
 */
export function reloadOnMissingChunk({ page = window, now = Date.now, isServed = answersNow }: {
  page?: Window; now?: () => number; isServed?: () => Promise<boolean>;
} = {}): void {
  let isAsking = false;
  page.addEventListener('vite:preloadError', (event) => {
    if (!page.navigator.onLine || Math.abs(now() - lastReload(page)) < ONCE_IN) return;
    event.preventDefault();
    if (!isAsking) void reload();
  });

  async function reload() {
    isAsking = true;
    if ((await isServed()) && remember(page, now())) page.location.reload();
    isAsking = false;
  }
}

/** Does the server answer now? */
export const answersNow = () => fetch('/salud', { cache: 'no-store' }).then(({ ok }) => ok, () => false);

/** @returns whether the page can remember; without a memory it could go on for ever */
function remember(page: Window, at: number): boolean {
  try {
    page.sessionStorage.setItem(KEY, String(at));
    return true;
  } catch {
    return false;
  }
}

function lastReload(page: Window): number {
  try {
    return Number(page.sessionStorage.getItem(KEY) ?? 0);
  } catch {
    return 0;
  }
}
