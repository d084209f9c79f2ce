import { describe, expect, test } from 'vitest';
import { rosterCalendar } from '#contract/calendar/roster-calendar';
import { checkedRoster, ROSTER_LIMITS } from '#contract/calendar/roster-checked';
import { linesOn } from '#contract/calendar/roster-day';
import type { Roster } from '#contract/records';
import { addDays } from '#contract/values/dates';
import { fullTown } from './full-town.ts';

const TODAY = '2026-11-27';
const listed = (count: number, from = TODAY) => Array.from({ length: count }, (_, at) => addDays(from, at)).join(',');
const many = (count: number, row: (at: number) => string) => Array.from({ length: count }, (_, at) => row(at));
const LONG_RULE = `FREQ=MONTHLY;BYDAY=${many(41, () => '-1MO').join(',')}`;
const times = many(80, (at) => `${String(6 + Math.floor(at / 10)).padStart(2, '0')}:${(at % 10) + 10}`).join(',');

/** Rosters that are as slow to read as the limits allow, each in its own way. */
const WORST: Record<string, string[]> = {
  'as many times': many(12, (at) => `FREQ=DAILY||${times}|${at}`),
  'exceptions on as many days': [...many(14, () => `NO|${listed(290, '2030-01-01')}`), ...many(14, () => 'FREQ=DAILY')],
  'an exception for each of many rows': [...many(150, () => 'FREQ=DAILY'), ...many(150, () => `NO|${listed(2)}`)],
  'long rules': many(290, () => LONG_RULE),
  'moves to one day': [
    ...many(50, (at) => `MOVED|${addDays(TODAY, at + 2)}>${addDays(TODAY, 1)}`),
    ...many(3, () => `FREQ=DAILY||${times}`),
  ],
  'days that are centuries apart': many(290, () => 'DAYS|1900-01-01,2100-01-01'),
};

describe.each(Object.entries(WORST))('a roster with %s', (_, rows) => {
  const checked = checkedRoster(rows.join('\n'));
  const turns = 'text' in checked ? checked.text : '';
  // Whoever makes a record chooses its date.
  const roster = {
    id: 'a',
    title: 'a',
    titlekey: 'a',
    created: '1900-01-01T00:00:00Z',
    noholidays: 1,
    turns,
  } as Roster;
  const head = { name: 'a', description: 'a', self: 'https://p.example/a.ics', page: 'https://p.example/a' };

  test('is accepted, and reading it takes as long as all rosters of a few towns, where it took that of thousands', () => {
    expect(checked).toEqual({ text: expect.any(String) });
    expect(rows.length).toBeLessThanOrEqual(ROSTER_LIMITS.rows);
    const read = (one: Roster) => {
      const began = performance.now();
      const calendar = rosterCalendar(one, '', 'https://p.example', head, TODAY);
      for (let day = 0; day < 7; day += 1) linesOn(one, addDays(TODAY, day));
      return { took: performance.now() - began, size: calendar.length };
    };
    const usual = fullTown().reduce((sum, one) => sum + read(one as Roster).took, 0);
    const { took, size } = read(roster);
    expect(took / usual).toBeLessThan(100);
    expect(size).toBeLessThan(15e6);
  }, 60_000);
});
