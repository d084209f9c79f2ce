import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { PICTURE_MAX_PIXELS, SHARE_MAX } from '../contract/limits.ts';
import { SHARE_SIZE } from '../contract/share.ts';
import type { ShareCard } from '../contract/share.ts';
import { answerOnce } from './decoder-process.ts';
import { SHIELD_SIZE } from '../contract/values/pictures.ts';
import { drawnMark } from './drawn-mark.ts';
import { drawnCard } from './share-card.ts';

/** What to make the picture of a share of: a stored photo, the words of a card with the stored shield, or both. */
export interface ShareMaterial {
  photo?: Uint8Array;
  card?: { words: ShareCard; shield: Uint8Array | null };
}

/**
 * Makes the picture of a share, as a JPEG of 1200 × 630 pixels under 300 KB.
 * @returns null if the photo cannot be decoded
 */
export async function encodeShare({ photo, card }: ShareMaterial): Promise<Uint8Array | null> {
  try {
    if (!card) return photo ? await smallJpeg(cut(photo, SHARE_SIZE)) : null;
    const { words } = card;
    const shield = await shieldUrl(card);
    if (!photo) return await smallJpeg(sharp(Buffer.from(drawnCard(words, shield))));
    const beside = await cut(photo, { width: await widthBeside(photo), height: SHARE_SIZE.height })
      .png()
      .toBuffer({ resolveWithObject: true });
    const { width } = beside.info;
    const drawn = sharp(Buffer.from(drawnCard(words, shield, width)));
    return await smallJpeg(drawn.composite([{ input: beside.data, left: SHARE_SIZE.width - width, top: 0 }]));
  } catch {
    return null;
  }
}

/** The shield on white, or without one the town's mark, as a data URL for the picture in the picture. */
async function shieldUrl({ words, shield }: NonNullable<ShareMaterial['card']>): Promise<string> {
  const drawn = shield ?? Buffer.from(drawnMark(words, { rounded: true }));
  const { data } = await sharp(drawn)
    .resize(SHIELD_SIZE / 2)
    .flatten(shield ? { background: '#fff' } : false)
    .png()
    .toBuffer({ resolveWithObject: true });
  return `data:image/png;base64,${data.toString('base64')}`;
}

const openPhoto = (photo: Uint8Array) => sharp(photo, { failOn: 'error', limitInputPixels: PICTURE_MAX_PIXELS });

/** Cuts a photo round what draws the eye: faces, saturated colours, detail. */
const cut = (photo: Uint8Array, size: { width: number; height: number }) =>
  openPhoto(photo)
    .resize({ ...size, fit: 'cover', position: sharp.strategy.attention })
    .flatten({ background: '#fff' });

/** Returns how wide a photo is beside the words: as it is, unless that is too narrow or leaves them no room. */
async function widthBeside(photo: Uint8Array): Promise<number> {
  const { width, height } = await openPhoto(photo).metadata();
  return Math.round(Math.min(630, Math.max(360, (SHARE_SIZE.height * width) / height)));
}

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
