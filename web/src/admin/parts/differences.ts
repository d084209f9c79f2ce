export interface Piece {
  text: string;
  isCommon: boolean;
}

interface Compared {
  mine: Piece[];
  theirs: Piece[];
}

/** Maximum size of a comparison, part by part: a larger one would take too long. */
const MOST = 1500 * 1500;

/**
 * Compares two versions of a text word by word (longest common subsequence), or line by line where it is too long for
 * that. Where one is empty, or nothing is the same, nothing is marked: there is nothing to find.
 * @returns the pieces of each version in order, marked as common or not
 */
export function differences(mine: string, theirs: string): Compared {
  if (mine === '' || theirs === '') return { mine: whole(mine, true), theirs: whole(theirs, true) };
  const { mine: own, theirs: other } = compared(wordsOf(mine), wordsOf(theirs)) ??
    compared(linesOf(mine), linesOf(theirs)) ?? { mine: whole(mine, false), theirs: whole(theirs, false) };
  const isAlike = own.some(({ text, isCommon }) => isCommon && text.trim() !== '');
  return isAlike
    ? { mine: bridged(own), theirs: bridged(other) }
    : { mine: whole(mine, true), theirs: whole(theirs, true) };
}

const whole = (text: string, isCommon: boolean): Piece[] => (text === '' ? [] : [{ text, isCommon }]);

/** @returns null if it would take too long */
function compared(mine: string[], theirs: string[]): Compared | null {
  const start = commonStart(mine, theirs);
  const end = commonStart(mine.slice(start).reverse(), theirs.slice(start).reverse());
  const [a, b] = [mine.slice(start, mine.length - end), theirs.slice(start, theirs.length - end)];
  if (a.length * b.length > MOST) return null;
  const out: Compared = { mine: [], theirs: [] };
  const both = (parts: string[]) => {
    for (const part of parts) for (const pieces of [out.mine, out.theirs]) add(pieces, part, true);
  };
  both(mine.slice(0, start));
  addDifferences(a, b, out);
  both(mine.slice(mine.length - end));
  return out;
}

function commonStart(a: string[], b: string[]): number {
  const at = a.findIndex((part, place) => part !== b[place]);
  return at < 0 ? Math.min(a.length, b.length) : at;
}

function addDifferences(a: string[], b: string[], out: Compared): void {
  const lengths = commonLengths(a, b);
  const length = (i: number, j: number) => lengths[i * (b.length + 1) + j] ?? 0;
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      add(out.mine, a[i++] ?? '', true);
      add(out.theirs, b[j++] ?? '', true);
    } else if (j >= b.length || (i < a.length && length(i + 1, j) >= length(i, j + 1))) {
      add(out.mine, a[i++] ?? '', false);
    } else {
      add(out.theirs, b[j++] ?? '', false);
    }
  }
}

/** Two changes with nothing but a space between them are one. */
function bridged(pieces: Piece[]): Piece[] {
  const out: Piece[] = [];
  for (const [at, { text, isCommon }] of pieces.entries()) {
    const isBridge = isCommon && text.trim() === '' && at > 0 && at < pieces.length - 1;
    add(out, text, isCommon && !isBridge);
  }
  return out;
}

/** Lengths of the longest common subsequences of all suffixes: a table of (a + 1) × (b + 1), row by row. */
function commonLengths(a: string[], b: string[]): Uint16Array {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const [right, below] = [lengths[i * width + j + 1] ?? 0, lengths[(i + 1) * width + j] ?? 0];
      lengths[i * width + j] = a[i] === b[j] ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1 : Math.max(right, below);
    }
  }
  return lengths;
}

const wordsOf = (text: string) => text.match(/\s+|[^\s]+/g) ?? [];
const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+/g) ?? [];

function add(pieces: Piece[], text: string, isCommon: boolean): void {
  const last = pieces.at(-1);
  if (last?.isCommon === isCommon) last.text += text;
  else pieces.push({ text, isCommon });
}
