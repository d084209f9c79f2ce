import { pictureSource } from '#contract/addresses/files';
import type { Picture } from '#contract/records';
import { PICTURES } from '../../sw/cache-names.ts';
import { PICTURE, isWhole } from '../../sw/is-whole.ts';
import type { DeviceReader } from '../reading/device-reader.ts';

type Owner = 'story' | 'agenda' | 'album';
interface Pictured {
  id: string;
  year?: number;
  image: Picture | null;
}

/** Cards are narrow: the smallest stored width is sharp enough, and the service worker shows it where a larger one is missing. */
const CARD_WIDTH = 480;

/** Puts the pictures of the home page's and the first pages' cards into the cache that the service worker answers from. */
export async function keepCardPictures(reader: DeviceReader): Promise<void> {
  if (!('caches' in globalThis) || isCostly()) return;
  const cache = await caches.open(PICTURES);
  for (const url of await cardPictures(reader)) {
    try {
      if (await cache.match(url)) continue;
      const picture = await fetch(url);
      if (isWhole(picture, PICTURE)) await cache.put(url, picture);
    } catch {
      // No network, no room, or a picture that has gone: all of it can wait for the next time.
      return;
    }
  }
}

async function cardPictures(reader: DeviceReader): Promise<Set<string>> {
  const [carousel, stories, events, albums, highlighted] = await Promise.all([
    reader.homeCarousel(), reader.stories(1), reader.events('all', null, 1), reader.albums(1), reader.highlightedAlbums(),
  ]);
  const sources = (owner: Owner, cards: Pictured[] = []) =>
    cards.flatMap(({ image, ...record }) => (image ? [pictureSource(owner, record, image, CARD_WIDTH).src] : []));
  return new Set([
    ...(carousel.data ?? []).flatMap((item) => sources(item.type === 'Story' ? 'story' : 'agenda', [item])),
    ...sources('story', stories.data?.items),
    ...sources('agenda', events.data?.items),
    ...sources('album', albums.data?.items),
    ...sources('album', highlighted.data),
  ]);
}

/** Has the visitor asked to save data, or is the line so slow that pictures would stand in the way of everything else? */
function isCostly(): boolean {
  const { saveData, effectiveType } = (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection ?? {};
  return saveData === true || effectiveType?.endsWith('2g') === true;
}
