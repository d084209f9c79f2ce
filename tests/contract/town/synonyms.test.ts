import { expect, test } from 'vitest';
import { blankDocuments, categoriesSchema } from '#contract/town/documents';
import { alternativesIn, firstSynonyms } from '#contract/town/synonyms';

test('a word finds what the words beside it in the list mean, and itself first', () => {
  const meant = alternativesIn([{ words: 'Basura, residuos; recolección' }]);
  expect(meant('basura')).toEqual(['basura', 'residuo', 'recoleccion']);
  expect(meant('recoleccion')).toEqual(['recoleccion', 'basura', 'residuo']);
  expect(meant('lago')).toEqual(['lago']);
});

test('the plural of a word means the same', () => {
  const meant = alternativesIn([{ words: 'impuesto, tasas' }]);
  expect(meant('impuestos')).toEqual(['impuestos', 'impuesto', 'tasa']);
  expect(meant('tasa')).toEqual(['tasa', 'impuesto']);
});

test('a word in two lines means the words of both', () => {
  expect(alternativesIn([{ words: 'agua, red' }, { words: 'red, internet' }])('red')).toEqual([
    'red',
    'agua',
    'internet',
  ]);
});

test('the list of every town can be stored, and a town may have none', () => {
  const stored = (synonyms: unknown) => categoriesSchema.safeParse({ ...blankDocuments.categories, synonyms });
  expect(stored([...firstSynonyms]).success).toBe(true);
  expect(stored([]).success).toBe(true);
  expect(alternativesIn([])('basura')).toEqual(['basura']);
  expect(categoriesSchema.safeParse(blankDocuments.categories).success).toBe(true);
});

test('a line with one word is refused with a word of what is missing', () => {
  const { error } = categoriesSchema.safeParse({ ...blankDocuments.categories, synonyms: [{ words: 'basura,' }] });
  expect(error?.issues).toMatchObject([
    { path: ['synonyms', 0, 'words'], message: 'Escribí al menos dos palabras, separadas por comas.' },
  ]);
});
