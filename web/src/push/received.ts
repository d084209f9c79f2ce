import type { PushMessage } from '#contract/messages/push-message';
import { MESSAGES } from '../page-and-worker/cache-names.ts';

/** Maximum number of messages that are kept; the oldest go first. */
const MOST = 20;

/** A message, and when it came by the device's clock, ms since the epoch. */
export interface Received {
  message: PushMessage;
  at: number;
}

/** Keeps a message on the device, in the place of a former one about the same page. */
export async function keepMessage(received: Received): Promise<void> {
  const cache = await caches.open(MESSAGES);
  await cache.delete(received.message.url);
  await cache.put(received.message.url, new Response(JSON.stringify(received)));
  const oldestFirst = await cache.keys();
  for (const request of oldestFirst.slice(0, -MOST)) await cache.delete(request);
}

/** Returns the last message about a page, by path and query. */
export async function messageAbout(path: string): Promise<Received | null> {
  if (!('caches' in globalThis) || !(await caches.has(MESSAGES))) return null;
  const kept = await (await caches.open(MESSAGES)).match(path);
  return kept ? ((await kept.json()) as Received) : null;
}
