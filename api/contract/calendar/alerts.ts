import { ALERT_DAYS, ALERT_OVER_MINUTES } from '../limits.ts';
import type { Alert } from '../records.ts';
import { atMoment } from '../values/dates.ts';
import { SEVERITY_NAMES } from './alert-severities.ts';
import type { Severity } from './alert-severities.ts';
import { shortHash } from '../values/text.ts';
import { isListed } from '../visibility.ts';

/** `Alerta severa` */
export const alertName = (severity: Severity) => `Alerta ${SEVERITY_NAMES[severity].toLowerCase()}`;
/** The most severe first. */
const RANKS: Record<Severity, number> = { Extreme: 0, Severe: 1, Moderate: 2, Minor: 3 };
const HOUR = 3_600_000;
/** How long an alert is shown as over, in ms. */
export const OVER = ALERT_OVER_MINUTES * 60_000;

type Timed = Pick<Alert, 'created' | 'updated' | 'onset' | 'expires'>;

/** When an alert begins, ms since the epoch. */
export const startOf = ({ onset }: Pick<Timed, 'onset'>) => atMoment(onset);
/** When an alert ends: at the latest a week after it began or was last changed, so that none is forgotten. */
export const endOf = ({ created, updated = created, onset, expires }: Timed) =>
  Math.min(atMoment(expires), Math.max(atMoment(onset), Date.parse(updated) || 0) + ALERT_DAYS * 24 * HOUR);

/**
 * The time, ms since the epoch: between two limits on a device whose clock has never been compared with the server's.
 */
export interface TimeSpan {
  earliest: number;
  latest: number;
}
export const exactly = (at: number): TimeSpan => ({ earliest: at, latest: at });

/** From when to when an alert is in force, ms since the epoch, and whether it is at a time. */
export interface AlertTime {
  state: 'coming' | 'current' | 'over';
  start: number;
  end: number;
}
/** Returns the state of an alert. Where the time is uncertain, one that may be in force is. */
export function alertTime(alert: Timed, { earliest, latest }: TimeSpan): AlertTime {
  const [start, end] = [startOf(alert), endOf(alert)];
  return { state: end <= earliest ? 'over' : start > latest ? 'coming' : 'current', start, end };
}

/** An alert that has not begun, is in force, or ended less than an hour ago. */
export interface TimelyAlert
  extends AlertTime, Pick<Alert, 'id' | 'titlekey' | 'headline' | 'severity' | 'area' | 'instruction'> {
  /** Changes with the alert's text: a person who has dismissed the alert then sees it again. */
  key: string;
}

/** Returns the alerts to show at a time: those in force first, and the most severe first. */
export function timelyAlerts(alerts: readonly Alert[], time: TimeSpan): TimelyAlert[] {
  const timely = alerts.flatMap((alert): TimelyAlert[] => {
    const { id, titlekey, headline, severity, area, instruction, description, onset } = alert;
    const times = alertTime(alert, time);
    if (!headline || !isListed('alert', alert) || times.end + OVER <= time.earliest) return [];
    const key = `${id}-${shortHash(JSON.stringify([headline, severity, area, instruction, description, onset]))}`;
    return [{ id, titlekey, headline, severity, area, instruction, ...times, key }];
  });
  const rank = ({ state, severity }: TimelyAlert) => (state === 'current' ? 0 : 4) + RANKS[severity];
  return timely.sort((a, b) => rank(a) - rank(b) || b.start - a.start || (a.id < b.id ? -1 : 1));
}

/** Returns when an alert next begins, ends or disappears, ms since the epoch; null if none will. */
export function nextAlertChange(alerts: readonly Pick<TimelyAlert, 'start' | 'end'>[], at: number): number | null {
  const changes = alerts.flatMap(({ start, end }) => [start, end, end + OVER]).filter((change) => change > at);
  return changes.length > 0 ? Math.min(...changes) : null;
}
