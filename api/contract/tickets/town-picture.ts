import type { TicketPoint } from './ticket.ts';

/** A place on a picture, as fractions of its width and height, from the left and from above. */
export interface PicturePlace {
  x: number;
  y: number;
}
/** A place on a picture that is known on the ground. */
export interface PictureMark extends PicturePlace, TicketPoint {}

/** The town's own picture of itself, with two places that are known on it. */
export interface TownPicture {
  address: string;
  /** In pixels. */
  width: number;
  height: number;
  marks: readonly [PictureMark, PictureMark];
}

/** Two known places must be so far apart, in metres and in parts of the picture's width, to tell where others are. */
export const MARKS_APART = { metres: 100, part: 0.1 } as const;

/** Metres in a degree of latitude. */
const DEGREE = 111_320;
const cosOf = (lat: number) => Math.cos((lat * Math.PI) / 180);

/** The distance in metres; exact enough within a town. */
export function metresBetween(one: TicketPoint, other: TicketPoint): number {
  return Math.hypot(one.lat - other.lat, (one.lon - other.lon) * cosOf(one.lat)) * DEGREE;
}

/** A point as everybody may know it: on a grid of some 50 m. */
export const coarse = ({ lat, lon }: TicketPoint): TicketPoint => ({ lat: onGrid(lat), lon: onGrid(lon) });
const onGrid = (degrees: number) => Math.round(degrees * 2000) / 2000;

/** Whether two marks tell where the picture lies. */
export function areApart({ width, height }: Pick<TownPicture, 'width' | 'height'>, [one, other]: TownPicture['marks']) {
  const part = Math.hypot(one.x - other.x, ((one.y - other.y) * height) / width);
  return part >= MARKS_APART.part && metresBetween(one, other) >= MARKS_APART.metres;
}

/** A place in the plane: on the picture in pixels, or on the ground in degrees of latitude; the second axis goes up. */
type Vector = [number, number];
const minus = ([a, b]: Vector, [c, d]: Vector): Vector => [a - c, b - d];
const plus = ([a, b]: Vector, [c, d]: Vector): Vector => [a + c, b + d];
/** Vectors as complex numbers: a factor turns and stretches. */
const times = ([a, b]: Vector, [c, d]: Vector): Vector => [a * c - b * d, a * d + b * c];
const over = (one: Vector, [c, d]: Vector): Vector => {
  const [re, im] = times(one, [c, -d]);
  const size = c * c + d * d;
  return [re / size, im / size];
};

/** What computing loses at the border of a picture. */
const SLACK = 1e-9;

/** How a picture lies on the ground: it may be turned, and has one scale. */
function layOf({ width, height, marks: [one, other] }: TownPicture) {
  const cos = cosOf(one.lat);
  const onPicture = ({ x, y }: PicturePlace): Vector => [x * width, -y * height];
  const onGround = ({ lat, lon }: TicketPoint): Vector => [lon * cos, lat];
  const factor = over(minus(onGround(other), onGround(one)), minus(onPicture(other), onPicture(one)));
  return { cos, factor, onPicture, onGround, one };
}

/** Returns the point on the ground of a place on the picture. */
export function pointAt(picture: TownPicture, place: PicturePlace): TicketPoint {
  const { cos, factor, onPicture, onGround, one } = layOf(picture);
  const [east, lat] = plus(onGround(one), times(factor, minus(onPicture(place), onPicture(one))));
  return { lat, lon: east / cos };
}

/** Returns where a point is on the picture; null outside of it. */
export function placeOn(picture: TownPicture, point: TicketPoint): PicturePlace | null {
  const { factor, onPicture, onGround, one } = layOf(picture);
  const [right, up] = plus(onPicture(one), over(minus(onGround(point), onGround(one)), factor));
  const [x, y] = [right / picture.width, -up / picture.height];
  const isOn = [x, y].every((part) => part >= -SLACK && part <= 1 + SLACK);
  return isOn ? { x, y } : null;
}
