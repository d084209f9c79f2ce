import { adminShell, shell } from '#contract/addresses/public-calls';
import { pageOfQrCode } from '#contract/addresses/qr-codes';
import { shortHash } from '#contract/values/text';
import { qrCode } from '../components/qr-code.ts';
import { openCacheAccess, orNothing } from '../page-and-worker/cache-access.ts';
import { settle } from '../push/subscription.ts';
import { openCaches } from './open-caches.ts';
import { openEventFiles } from './event-files.ts';
import { openFill } from './fill.ts';
import { DRAIN_CALL, OUTBOX_SYNC, PUSH_SYNC } from '../page-and-worker/messages.ts';
import type { WorkerMessage } from '../page-and-worker/messages.ts';
import { openNotifications } from './notifications.ts';
import { openPrecache } from './precache.ts';
import type { PrecacheEntry } from './precache.ts';
import { keepSharedPhotos } from './shared-photos.ts';
import { strategyOf } from './caching-strategy.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

const manifest = self.__WB_MANIFEST;
const wire = { caches: self.caches, fetch: (...request: Parameters<typeof fetch>) => fetch(...request) };
const access = openCacheAccess(self.caches);
const precache = openPrecache({ ...wire, access, entries: manifest, origin: self.location.origin });
const kept = openCaches({
  ...wire,
  access,
  now: Date.now,
  release: shortHash(JSON.stringify(manifest)),
  isPrecached: precache.has,
});
const { fill, event: held, agenda: heldAgenda, serverTime, heldAlerts } = openFill(() => kept.refreshShells());
const notifications = openNotifications({
  registration: self.registration,
  clients: self.clients,
  now: Date.now,
  serverTime,
  heldAlerts,
  pull: () => fill(''),
});
const eventFile = openEventFiles({
  fetch: (...request) => fetch(...request),
  origin: self.location.origin,
  held,
  heldAgenda,
});

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([precache.install(), kept.prepare()]));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([precache.dropOthers(), kept.dropOthers(), self.clients.claim()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const strategy = strategyOf(request, self.location.origin, precache.has);
  if (request.mode === 'navigate') event.waitUntil(orNothing(Promise.resolve(event.handled)).then(tendPush));
  if (strategy === 'shell') answer(event, page(event, shell()));
  else if (strategy === 'admin-shell') answer(event, page(event, adminShell()));
  else if (strategy === 'precached') answer(event, precache.answer(request));
  else if (strategy === 'admin-code') answer(event, kept.adminCode(request));
  else if (strategy === 'picture') answer(event, picture(event));
  else if (strategy === 'saved-pdf') answer(event, kept.savedPdf(request));
  else if (strategy === 'opened-picture') answer(event, opened(event, picture(event)));
  else if (strategy === 'opened-pdf') answer(event, opened(event, kept.savedPdf(request)));
  else if (strategy === 'shared-photos') answer(event, keepSharedPhotos(request, self.caches));
  else if (strategy === 'event-file') answer(event, eventFile(request));
  else if (strategy === 'opened-event-file') answer(event, opened(event, eventFile(request)));
  else if (strategy === 'opened-subscription') answer(event, opened(event, fetch(request)));
  else if (strategy === 'qr-code') answer(event, drawnCode(request));
});

/** Answers a request. Where the work fails, the page gets a network error. */
function answer(event: FetchEvent, work: Promise<Response>): void {
  event.respondWith(work);
  // WebKit rejects `handled` then, and reports an unhandled rejection although nothing uses it.
  event.handled?.catch(() => {});
}

self.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage;
  const { type } = message;
  if (type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  else if (type === 'claim') event.waitUntil(self.clients.claim());
  else if (type === 'refresh-shell') event.waitUntil(kept.refreshShells());
  else if (type === 'keep-admin') event.waitUntil(Promise.all([kept.keepAdmin(), orNothing(precache.keepOptional())]));
  else if (type === 'keep-tickets') event.waitUntil(orNothing(precache.keepOptional()));
  else if (type === 'fill') event.waitUntil(Promise.all([fill(message.opened), tendPush()]));
});

self.addEventListener('sync', (event) => {
  const sync = event as ExtendableEvent & { tag: string };
  if (sync.tag === OUTBOX_SYNC) sync.waitUntil(callPages());
  else if (sync.tag === PUSH_SYNC) sync.waitUntil(settleSubscription());
});

self.addEventListener('push', (event) => event.waitUntil(notifications.received(event.data)));
self.addEventListener('notificationclick', (event) => event.waitUntil(notifications.clicked(event.notification)));
self.addEventListener('pushsubscriptionchange', (event) => {
  (event as ExtendableEvent).waitUntil(settleSubscription());
});

/** What is made good whenever a page is opened. */
const tendPush = () => Promise.all([orNothing(settleSubscription()), orNothing(notifications.opened())]);
const settleSubscription = async () => settle(self.registration.pushManager);

async function callPages(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const one of pages) one.postMessage(DRAIN_CALL);
}

async function page(event: FetchEvent, path: string): Promise<Response> {
  const found = await kept.shell(path);
  if (!found) return fetch(event.request);
  if (found.renewal) event.waitUntil(found.renewal);
  return found.response;
}

const picture = (event: FetchEvent) => kept.picture(event.request, (work) => event.waitUntil(work));

/** A file in a tab of its own; where it cannot be had the portal's own page stands at its address and says so. */
const opened = (event: FetchEvent, file: Promise<Response>) => file.catch(() => page(event, shell()));

/** Draws the QR code itself, so that a page can be printed offline. */
async function drawnCode({ url }: Request): Promise<Response> {
  const path = pageOfQrCode(new URL(url).pathname) ?? '/';
  return new Response(qrCode(self.location.origin + path), { headers: { 'Content-Type': 'image/svg+xml' } });
}
