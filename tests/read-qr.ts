import decode from 'jsqr';
import sharp from 'sharp';

/** Returns the text of the QR code in a picture, or null if there is none that can be read. */
export async function readQr(picture: Buffer): Promise<string | null> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decode(new Uint8ClampedArray(data), info.width, info.height)?.data ?? null;
}
