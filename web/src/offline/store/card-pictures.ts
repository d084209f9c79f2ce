import { pictureSource } from '#contract/addresses/files';
import type { Picture } from '#contract/records';
import { SHIELD_WIDTHS } from '#contract/values/pictures';
import { PICTURES } from '../../sw/cache-names.ts';
import { PICTURE, isWhole } from '../../sw/is-whole.ts';
import { savesData } from '../../browser/saves-data.ts';
import type { DeviceReader } from '../reading/device-reader.ts';

type Owner = 'site' | 'hero' | 'story' | 'agenda' | 'album';
interface Pictured {
  id: string;
  year?: number;
  image?: Picture | null;
}

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
  const [site, hero, carousel, stories, events, albums, highlighted] = await Promise.all([
    reader.site(),
    reader.hero(),
    reader.homeCarousel(),
    reader.stories(1),
    reader.events('all', null, 1),
    reader.albums(1),
    reader.highlightedAlbums(),
  ]);
  const sources = (owner: Owner, cards: Pictured[] = [], width = CARD_WIDTH) =>
    cards.flatMap(({ image, ...record }) => (image ? [pictureSource(owner, record, image, width).src] : []));
  return new Set([
    ...sources('site', site.data ? [site.data] : [], SHIELD_WIDTHS[1]),
    ...sources('hero', hero.data ? [hero.data] : []),
    ...(carousel.data ?? []).flatMap((item) => sources(item.type === 'Story' ? 'story' : 'agenda', [item])),
    ...sources('story', stories.data?.items),
    ...sources('agenda', events.data?.items),
    ...sources('album', albums.data?.items),
    ...sources('album', highlighted.data),
  ]);
}
