import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Unreachable, createApiCall } from '../../../web/src/offline/pull/api-call.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/**
 * Returns a fetch whose answer arrives in parts, each after a delay in ms, and then ends or stalls.
 */
function slowFetch(beginsAfter: number, parts: [wait: number, text: string][], ends = true): typeof fetch {
  return (_, init) => {
    const signal = init?.signal as AbortSignal;
    const pause = (ms: number) =>
      new Promise<void>((resolve, reject) => {
        setTimeout(resolve, ms);
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    return (async () => {
      await pause(beginsAfter);
      const body = new ReadableStream<Uint8Array>({
        async start(controller) {
          try {
            for (const [wait, text] of parts) {
              await pause(wait);
              controller.enqueue(new TextEncoder().encode(text));
            }
            if (!ends) await pause(1e9);
            controller.close();
          } catch (error) {
            controller.error(error);
          }
        },
      });
      return new Response(body, {
        headers: { 'content-type': 'application/json', date: 'Sun, 15 Mar 2026 13:32:00 GMT' },
      });
    })();
  };
}

async function outcome(fetch: typeof globalThis.fetch): Promise<unknown> {
  const heard: boolean[] = [];
  const asked = createApiCall({ fetch, heard: (isReached) => void heard.push(isReached) })('/x').then(
    ({ body }) => body,
    (error: unknown) => error,
  );
  await vi.runAllTimersAsync();
  const answer = await asked;
  expect(heard).toEqual([!(answer instanceof Unreachable)]);
  return answer;
}

test('an answer that begins in time is waited for, however slowly it arrives', async () => {
  expect(
    await outcome(
      slowFetch(5000, [
        [25_000, '{"a":'],
        [25_000, '"ñ'],
        [25_000, 'andú"}'],
      ]),
    ),
  ).toEqual({ a: 'ñandú' });
});

test('an answer that does not begin within 10 s counts as missing', async () => {
  expect(await outcome(slowFetch(10_500, [[1, '1']]))).toBeInstanceOf(Unreachable);
});

test('an answer that stops half-way counts as missing after 30 s', async () => {
  expect(await outcome(slowFetch(1, [[1, '{"a":']], false))).toBeInstanceOf(Unreachable);
});

test.for([
  ['a page of a captive portal', new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['half an answer', new Response('{"a":', { headers: { 'content-type': 'application/json' } })],
  [
    'a proxy without a server behind it',
    new Response('{}', { status: 502, headers: { 'content-type': 'application/json' } }),
  ],
  [
    'a server that has too much to do',
    new Response('{}', { status: 429, headers: { 'content-type': 'application/json' } }),
  ],
  ['nothing', new Response(null, { status: 204 })],
] as const)('%s is not an answer of the portal', async ([, response]) => {
  expect(await outcome(async () => response)).toBeInstanceOf(Unreachable);
});

test('a refusal by the portal is an answer', async () => {
  const ask = createApiCall({
    fetch: async () =>
      new Response('{"code":"not-found"}', {
        status: 404,
        headers: { 'content-type': 'application/json; charset=utf-8' },
      }),
  });
  expect(await ask('/x')).toEqual({ status: 404, body: { code: 'not-found' }, at: null });
});

test("it returns the server's time", async () => {
  const asked = createApiCall({ fetch: slowFetch(1, [[1, '1']]) })('/x');
  await vi.runAllTimersAsync();
  expect((await asked).at).toBe(Date.parse('2026-03-15T13:32:00Z'));
});
