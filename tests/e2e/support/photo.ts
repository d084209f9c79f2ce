import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** Makes a photo to be picked, 200 pixels high and different from all others. */
export async function photo(name: string, width = 300) {
  const buffer = await sharp(randomBytes(width * 200 * 3), { raw: { width, height: 200, channels: 3 } })
    .jpeg()
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}
