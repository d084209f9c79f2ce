import { ALT_MAX } from '../limits.ts';
import { isPictureName } from './pictures.ts';
import { linkAddress } from './links.ts';
import { oneLine, visible } from './text.ts';

/** Returns what is kept of an attribute's value; null when the attribute goes. */
type Rule = (given: string) => string | null;
type Rules = ReadonlyMap<string, Rule>;

const fits =
  (form: RegExp): Rule =>
  (given) =>
    form.test(given) ? given : null;

const NONE: Rules = new Map();
/** A link with an invalid address keeps its words: browsers would look for the address in the portal. */
const LINK: Rules = new Map([['href', (given) => linkAddress(visible(given))]]);
/** A cell that is merged with its neighbours. More of them than this make no table that can be read. */
const CELL: Rules = new Map(['colspan', 'rowspan'].map((name) => [name, fits(/^(?:[2-9]|[1-9]\d)$/)]));
/** Only pictures that were uploaded to this portal for its texts, with the size of the whole picture. */
const PICTURE: Rules = new Map<string, Rule>([
  [
    'src',
    (given) => (isPictureName(/^\/uploads\/text\/([\w-]+)-\d{1,4}\.webp$/.exec(given)?.[1] ?? '') ? given : null),
  ],
  ['alt', (given) => [...oneLine(given)].slice(0, ALT_MAX).join('').trim()],
  ['width', fits(/^[1-9]\d{0,3}$/)],
  ['height', fits(/^[1-9]\d{0,3}$/)],
]);
/** A picture with its caption, as wide as the text or, of the class `half`, half as wide. */
const FIGURE: Rules = new Map([['class', fits(/^half$/)]]);

/**
 * The rich text of the portal: every tag that may be stored, its attributes, and what they may say. The server
 * sanitizes with it on the way in, the editor on loading and pasting, and its document can hold all of it.
 */
export const RICH_TEXT: ReadonlyMap<string, Rules> = new Map([
  ...['p', 'br', 'h2', 'h3', 'strong', 'em', 'del', 'ul', 'ol', 'li', 'blockquote', 'hr'].map(
    (tag) => [tag, NONE] as const,
  ),
  ['a', LINK],
  ...['table', 'thead', 'tbody', 'tr'].map((tag) => [tag, NONE] as const),
  ['th', CELL],
  ['td', CELL],
  ['figure', FIGURE],
  ['img', PICTURE],
  ['figcaption', NONE],
]);

/** Tags that other programs write, and the tags of the portal that mean the same. */
export const EQUIVALENT_TAGS: ReadonlyMap<string, string> = new Map<string, string>([
  ['b', 'strong'],
  ['i', 'em'],
  ['s', 'del'],
  ['strike', 'del'],
  ['h1', 'h2'],
  ['h4', 'h3'],
  ['h5', 'h3'],
  ['h6', 'h3'],
]);

/** Returns what is kept of an element's attributes. @param tag one of the portal's */
export function keptAttributes(tag: string, given: Iterable<readonly [string, string]>): [string, string][] {
  const rules = RICH_TEXT.get(tag);
  return [...given].flatMap(([name, value]): [string, string][] => {
    const kept = rules?.get(name)?.(value) ?? null;
    return kept === null ? [] : [[name, kept]];
  });
}

/**
 * Whether an element is kept with the attributes that are left of it: a picture that is not the portal's own is not.
 */
export const isKept = (tag: string, attributes: Iterable<readonly [string, string]>) =>
  tag !== 'img' || [...attributes].some(([name]) => name === 'src');
