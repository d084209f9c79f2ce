import ICAL from 'ical.js';
import { afterAll, expect, test } from 'vitest';
import { fallsOn } from '#contract/calendar/roster-days';
import { addDays } from '#contract/values/dates';
import type { Day } from '#contract/values/dates';
import { randomFrom, randomRule } from './random-rules.ts';

/** `RULES=10000` before a change of how rules fall is handed over. */
const RULES = Number(process.env.RULES ?? 3000);
/** More than a year: leap days, and the ends of years. */
const DAYS = 420;
/** Time zones of devices: with summer time, without, and at both ends of the day. */
const ZONES = ['America/Argentina/Buenos_Aires', 'Europe/Madrid', 'America/Santiago', 'Pacific/Kiritimati', 'UTC'];

const own = process.env.TZ;
afterAll(() => {
  if (own === undefined) delete process.env.TZ;
  else process.env.TZ = own;
});

/** The days of a rule as ical.js reads it, which begins some rules twice. */
function oracle(asked: string, start: Day, last: Day): Day[] {
  const days: Day[] = [];
  // It loses days of monthly rules that have both BYDAY and BYMONTH, which only leaves out what is of other months.
  const [, months = ''] = (asked.startsWith('FREQ=MONTHLY') && /;BYMONTH=([\d,]+)/.exec(asked)) || [];
  const rule = months ? asked.replace(`;BYMONTH=${months}`, '') : asked;
  const iterator = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateString(start));
  for (let next = iterator.next(); next && next.toString() <= last; next = iterator.next()) days.push(next.toString());
  const isOfMonth = (day: Day) => !months || months.split(',').includes(String(Number(day.slice(5, 7))));
  return [...new Set(days)].sort().filter(isOfMonth);
}

test(`${RULES} random rules fall on the days that an independent reader of RFC 5545 finds, in any time zone`, () => {
  const random = randomFrom(5545);
  let [found, never] = [0, 0];
  for (let at = 0; at < RULES; at += 1) {
    process.env.TZ = ZONES[at % ZONES.length];
    const { rule, start } = randomRule(random);
    const days = Array.from({ length: DAYS }, (_, day) => addDays(start, day));
    const mine = days.filter((day) => fallsOn(rule, start, day));
    found += mine.length;
    const [first] = mine;
    // ical.js looks for ever for a day that never comes, as 31 February.
    if (!first) {
      never += 1;
      continue;
    }
    // The standard leaves open what a first day means on which the rule does not fall.
    expect({ rule, first, days: mine }).toEqual({ rule, first, days: oracle(rule, first, days.at(-1) as Day) });
  }
  expect(never).toBeLessThan(RULES / 10);
  expect(found).toBeGreaterThan(RULES * 10);
});
