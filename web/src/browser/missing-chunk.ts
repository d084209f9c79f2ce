const KEY = 'reloaded-for-missing-code';
/** Shortest time between two reloads, in ms. */
const RELOAD_INTERVAL = 60_000;

/**
 * Reloads the page when code that it asks for is gone from the server, as after a new release. It does so only when the
 * server answers, because without a network the page would lose what it shows. A page that is being left gets no
 * answer: what it was loading fails too, and a reload would cancel the next page.
 * @param isServed asks the server whether it answers
 */
export function reloadOnMissingChunk({
  page = window,
  now = Date.now,
  isServed = answersNow,
}: {
  page?: Window;
  now?: () => number;
  isServed?: () => Promise<boolean>;
} = {}): void {
  let isAsking = false;
  page.addEventListener('vite:preloadError', (event) => {
    if (!page.navigator.onLine || Math.abs(now() - lastReload(page)) < RELOAD_INTERVAL) return;
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
export const answersNow = () =>
  fetch('/salud', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Remembers the time of the reload. @returns false where the page cannot, and might reload for ever */
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
