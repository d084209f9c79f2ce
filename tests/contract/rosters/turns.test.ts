import { describe, expect, test } from 'vitest';
import { holidayOn } from '#contract/calendar/holidays';
import { fallsOn } from '#contract/calendar/roster-days';
import { rowsIn, rowsText } from '#contract/calendar/roster-rows';
import { turnsOf } from '#contract/calendar/roster-turns';
import { addDays } from '#contract/values/dates';

const turns = (text: string, from: string, to: string, noholidays: 0 | 1 = 0) =>
  turnsOf({ turns: text, noholidays }, from, to);
const starts = (text: string, from: string, to: string) => turns(text, from, to).map(({ start }) => start);

describe('the days of a rule', () => {
  const daysOf = (rule: string, start: string, from: string, count: number) =>
    Array.from({ length: count }, (_, at) => addDays(from, at)).filter((day) => fallsOn(rule, start, day));

  test('every second week is counted from the week of the first day, also when that is another weekday', () => {
    const days = daysOf('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', '2026-12-02', '2026-11-30', 30);
    expect(days).toEqual(['2026-12-14', '2026-12-28']);
  });

  test('a season may begin in one year and end in the next, and holds 29 February', () => {
    const days = daysOf('FREQ=DAILY;SEASON=1230-0301', '', '2027-12-28', 70);
    expect([days[0], days.at(-1), days.includes('2028-02-29')]).toEqual(['2027-12-30', '2028-03-01', true]);
  });

  test('the last Friday of a month and the 31st, where there is one', () => {
    expect(daysOf('FREQ=MONTHLY;BYDAY=-1FR', '', '2026-01-01', 70)).toEqual(['2026-01-30', '2026-02-27']);
    expect(daysOf('FREQ=MONTHLY;BYMONTHDAY=31', '', '2026-01-01', 100)).toEqual(['2026-01-31', '2026-03-31']);
  });
});

describe('turns', () => {
  test('of 24 hours end on the next day, of a week seven days later, and a departure has no end', () => {
    expect(turns('FREQ=DAILY||08:30-08:30|San Martín', '2026-12-31', '2026-12-31')).toMatchObject([
      { who: 'San Martín', start: '2026-12-31T08:30', end: '2027-01-01T08:30' },
    ]);
    expect(turns('DAYS|2026-12-01|08:30-08:30+7', '2026-12-01', '2026-12-01')[0]?.end).toBe('2026-12-08T08:30');
    const [bus] = turns('FREQ=DAILY||06:00,13:15', '2026-12-01', '2026-12-01');
    expect(bus).toMatchObject({ start: '2026-12-01T06:00', end: '2026-12-01T06:00', isWhole: false });
  });

  test('without a time take the whole day', () => {
    expect(turns('DAYS|2026-12-01', '2026-12-01', '2026-12-01')).toMatchObject([
      { isWhole: true, start: '2026-12-01T00:00', end: '2026-12-02T00:00' },
    ]);
  });

  test('of all rows come in the order of their times', () => {
    const text = 'FREQ=DAILY||20:00|||Norte\nFREQ=DAILY||07:00|||Sur';
    expect(starts(text, '2026-12-01', '2026-12-02').map((one) => one.slice(8))).toEqual([
      '01T07:00',
      '01T20:00',
      '02T07:00',
      '02T20:00',
    ]);
  });

  test('that are cancelled stay among them with the reason, in the zone that the exception names', () => {
    const text = 'FREQ=DAILY||20:00|||Norte\nFREQ=DAILY||21:00|||Sur\nNO|2026-12-25||||Norte||Navidad';
    expect(turns(text, '2026-12-25', '2026-12-25').map(({ zone, off }) => [zone, off])).toEqual([
      ['Norte', 'Navidad'],
      ['Sur', undefined],
    ]);
  });

  test('that pass to another day are there with their time, and say on their own day where they went', () => {
    const text = 'FREQ=WEEKLY;BYDAY=FR||20:00\nMOVED|2026-12-25>2026-12-26';
    expect(turns(text, '2026-12-25', '2026-12-26')).toMatchObject([
      { day: '2026-12-25', to: '2026-12-26', off: '' },
      { day: '2026-12-26', start: '2026-12-26T20:00' },
    ]);
    expect(starts(text, '2026-12-26', '2026-12-26')).toEqual(['2026-12-26T20:00']);
  });

  test('are not on a holiday where the roster says so, but on a listed day they are', () => {
    const text = 'FREQ=DAILY||20:00|Camión\nDAYS|2026-12-25||Guardia';
    expect(turns(text, '2026-12-25', '2026-12-25', 1).map(({ who, off }) => [who, off])).toEqual([
      ['Guardia', undefined],
      ['Camión', 'Feriado: Navidad'],
    ]);
    expect(turns('FREQ=DAILY||20:00', '2026-12-07', '2026-12-07', 1)[0]?.off).toBe('Día no laborable');
  });
});

test('the holidays of three years are known, with those that move', () => {
  const days = (year: number) =>
    Array.from({ length: 366 }, (_, at) => addDays(`${year}-01-01`, at)).filter(
      (day) => day.startsWith(String(year)) && holidayOn(day),
    );
  // In 2026 with three days without work beside the sixteen.
  expect([2026, 2027, 2028].map((year) => days(year).length)).toEqual([19, 16, 16]);
  expect(['2026-06-15', '2027-10-11', '2028-04-14'].map(holidayOn)).toEqual([
    'Güemes',
    'Diversidad Cultural',
    'Viernes Santo',
  ]);
});

test('the text of a roster is the same after it was read and written', () => {
  const text =
    'FREQ=WEEKLY;BYDAY=MO,TH||20:00|||Norte\nNO|2026-12-25|||||| Navidad\nDAYS|2026-12-01,2026-12-07||San Martín';
  expect(rowsText(rowsIn(text))).toBe(text);
  expect(rowsIn('')).toEqual([]);
});
