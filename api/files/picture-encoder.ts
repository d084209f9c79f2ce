import sharp from 'sharp';
import type { SharpOptions } from 'sharp';
import { PICTURE_MAX_PIXELS } from '../contract/limits.ts';
import { pictureFile } from '../contract/addresses/files.ts';
import { PICTURE_MAX_WIDTH, pictureWidths } from '../contract/values/pictures.ts';
import type { Picture } from '../contract/records.ts';
import { answerOnce } from './apart.ts';

/** A picture as it is stored: its record and its files, by their names within the record's folder. */
export interface EncodedPicture {
  picture: Picture;
  files: { file: string; bytes: Uint8Array }[];
}
/** The result of encoding an uploaded picture. */
export type EncodingResult = EncodedPicture | { refused: 'too many pixels' | 'broken' };

/**
 * Encodes an uploaded picture as it is stored: upright, without metadata, as WebP at every width, never enlarged.
 * @param bytes JPEG, PNG, WebP, AVIF or HEIC, as far as the first bytes tell
 */
export async function encodeUpload(bytes: Uint8Array, name: string): Promise<EncodingResult> {
  try {
    // No pixel is decoded yet, so the header may claim any size.
    const { width, height } = await sharp(bytes, { failOn: 'error', limitInputPixels: false }).metadata();
    if (width * height > PICTURE_MAX_PIXELS) return { refused: 'too many pixels' };
    return await encodeWidths(bytes, name, { failOn: 'error', limitInputPixels: PICTURE_MAX_PIXELS, autoOrient: true });
  } catch {
    return { refused: 'broken' };
  }
}

/** Effort for the narrowest width, which phones on a slow connection load and which is the quickest to encode. */
const NARROWEST_EFFORT = 6;

/**
 * Encodes a picture at all the widths it is stored at.
 * @param effort 0 (quick) to 6 (small): how long the encoder looks for a smaller file, at all widths but the narrowest
 */
export async function encodeWidths(
  original: Uint8Array,
  name: string,
  { effort = 4, ...options }: SharpOptions & { effort?: number } = {},
): Promise<EncodedPicture> {
  const { data, info } = await sharp(original, options)
    .resize({ width: PICTURE_MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const files: EncodedPicture['files'] = [];
  for (const [place, one] of pictureWidths({ width }).entries()) {
    const webp = { quality: 72, effort: place === 0 ? NARROWEST_EFFORT : effort };
    const bytes = await sharp(data, { raw: { width, height, channels } }).resize({ width: one }).webp(webp).toBuffer();
    files.push({ file: pictureFile(name, one), bytes });
  }
  return { picture: { name, width, height }, files };
}

/** WebP ends at 16,383; half of it keeps a poster of any length within memory. */
const MAX_HEIGHT = 8000;

// As a program: waits for one picture and sends the result.
if (import.meta.main && process.send) {
  sharp.concurrency(1);
  answerOnce(({ bytes, name }: { bytes: Uint8Array; name: string }) => encodeUpload(bytes, name));
}
