import { pushCalls } from '#contract/addresses/push-calls';
import type { Topic } from '#contract/sections';
import { withTimeout } from '../browser/with-timeout.ts';
import { orNothing } from '../page-and-worker/cache-access.ts';
import { PUSH } from '../page-and-worker/cache-names.ts';

/**
 * The subscription of this device. Pages and the service worker share it: the browser can replace or drop a
 * subscription while no page is open.
 */

/** What the person has asked for. The browser keeps the subscription, but not what for. */
interface Agreed {
  /** Empty when nothing is sent. */
  topics: Topic[];
  /** Address of the subscription that the server sends to; '' for none. */
  endpoint: string;
  /** Addresses that the server has not been told to forget yet. */
  gone: string[];
  /** When the server last took the subscription, ms since the epoch by the device's clock. */
  told: number;
}
const NOTHING: Agreed = { topics: [], endpoint: '', gone: [], told: 0 };
/** In the cache; no page has this address. */
const AGREED = '/agreed';

/** Time limit for an answer of the server, of the browser's push service and of a worker that is installed, in ms. */
const PATIENCE = 30_000;
/** Time, in ms, after which the server is told again: with another database it knows nothing of this device. */
const DAY = 24 * 3_600_000;

/** The server does not accept the subscription; the message says why. */
export class Refused extends Error {}

/** Whether this browser can be sent messages. */
export const canBeTold = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** Returns the service worker that gets them; throws when it is not there in time. */
export const workerReady = (): Promise<ServiceWorkerRegistration> =>
  withTimeout(PATIENCE, navigator.serviceWorker.ready, new Error('no service worker'));

/** Returns the topics that are sent to this device. */
export const agreedTopics = async (): Promise<Topic[]> => (await agreed()).topics;

/**
 * Has the topics sent to this device from now on. The person has permitted notifications.
 * @throws Refused; any other error when the push service or the server is not reached, and then nothing has changed
 */
export async function subscribe(pushManager: PushManager, topics: Topic[]): Promise<void> {
  const subscription = await currentSubscription(pushManager);
  const { endpoint } = subscription;
  await call('POST', { ...subscription.toJSON(), topics });
  const before = await agreed();
  const former = before.endpoint && before.endpoint !== endpoint ? [before.endpoint] : [];
  const gone = [...before.gone, ...former].filter((one) => one !== endpoint);
  await keep({ topics, endpoint, gone, told: Date.now() });
}

/**
 * Has nothing sent to this device any more. Whatever is reached, the browser drops the subscription at once.
 * @throws when the server was not told; `settle` tells it later
 */
export async function unsubscribe(pushManager: PushManager): Promise<void> {
  const { endpoint, gone } = await agreed();
  await keep({ ...NOTHING, gone: [...gone, ...(endpoint ? [endpoint] : [])] });
  await orNothing(pushManager.getSubscription().then((subscription) => subscription?.unsubscribe()));
  await tellGone();
}

/**
 * Makes good what has happened since: the browser has replaced or dropped the subscription, the person has withdrawn
 * the permission, the server was not reached, or it has another database. On a device without a subscription it does
 * nothing.
 * @param after time, in ms, after which the server is told again although nothing seems to have happened
 * @throws Refused; any other error when the push service or the server is not reached; call it again later
 */
export async function settle(pushManager: PushManager, after = DAY): Promise<void> {
  const { topics, endpoint, told } = await agreed();
  const isOld = Math.abs(Date.now() - told) >= after;
  if (topics.length > 0 && (isOld || (await pushManager.getSubscription())?.endpoint !== endpoint)) {
    if (Notification.permission === 'granted') await subscribe(pushManager, topics);
    else await unsubscribe(pushManager);
  }
  await tellGone();
}

/** Returns the browser's subscription to this server's messages, a new one if there is none. */
export async function currentSubscription(pushManager: PushManager): Promise<PushSubscription> {
  const applicationServerKey = await serverKey();
  const held = await pushManager.getSubscription();
  if (held && keyOf(held) === applicationServerKey) return held;
  // A server that was installed anew has another key, and cannot send to a subscription made for the former one.
  await held?.unsubscribe();
  const made = pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  return withTimeout(PATIENCE, made, new Error('the push service did not answer'));
}

async function serverKey(): Promise<string> {
  const answer = await withTimeout(PATIENCE, fetch(pushCalls.key()), new Error('the server did not answer'));
  const { key } = (await answer.json()) as { key: string };
  return key;
}

/** The key of the server that a subscription is for, base64url. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

/** Tells the server to forget what is gone. @throws when it is not reached */
async function tellGone(): Promise<void> {
  for (const endpoint of (await agreed()).gone) {
    await call('DELETE', { endpoint });
    const now = await agreed();
    await keep({ ...now, gone: now.gone.filter((one) => one !== endpoint) });
  }
}

/** @throws Refused; Error when the server is not reached, or something else answers in its place */
async function call(method: 'POST' | 'DELETE', body: object): Promise<void> {
  const init = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await withTimeout(PATIENCE, fetch(pushCalls.subscriptions(), init), new Error('no answer in time'));
  if (answer.status === 204) return;
  const { message } = ((await answer.json()) ?? {}) as { message?: string };
  throw message ? new Refused(message) : new Error(`answered ${answer.status}`);
}

async function agreed(): Promise<Agreed> {
  if (!(await caches.has(PUSH))) return NOTHING;
  const kept = await (await caches.open(PUSH)).match(AGREED);
  return kept ? { ...NOTHING, ...((await kept.json()) as Partial<Agreed>) } : NOTHING;
}

async function keep(next: Agreed): Promise<void> {
  await (await caches.open(PUSH)).put(AGREED, new Response(JSON.stringify(next)));
}
