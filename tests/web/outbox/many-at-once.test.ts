import { describe, expect, test } from 'vitest';
import { OPERATIONS_MAX } from '#contract/limits';
import type { Effect } from '../../../web/src/offline/outbox/protocol/queue.ts';
import { openDevice, ours, refusal, settle } from './device.ts';
import { conflict, creation, DONE, edit, openTab, photo, problem } from './tab.ts';

/** The values of each request, or the kind of what has none. */
const requests = (effects: readonly Effect[]) =>
  effects.flatMap((one) =>
    one.type === 'send' ? [[one.operation, ...(one.others ?? [])].map(({ value, kind }) => value ?? kind)] : [],
  );
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `r${at}`);
/** A tab with a changed title in each of so many records. */
function openTabWith(count: number) {
  const tab = openTab();
  for (const record of numbered(count)) tab.save(edit(record, 'title', 'a', record));
  return tab;
}

describe('when more records wait than there are lanes', () => {
  test('their changes share a request, and each is answered by itself', () => {
    const tab = openTabWith(5);
    expect(requests(tab.drain())).toEqual([numbered(5)]);
    tab.answer('r0', DONE);
    tab.answer('r1', conflict('otro'));
    tab.answer('r2', problem(422));
    tab.answer('r3', problem(503));
    tab.answer('r4', DONE);
    expect(tab.lines).toEqual(['r1 conflict', 'r2 rejected', 'r3 pending']);
  });

  test('a lane takes no more than a request may hold', () => {
    const sizes = requests(openTabWith(120).drain()).map((one) => one.length);
    expect(sizes).toEqual([OPERATIONS_MAX, OPERATIONS_MAX, 20]);
  });

  test('a request of many takes one lane, which is free once the last of its answers is heard', () => {
    const tab = openTabWith(OPERATIONS_MAX * 6);
    const [first = [], ...others] = requests(tab.drain());
    expect(others).toHaveLength(3);
    const last = String(first.at(-1));
    for (const value of first.slice(0, -1)) expect(requests(tab.answer(String(value), DONE))).toEqual([]);
    expect(requests(tab.answer(last, DONE)).map((one) => one.length)).toEqual([OPERATIONS_MAX]);
  });

  test('changes of several fields of a record go together, and its status waits for their answers', () => {
    const tab = openTabWith(5);
    tab.save(edit('r4', 'text', 'x', 'y'));
    tab.save(edit('r4', 'status', 'Redaccion', 'Publicado'));
    expect(requests(tab.drain())).toEqual([[...numbered(5), 'y']]);
    tab.answer('r4', DONE);
    expect(requests(tab.answer('y', conflict('z')))).toEqual([]);
    tab.answer('r0', DONE);
    expect(tab.lines).toContain('Publicado pending');
  });

  test('nothing of a record goes before its answer to being created', () => {
    const tab = openTabWith(5);
    tab.save(creation('new'));
    tab.save(edit('new', 'title', '', 'b'));
    expect(requests(tab.drain())).toEqual([[...numbered(5), 'create']]);
    for (const value of numbered(5)) tab.answer(value, DONE);
    expect(requests(tab.answer('createStoryBasic', { status: 200, body: { id: 'new' } }))).toEqual([['b']]);
  });

  test('a photo has a lane of its own, and what follows it in its record waits', () => {
    const tab = openTab();
    tab.save(photo('r0', '', 'foto'));
    tab.save(edit('r0', 'title', 'a', 'después'));
    for (const record of numbered(6).slice(1)) tab.save(edit(record, 'title', 'a', record));
    expect(requests(tab.drain())).toEqual([['foto'], numbered(6).slice(1)]);
  });

  test('a long text goes by itself', () => {
    const tab = openTab();
    const long = 'x'.repeat(40_000);
    tab.save(edit('r0', 'text', '', long));
    for (const record of numbered(6).slice(1)) tab.save(edit(record, 'title', 'a', record));
    expect(requests(tab.drain())).toEqual([[long], numbered(6).slice(1)]);
  });

  test('texts that are long together go in several requests', () => {
    const tab = openTab();
    for (const record of numbered(6)) tab.save(edit(record, 'text', '', `${record} ${'x'.repeat(14_000)}`));
    expect(requests(tab.drain()).map((one) => one.length)).toEqual([3, 3]);
  });

  test('a second change of a field waits for the answer to the first', () => {
    const tab = openTabWith(5);
    tab.drain();
    tab.save(edit('r4', 'title', 'r4', 'otra vez'));
    for (const value of numbered(4)) tab.answer(value, DONE);
    expect(requests(tab.answer('r4', DONE))).toEqual([['otra vez']]);
  });
});

describe('a request of many that gets no answer', () => {
  test('is one failure; a single operation tries the network, and then half as many go together', () => {
    const tab = openTabWith(60);
    expect(requests(tab.drain()).map((one) => one.length)).toEqual([50, 10]);
    for (const value of numbered(60)) tab.answer(value, null);
    expect(tab.queue.pause?.failures).toBe(0);
    const [probe = [], ...others] = requests(tab.wait(2));
    expect([probe.length, others.length]).toEqual([1, 0]);
    const next = requests(tab.answer(String(probe[0]), DONE)).map((one) => one.length);
    expect(next).toEqual([25, 25, 9]);
  });

  test('so often that one by one they find the one that cannot get through', () => {
    const tab = openTabWith(40);
    let effects: readonly Effect[] = tab.drain();
    let rounds = 0;
    while (tab.queue.operations.length > 1 && rounds < 60) {
      rounds += 1;
      // Whatever has r7 with it gets no answer.
      const next: Effect[] = [];
      for (const request of requests(effects)) {
        const isLost = request.includes('r7');
        for (const value of request) next.push(...tab.answer(String(value), isLost ? null : DONE));
      }
      effects = requests(next).length > 0 ? next : tab.drain();
    }
    expect(tab.lines).toEqual([expect.stringMatching(/^r7 /)]);
  });
});

describe('over the wire', () => {
  const many = 23;
  async function openTabOn(device: ReturnType<typeof openDevice>) {
    const tab = await device.openTabAs();
    device.answer(() => 'down');
    for (const record of numbered(many)) await tab.save(edit(record, 'title', 'a', record));
    await settle();
    device.answer(() => ours(1));
    device.requests.splice(0);
    device.calls.splice(0);
    return tab;
  }

  test('each has its own key, path and body', async () => {
    const device = openDevice();
    const tab = await openTabOn(device);
    await tab.drain('online');
    await tab.drain('online');
    expect(Math.max(...device.requests)).toBeGreaterThan(10);
    expect(new Set(device.calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(many);
    expect(device.calls.map(({ url, body }) => `${url} ${String(body?.value)}`).sort()).toEqual(
      numbered(many)
        .map((record) => `/api/story/${record}/update/title ${record}`)
        .sort(),
    );
    expect(tab.lines()).toEqual([]);
  });

  test('a server of an older release gets them one by one', async () => {
    const device = openDevice();
    const tab = await openTabOn(device);
    device.answerMany(() => refusal(404));
    await tab.drain('online');
    expect(device.requests.filter((size) => size > 1)).toHaveLength(1);
    expect(device.calls).toHaveLength(many);
    expect(tab.lines()).toEqual([]);
  });

  test('a proxy that finds them too much gets half as many at a time', async () => {
    const device = openDevice();
    const tab = await openTabOn(device);
    device.answerMany((calls) => (calls.length > 6 ? new Response('<h1>413</h1>', { status: 413 }) : null));
    await tab.drain('online');
    expect(Math.max(...device.requests.filter((size) => size <= 6))).toBeGreaterThan(1);
    expect(device.calls).toHaveLength(many);
    expect(tab.lines()).toEqual([]);
  });

  test('an answer that is not of the portal, or has the wrong number of answers, confirms nothing', async () => {
    for (const body of [1, { answers: [{ status: 200, body: 1 }] }, '<h1>wifi</h1>']) {
      const device = openDevice();
      const tab = await openTabOn(device);
      device.answerMany(() => ours(body));
      await tab.drain('online');
      expect(tab.lines().filter((line) => line.endsWith(' pending')).length).toBeGreaterThan(10);
    }
  });

  test('a session that has ended stops all of them, and the next one sends them again', async () => {
    const device = openDevice();
    const tab = await openTabOn(device);
    device.answerMany(() => ours({ code: 'expired', message: 'Ingresá de nuevo.' }, 401));
    await tab.drain('online');
    expect(tab.getSnapshot().session?.token).toBeNull();
    expect(tab.lines().length).toBeGreaterThan(10);
  });
});
