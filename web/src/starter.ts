/**
 * The only script that a first view carries, inlined into the document. It starts the application when a person touches
 * the page, and asks the service worker to fetch what reading offline needs. It must stay small, and the build inlines
 * the constants that it imports.
 *
 * Its element carries `data-app` and `data-turning`, the addresses of the application and of the script that turns
 * carousels before it starts, and `data-opened`, the type and id of the record shown.
 */
import { VIEW } from '#contract/addresses/public-calls';
import { CAROUSEL_DELAY } from '#contract/limits';
import { WAITING_MARK } from './page-and-worker/waiting-mark.ts';
import type { start as startPortal } from './main.tsx';

/** Time, in ms, after which a page that nobody has touched starts the application. */
const UNTOUCHED = 30_000;
/** The same for a page that says what is on now, which a document that is kept cannot know. */
const TIMELY = 1000;

const { app = '', turning = '', opened = '' } = (document.currentScript as HTMLScriptElement).dataset;
const { classList } = document.documentElement;
/** The document's head has found that the person pays by the megabyte. */
const isLight = classList.contains('light');
const untilReady = new AbortController();
const { signal } = untilReady;
/** The control that was pressed before the application could react to it. */
let pressed: HTMLElement | null = null;
let isStarting = false;

function start(): void {
  if (isStarting) return;
  isStarting = true;
  const view = fetch(VIEW + location.pathname + location.search).catch(() => null);
  const application = import(/* @vite-ignore */ app) as Promise<{ start: typeof startPortal }>;
  application
    .then((portal) => portal.start(view))
    .catch(() => {
      // The next touch tries again. A link leads somewhere without the application.
      isStarting = false;
      classList.remove('starting');
      if (pressed instanceof HTMLAnchorElement) location.assign(pressed.href);
      pressed = null;
    });
}

/** Starts the application although nobody has pressed anything that needs it. */
function startUnasked(): void {
  if (!isLight) start();
}

/** A link leads to its page sooner than the application would start. */
function touch({ target }: Event): void {
  const isLink = target instanceof Element && target.closest('a') && !target.closest('[data-for-app]');
  if (!isLink) startUnasked();
}

/** Keeps a press on a control of the application until the application is there. */
function press(event: MouseEvent): void {
  const control = (event.target as Element).closest<HTMLElement>('.scripted button, button.scripted, a[data-for-app]');
  if (!control || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  pressed = control;
  classList.add('starting');
  start();
}

/** The first worker fills the store while it fetches the application: each waits for round trips of its own. */
function prepareOffline(): void {
  let isHeld = isLight;
  try {
    // A ticket waits on this device: the application sends it, whoever reads what, and however they pay.
    if (localStorage[WAITING_MARK]) start();
    if (isLight) {
      isHeld = !sessionStorage.visited;
      sessionStorage.visited = '1';
    }
  } catch {
    // This browser keeps nothing.
  }
  if (isHeld) return;
  navigator.serviceWorker
    ?.register('/sw.js', { type: 'module' })
    .then(({ active, installing }) => (active ?? installing)?.postMessage({ type: 'fill', opened }))
    .catch(() => {});
}

classList.add('startable');
document.addEventListener('pointerdown', touch, { signal, passive: true });
document.addEventListener('keydown', touch, { signal });
document.addEventListener('click', press, { signal, capture: true });
document.addEventListener('visibilitychange', () => document.hidden || startUnasked(), { signal });
addEventListener('online', startUnasked, { signal });
addEventListener('offline', startUnasked, { signal });
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  window.installOffer = event;
});
addEventListener('load', () => {
  prepareOffline();
  if (isLight) return;
  setTimeout(start, document.querySelector('[data-now]') ? TIMELY : UNTOUCHED);
  setTimeout(() => {
    if (!signal.aborted && document.querySelector('.carousel')) import(/* @vite-ignore */ turning).catch(() => {});
  }, CAROUSEL_DELAY);
});
document.addEventListener('app-ready', () => {
  untilReady.abort();
  classList.remove('starting');
  pressed?.click();
});
