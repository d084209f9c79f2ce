import { NO_WORD } from './limits.ts';

/** Half a surrogate pair is no character: U+FFFD takes its place, as in String.toWellFormed, which tablets of 2022 lack. */
export const wellFormed = (text: string) => text.replace(/[\uD800-\uDFFF]/gu, '\uFFFD');

/** A whole address, or null: URL.parse, which tablets of 2022 lack. */
export function asUrl(text: string): URL | null {
  try {
    return new URL(text.trim());
  } catch {
    return null;
  }
}

/**
 * Unicode's composed form, in which equal texts are equal. Nobody writes more than 30 marks on one letter (UAX 15, D4);
 * what has more would be sorted for minutes, and loses them.
 */
export function composed(text: string): string {
  return text.replace(/(\p{M}{30})\p{M}+/gu, '$1').normalize('NFC');
}

/**
 * Lower case without accents, for comparing and searching. `ñ` is a letter of its own in Spanish and stays one.
 * @param text any text
 * @returns the folded text; same words in the same order, but not always the same length
 */
export function fold(text: string): string {
  return composed(text)
    .toLowerCase()
    .replaceAll('ñ', '\u0001')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('\u0001', 'ñ');
}

/** The folded words of a text: runs of letters and digits. */
export function words(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The words a visitor searches for; none when the box was empty (spec section 5 sends the literal NULL). */
export function searchWords(search: string): string[] {
  return search.trim() === NO_WORD ? [] : [...new Set(words(search))].slice(0, 12);
}

/** The part of a page's address that is made from its title; `-` when nothing is left of it. */
export function titlekey(title: string): string {
  return asciiWords(title).join('-').slice(0, 100).replace(/-+$/, '') || '-';
}

/** A label's name without accents, spaces and signs: its id, and its address. Empty when no letter or digit is left. */
export function labelHash(name: string): string {
  return asciiWords(name).join('');
}

/**
 * A text longer than `over` is cut to `keep` characters and an ellipsis of three points (spec section 9).
 * Characters are code points, so that no surrogate pair is split.
 */
export function cut(text: string, over: number, keep: number): string {
  const characters = [...text];
  return characters.length > over ? `${characters.slice(0, keep).join('')}...` : text;
}

export const cutCardTitle = (title: string) => cut(title, 43, 40);
/** The card's description leaves room for a long title (spec section 3). */
export function cutCardDescription(description: string, title: string): string {
  const room = [...title].length > 23 ? 40 : 70;
  return cut(description, room, room);
}
export const cutCarouselTitle = (title: string) => cut(title, 40, 37);
export const cutAdminText = (text: string) => cut(text, 50, 50);
export const cutSearchTitle = (title: string) => cut(title, 30, 27);
export const cutAlbumTitle = (title: string) => cut(title, 50, 47);

const KEYWORD_CONTEXT = 130;

/**
 * The piece of a text around the first searched word, whole words only, at most 130 characters.
 * @param text plain text
 * @param searched folded words
 */
export function keywordContext(text: string, searched: string[]): string {
  const tokens = text.split(/\s+/).filter(Boolean);
  const at = Math.max(0, tokens.findIndex((token) => words(token).some((word) => searched.some((one) => word.startsWith(one)))));
  const start = Math.max(0, at - 4);
  const kept: string[] = [];
  let length = 0;
  // The dot between two fields is no beginning.
  for (const token of tokens.slice(tokens[start] === '·' ? start + 1 : start)) {
    if (length + token.length + 1 > KEYWORD_CONTEXT) break;
    kept.push(token);
    length += token.length + 1;
  }
  return kept.length > 0 ? kept.join(' ') : text.slice(0, KEYWORD_CONTEXT);
}

const ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'" }));

/** What a reader sees of rich text: tags become spaces, character references their characters. */
export function plainText(html: string): string {
  return html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES.get(name) ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
}

/** A number as the spec writes amounts: thousands by commas, two decimals (spec section 9). */
export function amount(value: number): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** A file's size in megabytes, in the spec's number format. */
export function megabytes(bytes: number): string {
  return `${amount(Math.max(bytes / 1_000_000, 0.01))} MB`;
}

/** A short, stable hash of a text (FNV-1a over 64 bits, 13 characters of base 36): for ids, not for secrets. */
export function shortHash(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return hash.toString(36).padStart(13, '0');
}

function asciiWords(text: string): string[] {
  return fold(text).replaceAll('ñ', 'n').match(/[a-z0-9]+/g) ?? [];
}
