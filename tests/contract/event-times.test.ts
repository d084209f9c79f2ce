import { describe, expect, test } from 'vitest';
import {
  dayShown,
  hoursOf,
  lastDayOf,
  calendarDays,
  markedDays,
  momentsOf,
  whenBesideDay,
  whenOf,
  whereOf,
} from '#contract/calendar/event-times';

const whole = { date: '2026-03-18', lastDay: '', startTime: '', endTime: '' };

describe('when an event is, in words', () => {
  test.for<[string, Partial<typeof whole>, string]>([
    ['a whole day', {}, 'miércoles 18 de marzo de 2026'],
    ['a beginning', { startTime: '18:00' }, 'miércoles 18 de marzo de 2026, 18 h'],
    [
      'a beginning and an end',
      { startTime: '09:05', endTime: '21:30' },
      'miércoles 18 de marzo de 2026, de 9:05 a 21:30 h',
    ],
    ['an end alone', { endTime: '13:00' }, 'miércoles 18 de marzo de 2026, hasta las 13 h'],
    ['an end after midnight', { startTime: '22:00', endTime: '04:00' }, 'miércoles 18 de marzo de 2026, de 22 a 4 h'],
    ['an end that is the beginning', { startTime: '22:00', endTime: '22:00' }, 'miércoles 18 de marzo de 2026, 22 h'],
    ['several days', { lastDay: '2026-03-20' }, 'del 18 al 20 de marzo de 2026'],
    ['days of two months', { lastDay: '2026-04-02' }, 'del 18 de marzo al 2 de abril de 2026'],
    [
      'several days with the same hours',
      { lastDay: '2026-03-20', startTime: '18:00', endTime: '23:00' },
      'del 18 al 20 de marzo de 2026, de 18 a 23 h',
    ],
    [
      'several days from the evening to noon',
      { lastDay: '2026-03-20', startTime: '20:00', endTime: '12:00' },
      'del 18 al 20 de marzo de 2026, desde las 20 h del primer día hasta las 12 h del último',
    ],
    ['a last day before the first', { lastDay: '2026-03-17' }, 'miércoles 18 de marzo de 2026'],
    ['a last day years later', { lastDay: '2062-03-20' }, 'miércoles 18 de marzo de 2026'],
  ])('%s', ([, given, words]) => {
    expect(whenOf({ ...whole, ...given }).replaceAll('\u00a0', ' ')).toBe(words);
  });

  test('beside its day an event of one day has only its times', () => {
    expect(whenBesideDay(whole)).toBe('');
    expect(whenBesideDay({ ...whole, startTime: '18:30' })).toBe('18:30\u00a0h');
    expect(whenBesideDay({ ...whole, lastDay: '2026-03-20', startTime: '18:30' })).toBe(
      'del 18 al 20 de marzo de 2026, 18:30\u00a0h',
    );
  });

  test('what an earlier release has stored takes its whole day', () => {
    const old = { date: '2026-03-18' } as typeof whole & { place: string; address: string };
    expect([whenOf(old), hoursOf(old), whereOf(old), lastDayOf(old)]).toEqual([
      'miércoles 18 de marzo de 2026',
      '',
      '',
      '2026-03-18',
    ]);
    expect(momentsOf(old).start.day).toBe('2026-03-18');
  });
});

test('a calendar marks each day of a short event, and days that several share once', () => {
  const days = markedDays([
    { date: '2026-02-28', lastDay: '2026-03-02' },
    { date: '2026-03-01', lastDay: '' },
    { date: '2026-03-05', lastDay: '2026-03-04' },
  ]);
  expect(days).toEqual(['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-05']);
});

test('of an event that lasts it marks each day, and none of one whose last day is a mistake', () => {
  expect(markedDays([{ date: '2026-11-20', lastDay: '2026-11-23' }])).toEqual([
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
    '2026-11-23',
  ]);
  expect(markedDays([{ date: '2026-01-01', lastDay: '2027-01-01' }])).toHaveLength(366);
  expect(markedDays([{ date: '2026-01-01', lastDay: '2027-01-02' }])).toEqual(['2026-01-01']);
});

test('beside an event that is on already stands the day on which it ends', () => {
  const exhibition = { date: '2026-11-20', lastDay: '2026-11-26' };
  expect(dayShown(exhibition, '2026-11-20')).toEqual({ day: '2026-11-20', isLast: false });
  expect(dayShown(exhibition, '2026-11-24')).toEqual({ day: '2026-11-26', isLast: true });
  expect(dayShown(exhibition, '2026-11-27')).toEqual({ day: '2026-11-20', isLast: false });
  expect(dayShown({ date: '2026-11-20', lastDay: '' }, '2026-11-20')).toEqual({ day: '2026-11-20', isLast: false });
});

test('a calendar asks about a year from the month that it opens with', () => {
  const today = '2026-11-26';
  expect(calendarDays(null, today)).toEqual({ from: '2026-11-01', to: '2027-11-01' });
  expect(calendarDays({ from: '2027-02-10', to: '2027-02-12' }, today).from).toBe('2026-11-01');
  expect(calendarDays({ from: '2025-02-10', to: '2025-02-12' }, today)).toEqual({
    from: '2025-02-01',
    to: '2026-02-01',
  });
});
