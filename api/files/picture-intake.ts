import { createHash } from 'node:crypto';
import { limited } from '../http/limits/concurrency-limit.ts';
import { Problem } from '../contract/problems.ts';
import { HEAD_LENGTH, isSvg, pictureKindOf } from '../contract/uploaded/file-kinds.ts';
import type { PictureKind } from '../contract/uploaded/file-kinds.ts';
import { uploadedPictureName } from '../contract/uploaded/upload-names.ts';
import { REFUSALS } from '../contract/uploaded/upload-refusals.ts';
import { runApart } from './decoder-process.ts';
import type { DecoderRunner } from './decoder-process.ts';
import type { EncodingResult, EncodedPicture, Upload } from './picture-encoder.ts';

interface PictureIntake {
  /**
   * Encodes an uploaded picture as it is stored. Only its bytes tell what kind of file it is.
   * @param name from pictureNameOf
   * @param isShield may be an SVG drawing too, and is stored as a square
   * @throws Problem 413 too many pixels, 415 no kind of picture that is taken, 422 empty, broken or cut off, 503 no
   *   process can be started
   */
  encode(bytes: Buffer, name: string, isShield?: boolean): Promise<EncodedPicture>;
}

/**
 * Pictures are decoded one after another, each in a process of its own.
 * @param program the program that decodes; it is stopped after `timeout` ms
 * @param runDecoder runs it
 */
export function openPictureIntake({
  program = new URL('./picture-encoder.ts', import.meta.url),
  timeout = 60_000,
  runDecoder = runApart,
}: { program?: URL; timeout?: number; runDecoder?: DecoderRunner } = {}): PictureIntake {
  const turn = limited(1);

  return {
    async encode(bytes, name, isShield = false) {
      const kind = kindOf(bytes, isShield);
      const upload: Upload = { bytes, name, isShield };
      const result = await turn(() => runDecoder<EncodingResult>(program, timeout, upload));
      if (result && !('refused' in result)) return result;
      const refused = result?.refused ?? 'brokenPicture';
      const message = REFUSALS[refused];
      if (refused === 'tooManyPixels') throw new Problem('too-large', { message });
      if (refused !== 'brokenPicture' || kind !== 'heic') throw new Problem('value', { field: 'data', message });
      throw new Problem('wrong-kind', { message: REFUSALS.heic });
    },
  };
}

/** The name of a picture. @param fileName as the device calls the file; @param bytes as they were uploaded */
export function pictureNameOf(fileName: string, bytes: Buffer): string {
  return uploadedPictureName(fileName, createHash('sha256').update(bytes).digest('hex'));
}

/** Returns the kind of a picture by its first bytes. @throws Problem 415, 422: no other file ever reaches a decoder */
function kindOf(bytes: Buffer, isShield: boolean): PictureKind | 'svg' {
  if (bytes.length === 0) throw new Problem('value', { field: 'data', message: REFUSALS.emptyPicture });
  const head = bytes.toString('latin1', 0, HEAD_LENGTH);
  if (isShield && isSvg(head)) return 'svg';
  const kind = pictureKindOf(head);
  if (kind === null || kind === 'other-iso') throw new Problem('wrong-kind', { message: REFUSALS.notPicture });
  return kind;
}
