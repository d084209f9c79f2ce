import { expect, it } from 'vitest';
import { rowOf } from '../../scripts/bench/rows.ts';
import { firstPicture } from '../../scripts/bench/static-page.ts';

it('a figure keeps its budget, from above or from below, or does not', () => {
  const figure = { part: 'p', name: 'n', ours: 98, unit: '' };
  expect(rowOf({ ...figure, minimum: 97 })).toMatchObject({ budget: '≥ 97', reached: true });
  expect(rowOf({ ...figure, minimum: 99 })).toMatchObject({ budget: '≥ 99', reached: false });
  expect(rowOf({ ...figure, limit: 97 })).toMatchObject({ budget: '≤ 97', reached: false });
  expect(rowOf({ ...figure, reference: 100, atMost: 1 })).toMatchObject({
    ratio: 0.98,
    budget: '≤ 1 ×',
    reached: true,
  });
  expect(rowOf({ ...figure, reference: 100, atLeast: 1 })).toMatchObject({ budget: '≥ 1 ×', reached: false });
  expect(rowOf({ ...figure, reference: 49 })).not.toHaveProperty('budget');
  expect(rowOf({ ...figure, ours: Number.NaN, limit: 97 })).toMatchObject({ reached: false });
});

it('the static page of comparison has the picture with which a page begins', () => {
  const link = '<link rel="preload" as="image" imageSrcSet="/a-480.webp 480w" imageSizes="60vw" fetchPriority="high"/>';
  expect(firstPicture(`<head>${link}</head>`)).toEqual({ srcset: '/a-480.webp 480w', sizes: '60vw' });
  expect(firstPicture('<head></head>')).toBeNull();
});
