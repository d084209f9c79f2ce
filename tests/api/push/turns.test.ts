import { beforeEach, expect, test } from 'vitest';
import { MOST_PER_SERVICE } from '../../../api/push/queue.ts';
import type { PushService } from '../../push-service.ts';
import type { Town } from '../town.ts';
import { openDevices, reachesRealDevicesFirst } from './devices.ts';
import type { Devices } from './devices.ts';

/** Whose turn it is, where there are more devices than can be told at once, and anybody can invent some. */

let devices: Devices;
let service: PushService;
let town: Town;
let enlist: Devices['enlist'];
let invent: Devices['invent'];
let alert: Devices['alert'];
let pass: Devices['pass'];
let handing: Devices['handing'];
let untilEmpty: Devices['untilEmpty'];
beforeEach(async () => {
  devices = await openDevices();
  ({ service, town, enlist, invent, alert, pass, handing, untilEmpty } = devices);
});

/** Waits for a number of messages; time passes, so that what failed on the way is tried again. */
const untilReceived = (count: number) =>
  expect
    .poll(
      () => {
        pass(250);
        return service.received.length;
      },
      { timeout: 30_000 },
    )
    .toBe(count);
/** Sends something to every device, so that those that exist have taken a message. */
async function proveAll(count: number): Promise<void> {
  alert({ headline: 'Corte de agua' });
  await untilReceived(count);
  await untilEmpty();
}

test('invented devices do not double what is sent until an alert has reached the real ones', () =>
  reachesRealDevicesFirst(devices, { real: 100, invented: 2000 }));

test('a device that nobody has, at a service that does not exist, is deleted when it is first sent something', async () => {
  const [real] = enlist(1);
  invent(20);
  alert();
  await untilEmpty();
  expect(service.received.map((one) => one.endpoint)).toEqual([real?.endpoint]);
  expect(devices.subscriptions()).toBe(1);
});

test('devices at a known service stay when no name server knows it', async () => {
  const known = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com'];
  invent(known.length, (n) => known[n] ?? '');
  // Where another device has taken a message there is a service, too.
  invent(2, () => 'wns2-bl2p.notify.windows.com');
  town.db.prepare("UPDATE push_subscription SET standing = 0 WHERE endpoint LIKE '%windows.com/w/1'").run();
  alert();
  await expect.poll(() => town.db.prepare('SELECT min(tries) FROM push_delivery').pluck().get()).toBe(1);
  expect(devices.subscriptions()).toBe(5);
});

test('new devices that do not answer delay neither those that took a message before nor their service', async () => {
  const real = 30;
  const proven = enlist(real).map(({ endpoint }) => endpoint);
  await proveAll(real);
  // More than there are places, at the same service.
  enlist(60);
  service.answer = (endpoint) => (proven.includes(endpoint) ? { status: 201 } : 'hang');
  alert();
  await untilReceived(2 * real);
  expect(
    service.received
      .slice(real)
      .map(({ endpoint }) => endpoint)
      .toSorted(),
  ).toEqual(proven.toSorted());
});

test('new devices that fail do not make their service wait for the others', async () => {
  const [proven] = enlist(1);
  await proveAll(1);
  enlist(40);
  service.answer = (endpoint) =>
    endpoint === proven?.endpoint ? { status: 201 } : { status: 429, headers: { 'Retry-After': '3600' } };
  alert();
  await untilReceived(2);
  await expect.poll(handing).toBe(0);
  // Those that asked to wait wait; who took a message before gets the next one at once.
  alert({ headline: 'Granizo' });
  await untilReceived(3);
});

test('a new device gets its alert while many that took a message before get theirs', async () => {
  // More than are sent at once, and again as many.
  const real = 40;
  enlist(real);
  await proveAll(real);
  const [fresh] = enlist(1);
  invent(1000);
  alert();
  await untilReceived(2 * real + 1);
  const at = service.received.findIndex(({ endpoint }) => endpoint === fresh?.endpoint);
  expect(at).toBeLessThan(2 * real);
});

test('a device that took none of its messages comes after those that were never sent one', async () => {
  const [first] = enlist(1);
  await proveAll(1);
  enlist(40);
  let asked: string[] = [];
  service.answer = (endpoint) => {
    asked.push(endpoint);
    return { status: 403 };
  };
  alert();
  await expect.poll(() => asked).toHaveLength(41);
  await untilEmpty();
  asked = [];
  const fresh = enlist(20);
  alert({ headline: 'Granizo' });
  await expect.poll(() => asked).toHaveLength(61);
  expect(asked.indexOf(first?.endpoint ?? '')).toBeLessThan(MOST_PER_SERVICE);
  const ranks = fresh.map(({ endpoint }) => asked.indexOf(endpoint));
  expect(Math.max(...ranks)).toBeLessThan(asked.length - MOST_PER_SERVICE);
});
