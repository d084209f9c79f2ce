import type { Field } from '#contract/fields';
import { plainText } from '#contract/values/text';
import { isHeld, isParked, sameValue } from '../../offline/outbox/protocol/operation.ts';
import { operationOf } from '../workspace/overlay.ts';
import type { Json, Operation, ParkedStatus } from '../../offline/outbox/protocol/operation.ts';

export type FieldState = 'unchanged' | 'editing' | 'stored' | 'held' | 'sent' | 'dropped' | 'theirs' | ParkedStatus;

/** What each state is called; one that nobody has touched says nothing. */
export const FIELD_STATES: Record<FieldState, string> = {
  unchanged: '',
  editing: 'Editando',
  stored: 'Guardado en este dispositivo',
  held: 'Guardado sin publicar',
  sent: 'Enviado',
  dropped: 'Tu cambio se descartó',
  theirs: 'Quedó la otra versión',
  conflict: 'Necesita que elijas',
  rejected: 'Rechazado',
};

/**
 * Returns the save state of a field.
 * @param operations pending operations of the record; the field's last one counts
 * @param wasSaved whether a value was saved since the screen was opened
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
  if (operation && isHeld(operation)) return 'held';
  if (operation) return isParked(operation) ? operation.status : 'stored';
  return wasSaved ? 'sent' : 'unchanged';
}

/**
 * Returns the outcome of a change that is no longer pending. The value of a sent change is shown, that of a discarded
 * one is not.
 * @param last the operation when it was last seen
 * @param stored the value that the field shows now
 * @param wanted the value last saved in this tab
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

/**
 * Returns the state of a field once nothing of it is pending. One that something else on the screen has changed, as the
 * button that publishes an alert, says that it was sent too; only its own author is told what became of a change
 * otherwise.
 * @param last the field's operation when it was last seen
 */
export function settledState(
  state: FieldState,
  last: Parameters<typeof outcomeOf>[0] | undefined,
  stored: Json,
  wanted?: Json,
): FieldState {
  if (!last || (state !== 'sent' && state !== 'unchanged')) return state;
  const outcome = outcomeOf(last, stored, wanted);
  return state === 'sent' || outcome === 'sent' ? outcome : state;
}

/** The part of the recommended length from which on it is said how long a text is. */
const NEAR = 0.8;

/**
 * Says how long a text is that comes near to what is recommended, and whether it is more: a warning that never blocks.
 * Rich text is counted in words, and in the time that reading it takes.
 */
export function hintWords(field: Field, value: Json): { text: string; isOver: boolean } | null {
  const { recommendedLength = Infinity } = field;
  const isRich = field.kind === 'html';
  if (!isRich && recommendedLength === Infinity) return null;
  const text = isRich ? plainText(String(value ?? '')) : String(value ?? '');
  const length = [...text].length;
  if (isRich ? text === '' : length < recommendedLength * NEAR) return null;
  const isOver = length > recommendedLength;
  const counted = isRich ? lengthInWords(text) : `${length} de ${recommendedLength} caracteres`;
  return { isOver, text: `${counted}${isOver ? ': es más largo de lo recomendado' : ''}` };
}

/** Words a minute that adults read of a text that is no novel (Brysbaert 2019, J. Mem. Lang. 109, 104047). */
const READING_SPEED = 238;

function lengthInWords(text: string): string {
  const count = text.match(/[\p{L}\p{N}]+(?:[.,:/'’-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
  const minutes = Math.round(count / READING_SPEED);
  const time = minutes === 0 ? 'menos de un minuto' : minutes === 1 ? '1 minuto' : `${minutes} minutos`;
  const words = count === 1 ? '1 palabra' : `${count.toLocaleString('es-AR')} palabras`;
  return count > 0 ? `${words}, ${time} de lectura` : words;
}
