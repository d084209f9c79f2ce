import type { DecoderRunner } from '../../api/files/decoder-process.ts';
import { encodeIcon } from '../../api/files/icon-encoder.ts';
import { encode } from '../../api/files/picture-encoder.ts';
import { encodeShare } from '../../api/files/share-encoder.ts';

const PROGRAMS: Record<string, (message: never) => Promise<unknown>> = {
  'icon-encoder.ts': encodeIcon,
  'picture-encoder.ts': encode,
  'share-encoder.ts': encodeShare,
};

/**
 * Decodes pictures in this process, with the same code, in place of a process for each: starting one takes longer than
 * a small picture. For tests that are about something else.
 */
export const decodeHere: DecoderRunner = async <Answer>(program: URL, _timeout: number, message: object) => {
  const answer = PROGRAMS[program.pathname.replace(/.*\//, '')];
  if (!answer) throw new Error(`No program of the portal: ${program.href}`);
  return (await answer(structuredClone(message) as never)) as Answer;
};
