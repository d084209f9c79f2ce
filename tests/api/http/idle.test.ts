import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { restWhenIdle } from '../../../api/http/idle.ts';

const MINUTE = 60_000;
const rest = vi.fn();

beforeEach(() => {
  rest.mockReset();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** @returns what begins a request, and returns what ends it */
function open(minutes: number | undefined, hasWork = () => false) {
  const serve = restWhenIdle(() => {}, { minutes, hasWork, rest, clock: Date.now });
  return () => {
    const response = new EventEmitter();
    serve({} as IncomingMessage, response as ServerResponse);
    return () => void response.emit('close');
  };
}

test('a portal is idle after the set time without a request, and reports it once', () => {
  open(10);
  vi.advanceTimersByTime(9 * MINUTE);
  expect(rest).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10 * MINUTE);
  expect(rest).toHaveBeenCalledOnce();
});

test('every request counts until its end, however long it takes', () => {
  const ask = open(10);
  vi.advanceTimersByTime(9 * MINUTE);
  const end = ask();
  vi.advanceTimersByTime(60 * MINUTE);
  expect(rest).not.toHaveBeenCalled();
  end();
  vi.advanceTimersByTime(9 * MINUTE);
  expect(rest).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2 * MINUTE);
  expect(rest).toHaveBeenCalledOnce();
});

test('it does not rest while work waits, nor without a time', () => {
  let waits = true;
  open(10, () => waits);
  open(undefined);
  vi.advanceTimersByTime(60 * MINUTE);
  expect(rest).not.toHaveBeenCalled();
  waits = false;
  vi.advanceTimersByTime(MINUTE);
  expect(rest).toHaveBeenCalledOnce();
});
