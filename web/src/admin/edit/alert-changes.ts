import { endOf, startOf } from '#contract/calendar/alerts';
import { publishedTimes as timesOf } from '#contract/calendar/alert-times';
import { ALERT_HOURS } from '#contract/calendar/alert-severities';
import { ALERT_DAYS } from '#contract/limits';
import { atMoment, momentAt } from '#contract/values/dates';
import { typedRecord } from '../../offline/store/stored-record.ts';
import type { Fields } from '../../offline/store/stored-record.ts';
import { update } from '../workspace/new-operations.ts';
import type { UnsignedOperation } from '../workspace/new-operations.ts';

const HOUR = 3_600_000;
/** Time before the end of an alert, in ms, from which on staff are warned. */
const WARNED = 2 * HOUR;

/** The state of an alert for staff; `blank`: it has no text yet, and residents never see it, even if published. */
export type Standing = 'blank' | 'draft' | 'shown' | 'over';

/** @param now ms since the epoch */
export function standingOf(record: Fields, now: number): Standing {
  if (record.headline === '') return 'blank';
  if (record.status !== 'Publicado') return 'draft';
  return endOf(typedRecord('alert', record)) > now ? 'shown' : 'over';
}

/** Whether an alert in force ends so soon that staff have to decide; the weather service decides about its own. */
export function endsSoon(record: Fields, now: number): boolean {
  const alert = typedRecord('alert', record);
  if (alert.source) return false;
  return standingOf(record, now) === 'shown' && startOf(alert) <= now && endOf(alert) - now <= WARNED;
}

/** Returns the times that a draft is published with. */
export const publishedTimes = (record: Fields, now: number) => timesOf(typedRecord('alert', record), now);

/** Publishes a draft. */
export const publication = (record: Fields, now: number): UnsignedOperation[] =>
  changes(record, { ...publishedTimes(record, now), status: 'Publicado' });

/** Returns the end of an alert that is prolonged by the usual time of its severity, a week from now at the latest. */
export function renewedEnd(record: Fields, now: number): string {
  const end = Math.max(endOf(typedRecord('alert', record)), now) + lasting(record);
  return momentAt(Math.min(end, Math.max(startOf(typedRecord('alert', record)), now) + ALERT_DAYS * 24 * HOUR));
}

/**
 * Prolongs an alert, unless it is prolonged already: several buttons may offer it.
 * @param until the end that the button names
 */
export const renewal =
  (until: string) =>
  (record: Fields): UnsignedOperation[] =>
    endOf(typedRecord('alert', record)) >= atMoment(until) ? [] : changes(record, { expires: until });

/** Ends an alert now: it is shown as over. */
export const ending = (record: Fields, now: number): UnsignedOperation[] =>
  changes(record, {
    // One that has not begun would end before it begins.
    ...(atMoment(String(record.onset)) > now && { onset: momentAt(now) }),
    expires: momentAt(now),
  });

/** Hides an alert of the weather service, for the reason that it has, and shows it again without one. */
export const hiding = (record: Fields): UnsignedOperation[] => changes(record, { status: 'Oculto' });
export const showingAgain = (record: Fields): UnsignedOperation[] =>
  changes(record, { status: 'Publicado', hiddenFor: '' });

const lasting = (record: Fields) => ALERT_HOURS[typedRecord('alert', record).severity] * HOUR;

function changes(record: Fields, values: Record<string, string>): UnsignedOperation[] {
  return Object.entries(values)
    .filter(([field, value]) => record[field] !== value)
    .map(([field, value]) => update('alert', record.id, field, value, record[field] ?? null));
}
