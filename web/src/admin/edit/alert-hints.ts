import { isEndChosen } from '#contract/calendar/alert-times';
import { ALERT_HOURS, SEVERITY_NAMES } from '#contract/calendar/alert-severities';
import { atMoment, dayAt, nearMoment } from '#contract/values/dates';
import { typedRecord } from '../../offline/store/stored-record.ts';
import type { Fields } from '../../offline/store/stored-record.ts';
import { publishedTimes } from './alert-changes.ts';

const HOUR = 3_600_000;

/**
 * Returns a hint for a time of an alert that other values decide: what a draft will be published with, and why an alert
 * ends when it does.
 * @param now ms since the epoch
 */
export function alertHint(field: string, record: Fields, now: number): string | undefined {
  if (field !== 'onset' && field !== 'expires') return undefined;
  const { severity, onset, expires } = typedRecord('alert', record);
  const hours = ALERT_HOURS[severity];
  const usual = `${hours} horas, lo usual para la gravedad «${SEVERITY_NAMES[severity]}»`;
  if (record.status === 'Publicado') {
    const isUsual = atMoment(expires) - atMoment(onset) === hours * HOUR;
    return field === 'expires' && isUsual ? `Dura ${usual}.` : undefined;
  }
  const coming = publishedTimes(record, now);
  if (coming[field] === record[field]) return undefined;
  if (field === 'onset') return 'Cambia al publicar: empieza en ese momento.';
  const end = nearMoment(atMoment(coming.expires), dayAt(now));
  if (isEndChosen(typedRecord('alert', record))) return `Esa hora ya pasó. Al publicar termina ${end}: son ${usual}.`;
  return `Termina: ${end}, propuesto por la gravedad. Son ${usual}. Si elegís otra hora, vale la tuya.`;
}
