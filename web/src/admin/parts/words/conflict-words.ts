import type { Operation } from '../../../offline/outbox/protocol/operation.ts';
import { documentChange } from './document-words.ts';
import { deedWords, groupName } from './operation-words.ts';

/** Maximum number of parts of a document that are named. */
const MOST_NAMES = 3;

/**
 * Says what two people have changed: `«Título»`; of a document the parts, as the area of a row: `«Obras», «Catastro»`.
 */
export function disputedWords(operation: Operation): string {
  const { kind, entity, base, value, theirs } = operation;
  if (kind === 'delete') return 'este registro';
  if (kind !== 'update') return 'este archivo';
  if (operation.field !== 'value') return quoted(deedWords(operation));
  const partsIn = (next: Operation['value']) => documentChange(entity, base ?? null, next ?? null)?.names ?? [];
  const [own, other] = [new Set(partsIn(value)), partsIn(theirs?.value)];
  const both = other.filter((name) => own.has(name));
  const [names, more] = [both.slice(0, MOST_NAMES), both.length - MOST_NAMES];
  if (names.length === 0) return quoted(groupName(entity, null));
  return `${names.map(quoted).join(', ')}${more > 0 ? ` y ${more} más` : ''}`;
}

/** Says in a sentence what is in conflict, and with whom. */
export function conflictWords(operation: Operation): string {
  const by = operation.theirs?.by || 'Otra persona';
  return operation.kind === 'delete'
    ? `${by} cambió lo que ibas a eliminar.`
    : `${by} también cambió ${disputedWords(operation)}.`;
}

/** Says that nothing but what is asked about depends on the answer; empty where all of the value does. */
export const besideWords = ({ theirs }: Operation): string =>
  theirs?.rest === undefined
    ? ''
    : `Se te pregunta solo por lo que los dos cambiaron; lo demás que cambió ${theirs.by || 'la otra persona'} ` +
      'se suma a lo que elijas.';

const quoted = (name: string) => `«${name}»`;
