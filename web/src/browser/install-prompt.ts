import { createObservableValue } from './observable-value.ts';

/** Chromium's offer to install the portal; no standard type describes it. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** Time in ms during which nothing is offered after a person has said no. */
const REST = 90 * 24 * 3600_000;
const REFUSED_AT = 'install-refused-at';

declare global {
  interface Window {
    /** The browser's offer, if it came before the application had started. */
    installOffer?: Event;
  }
}

export const installPrompt = createObservableValue<InstallEvent>();

/** Takes over the browser's offer, which may come before the application has started. */
export function awaitInstallOffer(): void {
  const take = (event: Event) => installPrompt.set(isRefused() ? null : (event as InstallEvent));
  if (window.installOffer) take(window.installOffer);
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    take(event);
  });
  window.addEventListener('appinstalled', () => installPrompt.set(null));
}

/** Shows the browser's own question; an offer can be used once. */
export async function install(): Promise<void> {
  const event = installPrompt.current();
  if (!event) return;
  installPrompt.set(null);
  await event.prompt();
  if ((await event.userChoice).outcome === 'dismissed') refuseInstallation();
}

/** The person has said no: nothing is offered on this device for 90 days. */
export function refuseInstallation(): void {
  installPrompt.set(null);
  try {
    localStorage.setItem(REFUSED_AT, String(Date.now()));
  } catch {
    // A device that stores nothing asks again.
  }
}

function isRefused(): boolean {
  try {
    return Math.abs(Date.now() - Number(localStorage.getItem(REFUSED_AT) ?? 0)) < REST;
  } catch {
    return false;
  }
}

/** Safari on iOS can install but makes no offer, so people have to be told how; not for 90 days after a no. */
export const needsSteps = () => isIosBrowser() && !isRefused();

/** Whether this is a browser of iOS, where the portal is not installed. */
export function isIosBrowser(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  // An iPad calls itself a Macintosh.
  const isIos = /iP(hone|ad|od)/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
  return isIos && !matchMedia('(display-mode: standalone)').matches;
}
