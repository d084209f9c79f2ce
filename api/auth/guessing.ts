import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as spanish } from '@zxcvbn-ts/language-es-es';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { ZxcvbnResult } from '@zxcvbn-ts/core';
import { readFileSync } from 'node:fs';
import { bare, words } from '../contract/values/text.ts';

/** Minimum number of guesses, as a power of ten: what eight random letters take. */
const MIN_GUESSES_LOG10 = 7.99;
/** Maximum length that is checked, because the work grows with the length. */
const MAX_CHECKED_LENGTH = 64;
/** Minimum length of a name that counts: shorter ones occur in any password. */
const MIN_NAME_LENGTH = 3;

const REASONS = new Map<string, string>([
  ['topTen', 'es de las más usadas'],
  ['topHundred', 'es de las más usadas'],
  ['common', 'es de las más usadas'],
  ['similarToCommon', 'se parece a las más usadas'],
  ['straightRow', 'sigue las teclas'],
  ['keyPattern', 'sigue las teclas'],
  ['sequences', 'es una serie, como abcd o 6543'],
  ['recentYears', 'es una fecha'],
  ['dates', 'es una fecha'],
  ['simpleRepeat', 'repite siempre lo mismo'],
  ['extendedRepeat', 'repite siempre lo mismo'],
  ['wordByItself', 'es una palabra conocida'],
  ['namesByThemselves', 'es un nombre o un apellido'],
  ['commonNames', 'es un nombre o un apellido'],
]);

const local = readFileSync(new URL('./local-passwords.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map(bare);
const guesser = new ZxcvbnFactory({
  graphs: adjacencyGraphs,
  dictionary: { ...common, ...spanish, local },
  maxLength: MAX_CHECKED_LENGTH,
});

/**
 * Returns why a password is easy to guess, as the end of a sentence that begins with «se adivina:»; null when it is
 * not. This module takes 60 MB, and the worst password a second, so `guessable.ts` runs it in a thread.
 * @param names names that everybody knows: the person's, the town's
 */
export function reasonAgainst(given: string, names: readonly string[]): string | null {
  const digits = given.replace(/[\s./-]/g, '');
  if (/^\d{0,11}$/.test(digits)) return 'son solo números, como un documento, un teléfono o una fecha';
  const inputs = [...new Set(names.flatMap(wordsOfName))];
  for (const { text, extra } of spellings(given)) {
    const result = guesser.check(text, inputs);
    if (triesLog10(result) + extra < MIN_GUESSES_LOG10) return reasonIn(result, inputs);
  }
  return null;
}

/** Returns the password as it is, without accents, and without separators between words, with the guesses each adds. */
function spellings(given: string): { text: string; extra: number }[] {
  const folded = bare(given);
  const joined = folded.replace(/[\s._-]+/g, '');
  const separators = folded.match(/[\s._-]+/g)?.length ?? 0;
  return [
    { text: given, extra: 0 },
    { text: folded, extra: 0 },
    { text: joined, extra: separators / 2 },
  ];
}

/** Returns the guesses for all parts in any order. The library's own sum adds a fixed cost for each part. */
function triesLog10({ sequence }: ZxcvbnResult): number {
  return sequence.reduce((sum, part, index) => sum + part.guessesLog10 + Math.log10(index + 1), 0);
}

function reasonIn({ sequence, feedback }: ZxcvbnResult, inputs: readonly string[]): string {
  if (sequence.some(({ token }) => inputs.includes(token.toLowerCase()))) {
    return 'sale del nombre, del usuario o de la localidad';
  }
  return REASONS.get(feedback.warning ?? '') ?? 'son palabras y números de los que se prueban primero';
}

function wordsOfName(name: string): string[] {
  const parts = words(name);
  return [name, bare(name), ...parts, parts.join('')]
    .map((one) => one.toLowerCase())
    .filter((one) => one.length >= MIN_NAME_LENGTH);
}
