import { expect, onTestFinished, test } from 'vitest';
import { openLog } from '../../../api/log.ts';
import { openPush } from '../../../api/push/open-push.ts';
import { renewVapidKeys, vapidKeysOf } from '../../../api/push/vapid.ts';
import { openDevices } from './devices.ts';

test('new keys end every subscription and what waits for it; whoever subscribes with them gets alerts, nobody else', async () => {
  const { service, town, enlist, alert, untilEmpty } = await openDevices();
  const { db, push: former } = town;
  enlist(3);
  alert();
  await untilEmpty();
  expect(service.received).toHaveLength(3);
  await former.close();
  service.answer = () => ({ status: 500 });
  alert({ headline: 'Otra' });
  db.transaction(() => former.store.put({ ...subscriptionOf(service.subscribe(former.key)) }))();

  const made = renewVapidKeys(db);
  expect(made).toEqual(vapidKeysOf(db));
  expect([made.publicKey, made.privateKey]).not.toContain(former.key);
  expect(former.store.figures()).toEqual({ subscriptions: 0, queue: 0 });

  // As after a start.
  const testService = { origin: service.origin, ca: service.ca };
  const now = () => town.clock.now;
  const again = openPush({ db, now, origin: 'http://localhost:3000', log: openLog('silent'), testService });
  onTestFinished(() => again.close());
  expect(again.key).toBe(made.publicKey);
  service.answer = () => ({ status: 201 });
  const device = service.subscribe(again.key);
  again.store.put(subscriptionOf(device));
  again.start();
  town.make('alert', {
    headline: 'Crecida',
    severity: 'Severe',
    onset: '2026-03-15T10:00',
    expires: '2026-03-15T12:00',
    status: 'Publicado',
  });
  again.wake();
  await expect.poll(() => service.received.slice(3).map(({ endpoint }) => endpoint)).toContain(device.endpoint);
  expect(new Set(service.received.slice(3).map(({ endpoint }) => endpoint))).toEqual(new Set([device.endpoint]));

  function subscriptionOf({ endpoint, keys }: typeof device) {
    const at = town.push.serviceOf(endpoint);
    if (!at) throw new Error(endpoint);
    return { endpoint, ...keys, ...at, topics: ['alertas'] as const };
  }
});
