import { PICTURE_RECOMMENDED } from '#contract/limits';
import { TICKET_PHOTO_MAX } from '#contract/tickets/ticket';
import { reducedPicture } from '../browser/reduced-picture.ts';
import type { DraftPhoto } from './my-tickets.ts';

/**
 * Makes a photo small enough to be stored and sent on a slow line. What the camera wrote into it, as the place, is not
 * in the new one.
 * @throws Error if the device cannot read it
 */
export async function reducedPhoto(file: File): Promise<DraftPhoto> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const blob = await reducedPicture(bitmap, PICTURE_RECOMMENDED);
    if (blob.size > TICKET_PHOTO_MAX) throw new Error('too large');
    return { name: `${file.name.replace(/\.[^.]*$/, '').slice(0, 60) || 'foto'}.jpg`, bytes: await blob.arrayBuffer() };
  } finally {
    bitmap.close();
  }
}
