/** Chromium's offer to install the portal; no standard type describes it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

/** Begins to listen for the browser's offer, which may come before anything is drawn. */
export function awaitInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    tell(event as InstallOffer);
  });
  window.addEventListener('appinstalled', () => tell(null));
}

export const canInstall = () => offer !== null;

export function subscribeInstall(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the browser's own question; an offer can be used once. */
export async function install(): Promise<void> {
  const current = offer;
  tell(null);
  await current?.prompt();
}

/** Safari on iOS installs too, but offers nothing: people need to be told how. */
export function isIosBrowser(): boolean {
  const isIos = /iP(hone|ad|od)/.test(navigator.userAgent) || (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);
  return isIos && !matchMedia('(display-mode: standalone)').matches;
}

function tell(next: InstallOffer | null): void {
  offer = next;
  for (const listener of listeners) listener();
}
