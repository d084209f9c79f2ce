import { expect, it } from 'vitest';
import { differences } from '../../../../web/src/admin/field/differences.ts';

const marked = (pieces: { text: string; isCommon: boolean }[]) =>
  pieces.map(({ text, isCommon }) => (isCommon ? text : `[${text}]`)).join('');

it('words that only one version has are marked', () => {
  const { mine, theirs } = differences('La feria abre a las 9 en la plaza', 'La feria abre a las 10 en el gimnasio');
  expect(marked(mine)).toBe('La feria abre a las [9] en [la] [plaza]');
  expect(marked(theirs)).toBe('La feria abre a las [10] en [el] [gimnasio]');
});

it('both versions are shown completely, whatever is marked in them', () => {
  const [a, b] = ['uno  dos\ntres', 'cuatro dos'];
  const { mine, theirs } = differences(a, b);
  expect(mine.map(({ text }) => text).join('')).toBe(a);
  expect(theirs.map(({ text }) => text).join('')).toBe(b);
});

it('an empty version has nothing to mark', () => {
  expect(differences('', 'algo')).toEqual({ mine: [], theirs: [{ text: 'algo', isCommon: false }] });
});

it('very long texts are not compared word by word', () => {
  const long = 'palabra '.repeat(2000);
  expect(differences(long, 'otra').mine).toEqual([{ text: long, isCommon: false }]);
});
