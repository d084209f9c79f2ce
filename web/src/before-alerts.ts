/**
 * Inlined into the head of documents that contain alerts. Hides those that the person has put away before anything is
 * drawn, so that nothing moves, and has the application started when an alert begins or ends: it knows the server's
 * time. Its element carries that moment as `data-next`, ms since the epoch.
 */
import { PUT_AWAY } from './public/parts/kept-keys.ts';

/** The longest delay, in ms, that a timer takes. */
const LONGEST = 2 ** 31 - 1;
const { next } = (document.currentScript as HTMLScriptElement).dataset;

try {
  for (const key of JSON.parse(localStorage[PUT_AWAY] ?? '[]') as string[])
    document.styleSheets[0]?.insertRule(`[data-alert="${CSS.escape(key)}"]{display:none}`);
} catch {
  // Nothing is kept on this device: all are shown.
}

/** The starter takes a press on a control of the application for a reason to start it. */
function press(): void {
  const control = document.createElement('button');
  control.className = 'scripted';
  control.hidden = true;
  document.body.append(control);
  control.click();
  control.remove();
}
if (next) addEventListener('load', () => setTimeout(press, Math.min(Math.max(Number(next) - Date.now(), 0), LONGEST)));
