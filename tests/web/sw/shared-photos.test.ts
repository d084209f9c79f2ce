import { expect, test } from 'vitest';
import { SHARED_PART, sharedPhotos } from '#contract/addresses/installed';
import { ADMIN_CODES, SHARED_PHOTOS } from '../../../web/src/page-and-worker/cache-names.ts';
import { keepSharedPhotos } from '../../../web/src/sw/shared-photos.ts';
import { cacheStorage } from './cache-storage.ts';

const ORIGIN = 'https://portal.example';

/** A device, and what the service worker does with the photos that its gallery sends. */
async function device({ isOfStaff = true } = {}) {
  const disk = { isFull: false };
  const caches = cacheStorage(globalThis.fetch, ORIGIN, disk);
  if (isOfStaff) await caches.open(`${ADMIN_CODES}release`);
  return {
    disk,
    /** @param names of the photos; null for a text in the place of one */
    async share(...names: (string | null)[]): Promise<string> {
      const body = new FormData();
      for (const name of names)
        body.append(SHARED_PART, name === null ? 'text' : new File(['a photo'], name, { type: 'image/jpeg' }));
      const request = new Request(ORIGIN + sharedPhotos(), { method: 'POST', body });
      const answer = await keepSharedPhotos(request, caches);
      expect(answer.status).toBe(303);
      return new URL(answer.headers.get('location') ?? '').href.slice(ORIGIN.length);
    },
    async kept(): Promise<string[]> {
      const cache = await caches.open(SHARED_PHOTOS);
      const answers = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
      return answers.map((answer) => decodeURIComponent(answer?.headers.get('x-name') ?? ''));
    },
  };
}

test('photos from the gallery are kept in their order, also those of a second time', async () => {
  const { share, kept } = await device();
  expect(await share('año nuevo.jpg', 'plaza.jpg')).toBe('/admin/fotos');
  expect(await share('plaza.jpg')).toBe('/admin/fotos');
  expect(await kept()).toEqual(['año nuevo.jpg', 'plaza.jpg', 'plaza.jpg']);
});

test('what is no photo in the form is left out', async () => {
  const { share, kept } = await device();
  expect(await share('plaza.jpg', null)).toBe('/admin/fotos');
  expect(await kept()).toEqual(['plaza.jpg']);
});

test('on a full device the person learns that photos were lost', async () => {
  const { share, kept, disk } = await device();
  await share('plaza.jpg');
  disk.isFull = true;
  expect(await share('feria.jpg')).toBe('/admin/fotos?perdidas=1');
  expect(await kept()).toEqual(['plaza.jpg']);
});

test('nothing is kept on devices where no staff have worked: any site can send such a form', async () => {
  const { share, kept } = await device({ isOfStaff: false });
  expect(await share('plaza.jpg')).toBe('/admin/fotos?perdidas=1');
  expect(await kept()).toEqual([]);
});
