import { RULE_DAYS } from '#contract/calendar/roster-days';
import { addDays } from '#contract/values/dates';
import type { Day } from '#contract/values/dates';

/** Numbers from 0 to 1, the same ones for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const WEEK = [...RULE_DAYS.slice(1), 'SU'];

/** Returns a rule of those that a roster may have, and a first day, near the ends of years and months more often. */
export function randomRule(random: () => number): { rule: string; start: Day } {
  const under = (limit: number) => Math.floor(random() * limit);
  // ical.js reads lists that are in their order.
  const some = <T>(all: readonly T[], most: number) => {
    const picked = new Set(Array.from({ length: 1 + under(most) }, () => under(all.length)));
    return all.filter((_, at) => picked.has(at));
  };
  const isOften = random() < 0.5;
  const start = addDays(isOften ? `${2023 + under(5)}-12-28` : '2023-01-01', under(isOften ? 70 : 1800));
  const freq = ['DAILY', 'WEEKLY', 'MONTHLY'][under(3)] as string;
  const parts = [`FREQ=${freq}`];
  if (random() < 0.5) parts.push(`INTERVAL=${1 + under(freq === 'DAILY' ? 40 : 6)}`);
  if (freq === 'MONTHLY') {
    const form = under(3);
    const ordinals = ['', '1', '2', '3', '4', '5', '-1', '-2'];
    if (form === 0)
      parts.push(
        `BYDAY=${some(WEEK, 3)
          .map((day) => `${ordinals[under(8)]}${day}`)
          .join(',')}`,
      );
    if (form === 1) parts.push(`BYMONTHDAY=${some([1, 5, 15, 28, 29, 30, 31, -1, -2], 3).join(',')}`);
  } else if (random() < 0.7) parts.push(`BYDAY=${some(WEEK, 4).join(',')}`);
  if (random() < 0.3) parts.push(`BYMONTH=${some([1, 2, 3, 4, 6, 7, 11, 12], 4).join(',')}`);
  if (random() < 0.3) parts.push(`UNTIL=${addDays(start, under(900)).replaceAll('-', '')}`);
  return { rule: parts.join(';'), start };
}
