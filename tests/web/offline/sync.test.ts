import { expect, onTestFinished, test, vi } from 'vitest';
import { addDays } from '#contract/values/dates';
import { Unreachable } from '../../../web/src/offline/pull/api-call.ts';
import { openStore } from '../../../web/src/offline/store/public-db.ts';
import type { Store } from '../../../web/src/offline/store/public-db.ts';
import { createSync } from '../../../web/src/offline/pull/sync.ts';
import { NOON, fakeFeed, site, story } from './fake-feed.ts';
import type { FakeFeed } from './fake-feed.ts';

let databases = 0;

/** Opens tabs of one device, each with its own connection to the same database. */
function openTab(server: FakeFeed, name = `tab-${(databases += 1)}`) {
  const store = openStore(name);
  onTestFinished(() => store.close());
  const sync = createSync({ store, name, feedUrl: (query) => query, callApi: server.ask, now: () => NOON });
  return { name, store, pull: sync.pull };
}

async function storiesOf(store: Store): Promise<string[]> {
  const rows = await store.use((db) => db.records.toArray());
  return (rows ?? [])
    .filter(({ type, record }) => type === 'story' && record !== null)
    .map(({ id }) => id)
    .sort();
}
const standingOf = (store: Store) => store.use((db) => db.standing.get('feed'));

function townOf(stories: number, options?: Parameters<typeof fakeFeed>[0]): FakeFeed {
  const server = fakeFeed(options);
  for (let at = 1; at <= stories; at += 1)
    server.story(`s${String(at).padStart(3, '0')}`, { date: `2026-03-${String(28 - (at % 28)).padStart(2, '0')}` });
  return server;
}

test('a fill brings everything, and a pull from its start follows at once', async () => {
  const server = townOf(10);
  const { pull, store } = openTab(server);
  expect(await pull()).toBe('done');
  expect(await storiesOf(store)).toHaveLength(10);
  expect(server.asked).toEqual(['', '?next=one.11.4', '?next=one.11.8', '?since=one.11']);
  expect(await standingOf(store)).toMatchObject({
    epoch: 'one',
    cursor: 'one.11',
    next: null,
    pulledAt: NOON,
    counts: { story: 10 },
  });
});

test('an up-to-date store requests only what is new', async () => {
  const server = townOf(10);
  const { pull, store } = openTab(server);
  await pull();
  server.story('s003', { title: 'Otro título' });
  server.asked.length = 0;
  await pull();
  expect(server.asked).toEqual(['?since=one.11']);
  expect(await store.use((db) => db.records.get(['story', 's003']))).toMatchObject({
    seq: 12,
    record: { title: 'Otro título' },
  });
});

test('an interrupted fill continues where it stopped, in another session too', async () => {
  const server = townOf(10);
  server.answers = 2;
  const first = openTab(server);
  expect(await first.pull()).toBe('unreachable');
  expect(await standingOf(first.store)).toMatchObject({ next: 'one.11.8', pulledAt: null, floors: null });
  first.store.close();

  server.answers = Number.POSITIVE_INFINITY;
  server.asked.length = 0;
  const later = openTab(server, first.name);
  expect(await later.pull()).toBe('done');
  expect(server.asked).toEqual(['?next=one.11.8', '?since=one.11']);
  expect(await storiesOf(later.store)).toHaveLength(10);
});

test('a store is not up to date before the first pull after its fill', async () => {
  const server = townOf(10);
  server.answers = 3;
  const { pull, store } = openTab(server);
  expect(await pull()).toBe('unreachable');
  expect(await standingOf(store)).toMatchObject({ next: null, pulledAt: null });
  server.answers = 1;
  expect(await pull()).toBe('done');
  expect(await standingOf(store)).toMatchObject({ pulledAt: NOON });
});

test('a fill records down to where nothing is missing', async () => {
  const server = fakeFeed({ piece: 50 });
  for (let at = 0; at < 130; at += 1)
    server.story(`s${at}`, { date: addDays('2026-03-15', -at), highlight: at % 4 === 0 ? 1 : 0 });
  const { pull, store } = openTab(server);
  await pull();
  expect((await standingOf(store))?.floors).toEqual({
    story: expect.objectContaining({ id: 's99', date: addDays('2026-03-15', -99) }),
    highlight: expect.objectContaining({ id: 's36' }),
    bulletin: null,
    alert: null,
    agenda: '2026-02-13',
  });
});

test('what changes during a fill arrives with the pull after it', async () => {
  const server = townOf(10);
  server.before = async (query) => {
    if (query !== '?next=one.11.4') return;
    server.remove('story', 's001');
    server.story('s002', { status: 'Oculto' });
    server.story('nueva');
  };
  const { pull, store } = openTab(server);
  await pull();
  const held = await storiesOf(store);
  expect(held).toContain('nueva');
  expect(held).not.toContain('s001');
  expect(held).not.toContain('s002');
  expect(held).toHaveLength(9);
});

test('an old story that changes during a fill is stored, without making the list above it certain', async () => {
  const server = townOf(10, { newest: 5 });
  server.story('vieja', { date: '2019-01-01' });
  server.before = async (query) => {
    if (query.startsWith('?next')) server.story('vieja', { date: '2019-01-01', title: 'Vieja corregida' });
  };
  const { pull, store } = openTab(server);
  await pull();
  expect(await storiesOf(store)).toHaveLength(6);
  expect(await store.use((db) => db.records.get(['story', 'vieja']))).toMatchObject({
    record: { title: 'Vieja corregida' },
  });
  expect(await standingOf(store)).toMatchObject({ counts: { story: 11 } });
});

test.for(['remove', 'hide'] as const)('a story that staff %s is removed from the phone', async (what) => {
  const server = townOf(3);
  const { pull, store } = openTab(server);
  await pull();
  if (what === 'remove') server.remove('story', 's002');
  else server.story('s002', { status: 'Redaccion' });
  await pull();
  expect(await storiesOf(store)).toEqual(['s001', 's003']);
});

test('two tabs pull one after another, and the second requests only what is new', async () => {
  const server = townOf(10);
  const one = openTab(server);
  const two = openTab(server, one.name);
  let inFlight = 0;
  server.before = async () => {
    inFlight += 1;
    expect(inFlight).toBe(1);
  };
  server.beforeDelivery = async () => {
    inFlight -= 1;
  };
  expect(await Promise.all([one.pull(), two.pull()])).toEqual(['done', 'done']);
  expect(server.asked).toEqual(['', '?next=one.11.4', '?next=one.11.8', '?since=one.11', '?since=one.11']);
});

test('two tabs that fill together request every piece once', async () => {
  const server = townOf(10);
  const one = openTab(server);
  const two = openTab(server, one.name);
  await Promise.all([one.pull(), two.pull()]);
  const pieces = server.asked.filter((query) => !query.startsWith('?since'));
  expect(pieces).toEqual(['', '?next=one.11.4', '?next=one.11.8']);
});

test('a tab frozen during its request does not keep other tabs from updating', async () => {
  const server = townOf(10);
  const { name, pull, store } = openTab(server);
  // The database is opened before the timers are faked, because opening depends on them.
  await store.use(async () => {});
  const frozen = Promise.withResolvers<void>();
  void navigator.locks.request(`feed ${name}`, () => frozen.promise);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const pulled = pull();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(server.asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  vi.useRealTimers();
  expect(await pulled).toBe('done');
  expect(await storiesOf(store)).toHaveLength(10);
  expect(await pull()).toBe('done');
  frozen.resolve();
});

test('in a browser without locks, the second answer is dropped', async () => {
  vi.stubGlobal('navigator', {});
  onTestFinished(() => void vi.unstubAllGlobals());
  const server = townOf(10);
  const one = openTab(server);
  await one.pull();
  const two = openTab(server, one.name);
  server.story('s001', { title: 'Primera versión' });
  // The answer to the first tab is held back while the second tab receives a later change and stores it.
  let isHeldBack = false;
  server.beforeDelivery = async () => {
    if (isHeldBack) return;
    isHeldBack = true;
    server.story('s001', { status: 'Oculto' });
    await two.pull();
  };
  await one.pull();
  expect(await storiesOf(one.store)).not.toContain('s001');
  expect(await standingOf(one.store)).toMatchObject({ cursor: 'one.13' });
});

test('a restored backup has a new epoch: its first piece replaces what was stored, nothing earlier does', async () => {
  const server = townOf(3);
  const { pull, store } = openTab(server);
  await pull();
  server.restore('two');
  server.put('site', site());
  server.story('otra');
  server.answers = 0;
  expect(await pull()).toBe('unreachable');
  expect(await storiesOf(store)).toEqual(['s001', 's002', 's003']);

  server.answers = Number.POSITIVE_INFINITY;
  expect(await pull()).toBe('done');
  expect(await storiesOf(store)).toEqual(['otra']);
  expect(await standingOf(store)).toMatchObject({ epoch: 'two', head: 'two.2' });
});

test('a backup restored in the middle of a fill starts it again', async () => {
  const server = townOf(10);
  server.before = async (query) => {
    if (query !== '?next=one.11.4') return;
    server.restore('two');
    server.story('otra');
  };
  const { pull, store } = openTab(server);
  expect(await pull()).toBe('done');
  expect(await storiesOf(store)).toEqual(['otra']);
});

test('a cursor from the future, of a database that lost its end, starts a fill', async () => {
  const server = townOf(3);
  server.story('perdida');
  const { pull, store } = openTab(server);
  await pull();
  server.loseLast(1);
  expect(await pull()).toBe('done');
  expect(await storiesOf(store)).toEqual(['s001', 's002', 's003']);
  expect(await standingOf(store)).toMatchObject({ head: 'one.4', cursor: 'one.4' });
});

test.for(['cursor', 'next'] as const)('a %s that the server does not understand starts a fill', async (part) => {
  const server = townOf(3);
  const { pull, store } = openTab(server);
  await pull();
  await store.use(async (db) => void (await db.standing.update('feed', { [part]: 'old format' })));
  expect(await pull()).toBe('done');
  expect(await storiesOf(store)).toHaveLength(3);
});

test('pieces that cannot be stored are discarded', async () => {
  const server = townOf(3);
  const { pull, store } = openTab(server);
  await pull();
  const before = await standingOf(store);
  const { ask } = server;
  for (const body of [{}, null, '<html>', { ...before, puts: 3 }]) {
    server.ask = async () => ({ status: 200, body, at: null });
    expect(await openTab(server, (databases += 1).toString()).pull()).toBe('unreachable');
  }
  const { id: _, ...withoutId } = story('mala');
  const { text: __, ...withoutText } = story('mala');
  const tab = openTab({
    ...server,
    ask: async (url) => {
      const answer = await ask(url);
      const piece = answer.body as { puts: unknown[] };
      return { ...answer, body: { ...piece, puts: [...piece.puts, { type: 'story', seq: 99, record: tab.record }] } };
    },
  } as FakeFeed) as ReturnType<typeof openTab> & { record?: unknown };
  for (tab.record of [withoutId, withoutText, { ...story('mala'), labels: null }, null])
    expect(await tab.pull()).toBe('unreachable');
  expect(await standingOf(tab.store)).toBeUndefined();
});

test('a type that only a newer release knows is ignored', async () => {
  const server = townOf(2);
  const { ask } = server;
  server.ask = async (url) => {
    const answer = await ask(url);
    const piece = answer.body as { puts: unknown[]; dels: unknown[] };
    return {
      ...answer,
      body: {
        ...piece,
        puts: [...piece.puts, { type: 'survey', seq: 1, record: { id: 'x' } }],
        dels: [{ type: 'survey', id: 'y', seq: 2 }],
      },
    };
  };
  const { pull, store } = openTab(server);
  expect(await pull()).toBe('done');
  expect(await store.use((db) => db.records.count())).toBe(3);
});

test('a pull that answers for another epoch, or does not advance, is not an answer', async () => {
  const server = townOf(2);
  const { pull, store, name } = openTab(server);
  await pull();
  const { ask } = server;
  const odd = (change: object) =>
    openTab(
      {
        ...server,
        ask: async (url) => {
          const answer = await ask(url);
          return { ...answer, body: { ...(answer.body as object), ...change } };
        },
      },
      name,
    );
  expect(await odd({ epoch: 'two' }).pull()).toBe('unreachable');
  expect(await odd({ more: true }).pull()).toBe('unreachable');
  expect(await storiesOf(store)).toHaveLength(2);
});

test('an ended session is distinguished from a lost connection', async () => {
  const server = townOf(2);
  server.ask = async () => ({ status: 401, body: { code: 'expired' }, at: null });
  expect(await openTab(server).pull()).toBe('expired');
  server.ask = async (url) => {
    throw new Unreachable(url);
  };
  expect(await openTab(server).pull()).toBe('unreachable');
});

test('the headers are determined for every request', async () => {
  const server = townOf(10);
  const { ask } = server;
  const tokens: unknown[] = [];
  let token = 0;
  const store = openStore('portal-admin-test');
  onTestFinished(() => store.close());
  const sync = createSync({
    store,
    name: 'admin',
    feedUrl: (query) => query,
    now: () => NOON,
    headers: () => ({ authorization: `Bearer ${(token += 1)}` }),
    callApi: (url, init) => {
      tokens.push((init?.headers as { authorization?: string } | undefined)?.authorization);
      return ask(url);
    },
  });
  await sync.pull();
  expect(tokens).toEqual(['Bearer 1', 'Bearer 2', 'Bearer 3', 'Bearer 4']);
});
