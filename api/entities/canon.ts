import sanitizeHtml from 'sanitize-html';
import type { z } from 'zod';
import type { Field } from '../contract/fields.ts';
import { RICH_TEXT } from '../contract/html.ts';
import { Problem } from '../contract/problems.ts';

/**
 * The canonical form of a value that came in for a field: what is stored and compared.
 * @throws Problem `value` (422) with the field and what it accepts
 */
export function canon(name: string, field: Field, value: unknown): unknown {
  const canonical = parseOr422(name, field.parse, value);
  return field.kind === 'html' ? richText(canonical as string) : canonical;
}

/** The canonical form of a base, which is compared and never stored: null when it is no value of the field at all. */
export function canonOfBase(field: Field, base: unknown): unknown {
  const parsed = field.parse.safeParse(base);
  if (!parsed.success) return null;
  return field.kind === 'html' ? richText(parsed.data as string) : parsed.data;
}

/** Parses with a schema of the contract. @throws Problem `value` (422) that names the field and says what is wrong */
export function parseOr422<T>(name: string, schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = [name, ...(issue?.path ?? [])].join('.');
  throw new Problem('value', { field, ...(issue ? { message: issue.message } : {}) });
}

/** Rich text reduced to the tags and attributes that may be stored. Sanitizing twice gives the same as once. */
export function richText(dirty: string): string {
  return sanitizeHtml(dirty, SANITIZER).trim();
}

const SANITIZER: sanitizeHtml.IOptions = {
  allowedTags: [...RICH_TEXT.tags],
  allowedAttributes: Object.fromEntries(Object.entries(RICH_TEXT.attributes).map(([tag, names]) => [tag, [...names]])),
  allowedSchemes: [...RICH_TEXT.schemes],
  allowProtocolRelative: false,
  // What other programs write for the same meaning.
  transformTags: { b: 'strong', i: 'em', s: 'del', strike: 'del', h1: 'h2', h4: 'h3', h5: 'h3', h6: 'h3' },
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext', 'svg', 'math'],
};
