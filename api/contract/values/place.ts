/** A point on the map, in degrees. */
export type Point = readonly [latitude: number, longitude: number];

/** Maximum number of points of a town's outline. */
export const PLACE_POINTS = 60;

/** The corners of a rectangle that contains Argentina with its islands. */
const [SOUTH, NORTH, WEST, EAST] = [-56, -21, -74, -53];

/**
 * Reads the place of a town: one point, or the corners of its outline, each in a line of its own as maps give it to
 * copy: `-32.1234, -61.5678`.
 * @returns the points; or, in Spanish, why they are none
 */
export function parsePlace(text: string): { points: Point[] } | { fault: string } {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const points: Point[] = [];
  for (const [at, line] of lines.entries()) {
    const [, latitude, longitude] = POINT.exec(line.replaceAll('−', '-')) ?? [];
    if (latitude === undefined || longitude === undefined) return { fault: `Renglón ${at + 1}: ${NO_POINT}` };
    const point = [Number(latitude), Number(longitude)] as const;
    if (point[0] < SOUTH || point[0] > NORTH || point[1] < WEST || point[1] > EAST)
      return { fault: `Renglón ${at + 1}: ${ELSEWHERE}` };
    points.push(point);
  }
  const [first, last] = [points[0], points.at(-1)];
  // Outlines are often closed by their first point.
  if (first && last && points.length > 3 && first[0] === last[0] && first[1] === last[1]) points.pop();
  if (points.length === 2) return { fault: TWO };
  if (points.length > PLACE_POINTS) return { fault: `Hasta ${PLACE_POINTS} puntos: hay ${points.length}.` };
  return { points };
}

/** Degrees with a point and decimals: without them a place would be off by fifty kilometres. */
const POINT = /^(-?\d{1,3}\.\d{1,15})\s*[,; ]\s*(-?\d{1,3}\.\d{1,15})$/;
const NO_POINT = 'escribí latitud y longitud como las copia un mapa: -32.1234, -61.5678.';
const ELSEWHERE =
  'ese punto no está en la Argentina. Primero va la latitud y después la longitud, las dos con el signo menos.';
const TWO = 'Con dos puntos no hay contorno: dejá uno solo, o marcá por lo menos tres.';
