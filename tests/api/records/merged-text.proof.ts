import { expect, test } from 'vitest';
import { mergeMany } from './two-texts.ts';

test('in 10,000 pairs of changes to one text no word of either author disappears', { timeout: 0 }, () => {
  const refused = mergeMany(10_000);
  console.log(`${(refused * 100).toFixed(1)} % of the pairs are asked about`);
  expect(refused).toBeLessThan(1 / 3);
});
