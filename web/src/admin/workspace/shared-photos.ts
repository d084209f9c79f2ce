import { SHARED_PHOTOS } from '../../page-and-worker/cache-names.ts';
import { createListeners } from '../../browser/listeners.ts';

/** A photo that was shared from the device's gallery, and belongs to no record yet. */
export interface SharedPhoto {
  /** Its place in the service worker's cache, which keeps it when the portal is closed. */
  key: string;
  name: string;
  blob: Blob;
}

const changes = createListeners();
/** Calls back when photos were removed in this tab. @returns ends it */
export const onSharedPhotos = changes.add;

/** The cache with the photos; null if none were shared. */
async function openPhotos(): Promise<Cache | null> {
  return 'caches' in globalThis && (await caches.has(SHARED_PHOTOS)) ? caches.open(SHARED_PHOTOS) : null;
}

/** The photos that wait on this device, in the order in which they came. @throws where the device cannot read them */
export async function listSharedPhotos(): Promise<SharedPhoto[]> {
  const cache = await openPhotos();
  if (!cache) return [];
  const photos = await Promise.all(
    (await cache.keys()).map(async ({ url }) => {
      const kept = await cache.match(url);
      const name = decodeURIComponent(kept?.headers.get('x-name') ?? '') || 'foto';
      return kept && { key: url, name, blob: await kept.blob() };
    }),
  );
  return photos.filter((photo) => photo !== undefined);
}

/** Number of photos that wait on this device; 0 where it cannot be read. */
export async function countSharedPhotos(): Promise<number> {
  try {
    return (await (await openPhotos())?.keys())?.length ?? 0;
  } catch {
    return 0;
  }
}

export async function removeSharedPhoto(key: string): Promise<void> {
  await (await openPhotos())?.delete(key);
  changes.call();
}

export async function removeSharedPhotos(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(SHARED_PHOTOS);
  changes.call();
}
