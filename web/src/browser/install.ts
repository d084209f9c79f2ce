import { createOffer } from './offer.ts';

/** Chromium's offer to install the portal; no standard type describes it. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

declare global {
  interface Window {
    /** The browser's offer, if it came before the application had started. */
    installOffer?: Event;
  }
}

export const installation = createOffer<InstallEvent>();

/** Takes over the browser's offer, which may come before the application has started. */
export function awaitInstallOffer(): void {
  if (window.installOffer) installation.set(window.installOffer as InstallEvent);
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installation.set(event as InstallEvent);
  });
  window.addEventListener('appinstalled', () => installation.set(null));
}

/** Shows the browser's own question; an offer can be used once. */
export async function install(): Promise<void> {
  const event = installation.current();
  installation.set(null);
  await event?.prompt();
}

/** Safari on iOS can install but makes no offer, so people have to be told how. */
export function isIosBrowser(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  // An iPad calls itself a Macintosh.
  const isIos = /iP(hone|ad|od)/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
  return isIos && !matchMedia('(display-mode: standalone)').matches;
}
