import { alertName, endOf } from './alerts.ts';
import { categoryOf } from './town/categories.ts';
import type { Category } from './town/categories.ts';
import { whenOf } from './event-times.ts';
import type { AgendaEvent, Alert, Bulletin } from './records.ts';
import { longMoment } from './values/dates.ts';
import { fold } from './values/text.ts';

/** What says which record is meant; it comes before the title wherever the record is shared. */

/** `Alerta severa · hasta el 22 de noviembre, 18:00` */
export const alertLead = (alert: Alert) => `${alertName(alert.severity)} · hasta el ${longMoment(endOf(alert))}`;

/** `Sábado 15 de marzo de 2026, 18 h` */
export function eventLead(event: Pick<AgendaEvent, 'date' | 'lastDay' | 'startTime' | 'endTime'>): string {
  const when = whenOf(event);
  return `${when.charAt(0).toUpperCase()}${when.slice(1)}`;
}

/**
 * `Decreto 14/2026`, or `Tarifa, Resolución 5/2026`; the number alone if it names the class, as `Decreto N.º 14/2026`.
 */
export function bulletinLead({ bclass, number }: Pick<Bulletin, 'bclass' | 'number'>, classes: Category[]): string {
  const known = categoryOf(classes, bclass);
  const name = known?.singular || known?.name || bclass;
  if (fold(number).includes(fold(name))) return number;
  return `${name}${/^\p{L}{3}/u.test(number) ? ', ' : ' '}${number}`.trim();
}
