import { expect, it } from 'vitest';
import { comparedWords } from '../../../../web/src/admin/field/compared-words.ts';
import { differences } from '../../../../web/src/admin/parts/differences.ts';
import { fieldOf } from '../../../../web/src/admin/parts/words/operation-words.ts';

const text = fieldOf('story', 'text');
const marksOf = (mine: string, theirs: string) => {
  const words = comparedWords('story', text, mine, theirs);
  const both = differences(words.mine, words.theirs);
  return [both.mine, both.theirs].map((pieces) =>
    pieces.filter(({ isCommon }) => !isCommon).map((piece) => piece.text.trim()),
  );
};

it('rich text is compared as plain text, line by line, with the addresses of links', () => {
  const { mine } = comparedWords(
    'story',
    text,
    '<h2>Turnos</h2><p>Pedilos <a href="https://turnos.example/a">acá</a> &amp; ya.</p><ul><li>lunes</li><li>martes</li></ul>',
    '',
  );
  expect(mine).toBe('Turnos\nPedilos acá (https://turnos.example/a) & ya.\n• lunes\n• martes');
  expect(
    marksOf('<p>Ir <a href="https://a.example/">acá</a></p>', '<p>Ir <a href="https://b.example/">acá</a></p>'),
  ).toEqual([['(https://a.example/)'], ['(https://b.example/)']]);
});

it('when only the formatting differs, the formatting is named', () => {
  expect(marksOf('<p>Sin <strong>agua</strong> hoy</p>', '<p>Sin agua hoy</p>')).toEqual([
    ['[negrita]', '[fin de negrita]'],
    [],
  ]);
  expect(marksOf('<p>Sin agua</p>', '<h2>Sin agua</h2>')[1]).toEqual(['[título]', '[fin de título]']);
});

it('everything else is compared as it is', () => {
  expect(comparedWords('story', fieldOf('story', 'title'), '<b>', 'b')).toEqual({ mine: '<b>', theirs: 'b' });
  expect(comparedWords('story', fieldOf('story', 'date'), '2026-03-15', '2026-03-16')).toEqual({
    mine: '15/03/2026',
    theirs: '16/03/2026',
  });
});
