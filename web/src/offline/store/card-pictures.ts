import { pictureSource } from '#contract/addresses/files';
import { isListedType, PICTURED_ENTITIES } from '#contract/record-types';
import type { PictureOwner } from '#contract/record-types';
import type { Picture } from '#contract/records';
import { SHIELD_WIDTHS } from '#contract/values/pictures';
import { PICTURES } from '../../sw/cache-names.ts';
import { PICTURE, isWhole } from '../../sw/is-whole.ts';
import { savesData } from '../../browser/saves-data.ts';
import type { DeviceReader } from '../reading/device-reader.ts';

interface Pictured {
  id: string;
  year?: number;
  image?: Picture | null;
  images?: Picture[];
}

/** The types whose lists have pictures. */
const LISTED_WITH_PICTURES = PICTURED_ENTITIES.filter(isListedType);

/** The smallest stored width: sharp enough for cards, and the worker answers with it where a larger one is missing. */
export const CARD_WIDTH = 480;

/** Puts the pictures of the cards on the home page and the first pages of lists into the service worker's cache. */
export async function keepCardPictures(reader: DeviceReader): Promise<void> {
  if (!('caches' in globalThis) || savesData()) return;
  const cache = await caches.open(PICTURES);
  for (const url of await cardPictures(reader)) {
    try {
      await keepPicture(cache, url);
    } catch {
      // No network, no room, or a deleted picture: it is tried again the next time.
      return;
    }
  }
}

/** Fetches and stores a picture unless it is stored. @throws when it cannot be fetched, or the device is full */
export async function keepPicture(cache: Cache, url: string, signal?: AbortSignal): Promise<void> {
  if (await cache.match(url)) return;
  const picture = await fetch(url, signal && { signal });
  if (isWhole(picture, PICTURE)) await cache.put(url, picture);
}

async function cardPictures(reader: DeviceReader): Promise<Set<string>> {
  const [site, hero, carousel, highlighted, ...lists] = await Promise.all([
    reader.site(),
    reader.hero(),
    reader.homeCarousel(),
    reader.highlightedAlbums(),
    ...LISTED_WITH_PICTURES.map((type) => reader.list(type, 1)),
  ]);
  const sources = (owner: PictureOwner, cards: readonly Pictured[] = [], width = CARD_WIDTH) =>
    cards.flatMap(({ image, images, ...record }) => {
      const first = image ?? images?.[0];
      return first ? [pictureSource(owner, record, first, width).src] : [];
    });
  return new Set([
    ...sources('site', site.data ? [site.data] : [], SHIELD_WIDTHS[1]),
    ...sources('hero', hero.data ? [hero.data] : []),
    ...(carousel.data ?? []).flatMap((item) => sources(item.type === 'Story' ? 'story' : 'agenda', [item])),
    ...LISTED_WITH_PICTURES.flatMap((type, at) => sources(type, lists[at]?.data?.items)),
    ...sources('album', highlighted.data),
  ]);
}
