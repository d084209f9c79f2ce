export interface Piece {
  text: string;
  isCommon: boolean;
}

/** Longer texts are not compared word by word: it would take longer than reading them. */
const MOST_WORDS = 1500;

/**
 * What two versions of a text share and what only one of them says, word by word (longest common subsequence).
 * @returns the pieces of each version, in its order
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

/** Of the words from each place on, how many are common; a table of (a + 1) × (b + 1), row after row. */
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
