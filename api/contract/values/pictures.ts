import type { Album, AnyRecord, Picture, Story } from '../records.ts';

const WIDTHS = [480, 960, 1600];
export const PICTURE_MAX_WIDTH = 1600;
/** A shield is stored as a square of this many pixels, and smaller for the header and the footer. */
export const SHIELD_SIZE = 512;
export const SHIELD_WIDTHS = [96, 192, SHIELD_SIZE];

/** All pictures of a record, whether its type has one or several. */
export function picturesOf(record: AnyRecord | null): Picture[] {
  const { image, images } = (record ?? {}) as Partial<Pick<Story, 'image'> & Pick<Album, 'images'>>;
  return images ?? (image ? [image] : []);
}

/** The widths in pixels at which a picture is stored: never wider than what was uploaded. */
export function pictureWidths(picture: Pick<Picture, 'width'>): number[] {
  return [...WIDTHS.filter((width) => width < picture.width), picture.width];
}
