import { expect, test } from 'vitest';
import { mergeMany } from './two-texts.ts';

test('in 10,000 pairs of changes to one text no word of either author disappears', { timeout: 0 }, () => {
  const { asked, whole } = mergeMany(10_000);
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  console.log(`${percent(asked)} of the pairs are asked about, ${percent(whole)} about the whole text`);
  expect(asked).toBeLessThan(1 / 3);
  expect(whole).toBeLessThan(asked / 2);
});
