import { Dexie } from 'dexie';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openLandedOperations } from '../../../../web/src/admin/workspace/own-changes.ts';
import { openWorkspace } from '../../../../web/src/admin/workspace/open-workspace.ts';
import { update } from '../../../../web/src/admin/workspace/new-operations.ts';
import { hashOf } from '../../../../web/src/offline/outbox/ended-sessions.ts';
import { openOutboxStore } from '../../../../web/src/offline/outbox/outbox-db.ts';
import type { Session } from '../../../../web/src/offline/outbox/protocol/operation.ts';
import { openDeskStore } from '../../../../web/src/offline/store/desk-store.ts';
import { openAdminStore } from '../../../../web/src/offline/store/admin-store.ts';
import { SHARED_PHOTOS } from '../../../../web/src/page-and-worker/cache-names.ts';
import { held, openDevice, ours, refusal, settle } from '../../outbox/device.ts';
import { ANA, BETO } from '../../outbox/tab.ts';

const PLACE = { entity: 'story', recordId: 'a', field: 'text' };
const createPage = () =>
  Object.assign(new EventTarget(), {
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
  });
let page: ReturnType<typeof createPage>;
const location = { pathname: '/admin/noticia/a', search: '', reload: vi.fn(), replace: vi.fn() };

beforeEach(() => {
  // A workspace listens to its page for as long as it is open, so each test has a page of its own.
  page = createPage();
  location.reload.mockReset();
  location.replace.mockReset();
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', page.document);
  vi.stubGlobal('location', location);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('navigator', { onLine: true, locks: null });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});

/** Opens a tab of the back office and its stores. */
async function openStores(device: ReturnType<typeof openDevice>, session: Session) {
  const store = openAdminStore();
  const landed = openLandedOperations(store);
  return { store, landed, desk: openDeskStore(), outbox: await device.openTabAs(session, { land: landed.land }) };
}

it('text left on the screen when another person logs in stays with its author', async () => {
  const device = openDevice();
  device.answer(() => 'down');
  const stores = await openStores(device, ANA);
  const tab = stores.outbox;
  const workspace = await openWorkspace(stores, ANA);
  // Another person logs in, in another tab or on this page, while a field has an unfinished text of Ana.
  await tab.logIn(BETO);
  await settle();
  expect(location.reload).toHaveBeenCalledOnce();
  // While the page is being reloaded, drafts are still stored, and fields that were left are saved.
  await workspace.keepDraft(PLACE, { value: 'half a sentence', base: '' });
  await workspace.save(update('story', 'a', 'title', 'of Ana', ''));
  const { operations, drafts } = await device.rows();
  expect(operations.map(({ userId, value }) => [userId, value])).toEqual([[ANA.user.id, 'of Ana']]);
  expect(drafts.map(({ userId, value }) => [userId, value])).toEqual([[ANA.user.id, 'half a sentence']]);
  expect(await workspace.draft(PLACE)).toMatchObject({ value: 'half a sentence' });
});

it('each draft that is stored is told, also where there was one: a preview beside the form follows what is typed', async () => {
  const workspace = await openWorkspace(await openStores(openDevice(), ANA), ANA);
  const told: unknown[] = [];
  const end = workspace.onDraft(() => void workspace.draft(PLACE).then((draft) => told.push(draft?.value)));
  for (const value of ['Nev', 'Nevada', 'Nevada en']) {
    await workspace.keepDraft(PLACE, { value, base: '' });
    await expect.poll(() => told.at(-1)).toBe(value);
  }
  end();
  await workspace.keepDraft(PLACE, { value: 'Nevada en el', base: '' });
  await settle();
  expect(told).toHaveLength(3);
});

it('what is being typed when its author logs out is stored first, and stays with its author', async () => {
  const device = openDevice();
  const workspace = await openWorkspace(await openStores(device, ANA), ANA, () =>
    workspace.keepDraft(PLACE, { value: 'typed just now', base: '' }),
  );
  await workspace.logOut();
  const { drafts, session } = await device.rows();
  expect(drafts.map(({ userId, value }) => [userId, value])).toEqual([[ANA.user.id, 'typed just now']]);
  expect(session).toEqual([]);
});

it('what is being typed when another person logs in is stored before the page is loaded again', async () => {
  const device = openDevice();
  const stores = await openStores(device, ANA);
  const tab = stores.outbox;
  let stored = () => {};
  await openWorkspace(stores, ANA, () => new Promise((resolve) => (stored = resolve)));
  await tab.logIn(BETO);
  await settle();
  expect(location.reload).not.toHaveBeenCalled();
  stored();
  await settle();
  expect(location.reload).toHaveBeenCalledOnce();
});

it('what was sent stays on the screen until a pull has brought it, even if the device has no room to record it', async () => {
  const device = openDevice();
  const stores = await openStores(device, ANA);
  const tab = stores.outbox;
  const workspace = await openWorkspace(stores, ANA);
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (this.transaction.db.name === 'portal-admin')
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    return put.apply(this, given);
  });
  await workspace.save(update('story', 'a', 'title', 'sent', ''));
  await tab.drain('button');
  await settle();
  expect(workspace.state()).toMatchObject({ waiting: [], landed: [{ value: 'sent' }] });
  vi.restoreAllMocks();
});

it('what was sent is stored with the records before it leaves the outbox, so that closing the tab loses sight of nothing', async () => {
  const device = openDevice();
  const stores = await openStores(device, ANA);
  const tab = stores.outbox;
  const workspace = await openWorkspace(stores, ANA);
  onTestFinished(() => workspace.store.drop());
  await workspace.save(update('story', 'a', 'title', 'sent', ''));
  const atRemoval = new Promise((resolve) => {
    const end = tab.subscribe(() => {
      if (tab.getSnapshot().operations.length > 0) return;
      end();
      resolve(workspace.store.landed());
    });
  });
  await tab.drain('button');
  expect(await atRemoval).toMatchObject([{ value: 'sent' }]);
});

it('a change that the server takes while the page is still being opened stays on the screen', async () => {
  const device = openDevice();
  const answer = held();
  device.answer(() => answer.response);
  const stores = await openStores(device, ANA);
  const tab = stores.outbox;
  await tab.save({ ...update('story', 'a', 'title', 'sent', ''), userId: ANA.user.id });
  // A busy device takes its time to open the records.
  const busy = Promise.withResolvers<void>();
  const { open } = Dexie.prototype;
  vi.spyOn(Dexie.prototype, 'open').mockImplementation(function (this: Dexie) {
    return Dexie.Promise.resolve(busy.promise).then(() => open.call(this));
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const opening = openWorkspace(stores, ANA);
  answer.give(ours(1));
  await settle();
  busy.resolve();
  const workspace = await opening;
  const { waiting, landed } = workspace.state();
  expect([...waiting, ...landed]).toMatchObject([{ value: 'sent' }]);
  await settle();
  expect(workspace.state()).toMatchObject({ waiting: [], landed: [{ value: 'sent' }] });
});

const FEED = {
  epoch: 'e',
  cursor: 'e.1',
  more: false,
  puts: [],
  dels: [],
  counts: { story: 0, agenda: 0, bulletin: 0, album: 0 },
};
const json = (body: unknown) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });

/** Starts a server that answers, and records the pulls. */
function reachable() {
  const pulls: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    if (url.includes('changes')) pulls.push(url);
    return Promise.resolve(
      json(
        url.includes('changes')
          ? url.includes('since')
            ? FEED
            : { ...FEED, fill: true, next: null }
          : { TokenExpired: 0 },
      ),
    );
  });
  return pulls;
}

it('after a conflict the device fetches the server’s value at once, because it will be shown', async () => {
  const pulls = reachable();
  const device = openDevice();
  device.answer(() => refusal(409, { value: 'of the server', by: 'Beto', at: '2026-03-15T10:32:00Z' }));
  const stores = await openStores(device, ANA);
  const tab = stores.outbox;
  const workspace = await openWorkspace(stores, ANA);
  await settle();
  const before = pulls.length;
  await workspace.save(update('story', 'a', 'title', 'mine', ''));
  await settle();
  expect(tab.lines()).toEqual(['mine conflict']);
  expect(pulls.length).toBeGreaterThan(before);
});

it('a change that is being stored is shown as such, and the page asks before it is left', async () => {
  reachable();
  const asks = () => {
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    return leaving.defaultPrevented;
  };
  const device = openDevice();
  const workspace = await openWorkspace(await openStores(device, ANA), ANA);
  await settle();
  expect([workspace.state().isStoring, asks()]).toEqual([false, false]);
  const saving = workspace.save(update('story', 'a', 'title', 'mine', ''));
  expect([workspace.state().isStoring, asks()]).toEqual([true, true]);
  await saving;
  expect([workspace.state().isStoring, asks()]).toEqual([false, false]);
  const [waiting] = workspace.state().waiting;
  const choosing = workspace.outbox.discard([waiting?.opId ?? '']);
  expect(workspace.state().isStoring).toBe(true);
  await choosing;
  expect(workspace.state().isStoring).toBe(false);
});

it('one missing answer does not show «Sin conexión» for long while the server is available', async () => {
  reachable();
  const device = openDevice();
  const workspace = await openWorkspace(await openStores(device, ANA), ANA);
  await settle();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await workspace.callApi('/api/data/getLabelsBySearch/x').catch(() => {});
  expect(workspace.state().isOnline).toBe(false);
  reachable();
  vi.advanceTimersByTime(5000);
  vi.useRealTimers();
  await settle();
  expect(workspace.state().isOnline).toBe(true);
});

it('a log-out removes shared photos, but not those that come before another tab hears of it', async () => {
  const remove = vi.fn(async (_name: string) => true);
  vi.stubGlobal('caches', { delete: remove, has: async () => false });
  onTestFinished(() => {
    vi.stubGlobal('caches', undefined);
  });
  const removed = () => remove.mock.calls.filter(([name]) => name === SHARED_PHOTOS).length;
  const stores = await openStores(openDevice(), ANA);
  const tab = stores.outbox;
  await openWorkspace(stores, ANA);
  await tab.logOut();
  await expect.poll(() => location.replace).toHaveBeenCalled();
  expect(removed()).toBe(0);
  await (await openWorkspace(await openStores(openDevice(), ANA), ANA)).logOut();
  expect(removed()).toBe(1);
});

const revoked = () =>
  new Response(JSON.stringify({ code: 'revoked' }), {
    status: 401,
    headers: { 'content-type': 'application/json' },
  });

it.for([
  ['the pull', 'changes', revoked],
  ['the question whether the token has expired', 'tokenExpired', () => json({ TokenExpired: 1, code: 'revoked' })],
  ['a call', 'getLabelsBySearch', revoked],
  ['a file', 'pdf', revoked],
  ['a change', 'update', revoked],
] as const)(
  'a session that was taken away, as %s learns, leaves nothing but what is unsent',
  async ([, part, answer]) => {
    const tellsOf = (url: string) => url.includes(part);
    vi.stubGlobal('fetch', (url: string) =>
      tellsOf(url) ? Promise.resolve(answer()) : Promise.reject(new TypeError('Failed to fetch')),
    );
    const remove = vi.fn(async (_name: string) => true);
    vi.stubGlobal('caches', { delete: remove, has: async () => false });
    onTestFinished(() => {
      vi.stubGlobal('caches', undefined);
    });
    const device = openDevice();
    device.answer(() => (tellsOf('update') ? revoked() : 'down'));
    const stores = await openStores(device, ANA);
    const drop = vi.fn(async () => {});
    const workspace = await openWorkspace(stores, ANA, async () => {
      await workspace.keepDraft(PLACE, { value: 'typed just now', base: '' });
      expect(drop).not.toHaveBeenCalled();
    });
    workspace.store.drop = drop;
    await workspace.save(update('story', 'a', 'title', 'unsent', '')).catch(() => {});
    await workspace.callApi('/api/data/getLabelsBySearch/x').catch(() => {});
    await workspace.file('/uploads/pdf/x.pdf').catch(() => {});
    await expect.poll(() => location.replace).toHaveBeenCalled();
    // The log-in says why.
    expect(location.replace).toHaveBeenCalledWith(expect.stringMatching(/^\/login\?volver=.*#cerrada$/));
    expect(drop).toHaveBeenCalledOnce();
    expect(remove).toHaveBeenCalledWith(SHARED_PHOTOS);
    const { operations, drafts, session } = await device.rows();
    expect(session).toEqual([]);
    expect([...operations, ...drafts].map(({ userId, value }) => [userId, value])).toEqual([
      [ANA.user.id, 'unsent'],
      [ANA.user.id, 'typed just now'],
    ]);
  },
);

it('after a log-out that the device could not store, the next person can still log in', async () => {
  const device = openDevice();
  const stores = await openStores(device, ANA);
  const tab = stores.outbox;
  const workspace = await openWorkspace(stores, ANA);
  vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementationOnce(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  await expect(workspace.logOut()).rejects.toThrow('No queda lugar');
  vi.restoreAllMocks();
  await tab.logIn(BETO);
  await settle();
  expect(location.reload).toHaveBeenCalledOnce();
});

it('an offline log-out ends the session on the server later, and leaves nothing of the token on the device', async () => {
  const device = openDevice({ name: 'portal-outbox' });
  const stores = await openStores(device, ANA);
  const workspace = await openWorkspace(stores, ANA);
  await workspace.logOut();
  await settle();
  const store = openOutboxStore(device.name);
  onTestFinished(() => store.close());
  const kept = () =>
    store.transact(['standing', 'session', 'operations'], async ({ standing, session, operations }) =>
      JSON.stringify([await standing.toArray(), await session.toArray(), await operations.toArray()]),
    );
  const hash = await hashOf(ANA.token ?? '');
  expect(await kept()).toContain(`ended ${hash}`);
  expect(await kept()).not.toContain(ANA.token);
  // Browsers of 2022 do not have it.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    throw new TypeError('AbortSignal.timeout is not a function');
  });
  // The answers of a captive portal and of a failing server do not mean that the session has ended.
  for (const answer of [() => new Response('<html>'), () => new Response('{}', { status: 503 })]) {
    vi.stubGlobal('fetch', () => Promise.resolve(answer()));
    page.dispatchEvent(new Event('online'));
    await settle();
    expect(await kept()).toContain(hash);
  }
  const told: { url: string; body: unknown; headers: object }[] = [];
  vi.stubGlobal('fetch', (url: string, { body, headers }: { body: string; headers: object }) => {
    told.push({ url, body: JSON.parse(body), headers });
    return Promise.resolve(json(1));
  });
  page.dispatchEvent(new Event('online'));
  await expect.poll(kept).not.toContain('ended');
  expect(new Set(told.map((one) => JSON.stringify(one)))).toEqual(
    new Set([
      JSON.stringify({
        url: '/users/logout',
        body: { session: hash },
        headers: { 'content-type': 'application/json' },
      }),
    ]),
  );
  vi.restoreAllMocks();
});

it('a device tells the server with every pull how many changes of its person wait on it, under one name for good', async () => {
  const device = openDevice();
  device.answer(() => 'down');
  const stores = await openStores(device, ANA);
  const words: (string | null)[] = [];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (url.startsWith('/api/data/changes')) words.push(new Headers(init?.headers).get('portal-device'));
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  const workspace = await openWorkspace(stores, ANA);
  await expect.poll(() => words.length).toBe(1);
  await workspace.save(update('story', 'a', 'title', 'one', ''));
  await workspace.save(update('story', 'b', 'title', 'two', ''));
  const partsOf = (word: string | null | undefined) => word?.split(' ') ?? [];
  await expect
    .poll(() => {
      page.dispatchEvent(new Event('online'));
      return partsOf(words.at(-1))[1];
    })
    .toBe('2');
  const [id, ...nothing] = partsOf(words[0]);
  expect([id, nothing]).toEqual([expect.stringMatching(/^[a-z0-9]{12}$/), ['0', '0']]);
  expect(partsOf(words.at(-1))[0]).toBe(id);
});

it('when changes were sent, the worker brings the pages that residents see up to date', async () => {
  reachable();
  const device = openDevice();
  const worker = { postMessage: vi.fn() };
  vi.stubGlobal('navigator', {
    onLine: true,
    locks: null,
    serviceWorker: Object.assign(new EventTarget(), { getRegistration: async () => ({ active: worker }) }),
  });
  const workspace = await openWorkspace(await openStores(device, ANA), ANA);
  await settle();
  expect(worker.postMessage).not.toHaveBeenCalled();
  await workspace.save(update('story', 'a', 'title', 'sent', ''));
  await vi.waitFor(() => expect(worker.postMessage).toHaveBeenCalledWith({ type: 'fill', opened: '' }));
});

it('what a device does not hold yet may come until a pull has failed, and again once more has come', async () => {
  const [first, last] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let feed = async (): Promise<object> => {
    await first.promise;
    throw new TypeError('Failed to fetch');
  };
  vi.stubGlobal('fetch', async (url: string) => json(url.includes('/changes') ? await feed() : { TokenExpired: 0 }));
  const workspace = await openWorkspace(await openStores(openDevice(), ANA), ANA);
  onTestFinished(() => workspace.store.drop());
  const rest = () => workspace.state().rest;
  await settle();
  expect(rest()).toBe('coming');
  first.resolve();
  await expect.poll(rest).toBe('missing');
  let pieces = 0;
  feed = async () => {
    pieces += 1;
    if (pieces === 1) return { ...FEED, fill: true, next: null };
    await last.promise;
    return FEED;
  };
  page.dispatchEvent(new Event('online'));
  await expect.poll(rest).toBe('coming');
  last.resolve();
  await expect.poll(rest).toBe('here');
});
