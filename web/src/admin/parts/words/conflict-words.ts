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

/**
 * Whether the other version is the person's own, of another tab or device. Of its author only the name is known.
 * @param self the person's name
 */
export const isOwnVersion = (by: string, self: string) => by !== '' && by === self;

/** Returns the heading of the other version, with its author if known. */
export function theirName(by: string, self: string): string {
  if (isOwnVersion(by, self)) return 'La de tu otra pestaña o dispositivo';
  return by ? `La de ${by}` : 'La otra versión';
}

/** Says who else has changed something, to follow `what`: `Edu cambió «Título»`. */
export function changedWords(by: string, self: string, what: string): string {
  if (isOwnVersion(by, self)) return `Vos, en otra pestaña o dispositivo, cambiaste ${what}`;
  return `${by || 'Otra persona'} cambió ${what}`;
}

/**
 * Says in a sentence what is in conflict, and with whom.
 * @param self the person's name
 */
export function conflictWords(operation: Operation, self: string): string {
  const { by = '' } = operation.theirs ?? {};
  if (operation.kind === 'delete') return `${changedWords(by, self, 'lo que ibas a eliminar')}.`;
  const what = disputedWords(operation);
  return isOwnVersion(by, self)
    ? `Vos también cambiaste ${what}, en otra pestaña o dispositivo.`
    : `${by || 'Otra persona'} también cambió ${what}.`;
}

/** Says that nothing but what is asked about depends on the answer; empty where all of the value does. */
export function besideWords({ theirs }: Operation, self: string): string {
  if (theirs?.rest === undefined) return '';
  return isOwnVersion(theirs.by, self)
    ? 'Se te pregunta solo por lo que cambiaste en los dos lados; lo demás que cambiaste allá se suma a lo que elijas.'
    : `Se te pregunta solo por lo que los dos cambiaron; lo demás que cambió ${theirs.by || 'la otra persona'} ` +
        'se suma a lo que elijas.';
}

const quoted = (name: string) => `«${name}»`;
