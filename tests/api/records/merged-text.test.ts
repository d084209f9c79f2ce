import { describe, expect, test } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { mergedIn } from './merged-in.ts';
import { wholeOf } from '../../../api/records/write/merged-fields.ts';
import { mergedText } from '../../../api/records/write/merged-text.ts';
import { openTown } from '../town.ts';
import { mergeMany } from './two-texts.ts';

const merge = (base: string, mine: string, theirs: string) => mergedIn(mergedText(base, mine, theirs, 'html'));
const rows = (...cells: string[][]) =>
  `<table><tbody>${cells.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table>`;

describe('two people change one text', () => {
  test('and both changes are stored, the second one from a device that had not seen the first', async () => {
    const town = await openTown();
    const id = town.make('story', { text: '<p>Desde el lunes hay corte de agua.</p><p>Avisamos al 147.</p>' });
    const base = '<p>Desde el lunes hay corte de agua.</p><p>Avisamos al 147.</p>';
    const save = (value: string, as: string) => town.post(calls.update('story', id, 'text'), { value, base }, { as });
    expect((await save(base.replace('lunes', 'martes'), town.editor)).body).toBe(1);
    expect((await save(`${base}<p>Gracias.</p>`, town.admin)).body).toBe(1);
    const both = '<p>Desde el martes hay corte de agua.</p><p>Avisamos al 147.</p><p>Gracias.</p>';
    expect((await town.get(calls.one('story', id), { as: town.admin })).body).toMatchObject({ text: both });
    // They are asked about what both changed. Whatever they choose, what else both wrote stays.
    const mine = base.replace('lunes', 'jueves').replace('147', '147 o 148');
    const same = await save(mine, town.admin);
    const seen = base.replace('lunes', 'martes');
    const rest = seen.replace('147', '147 o 148');
    expect([same.status, same.body]).toEqual([409, expect.objectContaining({ value: seen, rest, by: 'Ana' })]);
    // The rest of an edit that was sent before the merge is based on what its author had written.
    const typedOn = { value: `${base}<p>Gracias por la paciencia.</p>`, base: `${base}<p>Gracias.</p>` };
    expect((await town.post(calls.update('story', id, 'text'), typedOn, { as: town.admin })).body).toBe(1);
    expect((await town.get(calls.one('story', id), { as: town.admin })).body).toMatchObject({
      text: both.replace('Gracias.', 'Gracias por la paciencia.'),
    });
  });

  test.each([
    ['different words of a paragraph', '<p>a b c d e</p>', '<p>A b c d e</p>', '<p>a b c D e</p>', '<p>A b c D e</p>'],
    [
      'one makes words bold',
      '<p>a b c d</p>',
      '<p><strong>a b</strong> c d</p>',
      '<p>a b c D</p>',
      '<p><strong>a b</strong> c D</p>',
    ],
    [
      'both add a paragraph at the end',
      '<p>a</p>',
      '<p>a</p><p>ella</p>',
      '<p>a</p><p>otro</p>',
      '<p>a</p><p>ella</p><p>otro</p>',
    ],
    [
      'one moves a paragraph that the other changes',
      '<p>a b c</p><p>d e f</p>',
      '<p>d e f</p><p>a b c</p>',
      '<p>a b X</p><p>d e f</p>',
      '<p>d e f</p><p>a b X</p>',
    ],
    [
      'one removes a paragraph',
      '<p>a b</p><p>c d</p>',
      '<p>c d</p>',
      '<p>a b</p><p>c d</p><p>e</p>',
      '<p>c d</p><p>e</p>',
    ],
    [
      'different entries of a list',
      '<ul><li>a</li><li>b</li></ul>',
      '<ul><li>A</li><li>b</li></ul>',
      '<ul><li>a</li><li>b B</li></ul>',
      '<ul><li>A</li><li>b B</li></ul>',
    ],
    [
      'one adds a row, the other changes a cell',
      rows(['a', 'b']),
      rows(['a', 'b'], ['c', 'd']),
      rows(['a', 'B']),
      rows(['a', 'B'], ['c', 'd']),
    ],
    [
      'both copy a paragraph, each to another place',
      '<p>a b</p><p>c d</p><p>e f</p>',
      '<p>a b</p><p>a b</p><p>c d</p><p>e f</p>',
      '<p>a b</p><p>c d</p><p>e f</p><p>a b</p>',
      '<p>a b</p><p>a b</p><p>c d</p><p>e f</p><p>a b</p>',
    ],
    [
      'each moves another paragraph',
      '<p>a</p><p>b</p><p>c</p><p>d</p><p>e</p><p>f</p>',
      '<p>b</p><p>c</p><p>a</p><p>d</p><p>e</p><p>f</p>',
      '<p>a</p><p>b</p><p>c</p><p>e</p><p>f</p><p>d</p>',
      '<p>b</p><p>c</p><p>a</p><p>e</p><p>f</p><p>d</p>',
    ],
    ['both make the same change', '<p>a b</p>', '<p>a B</p>', '<p>a B</p>', '<p>a B</p>'],
  ])('%s: all of it is kept', (_, base, mine, theirs, both) => {
    expect(merge(base, mine, theirs)).toBe(both);
  });

  test.each([
    ['the same words', '<p>a b c</p>', '<p>a X c</p>', '<p>a Y c</p>'],
    ['words side by side', '<p>a b c d</p>', '<p>a X c d</p>', '<p>a b Y d</p>'],
    ['a paragraph that each wrote anew', '<p>a b c</p>', '<p>d e f</p>', '<p>g h i</p>'],
    ['a paragraph that the other removed', '<p>a b c</p><p>d</p>', '<p>a X c</p><p>d</p>', '<p>d</p>'],
    [
      'the rows and the columns of a table',
      rows(['a', 'b'], ['c', 'd']),
      rows(['a', 'b'], ['c', 'd'], ['e', 'f']),
      rows(['a', 'b', 'X'], ['c', 'd', 'Y']),
    ],
    [
      'bold words that overlap',
      '<p>a b c d e</p>',
      '<p><strong>a b c</strong> d e</p>',
      '<p>a b <strong>c d</strong> e</p>',
    ],
    [
      'words that are bold now, and made bold',
      '<p>a b c d e</p>',
      '<p><strong>a b c d e</strong></p>',
      '<p>a b <strong>c</strong> d e</p>',
    ],
    [
      'where a paragraph belongs',
      '<p>a</p><p>b</p><p>c</p><p>d</p>',
      '<p>b</p><p>c</p><p>a</p><p>d</p>',
      '<p>b</p><p>a</p><p>c</p><p>d</p>',
    ],
    ['text that is in no paragraph', 'a b', 'a b<p>c</p>d', 'a b<p>c</p>e'],
  ])('%s: they are asked', (_, base, mine, theirs) => {
    expect([merge(base, mine, theirs), merge(base, theirs, mine)]).toEqual([null, null]);
  });

  test('that has lines and no tags', () => {
    const base = 'Lunes a viernes\nDe 8 a 13';
    expect(mergedText(base, `${base}\nSábados no`, base.replace('8', '7'), 'lines')).toEqual({
      merged: 'Lunes a viernes\nDe 7 a 13\nSábados no',
    });
  });

  test('and both made one change in common and another each', () => {
    const [base, mine, theirs] = ['<p>a b c d e</p>', '<p>A b C d e</p>', '<p>A b c d E</p>'];
    expect(merge(base, mine, theirs)).toBe('<p>A b C d E</p>');
    // Asked about one word, they are not asked about the one that they agree on.
    expect(mergedText(base, mine, theirs.replace('c', 'X'), 'html')).toEqual({
      seen: '<p>a b X d e</p>',
      rest: '<p>A b X d e</p>',
    });
  });

  test('and no word of either disappears; merging again changes nothing', () => {
    mergeMany(300);
  });
});

/** The paragraphs of a text, each with a few words. */
const paragraphs = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('');
const numbered = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word}${at} ${word}`);

describe('a paragraph is recognized', () => {
  test('by half of its words: who moves and changes what the other removes is asked, otherwise it is a new one', () => {
    const merged = (mine: string) => merge(paragraphs('a b c d', 'm'), paragraphs('m', mine), paragraphs('m'));
    expect(merged('a b X Y')).toBe(null);
    expect(merged('a X Y Z')).toBe(paragraphs('m', 'a X Y Z'));
    // Letters are no words.
    expect(merged('abcd abcd')).toBe(paragraphs('m', 'abcd abcd'));
  });

  test.each([
    ['and not because it is empty, too', ['', 'a'], ['X', 'a'], ['a', ''], ['a'], ['a']],
    ['in its place, if it is empty', ['X', 'a', ''], ['a', ''], ['', 'a', ''], ['', 'a', ''], ['', 'a', '']],
    ['where the other took two empty ones', ['', ''], ['a', ''], ['a a', ''], ['a a', ''], ['a a', '']],
    ['once, where one has put one in the place of two', ['a', 'a a'], ['x a'], ['g', 'a a'], ['g', 'a a'], ['g']],
    ['not at all, where one has put two in its place', ['a'], ['d'], ['a', ''], ['a', ''], ['a', '']],
    ['of two that are the same', ['a', 'a'], ['d', 'a'], ['a', 'a a a a'], ['a', 'a a a a'], ['d', 'a', 'a a a a']],
  ])('%s', (_, base, mine, theirs, seen, rest) => {
    expect(mergedText(paragraphs(...base), paragraphs(...mine), paragraphs(...theirs), 'html')).toEqual({
      seen: paragraphs(...seen),
      rest: paragraphs(...rest),
    });
  });

  test('and not by less than half: they are asked', () => {
    expect(
      mergedText(paragraphs('a b c d', 'p'), paragraphs('p', 'a X Y Z'), paragraphs('a b c E', 'p'), 'html'),
    ).toEqual({
      seen: paragraphs('a b c E', 'p'),
      rest: paragraphs('a b c E', 'p', 'a X Y Z'),
    });
  });

  test('by the likest, where two are alike', () => {
    expect(merge(paragraphs('a b c d', 'm'), paragraphs('m', 'a b X', 'a b c d'), paragraphs('a b c D', 'm'))).toBe(
      paragraphs('m', 'a b X', 'a b c D'),
    );
  });

  test('by its words alone, not by its tags', () => {
    const base = paragraphs('<strong>a</strong> <em>b</em>', 'm');
    const another = paragraphs('m', '<strong>c</strong> <em>d</em>');
    expect(merge(base, another, base.replace('>b<', '>B<'))).toBe(null);
    const moved = '<p>m</p><h2>a b c</h2>';
    expect(merge(paragraphs('a b c', 'm'), moved, paragraphs('a B c', 'm'))).toBe('<p>m</p><h2>a B c</h2>');
  });

  test('by its links', () => {
    const link = (name: string) => `<a href="https://muni.ar/${name}">ver</a>`;
    const base = paragraphs(`${link('tasas')} x y`, 'm');
    const moved = paragraphs('m', `${link('tasas')} p q`);
    expect(mergedText(base, moved, base.replace('x y', 'x'), 'html')).not.toEqual(wholeOf(base.replace('x y', 'x')));
  });

  test('by its place, where it was written anew, and by nothing where others came beside it', () => {
    expect(merge(paragraphs('a', 'm'), paragraphs('X', 'm'), paragraphs('a', 'M'))).toBe(paragraphs('X', 'M'));
    const theirs = paragraphs('a', 'n', 'm');
    expect(mergedText(paragraphs('a', 'm'), paragraphs('X', 'Y', 'm'), theirs, 'html')).toEqual({
      merged: paragraphs('X', 'Y', 'n', 'm'),
    });
  });

  test('and not where too many were written anew in other places: they are asked', () => {
    const [base, mine] = [numbered(120, 'w'), numbered(120, 'w').map((one) => `${one} x`)];
    const theirs = paragraphs(...base.with(0, 'w0 w y'));
    expect(mergedText(paragraphs(...base), paragraphs('n', ...mine), theirs, 'html')).toEqual({
      seen: theirs,
      rest: paragraphs('w0 w y', 'n', ...mine),
    });
  });

  test('in a long text, too, where a part of it was moved', () => {
    const [first, second] = [numbered(120, 'uno'), numbered(120, 'dos')];
    const changed = first.with(5, `${first[5]} más`);
    expect(
      merge(paragraphs(...first, ...second), paragraphs(...second, ...first), paragraphs(...changed, ...second)),
    ).toBe(paragraphs(...second, ...changed));
  });
});

describe('text in no paragraph, as earlier editors left it,', () => {
  test.each([
    ['bold words', '<strong>b</strong>'],
    ['words in italics', '<em>b</em>'],
    ['crossed out words', '<del>b</del>'],
    ['a link', '<a href="https://muni.ar/">b</a>'],
    ['a new line', '<br />b'],
    ['a picture', '<img src="/uploads/text/plaza-0123456789abcdef-800.webp" alt="" /> b'],
    ['nothing but words', 'b'],
  ])('and %s: they are one block', (_, part) => {
    const base = `a ${part} c d<p>e</p>`;
    const theirs = base.replace('a', 'A');
    expect(mergedText(base, `a <p>n</p>${part} c d<p>e</p>`, theirs, 'html')).toEqual({
      seen: theirs,
      rest: `a <p>n</p>${theirs}`,
    });
  });

  test('is asked about where words side by side were changed', () => {
    expect(merge('a b<p>c</p>', 'X b<p>c</p>', 'a Y<p>c</p>')).toBe(null);
  });

  test('keeps the tags of both, or is asked about', () => {
    const base = 'a <strong>b</strong> c d<p>e</p>';
    // One takes the bold away that the other extends.
    const theirs = '<strong>a b</strong> c d<p>e E</p>';
    expect(mergedText(base, 'a b c D<p>e</p>', theirs, 'html')).toEqual({
      seen: '<strong>a b</strong> c d<p>e</p>',
      rest: '<strong>a b</strong> c D<p>e</p>',
    });
  });
});

describe('space between paragraphs', () => {
  const base = '<p>a b</p>\n<p>c d</p>\n<p>e f</p>';

  test('stays behind the paragraph that it follows', () => {
    expect(merge(base, '<p>c d</p>\n<p>a b</p>\n<p>e f</p>', base.replace('a b', 'a B'))).toBe(
      '<p>c d</p>\n<p>a B</p>\n<p>e f</p>',
    );
    expect(merge('x\n<p>a b</p>\ny z', 'x\n<p>a B</p>\ny z', 'x\n<p>a b</p>\ny Z')).toBe('x\n<p>a B</p>\ny Z');
  });

  test('ends before bold words that are in no paragraph', () => {
    expect(
      merge('<p>a b</p>\n<strong>c</strong> d', '<strong>c</strong> d<p>a b</p>', '<p>a B</p>\n<strong>c</strong> d'),
    ).toBe('<strong>c</strong> d<p>a B</p>');
  });

  test('is no block of its own', () => {
    const theirs = paragraphs('a', '', 'a');
    expect(mergedText('<p>a</p>\n<p>a</p>', 'a\n<p>a</p>', theirs, 'html')).toEqual({
      seen: paragraphs('a', 'a'),
      rest: paragraphs('a', 'a'),
    });
  });

  test('that would join two blocks: they are asked about the whole text', () => {
    const theirs = `${paragraphs('a a')} a${paragraphs('a', 'a', '')}`;
    const merged = mergedText(paragraphs('a a', 'a', 'a', 'a', ''), paragraphs('a', 'a', 'a', ''), theirs, 'html');
    expect(merged).toEqual(wholeOf(theirs));
  });

  test('is never at the end of a text that is stored, so they are asked about the whole text', () => {
    const theirs = '<p>a b</p>\n<p>e f</p>';
    expect(mergedText(base, '<p>a b</p>\n<p>e f</p>\n<p>c d</p>', theirs, 'html')).toEqual(wholeOf(theirs));
  });
});

describe('tags of the two that do not fit into each other: they are asked about the paragraph', () => {
  test.each([
    ['bold and italics that overlap', 'a b c d e f', '<strong>a b c d</strong> e f', 'a b <em>c d e f</em>'],
    ['bold that one takes away and the other extends', 'a <strong>b</strong> c', 'a b c', '<strong>a b</strong> c'],
  ])('%s', (_, base, mine, theirs) => {
    expect(mergedText(paragraphs(base, 'm'), paragraphs(mine, 'M'), paragraphs(theirs, 'm'), 'html')).toEqual({
      seen: paragraphs(theirs, 'm'),
      rest: paragraphs(theirs, 'M'),
    });
  });

  test('a new line is no tag that has to be closed', () => {
    expect(merge('<p>a b c d</p>', '<p>a<br />b c d</p>', '<p>a b c D</p>')).toBe('<p>a<br />b c D</p>');
    expect(merge('<p>a b</p><hr /><p>c d</p>', '<p>A b</p><hr /><p>c d</p>', '<p>a b</p><hr /><p>c D</p>')).toBe(
      '<p>A b</p><hr /><p>c D</p>',
    );
  });

  test('both add the same row to a table, and one of them another', () => {
    const [base, mine] = [rows(['a', 'b']), rows(['n', 'm'], ['a', 'b'])];
    const theirs = rows(['n', 'm'], ['a', 'b'], ['c', 'd']);
    expect([merge(base, mine, theirs), merge(base, theirs, mine)]).toEqual([theirs, theirs]);
  });

  test('a text that is not well-formed: they are asked about all of it', () => {
    const [good, bad] = ['<p>a b</p><p>c d</p>', '<p>a b</p><p>c <strong>d</p>'];
    const changed = good.replace('a', 'A');
    expect(mergedText(good, changed, bad, 'html')).toEqual(wholeOf(bad));
    expect(mergedText(good, bad, changed, 'html')).toEqual(wholeOf(changed));
    expect(mergedText(bad, changed, good, 'html')).toEqual(wholeOf(good));
  });

  test('a text that one of them emptied', () => {
    expect(mergedText('<p>a b</p>', '<p>a B</p>', '', 'html')).toEqual({ seen: '', rest: '' });
  });
});

describe('texts of any length', () => {
  const [base, mine] = [numbered(1000, 'w'), numbered(1000, 'w').with(0, 'X w')];
  const theirs = base.with(-1, 'Y w');

  test('are merged up to a thousand paragraphs', () => {
    expect(merge(paragraphs(...base), paragraphs(...mine), paragraphs(...theirs))).toBe(
      paragraphs(...mine.with(-1, 'Y w')),
    );
    for (const [one, other, another] of [
      [base, mine, [...theirs, 'n']],
      [base, ['n', ...mine], theirs],
      [[...base, 'n'], mine, theirs],
    ] as const) {
      const stored = paragraphs(...another);
      expect(mergedText(paragraphs(...one), paragraphs(...other), stored, 'html')).toEqual(wholeOf(stored));
    }
  });

  const many = (count: number) => Array.from({ length: count }, () => 'lo mismo');

  test('are asked about where so much is repeated that it would take long to compare', () => {
    const [some, more, stored] = [many(600), [...many(600), 'n'], ['m', ...many(600)]];
    const whole = mergedText(some.join('\n'), more.join('\n'), stored.join('\n'), 'lines');
    expect(whole).toEqual(wholeOf(stored.join('\n')));
    // Not where one of them has taken all of it away: that is compared at once.
    expect(mergedText(some.join('\n'), 'x', stored.join('\n'), 'lines')).toEqual({ merged: 'x\nm' });
    // One of them repeats a few words much more often.
    const line = (count: number, first = '', last = '') => `${first}${'lo mismo '.repeat(count)}${last}`;
    const asked = line(60, 'm ');
    expect(mergedText(line(60), line(2000, '', 'n'), asked, 'lines')).toEqual(wholeOf(asked));
    // The same within one paragraph
    const inOne = (words: readonly string[], first: string) => paragraphs(first, words.join(' '));
    const inside = mergedText(inOne(some, 'x y'), inOne(more, 'X y'), inOne(stored, 'x y'), 'html');
    expect(inside).toEqual(wholeOf(inOne(stored, 'x y')));
  });
});

describe('a text of lines', () => {
  const merged = (base: string, mine: string, theirs: string) => mergedIn(mergedText(base, mine, theirs, 'lines'));

  test.each([
    ['lines side by side', 'a b\nc d', 'a B\nc d', 'a b\nC d', 'a B\nC d'],
    ['what would be escaped in HTML', 'a & b\nc', 'a & B\nc', 'a & b\nC', 'a & B\nC'],
    [
      'a sign that begins no tag',
      'menos de 3 < 4 años, a b',
      'menos de 3 < 4 años, A b',
      'más de 3 < 4 años, a b',
      'más de 3 < 4 años, A b',
    ],
    [
      'what looks like a tag, and that one takes away',
      'a </b> c <i>d</i> e',
      'a </b> c <i>d</i> E',
      'a c <i>d</i> e',
      'a c <i>d</i> E',
    ],
  ])('%s: both changes are kept', (_, base, mine, theirs, both) => {
    expect(merged(base, mine, theirs)).toBe(both);
  });

  test('an empty line is not another one', () => {
    expect(mergedText('\na', 'X\na', 'a\n', 'lines')).toEqual(wholeOf('a'));
  });

  test('what looks like a tag that is not closed: they are asked about the line', () => {
    expect(mergedText('<b> a b c d', '<b> A b c d', '<b> a b c D', 'lines')).toEqual(wholeOf('<b> a b c D'));
  });

  test('what looks like tags that do not fit into each other: nothing malformed comes of it', () => {
    const asked = (base: string, mine: string, theirs: string) => mergedText(base, mine, theirs, 'lines');
    expect(asked('<p>a</p>', '<p>a\na</p>', '<p>b\nx</p>')).toEqual(wholeOf('<p>b\nx</p>'));
    expect(asked('<p>a f a\na\na</p>', '<p>c f\na\na</p>', '<p>a\na f a\na</p>')).toEqual(wholeOf('a f a\na\na</p>'));
    expect(asked('a a<p>\na</p>', 'a<p>\na</p>', ' a<p></p>a')).toEqual(wholeOf(' a<p></p>a'));
    expect(asked('<p>a\na</p>a', '<p>a</p>\n<p>a</p>', '<p>a\na</p>x a')).toEqual({
      seen: '<p>a\na</p>x a',
      rest: '<p>a</p>\na</p>x a',
    });
  });
});
