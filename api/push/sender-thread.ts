import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import webPush from 'web-push';
import type { PushMessage } from '../contract/messages/push-message.ts';
import { serviceOf } from './endpoint.ts';
import type { Answers, Outgoing, ThreadSettings } from './hand-over.ts';
import type { PushAnswer } from './queue.ts';
import { openSender } from './sender.ts';
import { openSigner } from './vapid.ts';

/**
 * Encrypts, signs and sends in a separate thread with a lower priority, so that pages are answered as fast as usual
 * while thousands of messages are sent.
 */
// On Linux 0 is this thread; elsewhere it would be the whole program.
if (process.platform === 'linux') setPriority(0, 10);

/**
 * Time in ms in which answers are collected, to be recorded together, so that pages wait less often for the database.
 * With the number that is under way it limits the rate, to about 80 messages a second for one push service.
 */
const COLLECTED_FOR = 200;

/**
 * Time in ms between two messages. Encrypting and signing one takes about a millisecond; many in a row would keep a
 * processor busy for longer than a page takes to be answered.
 */
const APART = 8;

const { keys, origin, testService } = workerData as ThreadSettings;
const authorization = openSigner(keys, origin);
const sender = openSender({ testService: testService?.origin, ca: testService?.ca });
let answers: Answers = [];

function answer(id: number, given: PushAnswer): void {
  answers.push([id, given]);
  if (answers.length > 1) return;
  setTimeout(() => {
    parentPort?.postMessage(answers);
    answers = [];
  }, COLLECTED_FOR);
}

function send({ id, endpoint, p256dh, auth, service, payload, ttl, urgency }: Outgoing): void {
  // An address that was accepted by earlier rules, or entered by hand, is dropped like a device that no longer exists.
  if (serviceOf(endpoint, testService?.origin)?.service !== service)
    return answer(id, { status: 410, retryAfter: null });
  try {
    const device = { endpoint, keys: { p256dh, auth } };
    const { tag } = JSON.parse(payload) as PushMessage;
    const { headers, body } = webPush.generateRequestDetails(device, payload, { TTL: ttl, urgency, topic: tag });
    void sender
      .send(endpoint, { ...headers, Authorization: authorization(service) }, body as Buffer)
      .then((given) => answer(id, given));
  } catch {
    // No message can be encrypted with the keys of this device.
    answer(id, { status: 400, retryAfter: null });
  }
}

let line: Promise<void> = Promise.resolve();
parentPort?.on('message', (messages: Outgoing[]) => {
  for (const message of messages) {
    line = line.then(() => {
      send(message);
      return wait(APART);
    });
  }
});
