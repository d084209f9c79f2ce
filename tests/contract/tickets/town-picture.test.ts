import { expect, test } from 'vitest';
import { areApart, coarse, metresBetween, placeOn, pointAt } from '#contract/tickets/town-picture';
import type { TownPicture } from '#contract/tickets/town-picture';

/** A plan of 800 by 600 pixels with north above, of which two corners are known. */
const DEGREE = 111_320;
const [LAT, LON] = [-38.7, -62.27];
const east = (metres: number) => LON + metres / (DEGREE * Math.cos((LAT * Math.PI) / 180));
const south = (metres: number) => LAT - metres / DEGREE;
const plan: TownPicture = {
  address: '',
  width: 800,
  height: 600,
  marks: [
    { x: 0, y: 0, lat: LAT, lon: LON },
    { x: 1, y: 1, lat: south(3000), lon: east(4000) },
  ],
};

test('places between two known corners are where they are on the ground', () => {
  const middle = pointAt(plan, { x: 0.5, y: 0.5 });
  expect(metresBetween(middle, { lat: south(1500), lon: east(2000) })).toBeLessThan(1);
  expect(metresBetween(pointAt(plan, { x: 1, y: 0 }), { lat: LAT, lon: east(4000) })).toBeLessThan(1);
});

test('a plan that is turned is read by two of its places as well', () => {
  // East is above: a step to the right goes south.
  const turned: TownPicture = {
    ...plan,
    marks: [
      { x: 0, y: 1, lat: LAT, lon: LON },
      { x: 0.5, y: 1, lat: south(2000), lon: LON },
    ],
  };
  expect(metresBetween(pointAt(turned, { x: 0, y: 0 }), { lat: LAT, lon: east(3000) })).toBeLessThan(1);
});

test.each([
  [0.1, 0.2],
  [0.5, 0.5],
  [1, 0],
])('a place comes back from its point: %s, %s', (x, y) => {
  const place = placeOn(plan, pointAt(plan, { x, y }));
  expect(place?.x).toBeCloseTo(x, 6);
  expect(place?.y).toBeCloseTo(y, 6);
});

test('what is not on the plan has no place there', () => {
  expect(placeOn(plan, { lat: south(3500), lon: LON })).toBeNull();
  expect(placeOn(plan, { lat: LAT, lon: east(-10) })).toBeNull();
});

test('two places that are one tell nothing', () => {
  const [one, other] = plan.marks;
  expect(areApart(plan, plan.marks)).toBe(true);
  expect(areApart(plan, [one, { ...other, x: 0.01, y: 0.01 }])).toBe(false);
  expect(areApart(plan, [one, { ...other, lat: LAT, lon: east(50) }])).toBe(false);
});

test('a point for everybody is on a grid of some 50 m, and the same for all who are near', () => {
  const point = { lat: south(1234), lon: east(987) };
  const known = coarse(point);
  expect(metresBetween(point, known)).toBeLessThan(40);
  expect(coarse({ lat: known.lat + 0.0002, lon: known.lon - 0.0002 })).toEqual(known);
  expect(String(known.lat).length).toBeLessThanOrEqual('-38.7115'.length);
});
