import { expect, test } from 'vitest';
import { titlesWith } from '../../../web/src/fields/own-pages.ts';

const pages = ['Plan de los Ñires', 'Tránsito', 'Plan de obras'].map((title) => ({ title, address: '/' }));

test('a page is found by words of its title, without accents or the tilde of an ñ', () => {
  expect(titlesWith(pages, 'plan nires')).toEqual(['Plan de los Ñires']);
  expect(titlesWith(pages, 'ÑIRES')).toEqual(['Plan de los Ñires']);
  expect(titlesWith(pages, 'transito')).toEqual(['Tránsito']);
  expect(titlesWith(pages, ' ')).toEqual([]);
});
