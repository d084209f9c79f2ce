import { endOf } from '#contract/calendar/alerts';
import { showDay, showMoment } from '#contract/values/dates';
import { entities, fieldsOf, nameFieldOf } from '#contract/forms-and-lists';
import type { EntityName } from '#contract/forms-and-lists';
import type { Field } from '#contract/fields';
import { firstMadeFirst, lastMadeFirst, newestFirst } from '#contract/lists';
import { recordPage } from '#contract/addresses/pages';
import { isDated, isListedType } from '#contract/record-types';
import type { RecordEntity } from '#contract/record-types';
import { cutAdminText, plainText } from '#contract/values/text';
import { isReadable } from '#contract/visibility';
import type { Seen } from '#contract/visibility';
import type { Json } from '../../../offline/outbox/protocol/operation.ts';
import { typedRecord } from '../../../offline/store/stored-record.ts';
import type { Fields } from '../../../offline/store/stored-record.ts';
import type { Shown } from '../../workspace/overlay.ts';
import { isPreviewed, previewPage } from '../preview-address.ts';

export interface Column {
  name: string;
  field: Field;
}

export function listColumns(entity: EntityName): Column[] {
  const fields = new Map(fieldsOf(entity));
  return entities[entity].columns.map((name) => ({ name, field: fields.get(name) as Field }));
}

/** Returns the column that has least to lose by standing below the title where there is little room; '' for none. */
export function columnBelow(entity: EntityName): string {
  const [, ...others] = listColumns(entity);
  const ofKind = (kind: Field['kind']) => others.find(({ field }) => field.kind === kind);
  return (ofKind('lines') ?? ofKind('web') ?? ofKind('line'))?.name ?? '';
}

/** Whether a field's values are sorted by time. */
export const isTime = ({ kind }: Field) => kind === 'day' || kind === 'moment';

/** Formats a cell: texts are truncated to 50 characters (spec section 9), days are dd/MM/yyyy. */
export function cellText(field: Field, value: Json | undefined): string {
  if (value === undefined || value === null || value === '') return '';
  switch (field.kind) {
    case 'day':
      return showDay(String(value));
    case 'moment':
      return showMoment(String(value));
    case 'flag':
      return value === 1 ? 'Sí' : 'No';
    case 'choice':
      return field.choices?.find((choice) => choice.value === value)?.label ?? String(value);
    case 'html':
      return cutAdminText(plainText(String(value)));
    case 'password':
      return '';
    default:
      return cutAdminText(String(value));
  }
}

/** Said in place of the status of an alert that has ended. */
export const OVER_WORD = 'Terminó';

/** Whether a record is an alert that was published and has ended. @param now ms since the epoch */
export function isOverAlert(entity: EntityName, record: Fields, now: number): boolean {
  if (entity !== 'alert' || record.status !== 'Publicado') return false;
  return endOf(typedRecord('alert', record)) <= now;
}

/** Returns the name of a record on screen. */
export function nameOf(entity: EntityName, record: Fields): string {
  const field = nameFieldOf(entity);
  return String(record[field] ?? '') || (field === 'name' ? 'Sin nombre' : 'Sin título');
}

/**
 * Returns the address of a record's public page; null if it has none or is not public. A map's address redirects to its
 * place on the tourism page (spec section 2.1).
 */
export function publicPage(entity: EntityName, record: Fields): string | null {
  if (entity === 'user' || !isReadable(entity, record as Seen)) return null;
  return recordPage(entity, record);
}

/**
 * Returns the address at which the public reads a record now; null while it does not, or where it has no page. What
 * waits on this device shows nothing yet, but a record that is hidden here is not offered to be seen.
 */
export function sitePage(entity: RecordEntity, { record, served }: Pick<Shown, 'record' | 'served'>): string | null {
  return served && publicPage(entity, record) !== null ? publicPage(entity, served) : null;
}

/** Returns the address of a record's page on the site or else of its preview; null if it has neither. */
export function viewPage(entity: RecordEntity, shown: Pick<Shown, 'record' | 'served'>): string | null {
  return sitePage(entity, shown) ?? (isPreviewed(entity) ? previewPage(entity, shown.record.id) : null);
}

type Ordered = Parameters<typeof newestFirst>[0];
/** Sorts records in the default order of their list, the same as the server's. */
export function inOrder(entity: EntityName, records: readonly Fields[]): Fields[] {
  const isUser = entity === 'user';
  const order = isUser || !isListedType(entity) ? firstMadeFirst : isDated(entity) ? newestFirst : lastMadeFirst;
  // `Fields` does not name the fields to order by; every type that a list shows has them.
  return [...records].sort((a, b) => order(a as Ordered, b as Ordered));
}
