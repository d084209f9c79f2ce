import { expect, test } from 'vitest';
import { blankRecord } from '#contract/forms-and-lists';
import { publishedTimes, shownEnd } from '#contract/calendar/alert-times';
import { momentAt } from '#contract/values/dates';
import { alertHint } from '../../../web/src/admin/edit/alert-hints.ts';
import {
  ending,
  endsSoon,
  hiding,
  publication,
  renewal,
  renewedEnd,
  showingAgain,
  standingOf,
} from '../../../web/src/admin/edit/alert-changes.ts';
import { serviceWords } from '../../../web/src/admin/edit/service-alert.tsx';
import { typedRecord } from '../../../web/src/offline/store/stored-record.ts';
import type { Fields } from '../../../web/src/offline/store/stored-record.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-07-01T15:00:00Z');

const draft = (change: Partial<Fields> = {}, made = NOW): Fields => ({
  ...(blankRecord('alert', 'aaaaaaaaaaaa', made, '-') as Fields),
  headline: 'Ruta 40 cortada',
  ...change,
});
const valuesOf = (operations: ReturnType<typeof publication>) =>
  Object.fromEntries(operations.map(({ field, value }) => [field, value]));

const renewed = (alert: Fields) => valuesOf(renewal(renewedEnd(alert, NOW))(alert));

test('a draft that was left as it was begins when it is published and lasts as its severity asks for', () => {
  const yesterday = NOW - 24 * HOUR;
  expect(valuesOf(publication(draft({ severity: 'Extreme' }, yesterday), NOW))).toEqual({
    onset: momentAt(NOW),
    expires: momentAt(NOW + 6 * HOUR),
    status: 'Publicado',
  });
});

test('times that staff chose stay', () => {
  const chosen = { onset: momentAt(NOW + 5 * HOUR), expires: momentAt(NOW + 8 * HOUR) };
  expect(valuesOf(publication(draft(chosen), NOW))).toEqual({ status: 'Publicado' });
});

test('an end that has passed is replaced, because the alert would be over at once', () => {
  expect(valuesOf(publication(draft({ expires: momentAt(NOW - HOUR) }), NOW))).toMatchObject({
    expires: momentAt(NOW + 24 * HOUR),
  });
});

test('an alert is prolonged by as long as its severity asks for, until a week from now at the latest', () => {
  const alert = draft({ status: 'Publicado', severity: 'Minor', expires: momentAt(NOW + HOUR) });
  expect(renewed(alert)).toEqual({ expires: momentAt(NOW + 73 * HOUR) });
  expect(renewed({ ...alert, expires: momentAt(NOW + 6 * 24 * HOUR) })).toEqual({
    expires: momentAt(NOW + 7 * 24 * HOUR),
  });
  expect(renewed({ ...alert, expires: momentAt(NOW - 30 * HOUR) })).toEqual({
    expires: momentAt(NOW + 72 * HOUR),
  });
});

test('an alert that two buttons offer to prolong is prolonged once, and never shortened', () => {
  const alert = draft({ status: 'Publicado', expires: momentAt(NOW + HOUR) });
  const renew = renewal(renewedEnd(alert, NOW));
  expect(renew({ ...alert, ...valuesOf(renew(alert)) })).toEqual([]);
  expect(renew({ ...alert, expires: momentAt(NOW + 100 * HOUR) })).toEqual([]);
});

test('an alert that says nothing is blank, published or not', () => {
  expect(standingOf(draft({ headline: '' }), NOW)).toBe('blank');
  expect(standingOf(draft({ headline: '', status: 'Publicado' }), NOW)).toBe('blank');
});

test('an alert can be ended now', () => {
  const alert = draft({ status: 'Publicado', expires: momentAt(NOW + HOUR) });
  expect(standingOf({ ...alert, ...valuesOf(ending(alert, NOW)) }, NOW)).toBe('over');
  // It would end before it begins, which nobody takes.
  const coming = { ...alert, onset: momentAt(NOW + HOUR / 2) };
  expect(Object.keys(valuesOf(ending(coming, NOW)))).toEqual(['onset', 'expires']);
  expect(standingOf({ ...coming, ...valuesOf(ending(coming, NOW)) }, NOW)).toBe('over');
});

test('staff are warned two hours before an alert in force ends, not of drafts and of those that are over', () => {
  const inHours = (hours: number, change: Partial<Fields> = {}) =>
    endsSoon(draft({ status: 'Publicado', expires: momentAt(NOW + hours * HOUR), ...change }), NOW);
  expect([inHours(3), inHours(2), inHours(-1)]).toEqual([false, true, false]);
  expect(inHours(1, { status: 'Redaccion' })).toBe(false);
  expect(inHours(1, { onset: momentAt(NOW + HOUR / 2) })).toBe(false);
});

test('a time that is not what will be published says so, and why', () => {
  const yesterday = NOW - 24 * HOUR;
  const hints = (alert: Fields) => ['onset', 'expires', 'headline'].map((field) => alertHint(field, alert, NOW));
  expect(hints(draft({ severity: 'Extreme' }, yesterday))).toEqual([
    'Cambia al publicar: empieza en ese momento.',
    'Termina: hoy a las 18\u00a0h, propuesto por la gravedad. Son 6 horas, lo usual para la gravedad «Extrema». ' +
      'Si elegís otra hora, vale la tuya.',
    undefined,
  ]);
  const chosen = { severity: 'Extreme', onset: momentAt(NOW + 5 * HOUR), expires: momentAt(NOW + 8 * HOUR) };
  expect(hints(draft(chosen))).toEqual([undefined, undefined, undefined]);
  const over = { severity: 'Extreme', onset: momentAt(NOW - 5 * HOUR), expires: momentAt(NOW - 3 * HOUR) };
  expect(hints(draft(over))[1]).toMatch(/^Esa hora ya pasó\. Al publicar termina hoy a las 18/);
});

test('the end in the form is the one that its hint names and publishing sets, as long as nobody has set one', () => {
  const made = typedRecord('alert', draft({ severity: 'Extreme' }, NOW - 90_000));
  expect(shownEnd(made, NOW)).toBe(momentAt(NOW + 6 * HOUR));
  expect(shownEnd(made, NOW)).toBe(publishedTimes(made, NOW).expires);
  const over = { ...made, expires: momentAt(NOW - HOUR) };
  expect(shownEnd(over, NOW)).toBe(over.expires);
  expect(shownEnd({ ...made, status: 'Publicado' }, NOW)).toBe(made.expires);
});

test('a published alert says that its severity has set its end', () => {
  const made = draft({ severity: 'Severe' });
  const published = { ...made, ...valuesOf(publication(made, NOW)) };
  expect(alertHint('expires', published, NOW)).toBe('Dura 12 horas, lo usual para la gravedad «Severa».');
  expect(alertHint('expires', { ...published, ...renewed(published) }, NOW)).toBeUndefined();
});

test('an alert of the weather service ends when the service says so: staff are not asked', () => {
  const soon = { status: 'Publicado', onset: momentAt(NOW - HOUR), expires: momentAt(NOW + HOUR) };
  expect(endsSoon(draft(soon), NOW)).toBe(true);
  expect(endsSoon(draft({ ...soon, source: 'Servicio Meteorológico Nacional' }), NOW)).toBe(false);
});

test('an alert of the service is hidden for a reason, which is gone when it is shown again', () => {
  const times = { onset: momentAt(NOW - HOUR), expires: momentAt(NOW + HOUR) };
  const shown = draft({ status: 'Publicado', hiddenFor: 'Acá no llueve', source: 'SMN', ...times });
  expect(valuesOf(hiding(shown))).toEqual({ status: 'Oculto' });
  expect(valuesOf(showingAgain({ ...shown, status: 'Oculto' }))).toEqual({ status: 'Publicado', hiddenFor: '' });
  expect(serviceWords({ ...shown, hiddenFor: '' }, NOW)).toMatch(/escribí primero por qué/);
  expect(serviceWords(shown, NOW)).toMatch(/falta tocar/);
  expect(serviceWords({ ...shown, status: 'Oculto' }, NOW)).toBe('No se ve en el sitio. Motivo: Acá no llueve');
  expect(serviceWords({ ...shown, expires: momentAt(NOW) }, NOW)).toMatch(/^Ya terminó/);
});
