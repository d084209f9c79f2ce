import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropWithdrawnPictures } from '../../../web/src/offline/store/kept-pictures.ts';
import { PICTURES } from '../../../web/src/page-and-worker/cache-names.ts';
import type { Feed } from '#contract/feed-messages';
import { cacheStorage } from '../sw/cache-storage.ts';

const device = { isBroken: false };
const KEPT = [
  '/uploads/story/2026/aaaaaaaaaaaa/foto-0123456789abcdef-480.webp',
  '/uploads/story/2026/aaaaaaaaaaaa/foto-0123456789abcdef-960.webp',
  '/uploads/story/2026/bbbbbbbbbbbb/foto-0123456789abcdef-480.webp',
  '/uploads/album/aaaaaaaaaaaa/uno-0123456789abcdef-480.webp',
  '/uploads/album/aaaaaaaaaaaa/dos-0123456789abcdef-480.webp',
  '/uploads/greenpointpage/greenpointpage/foto-0123456789abcdef-480.webp',
];
const names = async () => (await (await caches.open(PICTURES)).keys()).map(({ url }) => new URL(url).pathname);

beforeEach(async () => {
  device.isBroken = false;
  vi.stubGlobal('caches', cacheStorage(fetch, 'https://portal.example', device));
  for (const url of KEPT) await (await caches.open(PICTURES)).put(url, new Response('picture'));
});
afterEach(() => void vi.unstubAllGlobals());

const put = (type: string, record: object) => ({ type, seq: 1, record }) as Feed['puts'][number];
const picture = (name: string) => ({ name, width: 480, height: 300 });

test('the pictures of a withdrawn record are removed from the device, and no others', async () => {
  await dropWithdrawnPictures({
    puts: [],
    dels: [
      { type: 'story', id: 'aaaaaaaaaaaa', seq: 2 },
      { type: 'bulletin', id: 'bbbbbbbbbbbb', seq: 3 },
    ],
  });
  expect(await names()).toEqual(KEPT.slice(2));
});

test('pictures that were replaced or removed from an album are removed from the device', async () => {
  await dropWithdrawnPictures({
    puts: [
      put('story', { id: 'bbbbbbbbbbbb', image: picture('otra-0123456789abcdef') }),
      put('story', { id: 'aaaaaaaaaaaa', image: picture('foto-0123456789abcdef') }),
      put('album', { id: 'aaaaaaaaaaaa', images: [picture('dos-0123456789abcdef')] }),
      put('greenpointpage', { id: 'greenpointpage', images: [] }),
    ],
    dels: [],
  });
  expect(await names()).toEqual([KEPT[0], KEPT[1], KEPT[4]]);
});

test('a piece that changes no picture, and a broken profile, change nothing', async () => {
  await dropWithdrawnPictures({ puts: [put('map', { id: 'aaaaaaaaaaaa' })], dels: [] });
  expect(await names()).toEqual(KEPT);
  device.isBroken = true;
  await dropWithdrawnPictures({ puts: [], dels: [{ type: 'story', id: 'aaaaaaaaaaaa', seq: 2 }] });
  device.isBroken = false;
  expect(await names()).toEqual(KEPT);
});
