import { expect, test } from 'vitest';
import { judge, MOST_PER_SERVICE, PLACES, retryAfterOf, roomsOf } from '../../../api/push/queue.ts';
import type { Waiting } from '../../../api/push/queue.ts';
import { fc } from '../property.ts';

const NOW = Date.parse('2026-03-15T13:32:00Z');
const MINUTE = 60_000;
const healthy = { failures: 0, due: 0 };
const given = {
  tries: 0,
  began: NOW,
  at: NOW,
  until: NOW + 60 * MINUTE,
  service: healthy,
  isHeardOf: true,
  random: 0.5,
};
const answer = (status: number, retryAfter: number | null = null) => ({ status, retryAfter });
const service = (name: string, change: Partial<Waiting> = {}): Waiting => ({
  service: name,
  failures: 0,
  due: 0,
  underWay: 0,
  waiting: 1000,
  ...change,
});
const rooms = (services: Waiting[], isBehind = false) => {
  const underWay = services.reduce((sum, one) => sum + one.underWay, 0);
  return Object.fromEntries(roomsOf(services, { underWay, isBehind, at: NOW }));
};

test('a message that the push service accepts leaves the queue', () => {
  for (const status of [200, 201, 202, 204]) {
    expect(judge(answer(status), given)).toEqual({ delivery: 'done', service: healthy });
  }
});

test('a device that no longer exists is dropped', () => {
  for (const status of [404, 410]) expect(judge(answer(status), given).delivery).toBe('gone');
});

test('a message that is refused is not tried again, and does not delay others', () => {
  for (const status of [301, 307, 400, 401, 403, 413]) {
    expect(judge(answer(status), given)).toEqual({ delivery: 'refused', service: healthy });
  }
});

test('the service is left alone for as long as it asks', () => {
  for (const status of [429, 503]) {
    const due = NOW + 10 * MINUTE;
    expect(judge(answer(status, 10 * MINUTE), given)).toEqual({
      delivery: { again: due },
      service: { failures: 1, due },
    });
  }
});

test('a service that fails is tried again after 2, 4, 8 seconds and so on, every 5 minutes at most', () => {
  const waits: number[] = [];
  let state = healthy;
  let at = NOW;
  for (let tries = 0; tries < 12; tries += 1) {
    const judged = judge(answer(tries % 2 === 0 ? 500 : 0), {
      ...given,
      tries,
      began: at,
      at,
      until: Infinity,
      service: state,
    });
    waits.push((judged.service.due - at) / 1000);
    [state, at] = [judged.service, judged.service.due];
  }
  expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300, 300]);
});

test('attempts for many devices are spread over time, at whole milliseconds', () => {
  const dues = [0, 0.123, 0.5, 1].map((random) => judge(answer(500), { ...given, random }).service.due - NOW);
  expect(dues).toEqual([1500, 1623, 2000, 2500]);
});

test('many failures at the same time count as one', () => {
  const first = judge(answer(500), given).service;
  const second = judge(answer(500), { ...given, at: NOW + 10, service: first });
  expect(second.service).toEqual(first);
  expect(second.delivery).toEqual({ again: NOW + 2010 });
});

test('a success that began before the service asked to wait does not end the wait', () => {
  const paused = judge(answer(429, MINUTE), given).service;
  expect(judge(answer(201), { ...given, at: NOW + 10, service: paused })).toEqual({
    delivery: 'done',
    service: paused,
  });
  const later = NOW + MINUTE;
  expect(judge(answer(201), { ...given, began: later, at: later, service: paused }).service).toEqual(healthy);
});

test('nothing is tried again after it has ended', () => {
  expect(judge(answer(500), { ...given, until: NOW + 1000 }).delivery).toBe('late');
  expect(judge(answer(429, 61 * MINUTE), given).delivery).toBe('late');
});

test('a service gets its full share, one message after a failure, and none while it asks to wait', () => {
  expect(rooms([service('a'), service('b', { failures: 3 }), service('c', { failures: 1, due: NOW + 1 })])).toEqual({
    a: MOST_PER_SERVICE,
    b: 1,
  });
});

test('a service that does not answer leaves room for the others of its provider', () => {
  const hanging = service('hangs', { underWay: MOST_PER_SERVICE });
  expect(rooms([hanging, service('works')])).toEqual({ works: PLACES - MOST_PER_SERVICE });
});

test('a place is given only to a message that exists, and the services of a provider share its places evenly', () => {
  const few = Array.from({ length: 10 }, (_, n) => service(`few ${n}`, { waiting: 1 }));
  const shared = rooms([service('many'), ...few]);
  expect(shared).toEqual({ many: PLACES - 10, ...Object.fromEntries(few.map((one) => [one.service, 1])) });
});

test('who waits behind others that can be sent something gets one place and no more', () => {
  expect(rooms([service('a'), service('b')], true)).toEqual({ a: 1 });
  expect(rooms([service('a', { underWay: 1 }), service('b')], true)).toEqual({});
});

test('a device of a service that nobody has heard of and that has no server is invented', () => {
  const none = { status: 0, retryAfter: null, hasNoHost: true };
  expect(judge(none, { ...given, isHeardOf: false })).toEqual({ delivery: 'gone', service: healthy });
  expect(judge(none, given).delivery).toEqual({ again: NOW + 2000 });
  expect(judge(answer(0), { ...given, isHeardOf: false }).delivery).toEqual({ again: NOW + 2000 });
});

test('never more than allowed are under way', () => {
  const state = fc.record({
    failures: fc.nat(3),
    due: fc.constantFrom(0, NOW + 1),
    underWay: fc.nat(MOST_PER_SERVICE),
    waiting: fc.nat(30),
  });
  fc.assert(
    fc.property(fc.array(state, { maxLength: 8 }), fc.boolean(), (states, isBehind) => {
      const services = states.map((one, n) => service(String(n), one));
      const before = services.reduce((sum, { underWay }) => sum + underWay, 0);
      const given = rooms(services, isBehind);
      for (const { service: name, due, failures, underWay, waiting } of services) {
        const room = given[name] ?? 0;
        if (due > NOW) expect(room).toBe(0);
        expect(room).toBeLessThanOrEqual(waiting);
        if (room > 0) expect(underWay + room).toBeLessThanOrEqual(failures > 0 ? 1 : MOST_PER_SERVICE);
      }
      const added = Object.values(given).reduce((sum, room) => sum + room, 0);
      expect(added === 0 || before + added <= (isBehind ? 1 : PLACES)).toBe(true);
    }),
  );
});

test('Retry-After is read as seconds and as a date; anything else is none', () => {
  expect(retryAfterOf('120', NOW)).toBe(120_000);
  expect(retryAfterOf('Sun, 15 Mar 2026 13:33:00 GMT', NOW)).toBe(60_000);
  expect(retryAfterOf('Sun, 15 Mar 2026 13:00:00 GMT', NOW)).toBe(0);
  for (const text of [undefined, '', 'pronto', '-1', '1e9']) expect(retryAfterOf(text, NOW)).toBeNull();
});
