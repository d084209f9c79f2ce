import { expect, it } from 'vitest';
import { differences } from '../../../web/src/admin/parts/differences.ts';

const marked = (pieces: { text: string; isCommon: boolean }[]) =>
  pieces.map(({ text, isCommon }) => (isCommon ? text : `[${text}]`)).join('');

it('words that only one version has are marked', () => {
  const { mine, theirs } = differences('La feria abre a las 9 en la plaza', 'La feria abre a las 10 en el gimnasio');
  expect(marked(mine)).toBe('La feria abre a las [9] en [la plaza]');
  expect(marked(theirs)).toBe('La feria abre a las [10] en [el gimnasio]');
});

it('both versions are shown completely, whatever is marked in them', () => {
  const [a, b] = ['uno  dos\ntres', 'cuatro dos'];
  const { mine, theirs } = differences(a, b);
  expect(mine.map(({ text }) => text).join('')).toBe(a);
  expect(theirs.map(({ text }) => text).join('')).toBe(b);
});

it('a text that is new or gone is not marked: there is nothing to find in it', () => {
  expect(differences('', 'algo')).toEqual({ mine: [], theirs: [{ text: 'algo', isCommon: true }] });
  expect(differences('algo', '')).toEqual({ mine: [{ text: 'algo', isCommon: true }], theirs: [] });
});

it('a word that is changed in a very long text is marked alone', () => {
  const [start, end] = ['antes '.repeat(5000), ' después'.repeat(5000)];
  expect(marked(differences(`${start}uno${end}`, `${start}dos${end}`).theirs)).toBe(`${start}[dos]${end}`);
});

it('very long texts that differ in many places are compared line by line', () => {
  const lines = Array.from({ length: 400 }, (_, at) => `línea ${at} con unas palabras más\n`);
  const changed = lines.map((line, at) => (at === 3 || at === 390 ? `otra ${at}\n` : line));
  expect(marked(differences(lines.join(''), changed.join('')).theirs)).toBe(
    changed.map((line, at) => (at === 3 || at === 390 ? `[${line}]` : line)).join(''),
  );
});

it('texts without anything in common are not marked either', () => {
  const [a, b] = ['x\n'.repeat(2000), 'y\n'.repeat(2000)];
  expect(differences(a, b).mine).toEqual([{ text: a, isCommon: true }]);
});
