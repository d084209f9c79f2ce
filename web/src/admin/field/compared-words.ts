import type { Field } from '#contract/fields';
import { plainText } from '#contract/values/text';
import { withSpokenPictures } from '#contract/uploaded/text-pictures';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import { documentChange } from '../parts/words/document-words.ts';
import { saidPicture, valueWords } from '../parts/words/value-words.ts';

/**
 * Formats two versions of a value for comparison: of a document, the parts that differ, by their names. Rich text
 * becomes plain text, line by line, with the addresses of its links; if those are equal, the formatting is described
 * too, because two different texts would otherwise look alike.
 */
export function comparedWords(
  entity: string,
  field: Field | null,
  mine: Json,
  theirs: Json,
): { mine: string; theirs: string } {
  const change = field === null ? documentChange(entity, mine, theirs) : null;
  if (change) return { mine: change.before, theirs: change.after };
  if (field?.kind !== 'html') return { mine: valueWords(field, mine), theirs: valueWords(field, theirs) };
  const [own, other] = [String(mine ?? ''), String(theirs ?? '')];
  const said = { mine: richWords(own), theirs: richWords(other) };
  return said.mine === said.theirs ? { mine: richWords(named(own)), theirs: richWords(named(other)) } : said;
}

function richWords(html: string): string {
  return withSpokenPictures(html, saidPicture)
    .replace(/<a\b[^>]*?\bhref="([^"]*)"[^>]*>(.*?)<\/a>/gs, '$2 ($1)')
    .replace(/<li\b[^>]*>/g, '\n• ')
    .replace(/<(?:br|hr)\b[^>]*>|<\/?(?:p|h2|h3|li|ul|ol|blockquote|tr|table|figure|figcaption)\b[^>]*>/g, '\n')
    .split('\n')
    .map(plainText)
    .filter((line) => line !== '' && line !== '•')
    .join('\n');
}

const NAMES = new Map<string, string>([
  ['strong', 'negrita'],
  ['em', 'cursiva'],
  ['del', 'tachado'],
  ['h2', 'título'],
  ['h3', 'subtítulo'],
  ['blockquote', 'cita'],
  ['ul', 'lista'],
  ['ol', 'numeración'],
  ['table', 'tabla'],
  ['th', 'encabezado'],
]);

function named(html: string): string {
  return html.replace(/<(\/?)(\w+)[^>]*>/g, (tag, end: string, name: string) => {
    const words = NAMES.get(name);
    if (words === undefined) return tag;
    return end ? ` [fin de ${words}] ${tag}` : `${tag} [${words}] `;
  });
}
