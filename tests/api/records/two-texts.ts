import { expect } from 'vitest';
import { mergedIn } from './merged-in.ts';
import { mergedText } from '../../../api/records/write/merged-text.ts';
import { fc } from '../property.ts';

/** A change of a text of blocks. Numbers are indexes into what is there then. */
type Edit =
  | { do: 'insert' | 'replace'; block: number; word: number; words: string[] }
  | { do: 'delete'; block: number; word: number; count: number }
  | { do: 'bold'; block: number; word: number; count: number }
  | { do: 'split' | 'remove' | 'heading'; block: number; word: number }
  | { do: 'move'; block: number; to: number }
  | { do: 'paragraph'; block: number; words: string[] };

/** A block: what it is, and its words with the marks around them. */
interface Part {
  tag: 'p' | 'h2' | 'ul' | 'table';
  words: { text: string; isBold: boolean }[];
}

const VOCABULARY = 'de la el que en y a los se del obra agua plaza calle escuela lunes martes tarifa pesos'.split(' ');
const COLUMNS = 2;

const nat = fc.nat(40);
const word = fc.constantFrom(...VOCABULARY);
const part: fc.Arbitrary<Part> = fc.record({
  tag: fc.constantFrom('p', 'p', 'p', 'p', 'h2', 'ul', 'table'),
  words: fc.array(
    word.map((text) => ({ text, isBold: false })),
    { minLength: 4, maxLength: 30 },
  ),
});
const edits = (author: string) =>
  fc
    .array(
      fc.oneof(
        {
          weight: 4,
          arbitrary: fc.record({
            do: fc.constant('insert'),
            block: nat,
            word: nat,
            words: fc.array(word, { minLength: 1, maxLength: 5 }),
          }),
        },
        {
          weight: 4,
          arbitrary: fc.record({
            do: fc.constant('replace'),
            block: nat,
            word: nat,
            words: fc.array(word, { minLength: 1, maxLength: 3 }),
          }),
        },
        {
          weight: 3,
          arbitrary: fc.record({
            do: fc.constant('delete'),
            block: nat,
            word: nat,
            count: fc.integer({ min: 1, max: 4 }),
          }),
        },
        {
          weight: 2,
          arbitrary: fc.record({
            do: fc.constant('bold'),
            block: nat,
            word: nat,
            count: fc.integer({ min: 1, max: 4 }),
          }),
        },
        {
          weight: 1,
          arbitrary: fc.record({ do: fc.constantFrom('split', 'remove', 'heading'), block: nat, word: nat }),
        },
        { weight: 1, arbitrary: fc.record({ do: fc.constant('move'), block: nat, to: nat }) },
        {
          weight: 2,
          arbitrary: fc.record({
            do: fc.constant('paragraph'),
            block: nat,
            words: fc.array(word, { minLength: 3, maxLength: 20 }),
          }),
        },
      ) as fc.Arbitrary<Edit>,
      { minLength: 1, maxLength: 4 },
    )
    .map((list) => ({ author, list }));

/** Applies edits. The words that are written carry the author's name and a number, so that each can be found again. */
function edited(parts: readonly Part[], { author, list }: { author: string; list: Edit[] }): Part[] {
  const result = parts.map(({ tag, words }) => ({ tag, words: [...words] }));
  let count = 0;
  const written = (words: string[]) => words.map((text) => ({ text: `${text}-${author}${++count}`, isBold: false }));
  for (const edit of list) {
    const place = edit.block % result.length;
    const of = result[place];
    if (!of) continue;
    const at = 'word' in edit ? edit.word % (of.words.length + 1) : 0;
    switch (edit.do) {
      case 'insert':
        of.words.splice(at, 0, ...written(edit.words));
        break;
      case 'replace':
        of.words.splice(at, edit.words.length, ...written(edit.words));
        break;
      case 'delete':
        if (of.words.length > edit.count) of.words.splice(at, edit.count);
        break;
      case 'bold':
        of.words = of.words.map((one, index) =>
          index >= at && index < at + edit.count ? { ...one, isBold: !one.isBold } : one,
        );
        break;
      case 'split':
        if (at > 0 && at < of.words.length) result.splice(place + 1, 0, { tag: 'p', words: of.words.splice(at) });
        break;
      case 'remove':
        if (result.length > 1) result.splice(place, 1);
        break;
      case 'heading':
        if (of.tag === 'p') of.tag = 'h2';
        break;
      case 'move': {
        const [moved] = result.splice(place, 1);
        if (moved) result.splice(edit.to % (result.length + 1), 0, moved);
        break;
      }
      case 'paragraph':
        result.splice(place + 1, 0, { tag: 'p', words: written(edit.words) });
    }
  }
  return result;
}

/** Writes a text as the editor does. Lists have an entry for every four words, tables a cell. */
function html(parts: readonly Part[]): string {
  return parts.map(({ tag, words }) => `<${tag}>${inside(tag, words)}</${tag}>`).join('');
}
function inside(tag: Part['tag'], words: Part['words']): string {
  if (tag === 'p' || tag === 'h2') return marked(words);
  const cells = Array.from({ length: Math.ceil(words.length / 4) }, (_, at) => marked(words.slice(at * 4, at * 4 + 4)));
  if (tag === 'ul') return cells.map((cell) => `<li>${cell}</li>`).join('');
  const rows = Array.from({ length: Math.ceil(cells.length / COLUMNS) }, (_, at) =>
    cells.slice(at * COLUMNS, (at + 1) * COLUMNS),
  );
  return `<tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody>`;
}
function marked(words: Part['words']): string {
  const runs: { isBold: boolean; texts: string[] }[] = [];
  for (const { text, isBold } of words) {
    const last = runs.at(-1);
    if (last?.isBold === isBold) last.texts.push(text);
    else runs.push({ isBold, texts: [text] });
  }
  return runs.map(({ isBold, texts }) => (isBold ? `<strong>${texts.join(' ')}</strong>` : texts.join(' '))).join(' ');
}

/** A text, and two changes of it at the same time. */
const twoTexts = fc
  .record({ parts: fc.array(part, { minLength: 1, maxLength: 12 }), mine: edits('m'), theirs: edits('t') })
  .map(({ parts, mine, theirs }) => {
    const [own, other] = [edited(parts, mine), edited(parts, theirs)];
    return { base: html(parts), mine: html(own), theirs: html(other) };
  });

/**
 * Merges many pairs of texts. Each word that an author has written is in the result, once, or, where they are asked,
 * in the question or in what comes of it whatever the answer is. Merging again does not change a result, and the same
 * texts give the same.
 * @returns the share of pairs that are asked about, and that of which a whole text is asked
 */
export function mergeMany(numRuns: number): { asked: number; whole: number } {
  const counts = { asked: 0, whole: 0 };
  const property = fc.property(twoTexts, ({ base, mine, theirs }) => {
    const joined = mergedText(base, mine, theirs, 'html');
    expect(mergedText(base, mine, theirs, 'html')).toEqual(joined);
    if ('merged' in joined) {
      const both = joined.merged;
      expect(writtenIn(both)).toEqual(onceEach(mine, theirs));
      expect(mergedText(base, mine, both, 'html')).toEqual(joined);
      expect([both, null]).toContain(mergedIn(mergedText(base, theirs, both, 'html')));
      return;
    }
    counts.asked += 1;
    const { seen, rest } = joined;
    if (seen === theirs && rest === theirs) return void (counts.whole += 1);
    const after = (version: string) => mergedIn(mergedText(seen, version, theirs, 'html'));
    const [mineTaken, theirsTaken] = [after(mine), after(rest)];
    // «Mi versión» keeps all that I wrote, and of theirs what was not in the question; «La de …» the other way round.
    const [gone, givenUp] = [missingIn(seen, base), missingIn(mine, rest)];
    expect(writtenIn(mineTaken ?? '')).toEqual(onceEach(mine, theirs).filter((word) => !gone.includes(word)));
    expect(writtenIn(theirsTaken ?? '')).toEqual(onceEach(mine, theirs).filter((word) => !givenUp.includes(word)));
  });
  fc.assert(property, { numRuns });
  return { asked: counts.asked / numRuns, whole: counts.whole / numRuns };
}

/** The words that the two authors have written, sorted. */
const writtenIn = (text: string): string[] => (text.match(/\p{L}+-[mt]\d+/gu) ?? []).toSorted();
const onceEach = (mine: string, theirs: string) => [...new Set([...writtenIn(mine), ...writtenIn(theirs)])].toSorted();
const missingIn = (text: string, other: string) => writtenIn(text).filter((word) => !writtenIn(other).includes(word));
