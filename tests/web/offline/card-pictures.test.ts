import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepCardPictures } from '../../../web/src/offline/reading/card-pictures.ts';
import { cacheStorage } from '../sw/cache-storage.ts';
import { story } from './fake-feed.ts';
import { openTab, townHall } from './town-hall.ts';

let asked: string[];
let isOnline: boolean;
let type: string;
beforeEach(() => {
  asked = [];
  isOnline = true;
  type = 'image/webp';
  const network = (async (input: string) => {
    asked.push(input);
    if (!isOnline) throw new TypeError('Failed to fetch');
    return new Response('picture', { headers: { 'content-type': type } });
  }) as typeof globalThis.fetch;
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('caches', cacheStorage(network));
});
afterEach(() => void vi.unstubAllGlobals());

const image = (name: string, width: number) => ({ name, width, height: 100 });

async function device() {
  const hall = townHall();
  hall.feed.put('hero', { id: 'hero', image: image('costanera', 1600) });
  hall.feed.put('story', story('a', { image: image('grande', 1600), highlight: 1 }));
  hall.feed.put('story', story('b', { image: image('chica', 300) }));
  hall.feed.put('story', story('c'));
  const { reading } = openTab(hall);
  await reading.pull();
  return reading.onDevice();
}

test('the pictures of home and on the cards of the first pages are fetched, each once and small', async () => {
  const reader = await device();
  await keepCardPictures(reader);
  await keepCardPictures(reader);
  expect(asked.sort()).toEqual([
    '/uploads/hero/hero/costanera-480.webp',
    '/uploads/story/2026/a/grande-480.webp',
    '/uploads/story/2026/b/chica-300.webp',
  ]);
});

test.for([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
  'they are not fetched when that would cost: %o',
  async (connection) => {
    vi.stubGlobal('navigator', { locks: navigator.locks, connection });
    await keepCardPictures(await device());
    expect(asked).toEqual([]);
  },
);

test('offline it stops at the first one', async () => {
  isOnline = false;
  await keepCardPictures(await device());
  expect(asked).toHaveLength(1);
});

test('a foreign page is not a picture', async () => {
  type = 'text/html';
  const reader = await device();
  await keepCardPictures(reader);
  type = 'image/webp';
  asked = [];
  await keepCardPictures(reader);
  expect(asked).toHaveLength(3);
});
