import { NO_WORD } from '../limits.ts';

/**
 * Replaces half surrogate pairs by U+FFFD, like String.toWellFormed, which tablets of 2022 lack.
 */
const wellFormed = (text: string) => text.replace(/[\uD800-\uDFFF]/gu, '\uFFFD');

/**
 * Invisible characters that hide, reorder or cut what is written: control characters, marks of the reading direction,
 * characters without a width, the byte-order mark and annotations. Joiners stay: letters and emoji need them.
 */
const HIDDEN =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** A text as it may be stored: composed, well formed, with one kind of line break and no hidden characters. */
export function visible(text: string): string {
  return composed(wellFormed(text))
    .replace(/\r\n?|[\u000b\u000c\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(HIDDEN, '');
}

/** The same in one line, without spaces around it. */
export const oneLine = (text: string) => visible(text).replace(/\s+/g, ' ').trim();

/** Parses a whole address; null when it is none. The same as URL.parse, which tablets of 2022 lack. */
export function asUrl(text: string): URL | null {
  try {
    return new URL(text.trim());
  } catch {
    return null;
  }
}

/**
 * Whether an address has a user name or password before its host, like `https://www.gob.ar@evil.example/`, and so
 * leads to another site than it seems to. It is read as browsers do, which also accept backslashes and missing slashes.
 */
export function isDisguised(address: string): boolean {
  const url = asUrl(address);
  return url !== null && /^https?:$/.test(url.protocol) && url.username + url.password !== '';
}
export const DISGUISED =
  'La dirección lleva algo delante de una @ y engaña a quien la lee: dejá solo el sitio, como https://ejemplo.gob.ar.';

/**
 * Unicode's composed form, in which equal texts are equal. Marks beyond the 30th on one letter (UAX 15, D4) are
 * dropped, because sorting thousands of them would take minutes.
 */
export function composed(text: string): string {
  return text.replace(/(\p{M}{30})\p{M}+/gu, '$1').normalize('NFC');
}

/**
 * Lower case without accents, for comparing and sorting. `ñ` stays, because it is a separate letter in Spanish.
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

/** Folds `ñ` too, because people leave out its tilde in a hurry or have no key for it. */
export const bare = (text: string) => fold(text).replaceAll('ñ', 'n');

/** The words of a text, folded for searching: runs of letters and digits. `1.436` and `1436` are one number. */
export function words(text: string): string[] {
  const undotted = bare(text).replace(/(\d)\.(?=\d{3}(?!\d))/g, '$1');
  return undotted.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The words a visitor searches for; none when the box was empty (spec section 5 sends the literal NULL). */
export function searchWords(search: string): string[] {
  if (search.trim() === NO_WORD) return [];
  return [...new Set(words(search).map(beginningOf))].slice(0, 12);
}

/** Letters of a searched word that count. */
const LONGEST_WORD = 60;
function beginningOf(word: string): string {
  return word.length > LONGEST_WORD
    ? Array.from(word.slice(0, 2 * LONGEST_WORD))
        .slice(0, LONGEST_WORD)
        .join('')
    : word;
}

/**
 * Returns the searched words that a text has to have. Left out are those that begin another one, because a text that
 * matches `aguas` matches `agua`; and, as long as others are left, those that only make a question of them, as in
 * `número de la policía`.
 */
export function decisiveWords(searched: string[]): string[] {
  const decisive = searched.filter((word) => !searched.some((other) => other !== word && other.startsWith(word)));
  const told = decisive.filter((word) => !MEANINGLESS.has(word));
  return told.length > 0 ? told : decisive;
}
const MEANINGLESS = new Set(
  (
    'a abierta abierto abre ahora al con como cual cuando cuanto cuesta de del donde el en es esta estan hace hacer ' +
    'hago hay hora la las lo los me mi mis necesito numero numeros para pasa perdi por puedo que queda quien quiero ' +
    'saca sacar saco sale se su tel telefono telefonos tengo tirar tiro un una y'
  ).split(' '),
);

/** The part of a page's address that is made from its title; `-` when nothing is left of it. */
export function titlekey(title: string): string {
  return asciiWords(title).join('-').slice(0, 100).replace(/-+$/, '') || '-';
}

/** A label's name without accents, spaces and signs: its id, and its address. Empty when no letter or digit is left. */
export function labelHash(name: string): string {
  return asciiWords(name).join('');
}

/**
 * A text longer than `over` is cut to `keep` characters and an ellipsis, on pages of three points (spec section 9).
 * Characters are code points, so that no surrogate pair is split.
 */
export function cut(text: string, over: number, keep: number, ellipsis = '...'): string {
  const characters = [...text];
  return characters.length > over ? `${characters.slice(0, keep).join('')}${ellipsis}` : text;
}

/** Like `cut`, but at the end of a word if one ends in the second half of `keep`, and without punctuation there. */
export function cutAtWord(text: string, over: number, keep: number, ellipsis = '...'): string {
  const characters = [...text];
  const end = characters.lastIndexOf(' ', keep);
  if (characters.length <= over || end <= keep / 2) return cut(text, over, keep, ellipsis);
  return characters.slice(0, end).join('').replace(STOPS, '') + ellipsis;
}
/** Punctuation at the end of a cut text, which is removed before the ellipsis. */
const STOPS = /[\s.,;:·]+$/;

export const cutCardTitle = (title: string) => cutAtWord(title, 43, 40);
/** The card's description leaves room for a long title (spec section 3). */
export function cutCardDescription(description: string, title: string): string {
  const room = [...title].length > 23 ? 40 : 70;
  return cutAtWord(description, room, room);
}
export const cutCarouselTitle = (title: string) => cutAtWord(title, 40, 37);
export const cutAdminText = (text: string) => cut(text, 50, 50);
export const cutSearchTitle = (title: string) => cutAtWord(title, 30, 27);
export const cutAlbumTitle = (title: string) => cutAtWord(title, 50, 47);

const KEYWORD_CONTEXT = 130;
/** Maximum length, in characters, of the beginning of a text in which an excerpt is looked for. */
const CONTEXT_TEXT = 20_000;

/** A text prepared for `keywordContext`: as people read it, and folded, word by word with the same spaces. */
export interface ContextText {
  shown: string;
  folded: string;
}

/** Prepares the beginning of a plain text, so that showing a result costs the same however long its text is. */
export function contextText(text: string): ContextText {
  const beginning = text.slice(0, CONTEXT_TEXT);
  const whole =
    text.length > CONTEXT_TEXT ? beginning.slice(0, beginning.lastIndexOf(' ') + 1) || beginning : beginning;
  const shown = wellFormed(whole).replace(/\s+/g, ' ').trim();
  return { shown, folded: bare(shown) };
}

/**
 * Returns the excerpt of a text around the first searched word: whole words, at most 130 characters including the
 * ellipses where text is left out.
 * @param text prepared by `contextText`
 * @param searched folded words, of letters and digits alone
 */
export function keywordContext({ shown, folded }: ContextText, searched: string[]): string {
  const at = folded.slice(0, firstWordAt(folded, searched)).split(' ').length - 1;
  // A word takes one character at least, so no more of them are shown.
  const tokens = shown.split(' ', at + KEYWORD_CONTEXT);
  const early = Math.max(0, at - 4);
  // The excerpt does not begin with the dot between two fields, and needs no ellipsis before a field or a sentence.
  const start = tokens[early] === '·' ? early + 1 : early;
  const lead = start > 0 && !/[.!?·]$/.test(tokens[start - 1] ?? '') ? LEFT_OUT : '';
  const rest = tokens.slice(start);
  const whole = `${lead}${rest.join(' ')}`;
  if (whole.length <= KEYWORD_CONTEXT) return whole;
  const kept: string[] = [];
  let length = lead.length + LEFT_OUT.length;
  for (const token of rest) {
    if (length + token.length > KEYWORD_CONTEXT) break;
    kept.push(token);
    length += token.length + 1;
  }
  if (kept.length === 0) return wellFormed(shown.slice(0, KEYWORD_CONTEXT));
  return `${lead}${kept.join(' ').replace(STOPS, '')}${LEFT_OUT}`;
}
const LEFT_OUT = '...';

/** Returns the position of the first of some words in a folded text; 0 when it has none of them. */
function firstWordAt(folded: string, searched: string[]): number {
  const places = searched.map((word) => {
    let place = folded.indexOf(word);
    while (place > 0 && isWithinWord(folded, place)) place = folded.indexOf(word, place + 1);
    return place;
  });
  const found = places.filter((place) => place >= 0);
  return found.length > 0 ? Math.min(...found) : 0;
}

function isWithinWord(text: string, place: number): boolean {
  // Two units, because a letter may take both.
  return text[place - 1] !== ' ' && /[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, place - 2), place));
}

const ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'" }));

/**
 * Returns rich text as plain text: tags become spaces, but for those within a line, and character references their
 * characters.
 */
export function plainText(html: string): string {
  return decoded(html.replace(/<\/?(?:a|del|em|strong)\b[^<>]*>/g, '').replace(/<[^<>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

/** The same, with a dot between two lines, paragraphs or cells where the first does not end with a stop. */
export const dottedText = (html: string) =>
  plainText(html.replace(/<br\b[^<>]*>|<\/(?!a>|del>|em>|strong>)[^<>]*>/g, ' · '))
    .replace(/([.,:;!?…·])(?: ·)+/g, '$1')
    .replace(/^· | ·$/g, '');

/**
 * Returns the beginning of rich text as plain text, for the description of a page, without the captions of pictures.
 * @param over length in characters over which it is cut
 */
export const excerptOf = (html: string, over = 200) =>
  cut(dottedText(html.replace(/<figure[ >].*?<\/figure>/gs, ' ')), over, over - 3);

/**
 * Replaces character references in HTML by their characters: only those that the portal writes.
 */
export function decoded(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES.get(name) ?? whole);
}

/** Returns a text as it is written in HTML, between tags or in an attribute with double quotes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const UNITS = ['KB', 'MB', 'GB', 'TB'] as const;

/**
 * A size in the largest unit in which it is at least 1, with a decimal comma: '350 KB', '10,7 GB'; a little is 1 KB.
 */
export function sizeInWords(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3) - 1));
  const value = bytes > 0 ? Math.max(bytes, 1000) / 1000 ** (power + 1) : 0;
  return `${value.toLocaleString('es-AR', { maximumFractionDigits: power === 0 ? 0 : 1 })} ${UNITS[power]}`;
}

/** A short, stable hash of a text (FNV-1a over 64 bits, 13 characters of base 36): for ids, not for secrets. */
export const shortHash = (text: string) => fnv(text).toString(36).padStart(13, '0');
/** The same in 16 hexadecimal digits. */
export const hexHash = (text: string) => fnv(text).toString(16).padStart(16, '0');

function fnv(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  }
  return hash;
}

function asciiWords(text: string): string[] {
  return bare(text).match(/[a-z0-9]+/g) ?? [];
}
