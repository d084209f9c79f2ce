import { expect, test } from 'vitest';
import { newRecordId } from '#contract/values/ids';

const DAY = 86_400_000;
const NOW = Date.parse('2026-03-15T13:32:00Z');

test('an id is 12 characters of a-z and 0-9, and no two are the same', () => {
  const ids = Array.from({ length: 10_000 }, () => newRecordId(NOW));
  expect(ids.filter((id) => !/^[a-z0-9]{12}$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  // Every sign stands in every random place.
  for (let place = 4; place < 12; place += 1) expect(new Set(ids.map((id) => id[place])).size).toBe(36);
});

test('ids of a day come together, after those of the days before', () => {
  const dayOf = (at: number) => newRecordId(at).slice(0, 4);
  expect(dayOf(NOW)).toBe(dayOf(NOW + 60_000));
  const days = Array.from({ length: 4000 }, (_, number) => dayOf(NOW + number * DAY));
  expect(new Set(days).size).toBe(days.length);
  expect([...days].sort()).toEqual(days);
});

test.for([0, -1, -(10 ** 15), 10 ** 15])('a clock that says %d gives an id too', (now) => {
  expect(newRecordId(now)).toMatch(/^[a-z0-9]{12}$/);
});
