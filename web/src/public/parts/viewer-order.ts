/**
 * Returns the index of the next item. The album's viewer cycles: images, then videos, then from the start (spec section
 * 2.1).
 * @param at index of the current item, with images before videos
 * @param count total number of images and videos
 */
export function nextInAlbum(at: number, count: number): number {
  return (at + 1) % count;
}

/** Returns the index of the previous item; before the first comes the last. */
export function previousInAlbum(at: number, count: number): number {
  return (at - 1 + count) % count;
}

/** Returns the index of the item to show when the chosen one may be gone: then the last one. */
export function withinAlbum(at: number, count: number): number {
  return Math.max(0, Math.min(at, count - 1));
}
