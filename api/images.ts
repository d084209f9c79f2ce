import { createHash } from 'node:crypto';
import type { Metadata, SharpOptions } from 'sharp';
import { atMost } from './at-most.ts';
import { IMAGE_MAX_PIXELS } from './contract/limits.ts';
import { pictureFile } from './contract/paths.ts';
import { PICTURE_MAX_WIDTH, pictureWidths } from './contract/pictures.ts';
import { Problem } from './contract/problems.ts';
import type { Picture } from './contract/records.ts';
import { uploadedPictureName } from './contract/uploads.ts';

/** A picture as it is stored: its record and its files, by their names within the record's folder. */
export interface DrawnPicture {
  picture: Picture;
  files: { file: string; bytes: Buffer }[];
}

export interface Images {
  /**
   * Makes what is stored of an uploaded photo: upright, without any metadata, WebP at every width, never enlarged.
   * What kind of file it is, only its bytes say.
   * @param name from pictureNameOf
   * @throws Problem 413 too many pixels, 415 no kind of picture that is taken, 422 empty, broken or cut off
   */
  draw(bytes: Buffer, name: string): Promise<DrawnPicture>;
}

/** @param atOnce how many photos are decoded side by side; the others wait for their turn */
export function openImages(atOnce = 2): Images {
  const turn = atMost(atOnce);
  return { draw: (bytes, name) => turn(() => drawPhoto(bytes, name)) };
}

/** The name of a picture. @param fileName as the device calls the file; @param bytes as they were uploaded */
export function pictureNameOf(fileName: string, bytes: Buffer): string {
  return uploadedPictureName(fileName, createHash('sha256').update(bytes).digest('hex'));
}

/**
 * Draws an image at all the widths it is stored at.
 * @param effort 0 (quick) to 6 (small): how long the encoder looks for a smaller file
 */
export async function drawWidths(image: Buffer, name: string, { effort = 4, ...options }: SharpOptions & { effort?: number } = {}): Promise<DrawnPicture> {
  const sharp = await loadSharp();
  const { data, info } = await sharp(image, options)
    .timeout({ seconds: DECODING_SECONDS })
    .resize({ width: PICTURE_MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const files: DrawnPicture['files'] = [];
  for (const one of pictureWidths({ width })) {
    const bytes = await sharp(data, { raw: { width, height, channels } }).resize({ width: one }).webp({ quality: 80, effort }).toBuffer();
    files.push({ file: pictureFile(name, one), bytes });
  }
  return { picture: { name, width, height }, files };
}

/** WebP ends at 16,383; half of it keeps a poster of any length within memory. */
const MAX_HEIGHT = 8000;
const DECODING_SECONDS = 30;

const EMPTY = 'El archivo está vacío. Elegí otra imagen.';
const BROKEN = 'La imagen está dañada o llegó incompleta. Abrila en el teléfono, guardala de nuevo y volvé a subirla.';
const WRONG_KIND = 'Ese archivo no es una imagen que podamos usar. Subí una foto JPEG, PNG, WebP o AVIF.';
const TOO_MANY_PIXELS = `La imagen tiene más de ${IMAGE_MAX_PIXELS / 1_000_000} millones de píxeles. Reducila y volvé a subirla.`;
const HEIC =
  'Este teléfono guardó la foto en formato HEIC, que acá no se puede abrir. En el iPhone, entrá en Ajustes, Cámara, Formatos y elegí «Más compatible»; después sacá la foto de nuevo, o enviala como JPEG.';

async function drawPhoto(bytes: Buffer, name: string): Promise<DrawnPicture> {
  if (bytes.length === 0) throw new Problem('value', { field: 'data', message: EMPTY });
  const kind = kindOf(bytes);
  if (!kind) throw new Problem('wrong-kind', { message: WRONG_KIND });
  try {
    const { width, height } = await headOf(bytes);
    if (width * height > IMAGE_MAX_PIXELS) throw new Problem('too-large', { message: TOO_MANY_PIXELS });
    return await drawWidths(bytes, name, { failOn: 'error', limitInputPixels: IMAGE_MAX_PIXELS, autoOrient: true });
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (kind === 'heic') throw new Problem('wrong-kind', { message: HEIC });
    throw new Problem('value', { field: 'data', message: BROKEN });
  }
}

/** What the file's head says of it; no pixel is decoded, so it may promise any size. */
async function headOf(bytes: Buffer): Promise<Metadata> {
  const sharp = await loadSharp();
  return sharp(bytes, { failOn: 'error', limitInputPixels: false }).metadata();
}

/** Loaded with the first photo. One thread a picture and nothing kept between two: what it takes is known beforehand. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

type Kind = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic';

/** The kind of a picture by its first bytes; null for all else, so that no other decoder ever sees it. */
function kindOf(bytes: Buffer): Kind | null {
  const at = (start: number, end: number) => bytes.toString('latin1', start, end);
  if (at(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (at(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') return 'webp';
  if (at(4, 8) !== 'ftyp') return null;
  // ISO 14496-12, 4.3: the brand of the file, then those it is compatible with.
  const brands: string[] = at(8, Math.min(bytes.length >= 4 ? bytes.readUInt32BE(0) : 0, 64)).match(/.{4}/gs) ?? [];
  if (brands.includes('avif') || brands.includes('avis')) return 'avif';
  return brands.some((brand) => ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'].includes(brand)) ? 'heic' : null;
}
