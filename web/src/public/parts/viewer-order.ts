/**
 * The album's viewer goes round: the images, then the videos, and again from the start (spec section 2.1).
 * @param at the number of what is shown, images counted before videos
 * @param count images and videos together
 */
export function nextInAlbum(at: number, count: number): number {
  return (at + 1) % count;
}

/** One back; from the first image to the last video, where there is one. */
export function previousInAlbum(at: number, count: number): number {
  return (at - 1 + count) % count;
}
