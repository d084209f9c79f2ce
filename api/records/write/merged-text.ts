import { isDeepStrictEqual } from 'node:util';
import { diff3Merge, diffIndices } from 'node-diff3';
import { richTextOfBase } from '../canonical.ts';
import { wholeOf } from './merged-fields.ts';
import type { Joined, Merge, Question } from './merged-fields.ts';
import { mergedList } from './merged-list.ts';
import type { Pairs } from './merged-list.ts';

/** A paragraph, heading, list, table or figure; of a plain text, a line. Blocks with the same content are distinct. */
interface Block {
  text: string;
}
/** A word with the space before it, or a tag. */
type Token = string;

/**
 * Larger texts are not merged: people wait for the one writer meanwhile. The steps are those of a whole merge, because
 * many paragraphs that are quick to compare take long together.
 */
const MOST = { blocks: 1000, comparisons: 10_000, steps: 600_000_000 };
/** Looking up a word takes as long as this many steps of a comparison. */
const LOOKUP = 50;
/** What a block costs in steps beside its comparisons, which counts where many texts are merged together. */
const PER_BLOCK = 50_000;
/** Share of its words that a block must have kept to be recognized. */
const LIKENESS = 0.5;

/**
 * Merges the changes that two people made to the same text: block by block, and word by word where both changed the
 * same block. Blocks that both added stay next to each other.
 * @param base the text that both saw
 * @param mine the text that one of them sends
 * @param theirs the text that the other has stored
 * @param kind `html` for rich text, `lines` for plain text
 * @returns a question if both changed the same words, or words side by side; about the whole block, where tags of the
 *   two do not fit into each other, or both changed the rows or columns of a table; about the whole text, where the
 *   sanitizer would change the result, and where `mergedList` asks about the whole list
 * @see S. Khanna, K. Kunal, B. C. Pierce: A Formal Investigation of Diff3 (FSTTCS 2007)
 */
export function mergedText(base: string, mine: string, theirs: string, kind: 'html' | 'lines'): Joined<string> {
  const { split, join } = kind === 'html' ? RICH : PLAIN;
  const [before, own, other] = [split(base), split(mine), split(theirs)];
  const whole = wholeOf(theirs);
  if (!before || !own || !other || Math.max(before.length, own.length, other.length) > MOST.blocks) return whole;
  const budget = shared ?? { left: MOST.steps };
  const spend: Spend = (steps) => {
    budget.left -= steps;
    if (budget.left < 0) throw new TooLong();
  };
  let blocks: Joined<Block[]>;
  try {
    if (shared) spend(PER_BLOCK * (before.length + own.length + other.length));
    blocks = mergedList<Block>(before, own, other, { paired: pairing(spend), row: wordByWord(spend) });
  } catch (error) {
    if (error instanceof TooLong) return whole;
    throw error;
  }
  function textOf(these: readonly Block[]): string | null {
    const text = join(these);
    // Two blocks would have become one, where their text is in no tag.
    const isSame = isDeepStrictEqual(split(text), these);
    return isSame && (kind === 'lines' || richTextOfBase(text) === text) ? text : null;
  }
  if ('merged' in blocks) {
    const merged = textOf(blocks.merged);
    return merged === null ? whole : { merged };
  }
  const [seen, rest] = [textOf(blocks.seen), textOf(blocks.rest)];
  return seen === null || rest === null ? whole : { seen, rest };
}

/** What is left to the merges that happen together; null while each has its own. */
let shared: { left: number } | null = null;

/**
 * Runs merges that nobody is served between: together they take no longer than one. What is left over is asked about.
 */
export function withinOneMerge<A>(work: () => A): A {
  shared = { left: MOST.steps };
  try {
    return work();
  } finally {
    shared = null;
  }
}

/** Counts the steps of a comparison before it is made. @throws TooLong when a merge has taken too many */
type Spend = (steps: number) => void;
class TooLong extends Error {}

const PLAIN = {
  split: (text: string): Block[] => text.split('\n').map((line) => ({ text: line })),
  join: (blocks: readonly Block[]) => blocks.map(({ text }) => text).join('\n'),
};

const RICH = {
  split: topLevelBlocks,
  join: (blocks: readonly Block[]) => blocks.map(({ text }) => text).join(''),
};

/** A plain text may have a `<` that begins no tag. */
const TOKEN = /<[^>]*>|<|\s*[^\s<]+|\s+/g;
const tokensOf = (text: string): Token[] => text.match(TOKEN) ?? [];
const TAG = /<(\/?)([a-z][a-z0-9]*)/;
const VOID_TAGS: ReadonlySet<string> = new Set(['br', 'hr', 'img']);
/** Elements that are part of a line of text. */
const INLINE_TAGS: ReadonlySet<string> = new Set(['strong', 'em', 'del', 'a', 'br', 'img']);

/** Splits rich text into its outermost elements; text between them is a block too. Returns null if tags are missing. */
function topLevelBlocks(html: string): Block[] | null {
  const blocks: Block[] = [];
  let [depth, isLoose] = [0, false];
  const add = (token: Token, isNew: boolean) => {
    const last = blocks.at(-1);
    if (last && !isNew) last.text += token;
    else blocks.push({ text: token });
  };
  for (const token of tokensOf(html)) {
    const [, end, name] = TAG.exec(token) ?? [];
    if (depth === 0) {
      const isInLine = name === undefined || INLINE_TAGS.has(name);
      const isSpace = token.trim() === '';
      add(token, !(isInLine && isLoose) && !isSpace);
      if (!isSpace) isLoose = isInLine;
    } else add(token, false);
    if (name !== undefined && !VOID_TAGS.has(name)) depth += end ? -1 : 1;
  }
  return depth === 0 ? blocks : null;
}

/** Returns how blocks are recognized. A merge and its check ask about the same lists again and again. */
function pairing(spend: Spend): (base: readonly Block[], later: readonly Block[]) => Pairs<Block> {
  const known = new Map<readonly Block[], Map<readonly Block[], Pairs<Block>>>();
  return (base, later) => {
    const ofBase = known.get(base) ?? new Map<readonly Block[], Pairs<Block>>();
    const pairs = ofBase.get(later) ?? paired(base, later, spend);
    known.set(base, ofBase.set(later, pairs));
    return new Map(pairs);
  };
}

/**
 * Finds the blocks of a text in a later one: those that are the same, also where they were moved, then the likest, then
 * those that stand in the place of as many others.
 */
function paired(base: readonly Block[], later: readonly Block[], spend: Spend): Pairs<Block> {
  const pairs: Pairs<Block> = new Map();
  const [left, right] = [new Set(base), new Set(later)];
  const pair = (one: Block, other: Block) => {
    pairs.set(one, other);
    left.delete(one);
    right.delete(other);
  };
  const { same, changed } = compared(base, later, spend);
  for (const [one, other] of same) pair(one, other);
  const waiting = new Map<string, Block[]>();
  for (const block of right) waiting.set(block.text, [...(waiting.get(block.text) ?? []), block]);
  for (const block of left) {
    const moved = contentOf(block).length > 0 && waiting.get(block.text)?.shift();
    if (moved) pair(block, moved);
  }
  for (const { one, other } of alike([...left], [...right], spend))
    if (left.has(one) && right.has(other)) pair(one, other);
  for (const { from, to } of changed) {
    const [old, young] = [from.filter((block) => left.has(block)), to.filter((block) => right.has(block))];
    if (old.length === young.length) for (const [place, block] of old.entries()) pair(block, young[place] as Block);
  }
  return pairs;
}

/** Compares two texts. Returns the blocks that they share in the same order, and what differs in between. */
function compared(base: readonly Block[], later: readonly Block[], spend: Spend) {
  spend(stepsOf(textsOf(base), textsOf(later)));
  const same: [Block, Block][] = [];
  const changed: { from: Block[]; to: Block[] }[] = [];
  let [at, place] = [0, 0];
  const share = (end: number) => {
    while (at < end) same.push([base[at++] as Block, later[place++] as Block]);
  };
  for (const { buffer1, buffer2 } of diffIndices(textsOf(base), textsOf(later))) {
    share(buffer1[0]);
    changed.push({ from: base.slice(at, (at += buffer1[1])), to: later.slice(place, (place += buffer2[1])) });
  }
  share(base.length);
  return { same, changed };
}

/** Returns the pairs of blocks of two lists that have enough words in common, the likest first. */
function alike(some: readonly Block[], others: readonly Block[], spend: Spend): { one: Block; other: Block }[] {
  if (some.length * others.length > MOST.comparisons) return [];
  const contents = others.map((other) => ({ other, words: countsOf(contentOf(other)) }));
  return some
    .flatMap((one) => {
      const own = countsOf(contentOf(one));
      spend(others.length * own.size * LOOKUP);
      return contents.map(({ other, words }) => ({ one, other, likeness: shareInCommon(own, words) }));
    })
    .filter(({ likeness }) => likeness >= LIKENESS)
    .sort((a, b) => b.likeness - a.likeness);
}

const textsOf = (blocks: readonly Block[]) => blocks.map(({ text }) => text);
/** The words of a block, and its links and pictures. */
const contentOf = ({ text }: Block): Token[] =>
  (text.match(/<[^>]*>|[^\s<]+/g) ?? []).filter((token) => !token.startsWith('<') || token.includes('='));

/**
 * Returns how many steps it takes at most to compare two lists. A step looks at the end of a common subsequence for a
 * pair of equal entries, so entries that are repeated, such as the tags of a table, cost the most.
 * @see J. W. Hunt, M. D. McIlroy: An Algorithm for Differential File Comparison (1976)
 */
function stepsOf(base: readonly string[], later: readonly string[]): number {
  const counts = countsOf(base);
  const pairs = later.reduce((sum, entry) => sum + (counts.get(entry) ?? 0), 0);
  return pairs * Math.max(base.length, later.length);
}

function countsOf<T>(list: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

/**
 * The share of words that two blocks have in common, from 0 to 1 (Dice's coefficient), by how often each has them; NaN
 * if both have none.
 */
function shareInCommon(some: ReadonlyMap<Token, number>, others: ReadonlyMap<Token, number>): number {
  let [common, all] = [0, 0];
  for (const [token, count] of some) {
    common += Math.min(count, others.get(token) ?? 0);
    all += count;
  }
  for (const count of others.values()) all += count;
  return (2 * common) / all;
}

/** Returns how a block is merged word by word. A merge and its check ask for the same ones again and again. */
function wordByWord(spend: Spend): Merge<Block> {
  const known = new Map<string, Block | null>();
  function mergedOnce(...versions: [base: Block, mine: Block, theirs: Block]): Block | null {
    const key = JSON.stringify(versions.map(({ text }) => text));
    const merged = known.get(key);
    if (merged !== undefined) return merged && { ...merged };
    const fresh = mergedWords(...versions, spend);
    known.set(key, fresh);
    return fresh && { ...fresh };
  }
  return (base, mine, theirs) => {
    const merged = mergedOnce(base, mine, theirs);
    if (merged) return { merged };
    const question = disputedWords(base, mine, theirs, spend);
    const canBe = (version: Block) => mergedOnce(question.seen, version, theirs) !== null;
    return canBe(mine) && canBe(question.rest) ? question : wholeOf(theirs);
  };
}

/** Compares the words of three versions of a block. */
function comparedWords(base: Block, mine: Block, theirs: Block, spend: Spend) {
  const [before, own, other] = [tokensOf(base.text), tokensOf(mine.text), tokensOf(theirs.text)];
  spend(stepsOf(before, own) + stepsOf(before, other));
  return { before, own, other, regions: diff3Merge(own, before, other) };
}

/** Returns a block with the changes of both; null if it cannot have them. */
function mergedWords(base: Block, mine: Block, theirs: Block, spend: Spend): Block | null {
  const words = comparedWords(base, mine, theirs, spend);
  if (words.regions.some(({ conflict }) => conflict)) return null;
  const merged = words.regions.flatMap(({ ok }) => ok ?? []);
  return isInShape(words.own, words.other, merged) ? blockOf(merged) : null;
}

/** Returns the question about the words of a block that both changed. */
function disputedWords(base: Block, mine: Block, theirs: Block, spend: Spend): Question<Block> {
  const words = comparedWords(base, mine, theirs, spend);
  const [seen, rest] = [[...words.before], [...words.own]];
  // From the last to the first, so that the places of the others stay.
  for (const { conflict } of words.regions.toReversed()) {
    if (!conflict) continue;
    const { oIndex, o, aIndex, a, b } = conflict;
    seen.splice(oIndex, o.length, ...b);
    rest.splice(aIndex, a.length, ...b);
  }
  return nestingsIn(seen) && nestingsIn(rest) ? { seen: blockOf(seen), rest: blockOf(rest) } : wholeOf(theirs);
}

const blockOf = (tokens: readonly Token[]): Block => ({ text: tokens.join('') });

/**
 * Whether a block is made like one of its two versions: no element stands where it does in neither, and the rows and
 * columns of a table are those of one of them.
 */
function isInShape(mine: readonly Token[], theirs: readonly Token[], merged: readonly Token[]): boolean {
  if (![gridOf(mine), gridOf(theirs)].includes(gridOf(merged))) return false;
  const [nestings, known] = [nestingsIn(merged), [nestingsIn(mine), nestingsIn(theirs)]];
  return nestings !== null && [...nestings].every((nesting) => known.some((one) => one?.has(nesting)));
}

/** The ends of the cells and rows of a table. */
const gridOf = (tokens: readonly Token[]) =>
  tokens.filter((token) => /<\/(?:table|thead|tbody|tr|th|td)>/.test(token)).join();

/** Returns where the elements of a text stand, each by those around it; null if tags are missing. */
function nestingsIn(tokens: readonly Token[]): Set<string> | null {
  const nestings = new Set<string>();
  const open: string[] = [];
  for (const token of tokens) {
    const [, end, name] = TAG.exec(token) ?? [];
    if (name === undefined) continue;
    if (end) {
      if (open.pop() !== name) return null;
      continue;
    }
    nestings.add([...open, name].join());
    if (!VOID_TAGS.has(name)) open.push(name);
  }
  return open.length === 0 ? nestings : null;
}
