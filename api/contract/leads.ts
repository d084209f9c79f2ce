import { alertName, endOf } from './calendar/alerts.ts';
import { categoryOf } from './town/categories.ts';
import type { Categories, Category } from './town/categories.ts';
import { whenOf } from './calendar/event-times.ts';
import { isLasting, traitsOf } from './record-types.ts';
import type { RecordEntity } from './record-types.ts';
import type { AgendaEvent, Alert, Bulletin, RecordOf } from './records.ts';
import { longMoment } from './values/dates.ts';
import { fold } from './values/text.ts';

/** What says which record is meant; it comes before the title wherever the record is shared. */

/** `Alerta severa · hasta el 22 de noviembre, 18 h` */
export const alertLead = (alert: Alert) => `${alertName(alert)} · hasta el ${longMoment(endOf(alert))}`;

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

/** Returns what comes before a record's title; '' if nothing does. */
export const leadOf = <T extends RecordEntity>(type: T, record: RecordOf<T>, categories: Categories): string =>
  LEADS[type]?.(record, categories) ?? (isLasting(type) ? eventLead(record as AgendaEvent) : '');
const LEADS: { [T in RecordEntity]?: (record: RecordOf<T>, categories: Categories) => string } = {
  alert: alertLead,
  bulletin: (bulletin, categories) => bulletinLead(bulletin, categories.bulletin),
  authority: ({ position }) => position,
};

/** Returns a record's title, by whichever field is its title. */
export function titleOf<T extends RecordEntity>(type: T, record: RecordOf<T>): string {
  const { search, titlekeyOf = '' } = traitsOf(type);
  const values: Partial<Record<string, unknown>> = { ...record };
  return String(values[search?.title ?? titlekeyOf]);
}
