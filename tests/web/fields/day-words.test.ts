import { expect, test } from 'vitest';
import { INCOMPLETE, NONEXISTENT, NOT_READ, refusedWords } from '../../../web/src/fields/day-words.ts';

const ALL = [INCOMPLETE, NONEXISTENT, ...Object.values(NOT_READ)];

test('what was typed half goes back to the value of before, where there is one', () => {
  for (const words of ALL) expect(refusedWords(words, true)).toMatch(/ y sigue la anterior\. /);
});

test('no value of before is spoken of where there is none', () => {
  for (const words of ALL) expect(refusedWords(words, false)).toMatch(/[^,] y no se guardó\. /);
  expect(refusedWords(NOT_READ.time, false)).toBe(
    'La hora quedó incompleta y no se guardó. Escribila entera, como 18:30.',
  );
});
