import { showDay } from '#contract/dates';
import { fieldsOf } from '#contract/entities';
import type { EntityName } from '#contract/entities';
import type { Field } from '#contract/fields';
import { firstMadeFirst, lastMadeFirst, newestFirst } from '#contract/lists';
import { pages } from '#contract/paths';
import { cutAdminText, plainText } from '#contract/text';
import { isReadable } from '#contract/visibility';
import type { Seen } from '#contract/visibility';
import type { Json } from '../offline/outbox/operation.ts';
import type { Fields, Shown } from './overlay.ts';
import { isPreviewed, previewPage } from './preview-address.ts';

/** The columns of each list (spec section 2.2), by the names of the fields. The first one is the record's name. */
const columns: Record<EntityName, readonly string[]> = {
  story: ['title', 'description', 'date', 'status', 'highlight'],
  agenda: ['title', 'description', 'date', 'status', 'highlight'],
  authority: ['name', 'position', 'description', 'email'],
  album: ['title', 'shortdescription', 'status', 'highlight'],
  map: ['title', 'url'],
  greenpoint: ['title', 'url'],
  bulletin: ['title', 'number', 'date', 'status'],
  user: ['name', 'email', 'username', 'usergroup', 'enable'],
};

export interface Column {
  name: string;
  field: Field;
}

export function columnsOf(entity: EntityName): Column[] {
  const fields = new Map(fieldsOf(entity));
  return columns[entity].map((name) => ({ name, field: fields.get(name) as Field }));
}

/** What a cell says: texts are cut to 50 characters (spec section 9), days are dd/MM/yyyy. */
export function cellText(field: Field, value: Json | undefined): string {
  if (value === undefined || value === null || value === '') return '';
  switch (field.kind) {
    case 'day':
      return showDay(String(value));
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

/** What a record is called on screen. */
export function nameOf(entity: EntityName, record: Fields): string {
  const name = record[columns[entity][0] ?? 'id'];
  return typeof name === 'string' && name !== '' ? name : 'Sin título';
}

/** The public page of a record; null where there is none that the public may read. */
export function publicPage(entity: EntityName, record: Fields): string | null {
  if (entity === 'user' || !isReadable(entity, record as Seen)) return null;
  const named = { id: record.id, titlekey: String(record.titlekey ?? '-') };
  switch (entity) {
    case 'story':
      return pages.story(named);
    case 'agenda':
      return pages.event(named);
    case 'authority':
      return pages.authority(named);
    case 'bulletin':
      return pages.bulletin(named);
    case 'greenpoint':
      return pages.greenPoints();
    default:
      // A map's address leads on to its place on the tourism page (spec section 2.1).
      return pages.album(named);
  }
}

/** Where a record can be looked at: on its public page, or in its preview; null where there is neither. */
export function viewPage(entity: EntityName, { record, isNew }: Pick<Shown, 'record' | 'isNew'>): string | null {
  const page = isNew ? null : publicPage(entity, record);
  return page ?? (isPreviewed(entity) ? previewPage(entity, record.id) : null);
}

type Ordered = Parameters<typeof newestFirst>[0];
/** The order of a list, the same as the server's. */
export function inOrder(entity: EntityName, records: readonly Fields[]): Fields[] {
  const order = entity === 'album' ? lastMadeFirst : isDated(entity) ? newestFirst : firstMadeFirst;
  return [...records].sort((a, b) => order(a as unknown as Ordered, b as unknown as Ordered));
}

const isDated = (entity: EntityName) => entity === 'story' || entity === 'agenda' || entity === 'bulletin';
