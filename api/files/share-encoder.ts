import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { PICTURE_MAX_PIXELS, SHARE_MAX } from '../contract/limits.ts';
import { SHARE_SIZE } from '../contract/share.ts';
import type { ShareCard } from '../contract/share.ts';
import { answerOnce } from './apart.ts';
import { drawnCard } from './share-card.ts';

/** What to make the picture of a share of: a stored photo, or the words of a card and an SVG document. */
export type ShareMaterial = { photo: Uint8Array } | { card: ShareCard; shield: string };

/**
 * Makes the picture of a share, as a JPEG of 1200 × 630 pixels under 300 KB.
 * @returns null if the photo cannot be decoded
 */
export async function encodeShare(material: ShareMaterial): Promise<Uint8Array | null> {
  try {
    return 'photo' in material ? await smallJpeg(cut(material.photo)) : await smallJpeg(draw(material));
  } catch {
    return null;
  }
}

/** Cuts a photo round what draws the eye: faces, saturated colours, detail. */
const cut = (photo: Uint8Array) =>
  sharp(photo, { failOn: 'error', limitInputPixels: PICTURE_MAX_PIXELS })
    .resize({ ...SHARE_SIZE, fit: 'cover', position: sharp.strategy.attention })
    .flatten({ background: '#fff' });

const draw = ({ card, shield }: { card: ShareCard; shield: string }) => sharp(Buffer.from(drawnCard(card, shield)));

const QUALITIES = [82, 72, 60, 45, 30];

/** Returns the picture in the best quality that is small enough for every messenger. */
async function smallJpeg(picture: Sharp): Promise<Uint8Array> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  for (const quality of QUALITIES) {
    const jpeg = await sharp(data, { raw: { width, height, channels } }).jpeg({ quality, mozjpeg: true }).toBuffer();
    if (jpeg.length < SHARE_MAX) return jpeg;
  }
  throw new Error('the picture does not get small enough');
}

// As a program: waits for the material and sends the picture.
if (import.meta.main && process.send) {
  sharp.concurrency(1);
  answerOnce(encodeShare);
}
