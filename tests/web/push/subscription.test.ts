import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pushCalls } from '#contract/addresses/push-calls';
import type { Topic } from '#contract/sections';
import { agreedTopics, settle, subscribe, unsubscribe } from '../../../web/src/push/subscription.ts';
import { cacheStorage } from '../sw/cache-storage.ts';

/** A browser with a push service, and a server that knows subscriptions by their endpoint. */
const world = {
  isOnline: true,
  key: 'QUJD',
  permission: 'granted',
  refusal: '',
  /** The browser's subscription. */
  endpoint: '',
  madeFor: '',
  made: 0,
  server: new Map<string, Topic[]>(),
  calls: 0,
};
const bytesOf = (key: string) => Uint8Array.from(Buffer.from(key, 'base64url')).buffer;

function held() {
  const { endpoint, madeFor } = world;
  return {
    endpoint,
    options: { applicationServerKey: bytesOf(madeFor) },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    async unsubscribe() {
      world.endpoint = '';
      return true;
    },
  };
}
const pushManager = {
  getSubscription: async () => (world.endpoint ? held() : null),
  async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
    if (!world.isOnline) throw new DOMException('Registration failed', 'AbortError');
    if (world.endpoint) throw new DOMException('another key', 'InvalidStateError');
    world.made += 1;
    Object.assign(world, { endpoint: `https://push.example/${world.made}`, madeFor: applicationServerKey });
    return held();
  },
} as unknown as PushManager;

const fetch = async (path: string, init: RequestInit = {}) => {
  if (!world.isOnline) throw new TypeError('Failed to fetch');
  world.calls += 1;
  if (path === pushCalls.key()) return Response.json({ key: world.key });
  expect(path).toBe(pushCalls.subscriptions());
  if (world.refusal) return Response.json({ message: world.refusal }, { status: 422 });
  const { endpoint, topics } = JSON.parse(String(init.body)) as { endpoint: string; topics: Topic[] };
  if (init.method === 'POST') world.server.set(endpoint, topics);
  else world.server.delete(endpoint);
  return new Response(null, { status: 204 });
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  Object.assign(world, {
    isOnline: true,
    key: 'QUJD',
    permission: 'granted',
    refusal: '',
    endpoint: '',
    made: 0,
    server: new Map(),
    calls: 0,
  });
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('caches', cacheStorage(globalThis.fetch));
  vi.stubGlobal('Notification', {
    get permission() {
      return world.permission;
    },
  });
});
afterEach(() => vi.useRealTimers());
const later = (hours: number) => vi.setSystemTime(Date.now() + hours * 3_600_000);
const onServer = () => [...world.server.values()];

test('the server gets the topics, and others in their place when they change', async () => {
  await subscribe(pushManager, ['alertas', 'agenda']);
  expect(onServer()).toEqual([['alertas', 'agenda']]);
  await subscribe(pushManager, ['noticias']);
  expect(onServer()).toEqual([['noticias']]);
  expect(await agreedTopics()).toEqual(['noticias']);
  expect(world.made).toBe(1);
});

test('without a network nothing is promised', async () => {
  world.isOnline = false;
  await expect(subscribe(pushManager, ['alertas'])).rejects.toThrow('Failed to fetch');
  expect(await agreedTopics()).toEqual([]);
});

test('a change that does not reach the server leaves the subscription as it was', async () => {
  await subscribe(pushManager, ['alertas']);
  world.isOnline = false;
  await expect(subscribe(pushManager, ['noticias'])).rejects.toThrow('Failed to fetch');
  expect(await agreedTopics()).toEqual(['alertas']);
});

test('a refusal of the server is shown in its words', async () => {
  world.refusal = 'Ese servicio de avisos no se acepta.';
  await expect(subscribe(pushManager, ['alertas'])).rejects.toThrow('Ese servicio de avisos no se acepta.');
  expect(await agreedTopics()).toEqual([]);
});

test('unsubscribing deletes the subscription in the browser and on the server', async () => {
  await subscribe(pushManager, ['alertas']);
  await unsubscribe(pushManager);
  expect([world.endpoint, onServer(), await agreedTopics()]).toEqual(['', [], []]);
});

test('without a network the browser drops the subscription immediately, and the server learns of it later', async () => {
  await subscribe(pushManager, ['alertas']);
  world.isOnline = false;
  await expect(unsubscribe(pushManager)).rejects.toThrow('Failed to fetch');
  expect([world.endpoint, await agreedTopics()]).toEqual(['', []]);
  await expect(settle(pushManager)).rejects.toThrow('Failed to fetch');
  world.isOnline = true;
  await settle(pushManager);
  expect(onServer()).toEqual([]);
  expect(world.made).toBe(1);
});

test('subscribing again before the server learnt of the end stores the topics chosen last', async () => {
  await subscribe(pushManager, ['alertas']);
  world.isOnline = false;
  await unsubscribe(pushManager).catch(() => {});
  world.isOnline = true;
  await subscribe(pushManager, ['boletin']);
  await settle(pushManager);
  expect(onServer()).toEqual([['boletin']]);
});

test('a subscription that the browser has dropped or replaced is renewed, and the former one forgotten', async () => {
  await subscribe(pushManager, ['alertas']);
  world.endpoint = '';
  await settle(pushManager);
  expect([...world.server]).toEqual([['https://push.example/2', ['alertas']]]);
  Object.assign(world, { endpoint: 'https://push.example/new' });
  await settle(pushManager);
  expect([...world.server]).toEqual([['https://push.example/new', ['alertas']]]);
});

test('who withdraws the permission is forgotten by the server', async () => {
  await subscribe(pushManager, ['alertas']);
  Object.assign(world, { endpoint: '', permission: 'denied' });
  await settle(pushManager);
  expect([onServer(), await agreedTopics(), world.made]).toEqual([[], [], 1]);
});

test('a subscription made for another key of the server is replaced', async () => {
  await subscribe(pushManager, ['alertas']);
  world.key = 'WFla';
  await subscribe(pushManager, ['alertas']);
  await settle(pushManager);
  expect([...world.server]).toEqual([['https://push.example/2', ['alertas']]]);
});

test('a device that never subscribed makes no calls', async () => {
  world.isOnline = false;
  await settle(pushManager);
  expect(await caches.keys()).toEqual([]);
});

test('once a day the subscription is sent again, so that a restored database has the device', async () => {
  await subscribe(pushManager, ['alertas']);
  const { calls } = world;
  later(23);
  await settle(pushManager);
  expect(world.calls).toBe(calls);
  world.server.clear();
  later(1);
  await settle(pushManager);
  expect([...world.server]).toEqual([['https://push.example/1', ['alertas']]]);
  await settle(pushManager);
  expect(world.calls).toBe(calls + 2);
});

test('a database with other keys gets another subscription, also when it was not reached at first', async () => {
  await subscribe(pushManager, ['alertas', 'agenda']);
  Object.assign(world, { key: 'WFla', isOnline: false, server: new Map() });
  later(24);
  await expect(settle(pushManager)).rejects.toThrow('Failed to fetch');
  world.isOnline = true;
  world.refusal = 'Ya no se pueden sumar más dispositivos a los avisos.';
  await expect(settle(pushManager)).rejects.toThrow(world.refusal);
  world.refusal = '';
  await settle(pushManager);
  expect([world.madeFor, ...world.server]).toEqual(['WFla', ['https://push.example/2', ['alertas', 'agenda']]]);
});

test('after the town has renewed its keys a device subscribes anew at its next visit, asking nobody', async () => {
  await subscribe(pushManager, ['alertas', 'agenda']);
  Object.assign(world, { key: 'WFla', server: new Map() });
  // The day is not over: nothing seems to have happened.
  later(20);
  await settle(pushManager);
  expect([world.made, onServer()]).toEqual([1, []]);
  later(5);
  await settle(pushManager);
  expect([world.madeFor, ...world.server]).toEqual(['WFla', ['https://push.example/2', ['alertas', 'agenda']]]);
  expect(await agreedTopics()).toEqual(['alertas', 'agenda']);
  // The browser may have dropped the former one and fail to make another: it is made at the next visit.
  Object.assign(world, { key: 'QUJD', server: new Map() });
  later(25);
  const { subscribe: make } = pushManager;
  pushManager.subscribe = async () => {
    throw new DOMException('Registration failed', 'AbortError');
  };
  await expect(settle(pushManager)).rejects.toThrow('Registration failed');
  pushManager.subscribe = make;
  expect(await agreedTopics()).toEqual(['alertas', 'agenda']);
  await settle(pushManager);
  expect([world.madeFor, onServer()]).toEqual(['QUJD', [['alertas', 'agenda']]]);
});
