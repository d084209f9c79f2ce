import { expect, test } from 'vitest';
import fc from 'fast-check';
import type { Point } from '#contract/values/place';
import { meets } from '../../../api/weather/area.ts';

const polygon = (...points: Point[]) => ({ polygons: [points], circles: [] });
const circle = (centre: Point, kilometres: number) => ({ polygons: [], circles: [{ centre, kilometres }] });
const box = (south: number, west: number, size: number): Point[] => [
  [south, west],
  [south, west + size],
  [south + size, west + size],
  [south + size, west],
];
const TOWN: Point[] = [[-32.5, -61.5]];

test('a point is inside, on the border or outside of a polygon', () => {
  expect(meets(polygon(...box(-33, -62, 1)), TOWN)).toBe(true);
  expect(meets(polygon(...box(-32.5, -62, 1)), TOWN)).toBe(true);
  expect(meets(polygon(...box(-32.5, -61.5, 1)), TOWN)).toBe(true);
  expect(meets(polygon(...box(-32.4, -62, 1)), TOWN)).toBe(false);
  // a horseshoe round the town
  const horseshoe: Point[] = [
    [-33, -62],
    [-33, -61],
    [-32, -61],
    [-32, -61.4],
    [-32.9, -61.4],
    [-32.9, -61.6],
    [-32, -61.6],
    [-32, -62],
  ];
  expect(meets(polygon(...horseshoe), TOWN)).toBe(false);
});

test('an outline meets what it contains, what contains it, and what crosses it', () => {
  const town = box(-33, -62, 1);
  expect(meets(polygon(...box(-32.6, -61.6, 0.1)), town)).toBe(true);
  expect(meets(polygon(...box(-40, -70, 20)), town)).toBe(true);
  // across, without a corner of one in the other
  expect(meets(polygon([-32.6, -65], [-32.6, -60], [-32.5, -60], [-32.5, -65]), town)).toBe(true);
  expect(meets(polygon(...box(-32, -61, 1)), town)).toBe(true);
  expect(meets(polygon(...box(-31.9, -61, 1)), town)).toBe(false);
});

test('a circle reaches as far as it says', () => {
  // a degree of latitude is 111 km
  expect(meets(circle([-31.5, -61.5], 112), TOWN)).toBe(true);
  expect(meets(circle([-31.5, -61.5], 110), TOWN)).toBe(false);
  const town = box(-33, -62, 1);
  expect(meets(circle([-32.5, -61.5], 0), town)).toBe(true);
  expect(meets(circle([-31.5, -61.5], 56), town)).toBe(true);
  expect(meets(circle([-31.5, -61.5], 55), town)).toBe(false);
});

test('without a place nothing meets it, nor does an area without a form', () => {
  expect(meets(polygon(...box(-90, -180, 90)), [])).toBe(false);
  expect(meets({ polygons: [], circles: [] }, TOWN)).toBe(false);
});

test('two triangles meet exactly when a fine grid of points finds it, or touch between its points', () => {
  const point = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }));
  const triangle = fc
    .tuple(point, point, point)
    .filter(([a, b, c]) => (b[0] - a[0]) * (c[1] - a[1]) !== (b[1] - a[1]) * (c[0] - a[0]));
  fc.assert(
    fc.property(triangle, triangle, (one, other) => {
      const isCommon = Array.from({ length: 49 * 49 }, (_, at): Point => [(at % 49) / 4, Math.floor(at / 49) / 4]).some(
        (at) => meets(polygon(...one), [at]) && meets(polygon(...other), [at]),
      );
      const answer = meets(polygon(...one), other);
      expect(meets(polygon(...other), one)).toBe(answer);
      if (isCommon) expect(answer).toBe(true);
    }),
    { numRuns: 150 },
  );
});
