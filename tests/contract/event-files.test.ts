import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { subscriptions } from '#contract/addresses/subscriptions';
import { createReading } from '../../web/src/offline/reading/public-reading.ts';
import { openStore } from '../../web/src/offline/store/public-db.ts';
import { openEventFiles } from '../../web/src/sw/event-files.ts';
import { openTown, save } from '../api/town.ts';

const ORIGIN = 'http://localhost:3000';

/** A town with an event, and a phone whose worker answers requests for event files. */
async function openWorld() {
  const town = await openTown({ origin: ORIGIN });
  const id = town.make('agenda', {
    title: 'Peña 🧉 & feria; en el lago',
    description: 'Música, comidas.\nEntrada libre.',
    text: '<p>Desde la tarde.</p>',
    date: '2026-03-20',
    labelId: 'Cultura',
    status: 'Publicado',
  });
  const store = openStore(`event-files-${Math.random()}`);
  onTestFinished(() => store.close());
  const line = { state: 'up' as 'up' | 'down' | 'silent' | 'a portal of the café', type: 'text/html' };
  const fetchFromTown: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : String(input), ORIGIN);
    if (line.state === 'down') throw new TypeError('Failed to fetch');
    if (line.state === 'silent') return new Promise(() => {});
    if (line.state === 'a portal of the café')
      return new Response('<h1>Wifi</h1>', { headers: { 'content-type': line.type } });
    return fetch(town.url + pathname + search, init);
  };
  const reading = createReading({ store, name: 'event-files', fetch: fetchFromTown, now: () => town.clock.now });
  const answer = openEventFiles({
    fetch: fetchFromTown,
    origin: ORIGIN,
    held: async (event) => (await reading.onDevice().record('agenda', event)).data,
    heldAgenda: async (label) => {
      const event = (await reading.onDevice().record('agenda', id)).data;
      return event && (label === '' || label === event.label.toLowerCase()) ? [event] : [];
    },
  });
  const path = subscriptions.event({ id });
  return {
    town,
    id,
    line,
    pull: () => reading.pull(),
    ask: async (address: string = path) => {
      const response = await answer(new Request(ORIGIN + address));
      return { status: response.status, headers: namedHeaders(response.headers), bytes: await response.text() };
    },
    onServer: async () => {
      const { status, headers, body } = await town.get(path);
      return { status, headers: namedHeaders(headers), bytes: body };
    },
  };
}
const namedHeaders = (headers: Headers) => ['content-type', 'content-disposition'].map((name) => headers.get(name));

test('without a network the device gives the same bytes at the same address', async () => {
  const { ask, onServer, pull, line } = await openWorld();
  await pull();
  const fromServer = await onServer();
  expect(fromServer.status).toBe(200);
  line.state = 'down';
  expect(await ask()).toEqual(fromServer);
});

test('without a network the device gives the calendar of the agenda and of a category, too', async () => {
  const { ask, onServer, pull, line } = await openWorld();
  await pull();
  const { bytes: ofEvent } = await onServer();
  line.state = 'down';
  for (const address of ['/agenda.ics', '/agenda/cultura.ics']) {
    const { headers, bytes } = await ask(address);
    expect([headers[0], bytes]).toEqual(['text/calendar; charset=utf-8', ofEvent]);
  }
  await expect(ask('/agenda/deporte.ics')).rejects.toThrow('Failed to fetch');
});

test('after a change too, as soon as the device knows of it', async () => {
  const { ask, onServer, pull, line, town, id } = await openWorld();
  await pull();
  town.clock.now += 5000;
  await save(town, 'agenda', id, 'date', { value: '2026-03-21' });
  await pull();
  line.state = 'down';
  expect(await ask()).toEqual(await onServer());
});

test('with a network the file is the newest, even if the device has not heard of it', async () => {
  const { ask, onServer, pull, town, id } = await openWorld();
  await pull();
  town.clock.now += 5000;
  await save(town, 'agenda', id, 'title', { value: 'Suspendido' });
  const now = await ask();
  expect(now.bytes).toContain('SUMMARY:Suspendido');
  expect(now).toEqual(await onServer());
});

test('an event that was withdrawn is not given while the server says so', async () => {
  const { ask, pull, town, id } = await openWorld();
  await pull();
  await save(town, 'agenda', id, 'status', { value: 'Oculto' });
  expect((await ask()).status).toBe(404);
});

test("what another network answers in the server's place is not taken for the file", async () => {
  const { ask, onServer, pull, line } = await openWorld();
  await pull();
  line.state = 'a portal of the café';
  for (line.type of ['text/html', 'x-text/calendar']) expect(await ask()).toEqual(await onServer());
});

test('a server that does not answer is not waited for', async () => {
  const { ask, onServer, pull, line } = await openWorld();
  await pull();
  const fromServer = await onServer();
  line.state = 'silent';
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked = ask();
  await vi.advanceTimersByTimeAsync(4000);
  vi.useRealTimers();
  expect(await asked).toEqual(fromServer);
});

test('an event that the device does not hold cannot be given without a network', async () => {
  const { ask, line } = await openWorld();
  line.state = 'down';
  await expect(ask()).rejects.toThrow('Failed to fetch');
});
