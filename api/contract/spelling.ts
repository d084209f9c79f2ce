import { decisiveWords } from './values/text.ts';

/**
 * What an index knows of a text: it has it as a whole word, it has words that begin with it, or neither. Only what the
 * public may find counts.
 */
export type Vocabulary = (text: string) => 'word' | 'beginning' | undefined;

/** Lengths of the words that are corrected: of a shorter one too much would be near, a longer one takes too long. */
const [SHORTEST, LONGEST] = [4, 20];
/** Length from which a word may be the beginning of another one. */
const LONG = 6;
/** Maximum number of words of a search that are corrected: each takes up to a thousand questions. */
const MOST_CORRECTED = 3;
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** What a search found, the words that found it, and what its answer says of them. */
export interface Forgiving<D> {
  found: D[];
  words: string[];
  said: { instead?: string[] };
}

/**
 * Searches, and where nothing is found searches what somebody may have meant.
 * @param searched folded words
 * @param find returns everything that has all of some words
 * @param vocabulary of what is searched
 */
export function findForgiving<D>(
  searched: string[],
  find: (words: string[]) => D[],
  vocabulary: () => Vocabulary,
): Forgiving<D> {
  const found = find(searched);
  const instead = found.length > 0 || searched.length === 0 ? null : forgiven(searched, vocabulary());
  const meant = instead ? find(instead) : [];
  return instead && meant.length > 0
    ? { found: meant, words: instead, said: { instead } }
    : { found, words: searched, said: {} };
}

/**
 * The words to search where a search found nothing because some of its words are unknown: an unknown word is replaced
 * by a known one that differs by one slip (a letter exchanged with the next, too many, missing or wrong), or left out.
 * @param searched folded words
 * @returns null where nothing is to be changed, or nothing remains
 */
function forgiven(searched: string[], vocabulary: Vocabulary): string[] | null {
  const words = decisiveWords(searched);
  const unknown = words.filter((word) => !vocabulary(word));
  if (unknown.length === 0) return null;
  const corrected = new Map(unknown.slice(0, MOST_CORRECTED).map((word) => [word, nearest(word, vocabulary)]));
  const kept = words.flatMap((word) => (unknown.includes(word) ? (corrected.get(word) ?? []) : word));
  return kept.length > 0 ? [...new Set(kept)] : null;
}

/**
 * Returns the first known word of `slips`; if there is none, the first of them that begins a known word, unless it is
 * short: `wifi` is not meant to be the beginning of `dificultad`.
 */
function nearest(word: string, vocabulary: Vocabulary): string | undefined {
  if (word.length < SHORTEST || word.length > LONGEST || !/^[a-z]+$/.test(word)) return undefined;
  let beginning: string | undefined;
  for (const one of slips(word)) {
    const known = vocabulary(one);
    if (known === 'word') return one;
    if (known && word.length >= LONG) beginning ??= one;
  }
  return beginning;
}

/** What somebody may have meant who wrote a word with one slip, the commonest slips first. */
function* slips(word: string): Generator<string> {
  const places = [...word].map((letter, at) => ({ before: word.slice(0, at), letter, after: word.slice(at + 1) }));
  for (const { before, letter, after } of places) if (after) yield before + after[0] + letter + after.slice(1);
  for (const { before, after } of places) yield before + after;
  for (const { before, letter, after } of places) for (const one of LETTERS) yield before + one + letter + after;
  for (const one of LETTERS) yield word + one;
  for (const { before, letter, after } of places)
    for (const one of LETTERS) if (one !== letter) yield before + one + after;
}

/** Makes the vocabulary of some words, which may repeat. */
export function vocabularyOf(words: Iterable<string>): Vocabulary {
  const inOrder = [...new Set(words)].sort();
  return (text) => {
    let [low, high] = [0, inOrder.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((inOrder[middle] ?? '') < text) low = middle + 1;
      else high = middle;
    }
    const first = inOrder[low];
    return first === text ? 'word' : first?.startsWith(text) ? 'beginning' : undefined;
  };
}
