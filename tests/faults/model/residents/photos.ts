import type { DecoderRunner } from '../../../../api/files/decoder-process.ts';
import type { EncodingResult } from '../../../../api/files/picture-encoder.ts';
import type { DraftPhoto } from '../../../../web/src/tickets/my-tickets.ts';

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/** Photos that are unlike all others by their numbers. */
export const photosOf = (numbers: readonly number[]): DraftPhoto[] =>
  numbers.map((number) => {
    const bytes = new Uint8Array(Buffer.concat([JPEG, Buffer.from(`foto ${number}`)]));
    return { name: `foto ${number}.jpg`, bytes: bytes.buffer };
  });

/** Takes every photo as it is: decoding takes real time, and is tested elsewhere. */
export const decodedBefore: DecoderRunner = async <Answer>(_program: URL, _timeout: number, message: object) => {
  const { bytes, name } = message as { bytes: Uint8Array; name: string };
  const picture = { name, width: 8, height: 8, alt: '' };
  const answer: EncodingResult = { picture, files: [{ file: name, bytes }] };
  return answer as Answer;
};
