import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Feed } from '#contract/messages/feed-messages';
import type { PortalState } from '#contract/messages/portal-state';
import { createAdminPull } from '../../../../web/src/offline/pull/admin-pull.ts';
import { openAdminStore } from '../../../../web/src/offline/store/admin-store.ts';
import type { AdminStore } from '../../../../web/src/offline/store/admin-store.ts';
import { openStore } from '../../../../web/src/offline/store/public-db.ts';
import { labelAddition, update } from '../../../../web/src/admin/workspace/new-operations.ts';
import { operation, story } from '../operations.ts';

const ANA = { id: 'ana', username: 'ana', name: 'Ana', usergroup: 1 };
const BETO = { ...ANA, id: 'beto' };
const FILL = {
  epoch: 'e',
  cursor: 'e.1',
  more: false,
  puts: [],
  dels: [],
  counts: { agenda: 0, story: 1, bulletin: 0, album: 0 },
};

let store: AdminStore;
let pullAll: ReturnType<typeof createAdminPull>;
let now = 1000;
let token: string | null = 'secret';
let answers: { status: number; body: unknown }[] = [];
let duringAsk: (() => Promise<void>) | null = null;
let asked: { url: string; authorization: string | null }[] = [];

beforeEach(async () => {
  [answers, asked, token] = [[], [], 'secret'];
  store = openAdminStore();
  pullAll = createAdminPull({
    store,
    now: () => now,
    token: () => token,
    callApi: async (url, init) => {
      asked.push({ url, authorization: new Headers(init?.headers).get('authorization') });
      const once = duringAsk;
      duringAsk = null;
      await once?.();
      return { status: 500, body: null, at: null, ...answers.shift() };
    },
  });
  await store.open(ANA);
});
afterEach(() => store.drop());

const fill = (puts: object[]): { status: number; body: Feed } => ({
  status: 200,
  body: { ...FILL, puts, fill: true, next: null } as Feed,
});
const pull = { status: 200, body: FILL };

async function fillWithOne() {
  answers = [fill([{ type: 'story', seq: 1, record: story('a').record }]), pull];
  return pullAll();
}

it('is filled from the feed of the back office, as the person who is logged in', async () => {
  expect(await fillWithOne()).toBe('done');
  expect(asked[0]).toEqual({ url: '/api/data/changes', authorization: 'Bearer secret' });
  expect(await store.one('story', 'a')).toMatchObject({ seq: 1, record: { title: 'Noticia a' } });
  expect(await store.level()).toMatchObject({ isFilled: true, counts: { story: 1 } });
});

it('is emptied for another person, and for another group, but not for the same one', async () => {
  await fillWithOne();
  await store.open(ANA);
  expect(await store.all('story')).toHaveLength(1);
  await store.open({ ...ANA, usergroup: 2 });
  expect(await store.all('story')).toEqual([]);
  await fillWithOne();
  await store.open(BETO);
  expect(await store.all('story')).toEqual([]);
  expect((await store.level()).isFilled).toBe(false);
});

it('an ended session is reported, and nothing is lost', async () => {
  await fillWithOne();
  answers = [{ status: 401, body: { code: 'expired' } }];
  expect(await pullAll()).toBe('expired');
  expect(await store.all('story')).toHaveLength(1);
});

it('a session that was taken away is reported as such', async () => {
  await fillWithOne();
  answers = [{ status: 401, body: { code: 'revoked' } }];
  expect(await pullAll()).toBe('revoked');
});

it('what the server has applied is remembered until a pull that began afterwards, whatever the clock says', async () => {
  await fillWithOne();
  answers = [pull];
  now = 5000;
  duringAsk = () => store.land(operation(update('story', 'a', 'title', 'Dos', 'Noticia a')));
  await pullAll();
  expect(await store.landed()).toHaveLength(1);
  now = 1000;
  answers = [pull];
  await pullAll();
  expect(await store.landed()).toEqual([]);
});

it('stores a record that was opened, and never replaces a newer one with an older one', async () => {
  await fillWithOne();
  const head = await store.head();
  await store.keep('story', story('old').record, 3, head);
  await store.keep('story', { ...story('old').record, title: 'Atrasada' }, 2, head);
  expect((await store.one('story', 'old'))?.record).toMatchObject({ title: 'Noticia old' });
});

it('does not store what does not have the shape of a record', async () => {
  await store.keep('story', { id: 'x' }, 3, await store.head());
  expect(await store.one('story', 'x')).toBeNull();
});

it('stores no record requested before the store was filled again: no pull would ever update it', async () => {
  await fillWithOne();
  const head = await store.head();
  answers = [
    { status: 200, body: { ...fill([]).body, epoch: 'other', cursor: 'other.9' } as Feed },
    { status: 200, body: { ...FILL, epoch: 'other', cursor: 'other.9' } as Feed },
  ];
  await pullAll();
  expect(await store.keep('story', story('old').record, 3, head)).toBe(false);
  expect(await store.one('story', 'old')).toBeNull();
});

it('log-out leaves nothing, and requests still running add nothing', async () => {
  await fillWithOne();
  await store.drop();
  expect(await store.all('story')).toEqual([]);
  answers = [fill([{ type: 'story', seq: 1, record: story('a').record }]), pull];
  await store.open(ANA);
  duringAsk = () => store.drop();
  await pullAll();
  await store.keep('story', story('b').record, 3, await store.head());
  await store.land(operation(update('story', 'a', 'title', 'Dos', 'Noticia a')));
  expect(await store.all('story')).toEqual([]);
  expect(await store.landed()).toEqual([]);
});

it('is filled again after a late log-out from another tab, for the user who is logged in here', async () => {
  await fillWithOne();
  await store.drop();
  await fillWithOne();
  expect(await store.all('story')).toHaveLength(1);
  await store.drop();
  token = null;
  await fillWithOne();
  expect(await store.all('story')).toEqual([]);
});

it('applied operations are overlaid in the order in which they were done, and write only their own rows', async () => {
  const puts = vi.spyOn(IDBObjectStore.prototype, 'put');
  const operations = Array.from({ length: 12 }, (_, n) => operation(update('story', 'a', 'title', `Título ${n}`, '')));
  for (const one of [...operations].reverse()) await store.land(one);
  expect(await store.landed()).toEqual(operations);
  expect(puts.mock.calls.filter(([row]) => JSON.stringify(row).includes('Título 11"'))).toHaveLength(1);
  puts.mockRestore();
});

it('operations that an older release recorded as applied are read with the name of their call', async () => {
  const { call, ...rest } = operation(labelAddition('a', 'Obras'));
  const disk = openStore('portal-admin');
  await disk.use((db) => db.table('standing').put({ key: 'landed old', operation: { ...rest, v: 1 } }));
  disk.close();
  expect(await store.landed()).toEqual([{ ...rest, call }]);
});

it('keeps how the portal was for a screen without a network, until the log-out', async () => {
  expect(await store.portalState()).toBeNull();
  const state = { version: '1.2.3', problems: [] } as unknown as PortalState;
  await store.keepPortalState(state);
  expect(await store.portalState()).toEqual(state);
  expect(await store.landed()).toEqual([]);
  await store.drop();
  expect(await store.portalState()).toBeNull();
});
