import { lostPhotos, SHARED_PART, sharedPhotos } from '#contract/addresses/installed';
import { isOfStaff, SHARED_PHOTOS } from '../page-and-worker/cache-names.ts';

/**
 * Keeps the photos that the device's gallery sends, and answers with the screen that asks where they belong. Any site
 * can send such a form, so nothing is kept on a device where nobody of the staff has worked.
 */
export async function keepSharedPhotos(request: Request, caches: CacheStorage): Promise<Response> {
  let screen = sharedPhotos();
  try {
    const photos = (await request.formData()).getAll(SHARED_PART);
    if (!(await isOfStaff(caches))) throw new Error('nobody of the staff');
    const cache = await caches.open(SHARED_PHOTOS);
    for (const photo of photos) {
      if (typeof photo === 'string') continue;
      const headers = { 'content-type': photo.type, 'x-name': encodeURIComponent(photo.name) };
      await cache.put(`${sharedPhotos()}/${crypto.randomUUID()}`, new Response(photo, { headers }));
    }
  } catch {
    screen = lostPhotos();
  }
  return Response.redirect(new URL(screen, request.url).href, 303);
}
