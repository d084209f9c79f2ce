import { labelHash } from '#contract/values/text';
import { HIGHLIGHTED_TYPES, traitsOf } from '#contract/record-types';
import type { RecordEntity } from '#contract/record-types';
import type { Question } from '../parts/confirm.tsx';
import { labelAddition, labelRemoval, update } from '../workspace/new-operations.ts';
import type { UnsignedOperation } from '../workspace/new-operations.ts';
import { labelsOf } from '../workspace/overlay.ts';
import type { Shown } from '../workspace/overlay.ts';
import type { Fields } from '../../offline/store/stored-record.ts';
import { statusesOf } from './list-query.ts';
import type { ListQuery } from './list-query.ts';
import { agreed, counted } from '../parts/words/removal-words.ts';
import { DEEDS, statusQuestion } from '../parts/words/status-words.ts';
import type { GivenStatus } from '../parts/words/status-words.ts';

/** What can be done to several records at once, besides deleting them. */
export type BulkAct =
  | { is: 'status'; to: GivenStatus }
  | { is: 'highlight'; to: 0 | 1 }
  | { is: 'label-add' | 'label-remove'; names: readonly string[] };

/** Which of them there are for a type. Publishing an alert is a decision of its own, with its times. */
export function bulkActsOf(entity: RecordEntity): {
  statuses: GivenStatus[];
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
  return statusQuestion(
    entity,
    rows.map(({ record }) => record),
    act.to,
    drafts,
  );
}
