/**
 * An uploaded picture; width and height in pixels are those of its largest stored size. `alt` describes what it shows
 * and is left out while it is not written.
 */
export type Picture = {
  name: string;
  width: number;
  height: number;
  alt?: string;
};
const WIDTHS = [480, 960, 1600];
export const PICTURE_MAX_WIDTH = 1600;
/** A shield is stored as a square of this many pixels, and smaller for the header and the footer. */
export const SHIELD_SIZE = 512;
export const SHIELD_WIDTHS = [96, 192, SHIELD_SIZE];

/** All pictures of a record, whether its type has one or several. */
export function picturesOf(record: object | null): Picture[] {
  const { image, images } = (record ?? {}) as { image?: Picture | null; images?: Picture[] };
  return images ?? (image ? [image] : []);
}

/** The widths in pixels at which a picture is stored: never wider than what was uploaded. */
export function pictureWidths(picture: Pick<Picture, 'width'>): number[] {
  return [...WIDTHS.filter((width) => width < picture.width), picture.width];
}

/** The form of a picture's name. It excludes path separators, so a name in an address cannot leave its folder. */
export const isPictureName = (name: string) => /^[a-z0-9-]{1,40}-[0-9a-f]{16}$/.test(name);
/** Returns what the person called a picture, from its stored name: a slug and a hash of the file. May be ''. */
export const pictureTitle = (name: string) => name.replace(/-?[0-9a-f]{16}$/, '');

/** Returns the name of the picture that a stored file belongs to; null for what is no picture's file. */
export function pictureNameIn(file: string): string | null {
  const [, name = ''] = /^(.*)-\d{1,4}\.webp$/.exec(file) ?? [];
  return isPictureName(name) ? name : null;
}
