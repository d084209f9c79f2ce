import type { Answer } from './answer-cache.ts';

/** Answer in place of a file that does not exist: never a page, which a program would take for the file. */
export const MISSING_FILE: Answer = {
  status: 404,
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  body: 'Acá no hay ningún archivo.\n',
};
