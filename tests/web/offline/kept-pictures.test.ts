import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropWithdrawnPictures } from '../../../web/src/offline/store/kept-pictures.ts';
import { PICTURES } from '../../../web/src/page-and-worker/cache-names.ts';
import type { Feed } from '#contract/messages/feed-messages';
import { imageTag } from '#contract/uploaded/text-pictures';
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
/** Those within texts, which have no record in their address. */
const OF_TEXTS = [
  '/uploads/text/foto-00000000000000aa-480.webp',
  '/uploads/text/foto-00000000000000aa-960.webp',
  '/uploads/text/foto-00000000000000bb-480.webp',
];
const naming = (...names: string[]) => names.map((name) => `<figure>${imageTag({ name })}</figure>`).join('');
const none = async () => [];
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
  await dropWithdrawnPictures(
    {
      puts: [],
      dels: [
        { type: 'story', id: 'aaaaaaaaaaaa', seq: 2 },
        { type: 'bulletin', id: 'bbbbbbbbbbbb', seq: 3 },
      ],
    },
    none,
  );
  expect(await names()).toEqual(KEPT.slice(2));
});

test('pictures that were replaced or removed from an album are removed from the device', async () => {
  await dropWithdrawnPictures(
    {
      puts: [
        put('story', { id: 'bbbbbbbbbbbb', image: picture('otra-0123456789abcdef') }),
        put('story', { id: 'aaaaaaaaaaaa', image: picture('foto-0123456789abcdef') }),
        put('album', { id: 'aaaaaaaaaaaa', images: [picture('dos-0123456789abcdef')] }),
        put('greenpointpage', { id: 'greenpointpage', images: [] }),
      ],
      dels: [],
    },
    none,
  );
  expect(await names()).toEqual([KEPT[0], KEPT[1], KEPT[4]]);
});

test('a picture within texts is removed when no record on the device shows it any more', async () => {
  const cache = await caches.open(PICTURES);
  for (const url of OF_TEXTS) await cache.put(url, new Response('picture'));
  const held = async () =>
    [
      { type: 'bulletin', record: { text: naming('foto-00000000000000aa') } },
      { type: 'story', record: null },
    ] as unknown as Awaited<ReturnType<Parameters<typeof dropWithdrawnPictures>[1]>>;
  const withdrawn = { puts: [], dels: [{ type: 'story' as const, id: 'cccccccccccc', seq: 2 }] };
  await dropWithdrawnPictures({ puts: [put('map', { id: 'aaaaaaaaaaaa' })], dels: [] }, none);
  expect(await names()).toEqual([...KEPT, ...OF_TEXTS]);
  await dropWithdrawnPictures(withdrawn, held);
  expect(await names()).toEqual([...KEPT, ...OF_TEXTS.slice(0, 2)]);
  await dropWithdrawnPictures({ puts: [put('bulletin', { id: 'aaaaaaaaaaaa', text: '' })], dels: [] }, none);
  expect(await names()).toEqual(KEPT);
});

test('a piece that changes no picture, and a broken profile, change nothing', async () => {
  await dropWithdrawnPictures({ puts: [put('map', { id: 'aaaaaaaaaaaa' })], dels: [] }, none);
  expect(await names()).toEqual(KEPT);
  device.isBroken = true;
  await dropWithdrawnPictures({ puts: [], dels: [{ type: 'story', id: 'aaaaaaaaaaaa', seq: 2 }] }, none);
  device.isBroken = false;
  expect(await names()).toEqual(KEPT);
});
