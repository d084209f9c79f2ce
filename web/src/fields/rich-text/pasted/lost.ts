/**
 * What of a clipboard has no place in a text, in words for a person; empty if nothing was lost.
 * @param images number of pictures that are left out, drawings aside
 */
export function lostOf(root: ParentNode, images: number): string[] {
  const drawings = [...root.querySelectorAll('svg, canvas')].filter((one) => !isTracker(one));
  const players = root.querySelectorAll('video, audio, iframe, object, embed').length;
  const underlined = [...root.querySelectorAll('u, ins, [style*="underline"]')].some(
    (one) => !one.closest('a') && !one.querySelector('a') && /\S/.test(one.textContent ?? ''),
  );
  const renumbered = [...root.querySelectorAll('ol[start]')].some((list) => list.getAttribute('start') !== '1');
  return [
    counted(images + drawings.length, 'imagen', 'imágenes'),
    counted(players, 'video', 'videos'),
    underlined ? 'el subrayado' : '',
    renumbered ? 'la numeración, que no empezaba en 1' : '',
  ].filter(Boolean);
}

const counted = (count: number, one: string, many: string) =>
  count === 0 ? '' : `${count} ${count === 1 ? one : many}`;

/** A picture of a pixel tells the sender of a mail that it was read. */
export const isTracker = (picture: Element) =>
  ['width', 'height'].some((name) => /^[0-2]$/.test(picture.getAttribute(name) ?? ''));
