import { labelHash } from '#contract/values/text';
import { isReadable } from '#contract/visibility';
import type { Seen } from '#contract/visibility';
import { nameFieldOf } from '#contract/forms-and-lists';
import { HIGHLIGHTED_TYPES, traitsOf } from '#contract/record-types';
import type { RecordEntity, Status } from '#contract/record-types';
import type { Question } from '../parts/confirm.tsx';
import { gapsIn } from '../parts/words/draft-placeholders.ts';
import { labelAddition, labelRemoval, update } from '../workspace/new-operations.ts';
import type { UnsignedOperation } from '../workspace/new-operations.ts';
import { labelsOf } from '../workspace/overlay.ts';
import type { Shown } from '../workspace/overlay.ts';
import type { Fields } from '../../offline/store/stored-record.ts';
import { statusesOf } from './list-query.ts';
import type { ListQuery } from './list-query.ts';
import { agreed, counted, quotedName } from '../parts/words/removal-words.ts';

type BulkStatus = Exclude<Status, 'Redaccion'>;

/** What can be done to several records at once, besides deleting them. */
export type BulkAct =
  | { is: 'status'; to: BulkStatus }
  | { is: 'highlight'; to: 0 | 1 }
  | { is: 'label-add' | 'label-remove'; names: readonly string[] };

/** Which of them there are for a type. Publishing an alert is a decision of its own, with its times. */
export function bulkActsOf(entity: RecordEntity): {
  statuses: BulkStatus[];
  isHighlighted: boolean;
  hasLabels: boolean;
} {
  const hasStatus = statusesOf(entity).length > 0;
  return {
    statuses: hasStatus ? (entity === 'alert' ? ['Oculto', 'Archivado'] : ['Publicado', 'Oculto', 'Archivado']) : [],
    isHighlighted: (HIGHLIGHTED_TYPES as readonly string[]).includes(entity),
    hasLabels: traitsOf(entity).hasLabels === true,
  };
}

/** Returns the changes that do it to a record; none where it is so already. */
export function operationsOf(entity: RecordEntity, record: Fields, act: BulkAct): UnsignedOperation[] {
  const own = labelsOf(record);
  switch (act.is) {
    case 'status':
    case 'highlight':
      return record[act.is] === act.to ? [] : [update(entity, record.id, act.is, act.to, record[act.is] ?? null)];
    case 'label-add':
      return act.names
        .filter((name) => !own.some(({ id }) => id === labelHash(name)))
        .map((name) => labelAddition(record.id, name));
    case 'label-remove':
      return own
        .filter(({ id }) => act.names.some((name) => labelHash(name) === id))
        .map(({ id }) => labelRemoval(record.id, id));
  }
}

/** Returns the changes that undo it. @param record as it was before */
export function undoingOf(entity: RecordEntity, record: Fields, act: BulkAct): UnsignedOperation[] {
  switch (act.is) {
    case 'status':
    case 'highlight':
      return record[act.is] === act.to ? [] : [update(entity, record.id, act.is, record[act.is] ?? null, act.to)];
    case 'label-add':
      return act.names
        .map(labelHash)
        .filter((label) => !labelsOf(record).some(({ id }) => id === label))
        .map((label) => labelRemoval(record.id, label));
    case 'label-remove':
      return labelsOf(record)
        .filter(({ id }) => act.names.some((name) => labelHash(name) === id))
        .map(({ name }) => labelAddition(record.id, name));
  }
}

/** `done`: without the ending that agrees with what it was done to. */
const DEEDS: Record<BulkStatus, { verb: string; done: string }> = {
  Publicado: { verb: 'Publicar', done: 'publicad' },
  Oculto: { verb: 'Ocultar', done: 'ocult' },
  Archivado: { verb: 'Archivar', done: 'archivad' },
};

/** Whether records are still in the list that a query finds when something was done to them. */
export function isListedBy({ status, label }: ListQuery, act: BulkAct): boolean {
  if (act.is === 'status') return status === '' || status === act.to;
  return act.is !== 'label-remove' || label === '';
}

/** What an action is called on its button. */
export function verbOf(act: BulkAct): string {
  switch (act.is) {
    case 'status':
      return DEEDS[act.to].verb;
    case 'highlight':
      return act.to === 1 ? 'Destacar' : 'No destacar';
    case 'label-add':
      return 'Poner';
    case 'label-remove':
      return 'Sacar';
  }
}

/** Says that an action was done: `2 noticias ocultas`. */
export function doneWords(entity: RecordEntity, count: number, act: BulkAct, isOnline: boolean): string {
  const what = counted(entity, count);
  switch (act.is) {
    case 'status':
      return `${what} ${agreed(entity, count, DEEDS[act.to].done)}${isOnline ? '' : LATER}`;
    case 'highlight':
      if (act.to === 1) return `${what} ${agreed(entity, count, 'destacad')}`;
      return `${what} ya no se ${count === 1 ? 'destaca' : 'destacan'}`;
    case 'label-add':
      return `${what} con ${tagged(act.names)}`;
    case 'label-remove':
      return `${what} sin ${tagged(act.names)}`;
  }
}
const LATER = ': el sitio cambia cuando vuelva la señal';
const tagged = (names: readonly string[]) => names.map((name) => `#${name}`).join(', ');

/**
 * Returns the confirmation before records are published, hidden or archived; null for what residents hardly notice.
 * @param drafts number of the records with text that is not saved
 */
export function bulkQuestion(
  entity: RecordEntity,
  rows: readonly Pick<Shown, 'record'>[],
  act: BulkAct,
  drafts = 0,
): Question | null {
  if (act.is !== 'status') return null;
  const { verb } = DEEDS[act.to];
  const warnings = WARNINGS[act.to](
    entity,
    rows.map(({ record }) => record),
    drafts,
  );
  return {
    text: `Vas a ${verb.toLowerCase()} ${counted(entity, rows.length)}`,
    names: rows.map(({ record }) => quotedName(entity, record)),
    note: [NOTES[act.to](rows.length === 1), ...warnings].join(' '),
    accept: verb,
    isRemoval: warnings.length > 0,
  };
}

const NOTES: Record<BulkStatus, (isOne: boolean) => string> = {
  Publicado: (isOne) => `${isOne ? 'Sale' : 'Salen'} en el sitio enseguida, o cuando haya conexión.`,
  Oculto: (isOne) => `${isOne ? 'Deja' : 'Dejan'} de verse en el sitio; acá queda todo.`,
  Archivado: () =>
    'Lo archivado deja de estar en las listas del sitio; ' +
    'quien tenga la dirección lo puede leer, y el buscador lo encuentra.',
};

type Warn = (entity: RecordEntity, records: readonly Fields[], drafts: number) => string[];
const WARNINGS: Record<BulkStatus, Warn> = {
  Publicado(entity, records, drafts) {
    const nameless = records.filter((record) => !record[nameFieldOf(entity)]).length;
    const unfinished = records.filter((record) => gapsIn(record) > 0).length;
    return [
      nameless > 0 && `Hay ${counted(entity, nameless)} sin título.`,
      unfinished > 0 && `Hay ${counted(entity, unfinished)} con partes por completar.`,
      drafts > 0 &&
        `Hay ${counted(entity, drafts)} con texto sin guardar: ${drafts === 1 ? 'sale' : 'salen'} sin ese texto.`,
    ].filter((one) => one !== false);
  },
  Oculto: () => [],
  Archivado(entity, records) {
    const hidden = records.filter((record) => !isReadable(entity, record as Seen)).length;
    const verb = hidden === 1 ? 'se va' : 'se van';
    return hidden === 0 ? [] : [`Hay ${counted(entity, hidden)} sin publicar: al archivar ${verb} a poder leer.`];
  },
};
