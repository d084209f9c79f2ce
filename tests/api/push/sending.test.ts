import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { pushCalls } from '#contract/addresses/push-calls';
import type { Topic } from '#contract/sections';
import { openLog } from '../../../api/log.ts';
import { MOST_PER_SERVICE } from '../../../api/push/queue.ts';
import { openPush } from '../../../api/push/open-push.ts';
import { openSender } from '../../../api/push/sender.ts';
import type { PushService, Receiver } from '../../push-service.ts';
import type { Town } from '../town.ts';
import { openDevices } from './devices.ts';
import type { Devices } from './devices.ts';

const HOUR = 3_600_000;

let service: PushService;
let town: Town;
let alert: Devices['alert'];
let pass: Devices['pass'];
let handing: Devices['handing'];
let untilEmpty: Devices['untilEmpty'];
beforeEach(async () => {
  ({ service, town, alert, pass, handing, untilEmpty } = await openDevices());
});

async function subscribe(topics: Topic[] = ['alertas'], to = service): Promise<Receiver> {
  const receiver = to.subscribe(((await town.get(pushCalls.key())).body as { key: string }).key);
  expect((await town.post(pushCalls.subscriptions(), { ...receiver, topics })).status).toBe(204);
  return receiver;
}
const subscribeMany = (count: number) => Promise.all(Array.from({ length: count }, () => subscribe()));

const queue = () => town.push.store.figures().queue;

test('a device gets an alert encrypted, signed, with its end, its urgency and its topic', async () => {
  const { endpoint } = await subscribe();
  const id = alert();
  await expect.poll(() => service.received).toHaveLength(1);
  const left = Math.floor((Date.parse('2026-03-15T12:00:00-03:00') - town.clock.now) / 1000);
  expect(service.received[0]).toMatchObject({ endpoint, ttl: left, urgency: 'high', topic: `alert-${id}` });
  expect(service.received[0]?.message).toMatchObject({ title: 'Alerta severa: Viento fuerte', topic: 'alertas' });
  await untilEmpty();
});

test('a changed alert takes the place of the one before it in the push service', async () => {
  const { endpoint } = await subscribe();
  const id = alert();
  await expect.poll(() => service.received).toHaveLength(1);
  town.writer.update(town.act, 'alert', id, 'headline', { value: 'Viento muy fuerte' });
  pass(60_000);
  await expect.poll(() => service.received).toHaveLength(2);
  expect(service.waiting(endpoint)).toMatchObject([{ title: 'Alerta severa: Viento muy fuerte' }]);
});

test('every device gets a message once, a few at a time', async () => {
  const receivers = await subscribeMany(50);
  alert();
  await untilEmpty();
  expect(service.received.map(({ endpoint }) => endpoint).toSorted()).toEqual(
    receivers.map(({ endpoint }) => endpoint).toSorted(),
  );
  expect(service.most).toBeLessThanOrEqual(16);
});

test('a device that no longer exists is deleted', async () => {
  const [gone, other] = await subscribeMany(2);
  service.answer = (endpoint) => ({ status: endpoint === gone?.endpoint ? 410 : 201 });
  alert();
  await untilEmpty();
  expect(service.received.map(({ endpoint }) => endpoint)).toEqual([other?.endpoint]);
  expect(town.push.store.figures().subscriptions).toBe(1);
});

test('a push service that asks to wait gets nothing until then', async () => {
  await subscribeMany(40);
  service.answer = () => ({ status: 429, headers: { 'Retry-After': '600' } });
  alert();
  // Those that were under way when it first asked.
  await expect.poll(() => [...service.requests.values()].length).toBeGreaterThan(0);
  await expect.poll(handing).toBe(0);
  const asked = service.requests.size;
  expect(asked).toBeLessThanOrEqual(16);
  pass(590_000);
  expect(service.requests.size).toBe(asked);
  expect(queue()).toBe(40);
  service.answer = () => ({ status: 201 });
  pass(20_000);
  await expect.poll(() => service.received.length).toBe(40);
  await untilEmpty();
});

test('after an hour in which the push service answers 500 or closes in the middle, the alert arrives', async () => {
  await subscribe();
  let asked = 0;
  service.answer = () => ((asked += 1) % 2 === 0 ? { status: 500 } : 'cut');
  alert({ expires: '2026-03-15T20:00' });
  // Longer than the longest pause between two attempts: five minutes and a quarter of them.
  const pause = HOUR / 9;
  for (let n = 1; n <= 9; n += 1) {
    await expect.poll(() => asked).toBe(n);
    await expect.poll(handing).toBe(0);
    pass(pause);
  }
  service.answer = () => ({ status: 201 });
  pass(pause);
  await expect.poll(() => service.received).toHaveLength(1);
  await untilEmpty();
});

test('a push service that does not answer is given up after a while', async () => {
  const { endpoint } = service.subscribe();
  service.answer = () => 'hang';
  const sender = openSender({ testService: service.origin, ca: service.ca, time: 50 });
  onTestFinished(() => sender.close());
  // On a slow machine the time may be over before the service is reached.
  await expect
    .poll(async () => {
      expect(await sender.send(endpoint, {}, Buffer.from('a'))).toEqual({ status: 0, retryAfter: null });
      return service.requests.has(endpoint);
    })
    .toBe(true);
});

test('messages that a push service does not answer leave connections to it for others', async () => {
  service.answer = () => 'hang';
  const sender = openSender({ testService: service.origin, ca: service.ca, time: 600_000 });
  onTestFinished(() => sender.close());
  for (let n = 0; n < 2 * MOST_PER_SERVICE; n += 1) {
    void sender.send(service.subscribe().endpoint, {}, Buffer.from('a'));
  }
  expect(await sender.send(`${service.origin}/push/nobody`, {}, Buffer.from('a'))).toMatchObject({ status: 404 });
});

test('an alert is given up when it ends', async () => {
  await subscribe();
  service.answer = () => ({ status: 503 });
  alert();
  await expect.poll(() => service.requests.size).toBe(1);
  service.answer = () => ({ status: 201 });
  pass(3 * HOUR);
  await untilEmpty();
  expect(service.received).toEqual([]);
});

test('a device that unsubscribes does not get an alert that waits for it', async () => {
  const [first, second] = await subscribeMany(2);
  service.answer = () => ({ status: 503 });
  alert();
  await expect.poll(() => service.requests.size).toBe(2);
  expect((await town.call('DELETE', pushCalls.subscriptions(), { endpoint: first?.endpoint })).status).toBe(204);
  service.answer = () => ({ status: 201 });
  await expect.poll(handing).toBe(0);
  pass(HOUR / 10);
  await untilEmpty();
  expect(service.received.map(({ endpoint }) => endpoint)).toEqual([second?.endpoint]);
});

test('messages that an earlier process was sending are sent again, with the same topic', async () => {
  const { endpoint } = await subscribe();
  service.answer = () => 'hang';
  const id = alert();
  await expect.poll(() => service.requests.get(endpoint)).toBe(1);
  expect(handing()).toBe(1);
  service.answer = () => ({ status: 201 });
  const { db, clock } = town;
  const testService = { origin: service.origin, ca: service.ca };
  const next = openPush({ db, now: () => clock.now, origin: 'http://localhost', log: openLog('silent'), testService });
  onTestFinished(() => next.close());
  next.start();
  await expect.poll(() => service.received).toHaveLength(1);
  expect(service.received[0]?.topic).toBe(`alert-${id}`);
});

test('a name of a push service that leads to this machine is not connected to', async () => {
  const { port } = new URL(service.origin);
  const asked: string[] = [];
  const sender = openSender({
    ca: service.ca,
    resolve: async (name) => {
      asked.push(name);
      return ['127.0.0.1'];
    },
  });
  onTestFinished(() => sender.close());
  const answer = await sender.send(`https://fcm.googleapis.com:${port}/push/a`, {}, Buffer.from('a'));
  expect(answer).toEqual({ status: 0, retryAfter: null, hasNoHost: true });
  expect(asked).toEqual(['fcm.googleapis.com']);
  expect(service.requests.size).toBe(0);
});

test('a redirect is not followed', async () => {
  const elsewhere = service.subscribe();
  await subscribe();
  service.answer = () => ({ status: 307, headers: { Location: elsewhere.endpoint } });
  alert();
  await untilEmpty();
  expect(service.requests.size).toBe(1);
  expect(service.requests.get(elsewhere.endpoint)).toBeUndefined();
});

test('an address that was accepted by other rules is never called', async () => {
  const { endpoint } = await subscribe();
  town.db.prepare("UPDATE push_subscription SET endpoint = replace(endpoint, 'localhost', '127.0.0.1')").run();
  alert();
  await untilEmpty();
  expect(service.requests.get(endpoint)).toBeUndefined();
  expect(service.requests.size).toBe(0);
  expect(town.push.store.figures().subscriptions).toBe(0);
});
