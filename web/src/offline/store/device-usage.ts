import { SECTIONS } from '#contract/sections';
import { MESSAGES, PICTURES, SAVED_PDFS } from '../../page-and-worker/cache-names.ts';
import type { Store } from './public-db.ts';

interface Files {
  count: number;
  bytes: number;
}

/** The content on this device for reading without a network. Sizes are in bytes. */
export interface DeviceContent {
  /** The number of records, by what they are called. */
  records: [name: string, count: number][];
  /** Size of all records. */
  textBytes: number;
  pictures: Files;
  pdfs: Files;
  /** When the store last had everything that the server has, ms since the epoch; null for never. */
  pulledAt: number | null;
}

export async function deviceContent(store: Store): Promise<DeviceContent> {
  const [read, pictures, pdfs] = await Promise.all([
    store.use(async (db) => ({ rows: await db.records.toArray(), standing: await db.standing.get('feed') })),
    filesIn(PICTURES),
    filesIn(SAVED_PDFS),
  ]);
  const held = (read?.rows ?? []).filter(({ record }) => record !== null);
  const count = (type: string) => held.filter((row) => row.type === type).length;
  return {
    records: SECTIONS.flatMap(({ kept, types: [type] }) => (kept && type ? [[kept, count(type)]] : [])),
    textBytes: held.reduce((sum, { record }) => sum + JSON.stringify(record).length, 0),
    pictures,
    pdfs,
    pulledAt: read?.standing?.pulledAt ?? null,
  };
}

/** Deletes all of it. The application and the emergency numbers stay, and so do unsent changes of staff. */
export async function eraseDevice(store: Store): Promise<void> {
  await store.use((db) =>
    db.transaction('rw', db.records, db.standing, async () => {
      await Promise.all([db.records.clear(), db.standing.clear()]);
    }),
  );
  if ('caches' in globalThis) await Promise.all([PICTURES, SAVED_PDFS, MESSAGES].map((name) => caches.delete(name)));
}

async function filesIn(name: string): Promise<Files> {
  if (!('caches' in globalThis) || !(await caches.has(name))) return { count: 0, bytes: 0 };
  const cache = await caches.open(name);
  const sizes = await Promise.all(
    (await cache.keys()).map(async (request) =>
      Number((await cache.match(request))?.headers.get('content-length') ?? 0),
    ),
  );
  return { count: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}
