/**
 * The rich text of the portal: every tag and attribute that may be stored. It is what the staff's editor writes and
 * keeps, so that opening a text and leaving it changes nothing. The server sanitizes with it on the way in, the editor
 * with it on pasting.
 */
export const RICH_TEXT: {
  tags: readonly string[];
  attributes: Readonly<Record<string, readonly string[]>>;
  schemes: readonly string[];
} = {
  tags: [
    'p',
    'br',
    'h2',
    'h3',
    'strong',
    'em',
    'del',
    'ul',
    'ol',
    'li',
    'blockquote',
    'hr',
    'a',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  attributes: { a: ['href'] },
  schemes: ['http', 'https', 'mailto', 'tel'],
};

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
