import { expect, test } from 'vitest';
import { labelFault, labelNames } from '#contract/values/typed-labels';

test.for([
  ['Ambiente, salud', ['Ambiente', 'salud']],
  ['  Feria   Ñandú ', ['Feria Ñandú']],
  ['Salud,SALUD, salúd', ['Salud']],
  ['a,b,a,c', ['a', 'b', 'c']],
  ['', []],
  ['   ', []],
  ['NULL', []],
  [' null ', []],
  [',,', []],
  ['Obras, NULL,', ['Obras']],
] as [string, string[]][])('%j names %j', ([typed, names]) => {
  expect(labelNames(typed).sort()).toEqual([...names].sort());
});

test('names keep the order in which they were typed', () => {
  expect(labelNames('Zonda, agua, Barrios')).toEqual(['Zonda', 'agua', 'Barrios']);
});

test.for([
  [['¡!'], /letras o números/],
  [['x'.repeat(61)], /60/],
  [Array.from({ length: 21 }, (_, at) => `l${at}`), /20/],
] as [string[], RegExp][])('%j has a fault', ([names, words]) => {
  expect(labelFault(names)).toMatch(words);
});

test('what people write has none', () => {
  expect(labelFault(['Obras públicas', '2026', 'AC/DC 100%'])).toBeNull();
});
