/** A part of a photo, in percent of its width and height. */
export interface Crop {
  x: number;
  y: number;
  width: number;
  height: number;
}
export const WHOLE: Crop = { x: 0, y: 0, width: 100, height: 100 };

/** The proportions that a part can be given: width divided by height; null for any. */
export const ASPECTS: readonly { label: string; ratio: number | null }[] = [
  { label: 'Libre', ratio: null },
  { label: '4:3', ratio: 4 / 3 },
  { label: '16:9', ratio: 16 / 9 },
  { label: '1:1', ratio: 1 },
];

/** The same part once the photo is turned by a quarter to the right. */
export const turnedRight = ({ x, y, width, height }: Crop): Crop => ({
  x: 100 - y - height,
  y: x,
  width: height,
  height: width,
});

/**
 * Returns the largest part of the given proportion with the same middle that fits into the photo.
 * @param size of the photo, in any unit
 */
export function withAspect(crop: Crop, ratio: number, size: { width: number; height: number }): Crop {
  /** Percents of the width for one of the height. */
  const slope = (ratio * size.height) / size.width;
  const height = Math.min(100, 100 / slope, Math.max(crop.height, crop.width / slope));
  const width = height * slope;
  const within = (middle: number, length: number) => Math.min(100 - length, Math.max(0, middle - length / 2));
  return {
    x: within(crop.x + crop.width / 2, width),
    y: within(crop.y + crop.height / 2, height),
    width,
    height,
  };
}
