import type { Picture } from './pictures.ts';

/** The name of the order of a gallery's pictures, in the outbox and in the history. Its value lists stored names. */
export const PICTURE_ORDER = 'images';

/** Returns pictures in the order of their names in a list; those that it does not name come last, as they came. */
export function arranged<P extends Pick<Picture, 'name'>>(pictures: readonly P[], names: readonly string[]): P[] {
  const places = new Map(names.map((name, place) => [name, place]));
  const placeOf = ({ name }: P) => places.get(name) ?? names.length;
  return [...pictures].sort((one, other) => placeOf(one) - placeOf(other));
}
