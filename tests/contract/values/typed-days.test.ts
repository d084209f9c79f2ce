import { expect, test } from 'vitest';
import { farDayQuestion, typedDay } from '#contract/values/typed-days';

test.for([
  ['24/11/26', '2026-11-24'],
  [' 5-3-07 ', '2007-03-05'],
  ['24112026', '2026-11-24'],
  ['241126', '2026-11-24'],
  ['1/1/1900', '1900-01-01'],
  ['2026-11-24', '2026-11-24'],
])('who types %j means %s', ([text = '', day]) => {
  expect(typedDay(text)).toEqual({ day });
});

test.for(['31/2/2026', '32/13/2026', '31/2/26', '29/02/2027', '31022026', '2026-02-31', '0/1/2026'])(
  'the calendar has no day %s',
  (text) => {
    expect(typedDay(text)).toEqual({ fault: 'nonexistent' });
  },
);

test.for(['', '2', '24/11', '24/11/', '24/11/2', '24/11/202', '2411202', 'mañana'])('%j is not whole', (text) => {
  expect(typedDay(text)).toEqual({ fault: 'incomplete' });
});

test('a day far away may be a slip, and is asked about', () => {
  const today = '2026-11-26';
  expect(farDayQuestion('1900-01-01', today)).toBe(
    'Escribiste el 1 de enero de 1900: pasaron 126 años. ¿Es esa la fecha?',
  );
  expect(farDayQuestion('2062-11-27', today)).toBe(
    'Escribiste el 27 de noviembre de 2062: faltan 36 años. ¿Es esa la fecha?',
  );
  for (const ordinary of ['2026-11-26', '1998-05-01', '2031-11-25']) expect(farDayQuestion(ordinary, today)).toBeNull();
});
