import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Pulled } from '../../../web/src/offline/pull/sync.ts';
import { keepPulling } from '../../../web/src/offline/pull/triggers.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const MINUTE = 60_000;

function openPage(wait = 0) {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const page = Object.assign(new EventTarget(), { document });
  const seen = { pulls: 0, at: [] as number[], outcome: 'done' as Pulled, wait };
  const end = keepPulling(
    async () => {
      seen.pulls += 1;
      seen.at.push(Date.now());
      await new Promise((resolve) => setTimeout(resolve, seen.wait));
      return seen.outcome;
    },
    page as unknown as Window,
  );
  onTestFinished(end);
  return {
    seen,
    end,
    show(state: 'visible' | 'hidden') {
      document.visibilityState = state;
      document.dispatchEvent(new Event('visibilitychange'));
    },
    online: () => page.dispatchEvent(new Event('online')),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

test('it pulls immediately and every minute while the page is visible', async () => {
  const { seen, pass, show } = openPage();
  await pass(0);
  expect(seen.pulls).toBe(1);
  await pass(2.5 * MINUTE);
  expect(seen.pulls).toBe(3);
  show('hidden');
  await pass(30 * MINUTE);
  expect(seen.pulls).toBe(3);
  show('visible');
  expect(seen.pulls).toBe(4);
});

test('it pulls when the network returns', async () => {
  const { seen, pass, online } = openPage();
  await pass(0);
  online();
  expect(seen.pulls).toBe(2);
});

test('what happens while it pulls is followed by one more pull, and never by two at a time', async () => {
  const { seen, pass, show, online } = openPage();
  await pass(1);
  seen.wait = 1000;
  online();
  show('visible');
  online();
  await pass(999);
  expect(seen.pulls).toBe(2);
  await pass(MINUTE);
  expect(seen.pulls).toBe(3);
});

test('after failures it waits longer each time, at most five minutes, until the network returns', async () => {
  const { seen, pass, online } = openPage();
  seen.outcome = 'unreachable';
  await pass(20 * MINUTE);
  const gaps = seen.at.slice(1).map((at, index) => Math.round((at - (seen.at[index] as number)) / 1000));
  expect(gaps).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
  online();
  await pass(0);
  const before = seen.pulls;
  await pass(5010);
  expect(seen.pulls).toBe(before + 1);
});

test.for([0, 1000])('once stopped, nothing starts it again (a pull takes %i ms)', async (wait) => {
  const { seen, pass, show, online, end } = openPage(wait);
  await pass(500);
  end();
  online();
  show('visible');
  await pass(30 * MINUTE);
  expect(seen.pulls).toBe(1);
});
