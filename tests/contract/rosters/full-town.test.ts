import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { linesOn } from '#contract/calendar/roster-day';
import { checkedRoster } from '#contract/calendar/roster-checked';
import { addDays } from '#contract/values/dates';
import { fullTown } from './full-town.ts';

test('366 days of a full town are at most 12 KB on the line of a device', () => {
  const rosters = fullTown();
  for (const { turns } of rosters) expect(checkedRoster(turns)).toEqual({ text: turns });
  const lines = Array.from({ length: 366 }, (_, at) =>
    rosters.flatMap((one) => linesOn(one, addDays('2026-12-01', at))),
  );
  expect(lines.every((day) => day.length >= 2)).toBe(true);
  const bytes = brotliCompressSync(JSON.stringify(rosters)).length;
  expect(bytes).toBeLessThanOrEqual(12_000);
});
