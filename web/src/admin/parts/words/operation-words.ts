import { isTextPictureField, pictureOfField } from '#contract/uploaded/alt-fields';
import { altText } from '#contract/uploaded/alt-text';
import { entities, fieldsOf, isEntity, nameFieldOf } from '#contract/forms-and-lists';
import { PICTURE_ORDER } from '#contract/values/picture-order';
import { greenPointText } from '#contract/town/documents';
import type { Field } from '#contract/fields';
import { admin } from '#contract/addresses/pages';
import { TICKET_FIELDS } from '#contract/tickets/staff-ticket';
import type { TicketField } from '#contract/tickets/staff-ticket';
import { cut } from '#contract/values/text';
import { isPdfUpload } from '../../workspace/new-operations.ts';
import { TICKET, TICKET_SETTINGS } from '../../workspace/ticket-operations.ts';
import type { Call, Operation } from '../../../offline/outbox/protocol/operation.ts';
import { nameOf } from './record-words.ts';
import type { Fields } from '../../../offline/store/stored-record.ts';

/** The pending operations of one record, in order. */
export interface Group {
  entity: string;
  recordId: string;
  operations: Operation[];
}

/** Groups operations by record, the record with the oldest operation first. */
export function groupsOf(operations: readonly Operation[]): Group[] {
  const groups = new Map<string, Group>();
  for (const operation of operations) {
    const { entity, recordId } = operation;
    const key = `${entity} ${recordId}`;
    const group = groups.get(key) ?? { entity, recordId, operations: [] };
    group.operations.push(operation);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Returns a record's name in lists of changes: `Noticia «Título»`. */
export function groupName(entity: string, record: Fields | null): string {
  if (!isEntity(entity)) return DOCUMENTS.get(entity) ?? entity;
  const { singular } = entities[entity];
  const kind = singular.charAt(0).toUpperCase() + singular.slice(1);
  return record ? `${kind} «${nameOf(entity, record)}»` : kind;
}

/** Returns the naming fields of a deleted record from the person's own changes; null if they contain none. */
export function namedByChanges(entity: string, operations: readonly Operation[]): Fields | null {
  const column = isEntity(entity) ? nameFieldOf(entity) : undefined;
  const own = operations.filter(({ kind, field }) => kind === 'update' && field === column).at(-1);
  const name = [own?.value, own?.base].find((value) => typeof value === 'string' && value !== '');
  return column === undefined || name === undefined ? null : { id: '', [column]: name };
}

/** A record as it is shown, and as it is without the changes that a question is about; null where there is none. */
export interface Discarded {
  shown: Fields | null;
  left: Fields | null;
}

/** Returns a record's name for a question about changes of it: by the name that it keeps, if it has one. */
function discardedName(entity: string, { shown, left }: Discarded): string {
  const kept = isEntity(entity) ? left?.[nameFieldOf(entity)] : undefined;
  if (!isEntity(entity) || !left || !kept) return groupName(entity, shown);
  const now = shown?.[nameFieldOf(entity)];
  const other = now && now !== kept ? `, que acá se llama «${String(now)}»` : '';
  return groupName(entity, left) + other;
}

/**
 * Describes changes by record, for a question about them: `Noticia «Título»: Copete, Fecha`.
 * @param recordOf returns a record that is shown; `shown` is null for one that is not
 * @param goneName returns the name of a deleted record
 */
export async function namesOf(
  operations: readonly Operation[],
  recordOf: (group: Group) => Promise<Discarded>,
  goneName?: string,
): Promise<string[]> {
  return Promise.all(
    groupsOf(operations).map(async (group) => {
      const record = await recordOf(group);
      const shown = record.shown ?? namedByChanges(group.entity, group.operations);
      const name = goneName ?? discardedName(group.entity, { ...record, shown });
      return `${name}: ${[...new Set(group.operations.map(deedWords))].join(', ')}`;
    }),
  );
}

/** Returns the address of a record's edit screen; null if it has none. */
export function editScreen(entity: string, recordId: string, field?: string): string | null {
  if (entity === 'site' && field === MENU_PART) return admin.menu();
  if (isEntity(entity)) return admin.edit(entity, recordId);
  if (entity === TICKET) return admin.ticket(recordId);
  return DOCUMENT_SCREENS.get(entity) ?? null;
}

/** Describes an operation: `Título`, `Crear`, `Agregar la etiqueta «Obras»`. */
export function deedWords(operation: Operation): string {
  const { kind, entity, field, body, call } = operation;
  switch (kind) {
    case 'create':
      return 'Crear';
    case 'delete':
      return 'Eliminar';
    case 'update':
      if (field === PICTURE_ORDER) return 'Orden de las imágenes';
      if (entity === TICKET) return ticketFieldWords(field);
      return fieldOf(entity, field)?.label ?? (field === 'value' ? 'Datos' : 'Texto');
    case 'upload':
      if (isTextPictureField(field)) return `Subir la imagen «${String(body.name ?? '')}» del texto`;
      return isPdfUpload(operation) ? `Subir el PDF ${String(body.name ?? '')}` : 'Subir una imagen';
    case 'call':
      return call ? callWords(call) : 'Texto';
  }
}

function callWords({ name, item }: Call): string {
  switch (name) {
    case 'label-add':
      return `Agregar la etiqueta «${item}»`;
    case 'label-remove':
      return `Quitar la etiqueta «${item}»`;
    case 'video-add':
      return `Agregar el video ${item}`;
    case 'video-remove':
      return 'Borrar un video';
    case 'picture-remove':
      return 'Borrar una imagen';
    case 'picture-restore':
      return 'Recuperar una imagen';
    case 'pdf-remove':
      return 'Borrar el PDF';
    case 'pdf-restore':
      return 'Recuperar el PDF';
    case 'ticket-answer':
      return `Responder «${cut(item, 60, 57)}»`;
    case 'ticket-note':
      return `Anotar «${cut(item, 60, 57)}»`;
    case 'ticket-merge':
      return 'Unir a otro reclamo';
    case 'ticket-release':
      return 'Mostrar en el portal';
  }
}

export function fieldOf(entity: string, name: string | undefined): Field | null {
  if (pictureOfField(name) !== null) return altText;
  if (entity === 'greenpointpage') return name === 'txt' ? greenPointText : null;
  return isEntity(entity) ? (fieldsOf(entity).find(([field]) => field === name)?.[1] ?? null) : null;
}

/** The part of the document Sitio that is edited on a screen of its own, as the place of its draft. */
export const MENU_PART = 'menu';

const DOCUMENTS = new Map<string, string>([
  ['site', 'Sitio'],
  ['hero', 'Foto de portada'],
  ['categories', 'Listas'],
  ['usefuldata', 'Datos útiles'],
  ['greenpointpage', 'Puntos verdes'],
  ['digest', 'Digesto municipal'],
  [TICKET, 'Reclamo'],
  [TICKET_SETTINGS, 'Ajustes de reclamos'],
]);

const TICKET_FIELD_WORDS: Record<TicketField, string> = {
  state: 'Estado',
  area: 'Área',
  assignee: 'A cargo de',
  suspect: 'Sospechoso',
};
function ticketFieldWords(field: string | undefined): string {
  const known = TICKET_FIELDS.find((one) => one === field);
  return known ? TICKET_FIELD_WORDS[known] : 'Datos';
}
const DOCUMENT_SCREENS = new Map<string, string>([
  ['site', admin.site()],
  ['hero', admin.site()],
  ['categories', admin.categories()],
  ['usefuldata', admin.usefulData()],
  ['greenpointpage', admin.list('greenpoint')],
  ['digest', admin.list('bulletin')],
  [TICKET_SETTINGS, admin.ticketSettings()],
]);

/**
 * Returns whether an operation was refused because its record was deleted. Pictures and videos that were removed from
 * an existing record do not count.
 */
export function isOfGone({ status, lastError, kind, field, body }: Operation): boolean {
  const isAboutRecord = kind !== 'call' || field === 'labels' || 'url' in body;
  return status === 'rejected' && lastError?.code === 'deleted' && isAboutRecord;
}

/** Whether a change was refused because its author may not make it: no other value would be accepted either. */
export const isForbidden = ({ status, lastError }: Waiting) => status === 'rejected' && lastError?.code === 'forbidden';

/** What tells how far an operation is. */
export type Waiting = Pick<Operation, 'status'> & Partial<Pick<Operation, 'lastError'>>;
