export interface Piece {
  text: string;
  isCommon: boolean;
}

/** Maximum size of texts that are compared word by word; larger ones would take too long. */
const MOST_WORDS = 1500;

/**
 * Compares two versions of a text word by word (longest common subsequence).
 * @returns the pieces of each version in order, marked as common or not
 */
export function differences(mine: string, theirs: string): { mine: Piece[]; theirs: Piece[] } {
  const [a, b] = [wordsOf(mine), wordsOf(theirs)];
  if (a.length > MOST_WORDS || b.length > MOST_WORDS)
    return { mine: [{ text: mine, isCommon: false }], theirs: [{ text: theirs, isCommon: false }] };
  const lengths = commonLengths(a, b);
  const length = (i: number, j: number) => lengths[i * (b.length + 1) + j] ?? 0;
  const out: { mine: Piece[]; theirs: Piece[] } = { mine: [], theirs: [] };
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

function add(pieces: Piece[], text: string, isCommon: boolean): void {
  const last = pieces.at(-1);
  if (last?.isCommon === isCommon) last.text += text;
  else pieces.push({ text, isCommon });
}
