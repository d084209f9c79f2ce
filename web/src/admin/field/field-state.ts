import type { Field } from '#contract/fields';
import { plainText } from '#contract/values/text';
import { isParked, sameValue } from '../../offline/outbox/protocol/operation.ts';
import type { Json, Operation, ParkedStatus } from '../../offline/outbox/protocol/operation.ts';

export type FieldState = 'unchanged' | 'editing' | 'stored' | 'sent' | 'dropped' | 'theirs' | ParkedStatus;

export const FIELD_STATES: Record<FieldState, string> = {
  unchanged: 'Sin cambios',
  editing: 'Editando',
  stored: 'Guardado en este dispositivo',
  sent: 'Enviado',
  dropped: 'Tu cambio se descartó',
  theirs: 'Quedó la otra versión',
  conflict: 'Necesita que elijas',
  rejected: 'Rechazado',
};

/**
 * How far a field's value is.
 * @param operations of the record; the last one of the field counts
 * @param wasSaved something was saved since the screen was opened
 */
export function fieldState({
  field,
  operations,
  isEditing,
  wasSaved,
}: {
  field: string;
  operations: readonly Operation[];
  isEditing: boolean;
  wasSaved: boolean;
}): FieldState {
  if (isEditing) return 'editing';
  const operation = operationOf(field, operations);
  if (operation) return isParked(operation) ? operation.status : 'stored';
  return wasSaved ? 'sent' : 'unchanged';
}

/**
 * What became of a change that waits no more. One that was sent has left its value, one that was given up has not.
 * @param last the change as it was seen last
 * @param stored what the field shows now
 * @param wanted what was saved last in this tab
 */
export function outcomeOf(
  last: Pick<Operation, 'status' | 'base' | 'theirs'>,
  stored: Json,
  wanted: Json | undefined,
): FieldState {
  const isBack = sameValue(stored, last.base);
  if (wanted !== undefined && sameValue(stored, wanted)) return isBack ? 'unchanged' : 'sent';
  if (last.status === 'conflict' && (isBack || sameValue(stored, last.theirs?.value))) return 'theirs';
  return isBack ? 'dropped' : 'sent';
}

/** What waits about a field: parked before pending, because only a person moves it on. */
export function operationOf(field: string, operations: readonly Operation[]): Operation | undefined {
  const own = operations.filter((operation) => operation.field === field);
  return own.find(isParked) ?? own.at(-1);
}

export type Typed = { is: 'same' } | { is: 'changed'; value: Json } | { is: 'invalid'; message: string };

/**
 * What was typed, in its canonical form, against what is stored: only what really changed is saved (spec section 4).
 */
export function readTyped(field: Pick<Field, 'parse'>, typed: Json, stored: Json): Typed {
  if (sameValue(typed, stored)) return { is: 'same' };
  const parsed = field.parse.safeParse(typed);
  if (!parsed.success)
    return { is: 'invalid', message: parsed.error.issues[0]?.message ?? 'Ese valor no se puede guardar.' };
  const value = parsed.data as Json;
  return sameValue(value, stored) ? { is: 'same' } : { is: 'changed', value };
}

/** The counter of a recommended maximum: it warns and never blocks. Characters are what a reader sees. */
export function hintWords(field: Field, value: Json): { text: string; isOver: boolean } | null {
  if (field.hint === undefined) return null;
  const text = String(value ?? '');
  const length = [...(field.kind === 'html' ? plainText(text) : text)].length;
  const isOver = length > field.hint;
  return { isOver, text: `${length} de ${field.hint} caracteres${isOver ? ': es más largo de lo recomendado' : ''}` };
}
