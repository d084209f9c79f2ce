import type { Feed } from '#contract/feed-messages';
import type { Picture } from '#contract/records';
import { PICTURES } from '../../page-and-worker/cache-names.ts';

/**
 * After a piece of the feed, deletes the pictures of withdrawn records, and those that their record no longer shows.
 * The address of a picture contains its record's id and its name: `/uploads/story/2026/<id>/<name>-<width>.webp`.
 */
export async function dropWithdrawnPictures({ puts, dels }: Pick<Feed, 'puts' | 'dels'>): Promise<void> {
  const shown = new Map<string, Set<string>>();
  for (const { type, id } of dels) shown.set(`${type} ${id}`, new Set());
  for (const { type, record } of puts) {
    const { image, images } = record as { image?: Picture | null; images?: Picture[] };
    if (image === undefined && images === undefined) continue;
    const names = [...(images ?? []), ...(image ? [image] : [])].map(({ name }) => name);
    shown.set(`${type} ${record.id}`, new Set(names));
  }
  if (shown.size === 0 || !('caches' in globalThis)) return;
  try {
    const cache = await caches.open(PICTURES);
    for (const request of await cache.keys()) {
      const [, type = '', id = '', name = ''] = ADDRESS.exec(new URL(request.url).pathname) ?? [];
      if (shown.get(`${type} ${id}`)?.has(name) === false) await cache.delete(request);
    }
  } catch {
    // A broken profile: it shows nothing from there either.
  }
}

const ADDRESS = /^\/uploads\/([a-z]+)\/(?:\d{4}\/)?([a-z0-9]+)\/([a-z0-9-]+)-\d+\.webp$/;
