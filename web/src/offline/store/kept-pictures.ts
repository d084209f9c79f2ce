import type { Feed } from '#contract/messages/feed-messages';
import type { RecordType } from '#contract/record-types';
import type { AnyRecord } from '#contract/records';
import type { Picture } from '#contract/values/pictures';
import { textFieldsOf, textPicturesOf } from '#contract/uploaded/text-pictures';
import { PICTURES } from '../../page-and-worker/cache-names.ts';

/**
 * After a piece of the feed, deletes the pictures of withdrawn records, and those that their record no longer shows.
 * The address of a picture contains its record's id and its name: `/uploads/story/2026/<id>/<name>-<width>.webp`. That
 * of a picture within texts has no record, because several may show it: it goes when none on this device does.
 * @param held reads the records on this device, as they are after the piece
 */
export async function dropWithdrawnPictures(
  { puts, dels }: Pick<Feed, 'puts' | 'dels'>,
  held: () => Promise<readonly HeldRecord[]>,
): Promise<void> {
  const shown = new Map<string, Set<string>>();
  for (const { type, id } of dels) shown.set(`${type} ${id}`, new Set());
  for (const { type, record } of puts) {
    const { image, images } = record as { image?: Picture | null; images?: Picture[] };
    if (image === undefined && images === undefined) continue;
    const names = [...(images ?? []), ...(image ? [image] : [])].map(({ name }) => name);
    shown.set(`${type} ${record.id}`, new Set(names));
  }
  const mayChangeTexts = dels.length > 0 || puts.some(({ type }) => textFieldsOf(type).length > 0);
  if ((shown.size === 0 && !mayChangeTexts) || !('caches' in globalThis)) return;
  try {
    const cache = await caches.open(PICTURES);
    const kept = await cache.keys();
    const ofTexts = kept.flatMap((request) => {
      const [, name] = OF_TEXT.exec(new URL(request.url).pathname) ?? [];
      return name === undefined ? [] : [{ request, name }];
    });
    if (mayChangeTexts && ofTexts.length > 0) {
      const named = new Set(
        (await held()).flatMap(({ type, record }) => textPicturesOf(type, record).map(({ name }) => name)),
      );
      for (const { request, name } of ofTexts) if (!named.has(name)) await cache.delete(request);
    }
    for (const request of kept) {
      const [, type = '', id = '', name = ''] = ADDRESS.exec(new URL(request.url).pathname) ?? [];
      if (shown.get(`${type} ${id}`)?.has(name) === false) await cache.delete(request);
    }
  } catch {
    // A broken profile: it shows nothing from there either.
  }
}

interface HeldRecord {
  type: RecordType;
  record: AnyRecord | null;
}
const OF_TEXT = /^\/uploads\/text\/([a-z0-9-]+)-\d+\.webp$/;
const ADDRESS = /^\/uploads\/([a-z]+)\/(?:\d{4}\/)?([a-z0-9]+)\/([a-z0-9-]+)-\d+\.webp$/;
