import { NO_WORD } from '../limits.ts';
import { labelHash, oneLine } from './text.ts';

const LABEL_MAX_LENGTH = 60;
const MAX_LABELS = 20;
const NO_LABEL = labelHash(NO_WORD);

/**
 * Returns the names of typed labels, which commas separate: `Ambiente, salud` are two. An empty text, or the literal
 * NULL in its place (spec section 4), has none. Repeated labels are left out.
 */
export function labelNames(typed: string): string[] {
  const named = typed
    .split(',')
    .map(oneLine)
    .map((name): [string, string] => [labelHash(name), name]);
  const meant = named.filter(([hash, name]) => name !== '' && hash !== NO_LABEL);
  // The first spelling of a label counts. Names without an address are compared as they are.
  return [...new Map(meant.reverse().map(([hash, name]) => [hash || name, name])).values()].reverse();
}

/** What is wrong with the names of labels, in words for the person; null when each can have its address. */
export function labelFault(names: readonly string[]): string | null {
  if (names.length > MAX_LABELS) return `Agregá hasta ${MAX_LABELS} etiquetas por vez.`;
  const isFit = names.every((name) => labelHash(name) !== '' && name.length <= LABEL_MAX_LENGTH);
  return isFit ? null : `Una etiqueta lleva letras o números, hasta ${LABEL_MAX_LENGTH} caracteres.`;
}
