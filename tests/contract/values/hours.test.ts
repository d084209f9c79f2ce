import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tidyHours } from '#contract/values/hours';

test.for([
  ['8 a 14 hs', '8 a 14 h'],
  ['08 a 14 hs.', '8 a 14 h'],
  ['8:30 a 15:30 h', '8:30 a 15:30 h'],
  ['10.20 h', '10:20 h'],
  ['9 a 12.30 y 17 a 20hs', '9 a 12:30 y 17 a 20 h'],
  ['Lunes a viernes, de 08:00 a 15:30 hs', 'Lunes a viernes, de 8 a 15:30 h'],
  ['Lunes a viernes 8hs a 14hs', 'Lunes a viernes 8 a 14 h'],
  ['8-14 hs', '8 a 14 h'],
  ['8:30 – 15:30', '8:30 a 15:30'],
  ['Sábados, 10 horas, con turno', 'Sábados, 10 h, con turno'],
  ['Todos los días, 20 a 24 hs', 'Todos los días, 20 a 24 h'],
  ['0:30 a 6 h', '0:30 a 6 h'],
])('%j is written %j', ([typed = '', written]) => {
  expect(tidyHours(typed)).toBe(written);
});

test.for([
  '',
  'Lunes a viernes de 8 a 14',
  'Del 1 al 3 de marzo',
  'Las 24 horas',
  'Interno 12.345',
  'A 30.50 km, 8 a 99 hs',
  'Resolución 14/2026, 9 a 3/4',
])('%j stays', (text) => {
  expect(tidyHours(text)).toBe(text);
});

test('what was written in one way once is not changed again', () => {
  const parts = fc.constantFrom(
    '8',
    '08',
    '8.30',
    '14:00',
    ' a ',
    '-',
    ' y ',
    ' hs',
    'h.',
    ' horas',
    ', ',
    'Sábados',
    '24',
    '/',
    '.',
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (all) => {
      const once = tidyHours(all.join(''));
      expect(tidyHours(once)).toBe(once);
    }),
    { numRuns: 2000 },
  );
});
