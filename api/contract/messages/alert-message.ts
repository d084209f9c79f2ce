import { alertName, endOf } from '../calendar/alerts.ts';
import type { Alert } from '../records.ts';
import { longMoment } from '../values/dates.ts';

/** What a notification says of an alert. The day is named, because a phone may show it a day later. */
export function alertMessageText(alert: Alert): { title: string; body: string } {
  const { headline, instruction, source, note } = alert;
  return {
    title: `${alertName(alert)}: ${headline}`,
    body: [`Hasta el ${longMoment(endOf(alert))}.`, instruction, note, source].filter(Boolean).join('\n'),
  };
}
