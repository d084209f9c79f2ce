import type { ALERT_SEVERITIES } from '../record-types.ts';

export type Severity = (typeof ALERT_SEVERITIES)[number];

/** What residents and staff read. */
export const SEVERITY_NAMES: Record<Severity, string> = {
  Extreme: 'Extrema',
  Severe: 'Severa',
  Moderate: 'Moderada',
  Minor: 'Leve',
};
/** The weather service's own levels, by the severity that its messages name. */
export const WEATHER_LEVELS: Record<Severity, string> = {
  Extreme: 'roja',
  Severe: 'naranja',
  Moderate: 'amarilla',
  Minor: 'verde',
};
/** Hours that an alert lasts by default. */
export const ALERT_HOURS: Record<Severity, number> = { Extreme: 6, Severe: 12, Moderate: 24, Minor: 72 };
