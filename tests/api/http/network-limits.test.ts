import { expect, test } from 'vitest';
import { createNetworkLimiter } from '../../../api/http/limits/rate.ts';

/** Returns how many of a number of requests are let through. */
function passed(count: number, from: (n: number) => string, limit = createNetworkLimiter({ now, ...RATE })): number {
  let through = 0;
  for (let n = 0; n < count; n += 1) {
    try {
      limit(from(n));
      through += 1;
    } catch (error) {
      expect(error).toMatchObject({ code: 'too-many' });
    }
  }
  return through;
}
const RATE = { burst: 10, perSecond: 1 };
const now = () => 0;

test('the devices of one line share a limit, and so do the thousands of lines that one person can have', () => {
  expect(passed(100, (n) => `2800:1:2:3::${n.toString(16)}`)).toBe(10);
  expect(passed(1000, (n) => `2800:1:2:${n.toString(16)}::1`)).toBe(50);
});

test('neither another line nor another address is limited by them', () => {
  const limit = createNetworkLimiter({ now, ...RATE });
  passed(1000, (n) => `2800:1:2:${n.toString(16)}::1`, limit);
  expect(passed(1, () => '2800:1:3:1::1', limit)).toBe(1);
  expect(passed(1000, (n) => `190.1.${n >> 8}.${n & 255}`, limit)).toBe(1000);
});

test('nobody gets round a limit by having one line ask from thousands of addresses, which is refused', () => {
  const limit = createNetworkLimiter({ now, ...RATE });
  expect(passed(11, () => '190.1.1.1', limit)).toBe(10);
  expect(passed(30_000, (n) => `2800:1:2:${n.toString(16)}::1`, limit)).toBe(50);
  expect(passed(1, () => '190.1.1.1', limit)).toBe(0);
});
