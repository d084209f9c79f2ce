import type { Point } from '../contract/values/place.ts';
import type { CapArea } from './cap.ts';

/** Kilometres of a degree of latitude. */
const DEGREE = 111.2;

/**
 * Whether an area meets a town. What touches counts; on the scale of a province the earth is flat.
 * @param place the town's point, or the corners of its outline
 */
export function meets({ polygons, circles }: CapArea, place: readonly Point[]): boolean {
  if (place.length === 0) return false;
  return (
    polygons.some((polygon) => polygonMeets(polygon, place)) ||
    circles.some(({ centre, kilometres }) => distance(centre, place) <= kilometres)
  );
}

function polygonMeets(polygon: readonly Point[], place: readonly Point[]): boolean {
  const [town, area] = [boxOf(place), boxOf(polygon)];
  if (area.south > town.north || area.north < town.south || area.west > town.east || area.east < town.west)
    return false;
  const [corner] = place as [Point];
  if (contains(polygon, corner)) return true;
  if (place.length < 3) return false;
  return contains(place, polygon[0] as Point) || bordersMeet(polygon, place, town);
}

interface Box {
  south: number;
  north: number;
  west: number;
  east: number;
}
function boxOf(points: readonly Point[]): Box {
  const box = { south: Infinity, north: -Infinity, west: Infinity, east: -Infinity };
  for (const [y, x] of points) {
    if (y < box.south) box.south = y;
    if (y > box.north) box.north = y;
    if (x < box.west) box.west = x;
    if (x > box.east) box.east = x;
  }
  return box;
}

/** Whether a point is in a polygon, or on its border: a ray from it crosses the border an odd number of times. */
function contains(polygon: readonly Point[], [y, x]: Point): boolean {
  let isInside = false;
  let [py, px] = polygon.at(-1) as Point;
  for (const [qy, qx] of polygon) {
    const side = turn([py, px], [qy, qx], [y, x]);
    if (side === 0 && between(py, y, qy) && between(px, x, qx)) return true;
    if (qy > y !== py > y && x < ((px - qx) * (y - qy)) / (py - qy) + qx) isInside = !isInside;
    [py, px] = [qy, qx];
  }
  return isInside;
}

/** Whether two borders cross or touch. @param box that of the second, which most parts of the first are far from */
function bordersMeet(polygon: readonly Point[], place: readonly Point[], box: Box): boolean {
  let before = polygon.at(-1) as Point;
  for (const point of polygon) {
    const isNear =
      Math.max(before[0], point[0]) >= box.south &&
      Math.min(before[0], point[0]) <= box.north &&
      Math.max(before[1], point[1]) >= box.west &&
      Math.min(before[1], point[1]) <= box.east;
    if (isNear && place.some((corner, at) => cross(before, point, place.at(at - 1) as Point, corner))) return true;
    before = point;
  }
  return false;
}

function cross(a: Point, b: Point, c: Point, d: Point): boolean {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (abc * abd < 0 && cda * cdb < 0) return true;
  const isOn = (p: Point, q: Point, r: Point) => between(p[0], r[0], q[0]) && between(p[1], r[1], q[1]);
  return (
    (abc === 0 && isOn(a, b, c)) ||
    (abd === 0 && isOn(a, b, d)) ||
    (cda === 0 && isOn(c, d, a)) ||
    (cdb === 0 && isOn(c, d, b))
  );
}

/** On which side of a line from `a` to `b` a point is: 0 on it. */
const turn = (a: Point, b: Point, p: Point) => (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
const between = (one: number, at: number, other: number) => Math.min(one, other) <= at && at <= Math.max(one, other);

/** Kilometres from a point to the nearest of a place; 0 within it. */
function distance(from: Point, place: readonly Point[]): number {
  if (place.length >= 3 && contains(place, from)) return 0;
  const scale = Math.cos((from[0] * Math.PI) / 180);
  const flat = place.map(([y, x]) => [(y - from[0]) * DEGREE, (x - from[1]) * DEGREE * scale] as const);
  return Math.min(...flat.map((point, at) => toSegment(flat.at(at - 1) as Point, point)));
}

/** Distance of the origin from a segment. */
function toSegment([ay, ax]: Point, [by, bx]: Point): number {
  const [dy, dx] = [by - ay, bx - ax];
  const length = dy * dy + dx * dx;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(ay * dy + ax * dx) / length));
  return Math.hypot(ay + along * dy, ax + along * dx);
}
