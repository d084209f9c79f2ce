import { blank } from '../forms-and-lists.ts';
import { atMoment, momentAt, showMoment } from '../values/dates.ts';
import { ALERT_HOURS } from './alert-severities.ts';
import type { Severity } from './alert-severities.ts';

const HOUR = 3_600_000;

/** What of an alert decides whether it may begin or end at a time. */
interface Times {
  created: string;
  onset: string;
  expires: string;
  status: string;
}

/**
 * Whether somebody has set when an alert ends: until then its severity proposes it, and publishing writes that down.
 */
export const isEndChosen = ({ created, expires, status }: Times): boolean =>
  status === 'Publicado' || expires !== blank('alert', '', Date.parse(created)).expires;

/** What of a draft decides when it begins and ends once it is published. */
type Draft = Times & { severity: Severity; source?: string };

/**
 * Returns the times that a draft is published with: those that staff chose. If they chose none, or the alert would be
 * over immediately, it begins now and lasts as long as is usual for its severity.
 */
export function publishedTimes(draft: Draft, now: number): Pick<Times, 'onset' | 'expires'> {
  const first = blank('alert', '', Date.parse(draft.created));
  const onset = draft.onset === first.onset ? momentAt(now) : draft.onset;
  const start = Math.max(atMoment(onset), now);
  const isChosen = isEndChosen(draft) && atMoment(draft.expires) > start;
  return { onset, expires: isChosen ? draft.expires : momentAt(start + ALERT_HOURS[draft.severity] * HOUR) };
}

/** An alert as it is once it is published. One of the weather service keeps the times that the service gave it. */
export const asPublished = <A extends Draft>(alert: A, now: number): A =>
  alert.status === 'Publicado' || alert.source ? alert : { ...alert, ...publishedTimes(alert, now) };

/** Returns the end that is shown of an alert: until somebody has set one, that which publishing it now would set. */
export const shownEnd = (alert: Draft, now: number): string =>
  isEndChosen(alert) ? alert.expires : asPublished(alert, now).expires;

/** Returns why an alert cannot begin or end at a time: it would end before it begins. Null where it can. */
export function alertTimesFault(alert: Times, field: string, value: unknown): string | null {
  const at = String(value);
  if (field === 'expires' && at < alert.onset)
    return `Terminaría antes de empezar: empieza el ${showMoment(alert.onset)}. Poné una hora posterior.`;
  if (field === 'onset' && at > alert.expires && isEndChosen(alert))
    return `Empezaría después de terminar: termina el ${showMoment(alert.expires)}. Cambiá primero «Termina».`;
  return null;
}
