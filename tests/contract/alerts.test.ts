import { expect, test } from 'vitest';
import { alertName, endOf, exactly, nextAlertChange, timelyAlerts } from '#contract/calendar/alerts';
import type { Alert } from '#contract/records';

const at = (time: string) => Date.parse(`2026-07-0${time}:00-03:00`);
const HOUR = 3_600_000;

/** An alert from 10 to 18 o'clock of the first of July, in the town's time. */
const alert = (change: Partial<Alert> = {}): Alert => ({
  id: 'aaaaaaaaaaaa',
  created: '2026-07-01T12:00:00.000Z',
  updated: '2026-07-01T12:00:00.000Z',
  headline: 'Ruta 40 cortada',
  titlekey: 'ruta-40-cortada',
  instruction: 'No salgas a la ruta',
  description: '',
  area: '',
  link: '',
  status: 'Publicado',
  severity: 'Moderate',
  onset: '2026-07-01T10:00',
  expires: '2026-07-01T18:00',
  category: 'Other',
  urgency: 'Immediate',
  certainty: 'Observed',
  source: '',
  note: '',
  hiddenFor: '',
  ...change,
});
const stateAt = (time: string, one = alert()) => timelyAlerts([one], exactly(at(time)))[0]?.state ?? null;

test('an alert begins and ends by its own times, and is shown as over for an hour', () => {
  expect(stateAt('1T09:59')).toBe('coming');
  expect(stateAt('1T10:00')).toBe('current');
  expect(stateAt('1T17:59')).toBe('current');
  expect(stateAt('1T18:00')).toBe('over');
  expect(stateAt('1T18:59')).toBe('over');
  expect(stateAt('1T19:00')).toBe(null);
});

test('only published alerts are shown', () => {
  for (const status of ['Redaccion', 'Oculto', 'Archivado'] as const)
    expect(stateAt('1T12:00', alert({ status }))).toBe(null);
});

test('an alert ends a week after it began or was last changed, whatever its end says', () => {
  const forgotten = alert({ expires: '2027-01-01T00:00' });
  expect(endOf(forgotten)).toBe(at('8T10:00'));
  expect(endOf(alert({ expires: '2027-01-01T00:00', updated: '2026-07-05T15:00:00.000Z' }))).toBe(
    at('5T12:00') + 7 * 24 * HOUR,
  );
});

test('the most severe comes first, then the newest, then what is over', () => {
  const made = [
    alert({ id: 'minor', severity: 'Minor' }),
    alert({ id: 'over', severity: 'Extreme', expires: '2026-07-01T11:30' }),
    alert({ id: 'severe', severity: 'Severe' }),
    alert({ id: 'newer', severity: 'Severe', onset: '2026-07-01T11:00' }),
    alert({ id: 'extreme', severity: 'Extreme' }),
  ];
  expect(timelyAlerts(made, exactly(at('1T12:00'))).map(({ id }) => id)).toEqual([
    'extreme',
    'newer',
    'severe',
    'minor',
    'over',
  ]);
});

test('a dismissed alert is shown again when its text changes, not when it is prolonged', () => {
  const keyOf = (change: Partial<Alert>) => timelyAlerts([alert(change)], exactly(at('1T12:00')))[0]?.key;
  expect(keyOf({ expires: '2026-07-02T18:00', updated: '2026-07-01T14:00:00.000Z', link: 'https://a.example/' })).toBe(
    keyOf({}),
  );
  for (const change of [{ headline: 'Otra ruta' }, { severity: 'Extreme' }, { instruction: 'Volvé' }] as const)
    expect(keyOf(change)).not.toBe(keyOf({}));
});

test('without certainty about the time an alert is shown, not hidden', () => {
  const span = { earliest: at('1T12:00'), latest: at('2T12:00') };
  for (const times of [
    { onset: '2026-07-01T10:00', expires: '2026-07-01T18:00' },
    { onset: '2026-07-02T11:00', expires: '2026-07-02T18:00' },
  ])
    expect(timelyAlerts([alert(times)], span)).toMatchObject([{ state: 'current' }]);
});

test('the next change is a beginning, an end, or the end of what is shown as over', () => {
  const next = (time: string) => nextAlertChange(timelyAlerts([alert()], exactly(at(time))), at(time));
  expect(next('1T09:00')).toBe(at('1T10:00'));
  expect(next('1T10:00')).toBe(at('1T18:00'));
  expect(next('1T18:00')).toBe(at('1T19:00'));
  expect(next('1T19:00')).toBe(null);
});

test('a warning of the weather service has the name of its level, and of its own key what the town adds', () => {
  const service = alert({ source: 'Servicio Meteorológico Nacional', severity: 'Severe' });
  expect([alertName(alert()), alertName(service)]).toEqual(['Alerta moderada', 'Alerta naranja']);
  const keyOf = (one: Alert) => timelyAlerts([one], exactly(at('1T12:00')))[0]?.key;
  expect(keyOf(service)).toBe(keyOf({ ...service, source: '' }));
  expect(keyOf(service)).not.toBe(keyOf({ ...service, note: 'El gimnasio está abierto.' }));
});
