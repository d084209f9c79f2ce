import { beforeEach, expect, it, vi } from 'vitest';
import { pictureSource, textPictureSource } from '#contract/addresses/files';
import { imageTag } from '#contract/uploaded/text-pictures';
import type { RecordType } from '#contract/record-types';
import type { AnyRecord } from '#contract/records';
import type { Picture } from '#contract/values/pictures';
import { dropDraftPictures } from '../../../web/src/offline/store/draft-pictures.ts';
import { cacheStorage } from '../sw/cache-storage.ts';

const ORIGIN = 'https://portal.example';
let caches: CacheStorage;
beforeEach(() => {
  caches = cacheStorage(() => Promise.reject(new TypeError('Failed to fetch')), ORIGIN);
  vi.stubGlobal('caches', caches);
});

const picture = (name: string): Picture => ({ name: `${name}-0123456789abcdef`, width: 1600, height: 900 });
const story = (id: string, status: string) => ({ id, year: 2026, status, image: picture(id) });
const held = (type: RecordType, ...records: object[]) => [type, records as AnyRecord[]] as const;
const address = (id: string, width = 480) => pictureSource('story', { id, year: 2026 }, picture(id), width).src;

async function keep(...addresses: string[]): Promise<void> {
  const cache = await caches.open('pictures');
  for (const one of addresses)
    await cache.put(ORIGIN + one, new Response('x', { headers: { 'content-type': 'image/webp' } }));
}
const kept = async () => (await (await caches.open('pictures')).keys()).map(({ url }) => new URL(url).pathname);

it('pictures that the public may see stay, in every width; those of drafts, hidden records and no record are removed', async () => {
  const open = [address('public', 480), address('public', 1600), address('archived')];
  await keep(
    ...open,
    address('draft'),
    address('draft', 960),
    address('hidden'),
    address('deleted'),
    '/uploads/album/gallery/uno-0123456789abcdef-480.webp',
  );
  await dropDraftPictures(
    new Map([
      held(
        'story',
        story('public', 'Publicado'),
        story('archived', 'Archivado'),
        story('draft', 'Redaccion'),
        story('hidden', 'Oculto'),
      ),
      held('album', { id: 'gallery', status: 'Redaccion', images: [picture('uno')] }),
    ]),
  );
  expect(await kept()).toEqual(open);
});

it('the same goes for pictures within texts', async () => {
  const text = (name: string) =>
    `<figure>${imageTag({ name: `foto-${name}`, width: 1600, height: 900 })}<figcaption>x</figcaption></figure>`;
  const [open, draft] = ['00000000000000aa', '00000000000000bb'];
  await keep(textPictureSource(`foto-${open}`, 480), textPictureSource(`foto-${draft}`, 480));
  await dropDraftPictures(
    new Map([
      held('bulletin', { id: 'b', status: 'Publicado', text: text(open) }),
      held('story', { id: 's', year: 2026, status: 'Redaccion', image: null, text: text(draft) }),
    ]),
  );
  expect(await kept()).toEqual([textPictureSource(`foto-${open}`, 480)]);
});

it('a device without records loses no picture, and one without caches still works', async () => {
  await keep(address('public'));
  await dropDraftPictures(new Map([held('story')]));
  expect(await kept()).toEqual([address('public')]);
  vi.unstubAllGlobals();
  await expect(dropDraftPictures(new Map([held('story', story('draft', 'Redaccion'))]))).resolves.toBeUndefined();
});
