import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import webPush from 'web-push';
import { openSender } from './sender.ts';
import { openSigner } from './vapid.ts';
import type { Task, ThreadSettings } from './hand-over.ts';

/**
 * Encrypts, signs and sends, in a thread of its own with a lower priority, so that pages are answered as fast while
 * thousands of messages are sent.
 */
// On Linux 0 is this thread; elsewhere it would be the whole program.
if (process.platform === 'linux') setPriority(0, 10);

const { keys, origin, testService } = workerData as ThreadSettings;
const authorization = openSigner(keys, origin);
const sender = openSender({ testService: testService?.origin, ca: testService?.ca });

parentPort?.on('message', ({ id, message }: Task) => {
  const { endpoint, p256dh, auth, service, payload, ttl, urgency, topic } = message;
  try {
    const device = { endpoint, keys: { p256dh, auth } };
    const { headers, body } = webPush.generateRequestDetails(device, payload, { TTL: ttl, urgency, topic });
    void sender
      .send(endpoint, { ...headers, Authorization: authorization(service) }, body as Buffer)
      .then((answer) => parentPort?.postMessage({ id, answer }));
  } catch {
    // No message can be encrypted with the keys of this device.
    parentPort?.postMessage({ id, answer: { status: 400, retryAfter: null } });
  }
});
