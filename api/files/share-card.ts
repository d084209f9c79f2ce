import { SHARE_SIZE } from '../contract/share.ts';
import type { ShareCard } from '../contract/share.ts';
import { brokenIntoLines, drawable, hasWholeWords, lettered, widthOf } from './lettering.ts';

const { width: WIDTH, height: HEIGHT } = SHARE_SIZE;
const MARGIN = 72;
const ROOM = WIDTH - 2 * MARGIN;
/** The title and what stands before it are centred between these. */
const [TOP, BOTTOM] = [56, 460];
const TITLE_SIZES = [168, 150, 132, 116, 104, 92, 82, 74, 66, 60, 54, 48];
const LINE = 1.12;
const LEAD_SIZE = 46;
const LEAD_LINE = 76;
const SIGNATURE_SIZES = [42, 38, 34, 30, 26];
const SHIELD = 96;
/** The town's line, as in `web/src/styles/tokens.css`, in percent of its box. */
const RIDGE = [
  [0, 62], [7, 34], [20, 34], [24, 50], [29, 12], [46, 12], [52, 84], [57, 4],
  [73, 4], [79, 44], [84, 26], [94, 26], [100, 54], [100, 100], [0, 100],
] as const; // prettier-ignore

/**
 * Draws the card of a page that has no photo, as SVG: on the colour of its section, what is shared, and below, over the
 * town's landscape, whose page it is.
 * @param shield an SVG document
 */
export function drawnCard({ lead, title, signature, colour }: ShareCard, shield: string): string {
  const [before, words, below] = [lead, title, signature].map(drawable) as [string, string, string];
  const head = before && cutTo(before, LEAD_SIZE);
  const { size, lines } = fittedTitle(words || below, BOTTOM - TOP - (head ? LEAD_LINE : 0));
  const height = (head ? LEAD_LINE : 0) + lines.length * size * LINE;
  const top = TOP + (BOTTOM - TOP - height) / 2;
  const firstLine = top + (head ? LEAD_LINE : 0) + size * 0.92;
  const signed = words ? below : '';
  const signatureSize =
    SIGNATURE_SIZES.find((one) => widthOf(signed, one) <= ROOM - SHIELD - 28) ?? (SIGNATURE_SIZES.at(-1) as number);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">` +
    `<rect width="100%" height="100%" fill="${darkened(colour)}"/>` +
    `<polygon points="${ridge(440, 190)}" fill="#000" fill-opacity=".3"/>` +
    (head && `<g fill="#ffc631">${lettered(head, { x: MARGIN, y: top + LEAD_SIZE, size: LEAD_SIZE })}</g>`) +
    `<g fill="#fff">${lines
      .map((line, at) => lettered(line, { x: MARGIN, y: firstLine + at * size * LINE, size }))
      .join('')}` +
    lettered(cutTo(signed, signatureSize, ROOM - SHIELD - 28), {
      x: MARGIN + SHIELD + 28,
      y: HEIGHT - 48 - SHIELD / 2 + signatureSize * 0.36,
      size: signatureSize,
    }) +
    `</g>${placed(shield)}</svg>`
  );
}

/** Returns the largest lettering in which a title fits; the smallest one, cut at its end, if none does. */
function fittedTitle(title: string, room: number): { size: number; lines: string[] } {
  for (const size of TITLE_SIZES) {
    if (!hasWholeWords(title, size, ROOM)) continue;
    const lines = brokenIntoLines(title, size, ROOM);
    if (lines.length * size * LINE <= room) return { size, lines };
  }
  const size = TITLE_SIZES.at(-1) as number;
  const lines = brokenIntoLines(title, size, ROOM);
  const most = Math.floor(room / (size * LINE));
  if (lines.length <= most) return { size, lines };
  const last = cutTo(lines.slice(most - 1).join(' '), size);
  return { size, lines: [...lines.slice(0, most - 1), last] };
}

/** Cuts a line where it would be too wide, with an ellipsis. */
function cutTo(text: string, size: number, room = ROOM): string {
  if (widthOf(text, size) <= room) return text;
  const signs = [...text];
  while (signs.length > 0 && widthOf(`${signs.join('')}…`, size) > room) signs.pop();
  return `${signs.join('').trimEnd()}…`;
}

const ridge = (top: number, height: number) =>
  RIDGE.map(([x, y]) => `${(x / 100) * WIDTH},${top + (y / 100) * height}`).join(' ');

/** The shield as a picture in the picture, so that nothing of it can get out of its place. */
function placed(shield: string): string {
  const data = Buffer.from(shield).toString('base64');
  return `<image x="${MARGIN}" y="${HEIGHT - 48 - SHIELD}" width="${SHIELD}" height="${SHIELD}" href="data:image/svg+xml;base64,${data}"/>`;
}

/** Returns a colour, darkened until white letters on it are easy to read (7:1, WCAG 1.4.6). */
function darkened(colour: string): string {
  let parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  if (!/^#[0-9a-f]{6}$/i.test(colour)) parts = [0, 0x58, 0x6b];
  while (1.05 / (luminance(parts) + 0.05) < 7) parts = parts.map((part) => part * 0.95);
  return `rgb(${parts.map(Math.round).join(' ')})`;
}

/** Relative luminance (WCAG 2.2). */
function luminance(parts: number[]): number {
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
