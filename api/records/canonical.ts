import sanitizeHtml from 'sanitize-html';
import type { z } from 'zod';
import type { Field } from '../contract/fields.ts';
import { EQUIVALENT_TAGS, isKept, keptAttributes, RICH_TEXT } from '../contract/values/html.ts';
import { LINK_SCHEMES } from '../contract/values/links.ts';
import { IN_SPANISH, Problem } from '../contract/problems.ts';
import { decoded, DISGUISED, isDisguised, visible } from '../contract/values/text.ts';

/**
 * Returns the canonical form of a value for a field, which is stored and compared.
 * @throws Problem `value` (422) with the field and what it accepts
 */
export function canonical(name: string, field: Field, value: unknown): unknown {
  const parsed = parseOr422(name, field.parse, value);
  return field.kind === 'html' ? richText(parsed as string, name) : parsed;
}

/** Returns the canonical form of a base, which is only compared; null when it cannot be a value of the field. */
export function canonicalBase(field: Field, base: unknown): unknown {
  const parsed = field.parse.safeParse(base);
  if (!parsed.success) return null;
  return field.kind === 'html' ? richTextOfBase(parsed.data as string) : parsed.data;
}

/** Rich text that was stored under earlier rules must still be accepted as the base of its correction. */
export function richTextOfBase(text: string): string | null {
  try {
    return richText(text);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** Parses with a schema of the contract. @throws Problem `value` (422) that names the field and says what is wrong */
export function parseOr422<T>(name: string, schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value, IN_SPANISH);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = [name, ...(issue?.path ?? [])].join('.');
  throw new Problem('value', { field, ...(issue ? { message: issue.message } : {}) });
}

/**
 * Rich text reduced to the tags, attributes and characters that may be stored. Sanitizing twice gives the same as once.
 * @throws Problem `value` (422) when too many tags are unbalanced, or a link hides its host
 */
export function richText(dirty: string, field = 'value'): string {
  if (isUnbalanced(dirty)) {
    throw new Problem('value', {
      field,
      message: 'El texto tiene demasiadas etiquetas sin cerrar. Pegalo sin formato y volvé a darle el suyo.',
    });
  }
  const clean = withoutHidden(sanitizeHtml(visible(dirty), SANITIZER)).trim();
  for (const [, address = ''] of clean.matchAll(/ href="([^"]*)"/g)) {
    if (isDisguised(decoded(address))) throw new Problem('value', { field, message: DISGUISED });
  }
  return clean;
}

/**
 * References like `&#x202e;` have only now become characters, which are removed. Addresses are checked again, because
 * removing characters may have changed them.
 */
function withoutHidden(html: string): string {
  const text = visible(html);
  return text === html ? html : sanitizeHtml(text, SANITIZER);
}

/**
 * Maximum number of open tags, and of closing tags without an opening one. The sanitizer's parser looks through all
 * open elements at every closing tag, so a text of nothing but unbalanced tags would take minutes.
 */
const MAX_UNBALANCED_TAGS = 1000;
const VOID_TAGS: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'wbr', 'input', 'col', 'meta', 'link', 'source']);

function isUnbalanced(html: string): boolean {
  const open = new Map<string, number>();
  let [depth, loose] = [0, 0];
  for (const [, end, written = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    const name = written.toLowerCase();
    const before = open.get(name) ?? 0;
    if (end && before === 0) loose += 1;
    else if (end || !VOID_TAGS.has(name)) {
      open.set(name, before + (end ? -1 : 1));
      depth += end ? -1 : 1;
    }
    if (depth > MAX_UNBALANCED_TAGS || loose > MAX_UNBALANCED_TAGS) return true;
  }
  return false;
}

/** Names an element as the portal does, and leaves of its attributes what may be stored. */
function renamed(given: string, attributes: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const tagName = EQUIVALENT_TAGS.get(given) ?? given;
  return { tagName, attribs: Object.fromEntries(keptAttributes(tagName, Object.entries(attributes))) };
}

const SANITIZER: sanitizeHtml.IOptions = {
  allowedTags: [...RICH_TEXT.keys()],
  allowedAttributes: Object.fromEntries([...RICH_TEXT].map(([tag, rules]) => [tag, [...rules.keys()]])),
  allowedSchemes: [...LINK_SCHEMES],
  allowProtocolRelative: false,
  transformTags: { '*': renamed },
  exclusiveFilter: ({ tag, attribs }) => !isKept(tag, Object.entries(attribs)),
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'title',
    'xmp',
    'iframe',
    'noembed',
    'noframes',
    'plaintext',
    'svg',
    'math',
  ],
};
