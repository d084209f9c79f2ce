import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whileIdle } from '../../../api/http/idle.ts';

const MINUTE = 60_000;
const act = vi.fn(() => true);

beforeEach(() => {
  act.mockReset().mockReturnValue(true);
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** @returns what begins a request, and returns what ends it */
function open(minutes: number) {
  const serve = whileIdle(() => {}, { after: minutes * MINUTE, act, clock: Date.now });
  return () => {
    const response = new EventEmitter();
    serve({} as IncomingMessage, response as ServerResponse);
    return () => void response.emit('close');
  };
}

test('a portal is idle after the set time without a request', () => {
  open(10);
  vi.advanceTimersByTime(9 * MINUTE);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10 * MINUTE);
  expect(act).toHaveBeenCalledOnce();
});

test('every request counts until its end, however long it takes', () => {
  const ask = open(10);
  vi.advanceTimersByTime(9 * MINUTE);
  const end = ask();
  vi.advanceTimersByTime(60 * MINUTE);
  expect(act).not.toHaveBeenCalled();
  end();
  vi.advanceTimersByTime(9 * MINUTE);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2 * MINUTE);
  expect(act).toHaveBeenCalledOnce();
});

test('what could not be done is tried again, until it is done', () => {
  act.mockReturnValue(false);
  open(10);
  vi.advanceTimersByTime(11 * MINUTE);
  const tried = act.mock.calls.length;
  expect(tried).toBeGreaterThan(1);
  act.mockReturnValue(true);
  vi.advanceTimersByTime(60 * MINUTE);
  expect(act).toHaveBeenCalledTimes(tried + 1);
});
