import { expect, it } from 'vitest';
import { turnedRight, WHOLE, withAspect } from '../../../../web/src/admin/files/crop.ts';

const LANDSCAPE = { width: 4000, height: 3000 };
const ratioOf = (crop: { width: number; height: number }, size: typeof LANDSCAPE) =>
  (crop.width * size.width) / (crop.height * size.height);

it('the frame stays on what it shows when the photo is turned, and four turns are none', () => {
  const corner = { x: 0, y: 0, width: 20, height: 10 };
  expect(turnedRight(corner)).toEqual({ x: 90, y: 0, width: 10, height: 20 });
  expect(turnedRight(turnedRight(turnedRight(turnedRight(corner))))).toEqual(corner);
});

it('a proportion makes the largest frame round the same middle that fits into the photo', () => {
  expect(withAspect(WHOLE, 4 / 3, LANDSCAPE)).toEqual(WHOLE);
  expect(withAspect(WHOLE, 1, LANDSCAPE)).toEqual({ x: 12.5, y: 0, width: 75, height: 100 });
  for (const ratio of [1, 4 / 3, 16 / 9])
    for (const crop of [WHOLE, { x: 80, y: 0, width: 20, height: 100 }, { x: 0, y: 90, width: 50, height: 10 }])
      for (const size of [LANDSCAPE, { width: 900, height: 1600 }]) {
        const made = withAspect(crop, ratio, size);
        expect(ratioOf(made, size)).toBeCloseTo(ratio, 6);
        expect(Math.min(made.x, made.y)).toBeGreaterThanOrEqual(0);
        expect(Math.max(made.x + made.width, made.y + made.height)).toBeLessThanOrEqual(100.000001);
      }
});
