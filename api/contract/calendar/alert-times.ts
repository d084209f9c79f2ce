import { blank } from '../forms-and-lists.ts';
import { showMoment } from '../values/dates.ts';

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

/** Returns why an alert cannot begin or end at a time: it would end before it begins. Null where it can. */
export function alertTimesFault(alert: Times, field: string, value: unknown): string | null {
  const at = String(value);
  if (field === 'expires' && at < alert.onset)
    return `Terminaría antes de empezar: empieza el ${showMoment(alert.onset)}. Poné una hora posterior.`;
  if (field === 'onset' && at > alert.expires && isEndChosen(alert))
    return `Empezaría después de terminar: termina el ${showMoment(alert.expires)}. Cambiá primero «Termina».`;
  return null;
}
