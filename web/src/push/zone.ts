import { orNothing } from '../page-and-worker/cache-access.ts';
import { PUSH } from '../page-and-worker/cache-names.ts';

/** In the cache; no page has this address. */
const ZONE = '/zone';

/** Keeps the zone that a person has chosen where the service worker finds it: it cannot read `localStorage`. */
export const keepZone = (zone: string) =>
  orNothing((async () => (await caches.open(PUSH)).put(ZONE, new Response(zone)))());

/** Returns that zone, '' for none. */
export const keptZone = async (): Promise<string> =>
  (await (await (await caches.open(PUSH)).match(ZONE))?.text()) ?? '';
