import sharp from 'sharp';
import type { SharpOptions } from 'sharp';
import { PICTURE_MAX_PIXELS, SHIELD_LEAST } from '../contract/limits.ts';
import type { REFUSALS } from '../contract/uploaded/upload-refusals.ts';
import { pictureFile } from '../contract/addresses/files.ts';
import { PICTURE_MAX_WIDTH, pictureWidths, SHIELD_SIZE, SHIELD_WIDTHS } from '../contract/values/pictures.ts';
import type { Picture } from '../contract/values/pictures.ts';
import { answerOnce } from './decoder-process.ts';

/** A picture as it is stored: its record and its files, by their names within the record's folder. */
export interface EncodedPicture {
  picture: Picture;
  files: { file: string; bytes: Uint8Array }[];
}
/** An uploaded picture, with the name it gets. */
export interface Upload {
  bytes: Uint8Array;
  name: string;
  isShield: boolean;
}
/** The result of encoding an uploaded picture. */
export type EncodingResult = EncodedPicture | { refused: Refusal };
type Refusal = Extract<keyof typeof REFUSALS, 'tooManyPixels' | 'smallShield' | 'emptyDrawing' | 'brokenPicture'>;

/**
 * Encodes an uploaded picture as it is stored: upright, without metadata, as WebP at every width, never enlarged.
 * @param bytes JPEG, PNG, WebP, AVIF or HEIC, as far as the first bytes tell
 */
export async function encodeUpload(bytes: Uint8Array, name: string): Promise<EncodingResult> {
  try {
    // No pixel is decoded yet, so the header may claim any size.
    const { width, height } = await sharp(bytes, { failOn: 'error', limitInputPixels: false }).metadata();
    if (width * height > PICTURE_MAX_PIXELS) return { refused: 'tooManyPixels' };
    return await encodeWidths(bytes, name, { failOn: 'error', limitInputPixels: PICTURE_MAX_PIXELS, autoOrient: true });
  } catch {
    return { refused: 'brokenPicture' };
  }
}

/**
 * Encodes an uploaded shield as it is stored: a square with a transparent ground, as WebP. Of a drawing, nothing but
 * its pixels is left; it can load nothing and run nothing while it is drawn.
 * @param bytes SVG, or a picture that `encodeUpload` takes
 */
export async function encodeShield(bytes: Uint8Array, name: string): Promise<EncodingResult> {
  try {
    const { format, width, height } = await sharp(bytes, { failOn: 'error', limitInputPixels: false }).metadata();
    const longer = Math.max(width, height);
    const isDrawing = format === 'svg';
    if (!isDrawing && width * height > PICTURE_MAX_PIXELS) return { refused: 'tooManyPixels' };
    if (!isDrawing && longer < SHIELD_LEAST) return { refused: 'smallShield' };
    const options = { failOn: 'error', limitInputPixels: PICTURE_MAX_PIXELS, autoOrient: true } as const;
    // A drawing is drawn at the size that is needed, whatever size it claims.
    const density = Math.min(100_000, Math.max(1, (POINTS * SHIELD_SIZE) / longer));
    const { data, info } = await sharp(bytes, isDrawing ? { ...options, density } : options)
      .resize({ width: SHIELD_SIZE, height: SHIELD_SIZE, fit: 'contain', background: CLEAR })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const { channels } = await sharp(data, { raw }).stats();
    if (channels.at(-1)?.max === 0) return { refused: 'emptyDrawing' };
    const files: EncodedPicture['files'] = [];
    for (const one of SHIELD_WIDTHS) {
      const webp = { quality: 88, alphaQuality: 90, smartSubsample: true, effort: NARROWEST_EFFORT };
      files.push({ file: pictureFile(name, one), bytes: await sharp(data, { raw }).resize(one).webp(webp).toBuffer() });
    }
    return { picture: { name, width: SHIELD_SIZE, height: SHIELD_SIZE }, files };
  } catch {
    return { refused: 'brokenPicture' };
  }
}

/** Dots per inch at which a drawing has the size that it claims in pixels. */
const POINTS = 72;
const CLEAR = { r: 255, g: 255, b: 255, alpha: 0 };

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

export const encode = ({ bytes, name, isShield }: Upload): Promise<EncodingResult> =>
  isShield ? encodeShield(bytes, name) : encodeUpload(bytes, name);

// As a program: waits for one picture and sends the result.
if (import.meta.main && process.send) {
  sharp.concurrency(1);
  answerOnce(encode);
}
