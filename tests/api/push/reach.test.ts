import { beforeEach, expect, test } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { alertReachSchema } from '#contract/messages/alert-reach';
import type { AlertReach } from '#contract/messages/alert-reach';
import { openDevices } from './devices.ts';
import type { Devices } from './devices.ts';

let devices: Devices;
beforeEach(async () => {
  devices = await openDevices();
});

const reach = async (id: string): Promise<AlertReach> => {
  const { status, body } = await devices.town.get(calls.alertReach(id), { as: devices.town.admin });
  expect(status).toBe(200);
  return alertReachSchema.parse(body);
};

test('staff learn how many phones asked for alerts before one is published, and how many took it afterwards', async () => {
  const { service, enlist, alert, untilEmpty, town } = devices;
  enlist(3);
  const { endpoint, keys } = service.subscribe(town.push.key);
  const at = town.push.serviceOf(endpoint);
  if (!at) throw new Error(endpoint);
  // Somebody who wants news only.
  town.push.store.put({ endpoint, ...keys, ...at, topics: ['noticias'] });
  expect(await reach('aaaaaaaaaaaa')).toEqual({ phones: 3, message: null });
  const id = alert();
  await untilEmpty();
  expect(await reach(id)).toEqual({ phones: 3, message: { wanted: 3, taken: 3, waiting: 0 } });
});

test('a phone that is gone does not count as reached, nor one whose push service has not answered', async () => {
  const { service, enlist, alert, untilEmpty } = devices;
  const [gone, slow] = enlist(3);
  service.answer = (endpoint) => ({
    status: endpoint === gone?.endpoint ? 410 : endpoint === slow?.endpoint ? 503 : 201,
  });
  const id = alert();
  await expect.poll(() => reach(id)).toEqual({ phones: 2, message: { wanted: 3, taken: 1, waiting: 1 } });
  service.answer = () => ({ status: 201 });
  devices.pass(360_000);
  await untilEmpty();
  expect(await reach(id)).toEqual({ phones: 2, message: { wanted: 3, taken: 2, waiting: 0 } });
});

test('a message that was not sent reached nobody, and strangers are told nothing', async () => {
  devices.enlist(1);
  const id = devices.alert({ status: 'Redaccion' });
  expect((await reach(id)).message).toBeNull();
  expect((await devices.town.get(calls.alertReach(id))).status).toBe(401);
});
