import { pictureSource } from '#contract/addresses/files';
import { HIGHLIGHTED_TYPES, isListedType, PICTURE_ENTITIES } from '#contract/record-types';
import type { PictureOwner } from '#contract/record-types';
import type { Picture } from '#contract/values/pictures';
import { SHIELD_WIDTHS } from '#contract/values/pictures';
import { PICTURES } from '../../page-and-worker/cache-names.ts';
import { PICTURE, isWhole } from '../../page-and-worker/is-whole.ts';
import { savesData } from '../../browser/saves-data.ts';
import type { DeviceReader } from './device-reader.ts';

interface CardWithPicture {
  id: string;
  year?: number;
  image?: Picture | null;
}

const LISTED_WITH_PICTURES = PICTURE_ENTITIES.filter(isListedType);

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
  const sources = (owner: PictureOwner, cards: readonly CardWithPicture[] = [], width = CARD_WIDTH) =>
    cards.flatMap(({ image, ...record }) => (image ? [pictureSource(owner, record, image, width).src] : []));
  const [site, hero, ...lists] = await Promise.all([
    reader.document('site'),
    reader.document('hero'),
    ...LISTED_WITH_PICTURES.map(async (type) => sources(type, (await reader.list(type)).data?.items)),
    ...HIGHLIGHTED_TYPES.map(async (type) => sources(type, (await reader.highlighted(type)).data)),
  ]);
  return new Set([
    ...sources('site', site.data ? [site.data] : [], SHIELD_WIDTHS[1]),
    ...sources('hero', hero.data ? [hero.data] : []),
    ...lists.flat(),
  ]);
}
