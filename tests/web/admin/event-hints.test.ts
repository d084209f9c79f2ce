import { expect, test } from 'vitest';
import { eventHint } from '../../../web/src/admin/edit/event-hints.ts';

const plain = { id: 'e1', date: '2026-03-18', lastDay: '', startTime: '', endTime: '' };

test.for<[string, string, Partial<typeof plain>, RegExp]>([
  [
    'a last day before the first',
    'lastDay',
    { lastDay: '2026-03-17' },
    /^Es anterior a la fecha.* solo el 18\/03\/2026/,
  ],
  ['a last day years later', 'lastDay', { lastDay: '2062-03-20' }, /^Es más de un año después.* solo el 18\/03\/2026/],
  ['an end without a beginning', 'endTime', { endTime: '21:00' }, /^Falta la hora de inicio/],
  ['an end that is the beginning', 'endTime', { startTime: '21:00', endTime: '21:00' }, /no se muestra/],
  ['an end after midnight', 'endTime', { startTime: '22:00', endTime: '04:00' }, /a las 4\sh del día siguiente/],
])('staff are told about %s', ([, field, given, words]) => {
  expect(eventHint(field, { ...plain, ...given })).toMatch(words);
});

test.for<[string, Partial<typeof plain>]>([
  ['nothing but a day', {}],
  ['a last day that is the first', { lastDay: '2026-03-18' }],
  ['times in their order', { startTime: '18:00', endTime: '21:00' }],
  ['several days from the evening to noon', { lastDay: '2026-03-20', startTime: '20:00', endTime: '12:00' }],
])('nothing is said about %s', ([, given]) => {
  for (const field of Object.keys(plain)) expect(eventHint(field, { ...plain, ...given })).toBeUndefined();
});

test('an event that an earlier release has stored has nothing to be told about', () => {
  expect(eventHint('endTime', { id: 'e1', date: '2026-03-18' })).toBeUndefined();
});
