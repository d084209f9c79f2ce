import { expect, onTestFinished, test } from 'vitest';
import webPush from 'web-push';
import type { RequestOptions } from 'web-push';
import { Agent } from 'node:https';
import { openPushService } from '../../push-service.ts';

const MESSAGE = { title: 'Corte de agua', body: 'Hervila', url: '/', tag: 'a', topic: 'alertas', at: '2026-03-15' };

async function open() {
  const service = await openPushService();
  const agent = new Agent({ ca: service.ca });
  onTestFinished(async () => {
    agent.destroy();
    await service.close();
  });
  const keys = webPush.generateVAPIDKeys();
  const send = (receiver: { endpoint: string; keys: { p256dh: string; auth: string } }, options: RequestOptions = {}) =>
    webPush
      .sendNotification(receiver, JSON.stringify(MESSAGE), {
        TTL: 60,
        vapidDetails: { subject: 'mailto:portal@villa.example', ...keys },
        agent,
        ...options,
      })
      .then(
        ({ statusCode }) => statusCode,
        (error: { statusCode?: number }) => error.statusCode,
      );
  return { service, keys, send };
}

test('the push service of the tests understands what another implementation sends', async () => {
  const { service, keys, send } = await open();
  const receiver = service.subscribe(keys.publicKey);
  expect(await send(receiver, { urgency: 'high', topic: 'uno' })).toBe(201);
  expect(await send(receiver, { topic: 'uno' })).toBe(201);
  expect(service.faults).toEqual([]);
  expect(service.received[0]).toEqual({
    endpoint: receiver.endpoint,
    message: MESSAGE,
    ttl: 60,
    urgency: 'high',
    topic: 'uno',
  });
  expect(service.waiting(receiver.endpoint)).toEqual([MESSAGE]);
});

test('it refuses messages with a wrong signature, for another device, or to an unknown subscription', async () => {
  const { service, send } = await open();
  const receiver = service.subscribe(webPush.generateVAPIDKeys().publicKey);
  expect(await send(receiver)).toBe(400);
  const other = { ...service.subscribe(), keys: receiver.keys };
  expect(await send(other)).toBe(400);
  expect(await send({ ...receiver, endpoint: `${service.origin}/push/nadie` })).toBe(404);
  expect(service.received).toEqual([]);
  expect(service.faults).toHaveLength(2);
});
