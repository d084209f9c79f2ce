import { expect, test } from 'vitest';
import { serverTime } from '../../../web/src/offline/reading/server-time.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOON = Date.parse('2026-07-01T15:00:00Z');
const exactly = (at: number) => ({ earliest: at, latest: at });

test.for([-DAY, DAY])('the clock of a device that is wrong by %i ms is corrected by the last answer', (wrong) => {
  expect(serverTime({ pulledAt: NOON + wrong, serverAt: NOON }, NOON + wrong + 5 * MINUTE)).toEqual(
    exactly(NOON + 5 * MINUTE),
  );
});

test('a difference of less than a minute is the time that the answer took', () => {
  expect(serverTime({ pulledAt: NOON - 9000, serverAt: NOON }, NOON + MINUTE)).toEqual(exactly(NOON + MINUTE));
});

test('time does not go back behind the last answer', () => {
  expect(serverTime({ pulledAt: NOON, serverAt: NOON }, NOON - DAY)).toEqual(exactly(NOON));
});

test('a device that has never heard the server may be wrong by a day', () => {
  for (const standing of [null, { pulledAt: null }, { pulledAt: NOON, serverAt: null }, { pulledAt: NOON }])
    expect(serverTime(standing, NOON)).toEqual({ earliest: NOON - DAY, latest: NOON + DAY });
});
