import { SHARE_SIZE } from '../contract/share.ts';
import type { ShareCard } from '../contract/share.ts';
import { skylineNamed, pointsOf } from '../contract/town/skylines.ts';
import { darker, isColour, readable } from '../contract/values/colours.ts';
import { brokenIntoLines, drawable, hasWholeWords, lettered, widthOf } from './lettering.ts';

const { width: WIDTH, height: HEIGHT } = SHARE_SIZE;
const MARGIN = 68;
/** The title and what stands before it are centred between these. */
const [TOP, BOTTOM] = [56, 460];
const SHIELD = 96;
const GAP = 28;
/** Sizes of letters, largest first. */
const TITLE_SIZES = [168, 150, 132, 116, 104, 92, 82, 74, 66, 60, 54, 48];
const LEAD_SIZES = [46, 40, 36];
const SIGNATURE_SIZES = [42, 38, 34, 30, 26];
const LINE = 1.12;
/** Room for two lines before the title. */
const LEAD_HEIGHT = 104;
/** Of a line of capitals, in the middle of its height. */
const MIDDLE = 0.36;
/** Contrast at which white letters are easy to read (WCAG 1.4.6). */
const EASY = 7;
const FALLBACK = '#00586b';

/**
 * Draws the card of a page that has no photo, as SVG: on the colour of its section, what is shared, and below, over the
 * town's landscape, whose page it is.
 * @param shield a picture, as a data URL
 * @param free width of a part at the right that is left free, for a photo
 */
export function drawnCard(
  { lead, title, signature, colour, second, skyline }: ShareCard,
  shield: string,
  free = 0,
): string {
  const room = WIDTH - free - 2 * MARGIN;
  const [before, words, below] = [lead, title, signature].map(drawable) as [string, string, string];
  const head = fitted(before, LEAD_SIZES, { room, height: LEAD_HEIGHT });
  const headHeight = heightOf(head) && heightOf(head) + GAP / 2;
  const main = fitted(words || below, TITLE_SIZES, { room, height: BOTTOM - TOP - headHeight });
  const foot = fitted(words ? below : '', SIGNATURE_SIZES, { room: room - SHIELD - GAP, height: SHIELD });
  const top = TOP + (BOTTOM - TOP - headHeight - heightOf(main)) / 2;
  const shieldTop = HEIGHT - 48 - SHIELD;
  const ground = readable(darker(isColour(colour) ? colour : FALLBACK, 1), ['#ffffff'], EASY);
  const ridge = pointsOf(skylineNamed(skyline).ridge, { top: 440, width: WIDTH, height: 190 });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">` +
    `<rect width="100%" height="100%" fill="${ground}"/>` +
    `<polygon points="${ridge}" fill="#000" fill-opacity=".3"/>` +
    `<g fill="${readable([second, '#ffffff'], [ground])}">${block(head, MARGIN, top)}</g>` +
    `<g fill="#fff">${block(main, MARGIN, top + headHeight)}` +
    `${block(foot, MARGIN + SHIELD + GAP, shieldTop + (SHIELD - heightOf(foot)) / 2)}</g>` +
    `<image x="${MARGIN}" y="${shieldTop}" width="${SHIELD}" height="${SHIELD}" ` +
    `href="${shield}"/></svg>`
  );
}

/** Lines of text of one size. */
interface Block {
  size: number;
  lines: string[];
}

const heightOf = ({ size, lines }: Block) => lines.length * size * LINE;
const block = ({ size, lines }: Block, x: number, top: number) =>
  lines.map((line, at) => lettered(line, { x, y: top + (at + 0.5) * size * LINE + size * MIDDLE, size })).join('');

/** Returns a text in the largest letters in which it fits; in the smallest ones, cut at its end, if it does in none. */
function fitted(text: string, sizes: number[], { room, height }: { room: number; height: number }): Block {
  for (const size of sizes) {
    const fitting = { size, lines: brokenIntoLines(text, size, room) };
    if (hasWholeWords(text, size, room) && heightOf(fitting) <= height) return fitting;
  }
  const size = sizes.at(-1) as number;
  const lines = brokenIntoLines(text, size, room);
  const most = Math.floor(height / (size * LINE));
  if (lines.length <= most) return { size, lines };
  const last = cutTo(lines.slice(most - 1).join(' '), size, room);
  return { size, lines: [...lines.slice(0, most - 1), last] };
}

/** Cuts a line where it would be too wide, with an ellipsis. */
function cutTo(text: string, size: number, room: number): string {
  if (widthOf(text, size) <= room) return text;
  const signs = [...text];
  while (signs.length > 0 && widthOf(`${signs.join('')}…`, size) > room) signs.pop();
  return `${signs.join('').trimEnd()}…`;
}
