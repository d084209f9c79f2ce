import { entities } from '#contract/forms-and-lists';
import type { EntityName } from '#contract/forms-and-lists';
import type { Fields } from '../../../offline/store/stored-record.ts';
import type { Question } from '../confirm.tsx';
import { nameOf } from './record-words.ts';
import { heldCount } from './state-words.ts';

export const quotedName = (entity: EntityName, record: Fields) => `«${nameOf(entity, record)}»`;
/** Formats a number of records: `3 noticias`, `1 noticia`. */
export const counted = (entity: EntityName, count: number) =>
  `${count} ${count === 1 ? entities[entity].singular : entities[entity].several}`;

/** Puts the ending to a participle that agrees with a number of records: `ocult` becomes `ocultas`. */
export const agreed = (entity: EntityName, count: number, stem: string) =>
  `${stem}${entities[entity].isFeminine ? 'a' : 'o'}${count === 1 ? '' : 's'}`;

/** Says that records were deleted: `3 noticias eliminadas`, `Eliminada: «Título»`. */
export function removedWords(entity: EntityName, removed: readonly Fields[]): string {
  const [first] = removed;
  const deed = (stem: string) => agreed(entity, removed.length, stem);
  if (removed.length === 1 && first) return `${deed('Eliminad')}: ${quotedName(entity, first)}`;
  return `${counted(entity, removed.length)} ${deed('eliminad')}`;
}

/**
 * Returns the confirmation of a delete: the text of spec section 8 and the records' names.
 * @param held number of changes of these records that their author has not published, which go with them
 */
export function removalQuestion(entity: EntityName, records: readonly Fields[], held = 0): Question {
  const text =
    records.length === 1
      ? entities[entity].confirmDelete
      : `Estas por eliminar definitivamente ${counted(entity, records.length)}`;
  const note =
    entity === 'user'
      ? 'No se puede deshacer.'
      : 'Podés deshacerlo enseguida, o recuperarlo más tarde desde Historial.';
  const lost = held > 0 ? `${held === 1 ? 'Se pierde' : 'Se pierden'} también ${heldCount(held)}. ` : '';
  const names = records.map((record) => quotedName(entity, record));
  return { text, names, note: lost + note, isRemoval: true };
}
