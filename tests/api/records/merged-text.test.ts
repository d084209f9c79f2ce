import { describe, expect, test } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { mergedIn } from './merged-in.ts';
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

  test('in a line with a sign that begins no tag, which is kept', () => {
    const base = 'menos de 3 < 4 años, a b';
    const merged = mergedText(base, base.replace('a b', 'A b'), base.replace('menos', 'más'), 'lines');
    expect(merged).toEqual({ merged: 'más de 3 < 4 años, A b' });
  });

  test('and no word of either disappears; merging again changes nothing', () => {
    mergeMany(300);
  });
});
