import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepAlertTime } from '../../../web/src/offline/reading/alert-timer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MINUTE = 60_000;

function open(changes: number[]) {
  let asleep = 0;
  const now = () => Date.now() + asleep;
  const times = async (after: number) => ({ at: now(), next: changes.find((one) => one > after) ?? null });
  const changed = vi.fn();
  const look = keepAlertTime(times, changed, { now });
  return {
    changed,
    look,
    sleep: (ms: number) => (asleep += ms),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

test('it calls at each change, and then rests', async () => {
  const start = Date.now();
  const { changed, pass } = open([start + 10 * MINUTE, start + 70 * MINUTE]);
  await pass(10 * MINUTE - 1);
  expect(changed).not.toHaveBeenCalled();
  await pass(1);
  expect(changed).toHaveBeenCalledTimes(1);
  await pass(60 * MINUTE);
  expect(changed).toHaveBeenCalledTimes(2);
  expect(vi.getTimerCount()).toBe(0);
});

test('a change that came while the device slept is seen within half a minute', async () => {
  const { changed, pass, sleep } = open([Date.now() + 60 * MINUTE]);
  await pass(MINUTE);
  sleep(3 * 60 * MINUTE);
  await pass(30_000);
  expect(changed).toHaveBeenCalledTimes(1);
});

test('alerts that come later are waited for too', async () => {
  const changes: number[] = [];
  const { changed, pass, look } = open(changes);
  await pass(MINUTE);
  changes.push(Date.now() + 5 * MINUTE);
  look();
  await pass(5 * MINUTE);
  expect(changed).toHaveBeenCalledTimes(1);
});
