import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  dayAt,
  daysFrom,
  longDay,
  longMoment,
  momentRange,
  nearMoment,
  longRange,
  parseDay,
  parseRange,
  pathDay,
  pathRange,
  showDay,
  tableMoment,
  weekendOf,
} from '#contract/values/dates';

const anyDay = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('a day', () => {
  it('is read as people and the API write it, and shown as the spec asks', () => {
    expect(parseDay('15-03-2026')).toBe('2026-03-15');
    expect(parseDay('15/3/2026')).toBe('2026-03-15');
    expect(parseDay('2026-03-15')).toBe('2026-03-15');
    expect(showDay('2026-03-15')).toBe('15/03/2026');
    expect(longDay('2026-03-05')).toBe('5 de marzo de 2026');
  });

  it.each(['31-02-2026', '00-01-2026', '2026-13-01', '15-03-26', '', 'hoy', '15-03-2026x', '29-02-2025'])(
    '%j is not a day',
    (text) => {
      expect(parseDay(text)).toBeNull();
    },
  );

  it('is read back from every way of writing it', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(parseDay(pathDay(day))).toBe(day);
        expect(parseDay(showDay(day))).toBe(day);
        expect(parseDay(day)).toBe(day);
        expect(addDays(addDays(day, 90), -90)).toBe(day);
      }),
    );
  });

  it('ends at midnight in the town, not in Greenwich', () => {
    expect(dayAt(Date.parse('2026-03-15T02:59:00Z'))).toBe('2026-03-14');
    expect(dayAt(Date.parse('2026-03-15T03:00:00Z'))).toBe('2026-03-15');
    expect(longMoment(Date.parse('2026-03-15T13:32:00Z'))).toBe('15 de marzo, 10:32\u00a0h');
    expect(longMoment(Date.parse('2026-03-15T13:32:00Z'), '2026-12-31')).toBe('15 de marzo, 10:32\u00a0h');
    expect(longMoment(Date.parse('2026-03-15T13:32:00Z'), '2027-01-01')).toBe('15 de marzo de 2026, 10:32\u00a0h');
  });
});

describe('a moment and a span of time', () => {
  const at = (time: string) => Date.parse(`2026-03-${time}:00-03:00`);

  it('is said as people do where it is drawn anew every day', () => {
    const near = (time: string) => nearMoment(at(time), '2026-03-15');
    expect(near('15T15:38')).toBe('hoy a las 15:38\u00a0h');
    expect(near('16T01:30')).toBe('mañana a la 1:30\u00a0h');
    expect(near('14T23:59')).toBe('ayer a las 23:59\u00a0h');
    expect(near('17T18:00')).toBe('el 17 de marzo a las 18\u00a0h');
    expect(nearMoment(at('17T18:00'), '2027-01-05')).toBe('el 17 de marzo de 2026 a las 18\u00a0h');
  });

  it('says a day once', () => {
    const range = (from: string, to: string, today?: string) => momentRange(at(from), at(to), today);
    expect(range('15T11:00', '15T21:00', '2026-03-15')).toBe('Hoy, de 11 a 21\u00a0h');
    expect(range('15T11:00', '15T21:00', '2026-03-20')).toBe('15 de marzo, de 11 a 21\u00a0h');
    expect(range('15T11:00', '15T21:00', '2027-03-20')).toBe('15 de marzo de 2026, de 11 a 21\u00a0h');
    expect(range('15T11:00', '17T21:00', '2026-03-15')).toBe(
      'Desde hoy a las 11\u00a0h hasta el 17 de marzo a las 21\u00a0h',
    );
    // On paper and in feeds, which are read another day.
    expect(range('15T11:00', '15T21:00')).toBe('15 de marzo, de 11 a 21\u00a0h');
    expect(range('15T11:00', '17T21:00')).toBe('Desde el 15 de marzo, 11\u00a0h hasta el 17 de marzo, 21\u00a0h');
  });
});

it('a number of months later is the same day, or the last of a shorter month', () => {
  expect(addMonths('2026-11-18', 1)).toBe('2026-12-18');
  expect(addMonths('2026-11-18', -12)).toBe('2025-11-18');
  expect(addMonths('2026-12-31', 2)).toBe('2027-02-28');
  expect(addMonths('2027-03-31', 11)).toBe('2028-02-29');
  expect(addMonths('2026-01-31', -1)).toBe('2025-12-31');
});

describe('the dates of an address', () => {
  it('are one day or two, in any order', () => {
    expect(parseRange('20-11-2026')).toEqual({ from: '2026-11-20', to: '2026-11-20' });
    expect(parseRange('27-11-2026_20-11-2026')).toEqual({ from: '2026-11-20', to: '2026-11-27' });
    expect(pathRange({ from: '2026-11-20', to: '2026-11-27' })).toBe('20-11-2026_27-11-2026');
    expect(pathRange({ from: '2026-11-20', to: '2026-11-20' })).toBe('20-11-2026');
  });

  it.each(['', 'mañana', '20-11-2026_', '20-11-2026_27-11-2026_28-11-2026', '32-11-2026'])(
    '%j is not a date or a range',
    (text) => {
      expect(parseRange(text)).toBeNull();
    },
  );
});

it('the days between two days are counted across months and years', () => {
  expect([
    daysFrom('2026-03-15', '2026-03-15'),
    daysFrom('2026-12-31', '2027-01-02'),
    daysFrom('2024-03-01', '2024-02-28'),
  ]).toEqual([0, 2, -2]);
});

it('the current weekend is what is left of it', () => {
  expect(['2026-03-09', '2026-03-13', '2026-03-14', '2026-03-15'].map(weekendOf)).toEqual([
    { from: '2026-03-14', to: '2026-03-15' },
    { from: '2026-03-14', to: '2026-03-15' },
    { from: '2026-03-14', to: '2026-03-15' },
    { from: '2026-03-15', to: '2026-03-15' },
  ]);
});

it('a range of days names a shared month and year once', () => {
  expect(
    [
      ['2026-11-22', '2026-11-22'],
      ['2026-11-22', '2026-11-28'],
      ['2026-11-28', '2026-12-04'],
      ['2026-12-28', '2027-01-04'],
    ].map(([from = '', to = '']) => longRange({ from, to })),
  ).toEqual([
    '22 de noviembre de 2026',
    'del 22 al 28 de noviembre de 2026',
    'del 28 de noviembre al 4 de diciembre de 2026',
    'del 28 de diciembre de 2026 al 4 de enero de 2027',
  ]);
});

it('a moment in a table is in the time of the town, and sorts as text', () => {
  expect(tableMoment('2026-11-28T02:16:59.999Z')).toBe('2026-11-27 23:16');
  expect(tableMoment('')).toBe('');
});
