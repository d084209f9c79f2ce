import { describe, expect, test } from 'vitest';
import { byRow } from '../../../api/records/write/merged-rows.ts';
import { wholeOf } from '../../../api/records/write/merged-fields.ts';

interface Row {
  name: string;
  phone: string;
  hours: string;
}

/** Reads a list: `Obras/1/7hs Plaza` are two rows, the second without a telephone and hours. */
const list = (text: string): Row[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((one) => {
      const [name = '', phone = '', hours = ''] = one.split('/');
      return { name, phone, hours };
    });
const written = (rows: readonly Row[]) =>
  rows.map(({ name, phone, hours }) => [name, phone, hours].join('/').replace(/\/+$/, '')).join(' ');
const byName = byRow<Row>(['name', 'phone']);

/** Merges three lists. Returns the merged one, or what is asked: what both saw, and what stays of mine. */
function merge(base: string, mine: string, theirs: string): string | { seen: string; rest: string } {
  const joined = byName(list(base), list(mine), list(theirs));
  return 'merged' in joined ? written(joined.merged) : { seen: written(joined.seen), rest: written(joined.rest) };
}

const BASE = 'a/1 b/2 c/3 d/4 e/5';

describe('two people change a list', () => {
  test.each([
    ['one renames a row, the other removes another', BASE, 'x/1 b/2 c/3 d/4 e/5', 'a/1 c/3 d/4 e/5', 'x/1 c/3 d/4 e/5'],
    [
      'one adds two rows at the top, the other renames the first',
      BASE,
      `n m ${BASE}`,
      'x/1 b/2 c/3 d/4 e/5',
      'n m x/1 b/2 c/3 d/4 e/5',
    ],
    [
      'one moves a row to the top, the other removes one that it passed',
      BASE,
      'c/3 a/1 b/2 d/4 e/5',
      'b/2 c/3 d/4 e/5',
      'c/3 b/2 d/4 e/5',
    ],
    ['both remove a row, and one puts another in its place', 'a', 'x', '', 'x'],
    ['one puts a row in the place of another, beside one that the other adds', 'a', 'x', 'a n', 'x n'],
    ['one puts in the place of a row what the other adds behind it', 'a', 'x', 'a x', 'x'],
    ['one puts a nameless row in the place of another, and the other adds one', 'a', 'x', 'a /7', 'x /7'],
    [
      'each adds a row that has the name of another, and one changes a telephone',
      BASE,
      `d ${BASE}`,
      'a a/1 b/2 c/3 d/9 e/5',
      'd a a/1 b/2 c/3 d/9 e/5',
    ],
    [
      'each moves a row, and one adds a row at the top',
      BASE,
      'n b/2 a/1 c/3 d/4 e/5',
      'a/1 b/2 c/3 e/5 d/4',
      'n b/2 a/1 c/3 e/5 d/4',
    ],
    [
      'one moves a row to the top that the other has moved and changed, and adds one behind it',
      BASE,
      'b/2 a/1 c/3 d/4 n e/5',
      'd a/1 b/2 c/3 x/4 e/5',
      'd n b/2 a/1 c/3 x/4 e/5',
    ],
    [
      'of two rows with the same name one changes the hours of the second',
      'g//8hs g//20hs',
      'g//8hs g//20hs n',
      'g//8hs g//21hs',
      'g//8hs g//21hs n',
    ],
  ])('%s: both changes are kept', (_, base, mine, theirs, both) => {
    expect(merge(base, mine, theirs)).toBe(both);
  });

  test.each([
    ['each moved the same rows to other places', BASE, 'c/3 b/2 a/1 d/4 e/5', 'b/2 a/1 c/3 d/4 e/5'],
    ['each moved rows past the ones of the other', BASE, 'c/3 a/1 b/2 d/4 e/5', 'a/1 d/4 b/2 c/3 e/5'],
    ['each put another in the place of a row', 'a b', 'x b', 'y b'],
    ['each put another in the place of one of two that are the same', 'a a', 'x a', 'z a'],
    ['each put rows with known names in the place of one', 'a/1 b/2', 'b b/2', 'a/9 a b/2'],
    ['of two with one name each changed one, and one moved them', 'a//1 a', 'a/9/1 a', 'x a//1'],
    ['they moved rows past one that the other removed', BASE, 'b/2 a/1 c/3 d/4 x/5', 'a/1 b/2 d/4 c/3'],
  ])('%s: they are asked about the whole list', (_, base, mine, theirs) => {
    expect(merge(base, mine, theirs)).toEqual(wholeOf(theirs));
  });

  test('where a row that I removed stands again, my new rows stay where I put them', () => {
    expect(merge(BASE, 'e a/1 b/2 c/3 d/4 e/9', 'a/1 b/2 c/3 d/4 x/5')).toEqual({
      seen: 'a/1 b/2 c/3 d/4 x/5',
      rest: 'e a/1 b/2 c/3 d/4 x/5 e/9',
    });
    expect(merge(BASE, 'x/9 b/2 c/3 d/4 e/5', 'x/1 b/2 c/3 d/4 e/5')).toEqual({
      seen: 'x/1 b/2 c/3 d/4 e/5',
      rest: 'x/1 x/9 b/2 c/3 d/4 e/5',
    });
    expect(merge('a c c', 'a x x', 'a c/9 c')).toEqual({ seen: 'a c c/9', rest: 'a c/9 x x' });
    expect(merge(BASE, 'a a b/2 c/3 d/4 e/5', 'x/1 b/2 c/3 d/4 e/5')).toEqual({
      seen: 'x/1 b/2 c/3 d/4 e/5',
      rest: 'x/1 a a b/2 c/3 d/4 e/5',
    });
  });

  test('who gives in about a row that both replaced keeps the rows that nobody asked about', () => {
    expect(merge(BASE, 'x/1 b/2 c/3 d/4 e/5', 'd c/3 d/4 e/5')).toEqual({
      seen: 'b/2 c/3 d/4 e/5',
      rest: 'b/2 c/3 d/4 e/5',
    });
  });
});
