import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';
import type { Font } from 'fontkit';

/**
 * Text as SVG paths, so that it looks the same on every machine and a server needs no fonts. The font is Encode Sans
 * Condensed, drawn in Rosario and used by Argentina's public offices; its files together have all Latin letters.
 */
const FONTS = ['latin', 'latin-ext'].map((part) => {
  const file = import.meta.resolve(
    `@fontsource/encode-sans-condensed/files/encode-sans-condensed-${part}-700-normal.woff`,
  );
  return create(readFileSync(fileURLToPath(file))) as Font;
});

/** More characters than a card has room for: measuring takes longer than a text is long. */
const MAX_LENGTH = 300;

/** Returns what can be drawn of a text, in one line: characters that the font lacks, such as emoji, are left out. */
export function drawable(text: string): string {
  const signs = [...text.slice(0, 4 * MAX_LENGTH).normalize('NFC')].map((sign) => (/\s/.test(sign) ? ' ' : sign));
  const known = signs.filter(fontOf);
  return `${known.slice(0, MAX_LENGTH).join('')}${known.length > MAX_LENGTH ? '…' : ''}`.replace(/ +/g, ' ').trim();
}

/** Returns how wide a text is at a size, in pixels. */
export function widthOf(text: string, size: number): number {
  const words = text.split(' ');
  return size * words.reduce((width, word) => width + wordWidth(word), (words.length - 1) * wordWidth(' '));
}

/** Words are measured once, because breaking a title into lines asks for their widths many times. */
const measured = new Map<string, number>();
function wordWidth(word: string): number {
  const known = measured.get(word);
  if (known !== undefined) return known;
  const width = runsOf(word).reduce((sum, { font, advance }) => sum + advance / font.unitsPerEm, 0);
  measured.set(word, width);
  return width;
}

/** Returns a line of text as SVG. @param x its left end; @param y its baseline */
export function lettered(text: string, { x, y, size }: { x: number; y: number; size: number }): string {
  let left = x;
  return runsOf(text)
    .map(({ font, glyphs, advance }) => {
      const scale = size / font.unitsPerEm;
      const place = `translate(${left.toFixed(2)} ${y}) scale(${scale} ${-scale})`;
      left += advance * scale;
      return `<g transform="${place}">${glyphs}</g>`;
    })
    .join('');
}

/**
 * Breaks a text into lines of about the same width, as few as possible.
 * @param room the maximum width of a line
 * @returns the lines; a word that is wider than a line is broken
 */
export function brokenIntoLines(text: string, size: number, room: number): string[] {
  const lines = filled(text, size, room);
  let [narrow, wide] = [room / 2, room];
  while (wide - narrow > 4) {
    const middle = (narrow + wide) / 2;
    const isWorse = filled(text, size, middle).length > lines.length;
    [narrow, wide] = isWorse ? [middle, wide] : [narrow, middle];
  }
  return filled(text, size, wide);
}

/** Whether every word of a text fits into a line. */
export const hasWholeWords = (text: string, size: number, room: number) =>
  text.split(' ').every((word) => widthOf(word, size) <= room);

function filled(text: string, size: number, room: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line && `${line} ${word}`;
    if (longer && widthOf(longer, size) <= room) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    line = '';
    if (widthOf(word, size) <= room) {
      line = word;
      continue;
    }
    for (const sign of word) {
      if (line && widthOf(line + sign, size) > room) {
        lines.push(line);
        line = '';
      }
      line += sign;
    }
  }
  return line ? [...lines, line] : lines;
}

const fontOf = (sign: string) => FONTS.find((font) => font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0));

interface Run {
  font: Font;
  /** In the font's units, as are the paths. */
  advance: number;
  glyphs: string;
}

/** Splits a text into runs of one font, each laid out with its kerning and marks. */
function runsOf(text: string): Run[] {
  const pieces: { font: Font; text: string }[] = [];
  for (const sign of text) {
    const last = pieces.at(-1);
    // A space belongs to the word before it.
    const font = last?.font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0) ? last.font : fontOf(sign);
    if (!font) continue;
    if (last?.font === font) last.text += sign;
    else pieces.push({ font, text: sign });
  }
  return pieces.map((piece) => {
    const { glyphs, positions } = piece.font.layout(piece.text);
    let advance = 0;
    const paths = glyphs.map((glyph, at) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {};
      const path = glyph.path.toSVG();
      const place = `translate(${advance + xOffset} ${yOffset})`;
      advance += xAdvance;
      return path && `<path transform="${place}" d="${path}"/>`;
    });
    return { font: piece.font, advance, glyphs: paths.join('') };
  });
}
