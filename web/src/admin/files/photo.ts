import { PICTURE_RECOMMENDED } from '#contract/limits';
import { HEAD_LENGTH, isSvg, pictureKindOf } from '#contract/uploaded/file-kinds';
import { REFUSALS } from '#contract/uploaded/upload-refusals';
import type { TextPicture } from '#contract/uploaded/text-pictures';
import { reducedPicture } from '../../browser/reduced-picture.ts';

/** A picked file, read into memory: it no longer depends on the camera or the folder. */
export interface LoadedFile {
  name: string;
  mime: string;
  bytes: ArrayBuffer;
  /** Of a photo that was shared to the portal: where the device keeps it. */
  sharedAs?: string;
  /** Of a photo for a text: puts it there. */
  insert?: (picture: TextPicture) => void;
}

/** A picked file that is not in memory yet. */
export interface PickedFile extends Pick<LoadedFile, 'name' | 'sharedAs' | 'insert'> {
  blob: Blob;
}

export const pickedFiles = (files: readonly File[]): PickedFile[] => files.map((blob) => ({ name: blob.name, blob }));

/** Reads a picked file into memory. @throws Error with a message for the person */
export async function readPicked({ blob, ...picked }: PickedFile): Promise<LoadedFile> {
  const bytes = await blob.arrayBuffer().catch(() => {
    throw new Error(UNREADABLE);
  });
  return { ...picked, mime: blob.type || 'application/octet-stream', bytes };
}
export const UNREADABLE = 'No pudimos leer el archivo. Elegilo de nuevo.';

/**
 * Checks by its first bytes that the server will accept a photo, so that a refusal does not wait for the network.
 * Converts HEIC to JPEG if the device can decode it.
 * @param isShield may be an SVG drawing too
 * @throws Error with a message for the person
 */
export async function uploadable(photo: LoadedFile, isShield = false): Promise<LoadedFile> {
  if (isShield && isSvg(headOf(photo))) return photo;
  const kind = kindOf(photo);
  if (kind !== 'heic' && kind !== 'other-iso') return photo;
  return shrink(photo).catch(() => {
    throw new Error(REFUSALS.heic);
  });
}

function kindOf(photo: LoadedFile) {
  if (photo.bytes.byteLength === 0) throw new Error(REFUSALS.emptyPicture);
  const kind = pictureKindOf(headOf(photo));
  if (kind === null) throw new Error(REFUSALS.notPicture);
  return kind;
}

/** Returns why a file is no picture, in words for the person; null if it is one. Reads its first bytes only. */
export async function pictureFault(file: Blob): Promise<string | null> {
  try {
    kindOf({ name: '', mime: '', bytes: await file.slice(0, HEAD_LENGTH).arrayBuffer() });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : UNREADABLE;
  }
}

/** Returns the first bytes of a file, which identify its type, as one character each. */
export const headOf = ({ bytes }: LoadedFile) =>
  String.fromCharCode(...new Uint8Array(bytes, 0, Math.min(bytes.byteLength, HEAD_LENGTH)));

/**
 * Shrinks a photo to a JPEG of at most 1600 px and, if possible, 500 kB.
 * @throws Error if the device cannot decode the picture
 */
export async function shrink(file: LoadedFile): Promise<LoadedFile> {
  const bitmap = await createImageBitmap(new Blob([file.bytes], { type: file.mime }), {
    imageOrientation: 'from-image',
  });
  try {
    return asJpeg(file, await (await reducedPicture(bitmap, PICTURE_RECOMMENDED)).arrayBuffer());
  } finally {
    bitmap.close();
  }
}

/** The photo with other bytes, which are a JPEG. */
export const asJpeg = (photo: LoadedFile, bytes: ArrayBuffer): LoadedFile => ({
  ...photo,
  name: `${photo.name.replace(/\.[^.]*$/, '')}.jpg`,
  mime: 'image/jpeg',
  bytes,
});
