import { expect, test } from 'vitest';
import { findForgiving, vocabularyOf } from '#contract/spelling';

const TEXTS = ['horarios del colectivo', 'cuadro tarifario del agua', 'casa del niño', 'cosa juzgada'];
const words = (text: string) => text.replaceAll('ñ', 'n').split(' ');
function search(...searched: string[]) {
  const find = (asked: string[]) =>
    TEXTS.filter((text) => asked.length > 0 && asked.every((one) => words(text).some((word) => word.startsWith(one))));
  return findForgiving(searched, find, () => vocabularyOf(TEXTS.flatMap(words)));
}

test('what is found as it was asked for is not corrected', () => {
  expect(search('cosa')).toEqual({ found: ['cosa juzgada'], words: ['cosa'], said: {} });
  expect(search()).toEqual({ found: [], words: [], said: {} });
});

test.each([
  ['a letter exchanged with the next', 'coelctivo'],
  ['a letter too many', 'collectivo'],
  ['a missing letter', 'colectvo'],
  ['a missing last letter of a whole word', 'colectiv'],
  ['a wrong letter', 'colectibo'],
  ['a slip in the beginning of a word', 'colexti'],
])('%s: the text is found, and the words that found it are said', (_, slip) => {
  expect(search(slip).found).toEqual(['horarios del colectivo']);
  expect(search(slip).said).toEqual(
    slip === 'colectiv' ? {} : { instead: [slip === 'colexti' ? 'colecti' : 'colectivo'] },
  );
});

test('a whole word is meant rather than the beginning of one', () => {
  expect(search('cosaa').said).toEqual({ instead: ['cosa'] });
});

test('a short word is not taken for the beginning of another one: `wifi` is not «dificultad»', () => {
  expect(search('bolec').said).toEqual({});
  expect(search('tadri').said).toEqual({});
});

test('an unknown word beside known ones is left out', () => {
  expect(search('cuadro', 'tarifario', 'pdf')).toEqual({
    found: ['cuadro tarifario del agua'],
    words: ['cuadro', 'tarifario'],
    said: { instead: ['cuadro', 'tarifario'] },
  });
});

test('nothing is said where what may have been meant finds nothing either', () => {
  for (const asked of [['colectivo', 'aguua'], ['xyz'], ['xyzxyz'], ['col3ctivo'], ['colectivo', 'agua']])
    expect(search(...asked).said, asked.join(' ')).toEqual({});
});
