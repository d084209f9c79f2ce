import type { RecordType } from './changes.ts';

export const STATUSES = ['Redaccion', 'Publicado', 'Archivado', 'Oculto'] as const;
export type Status = (typeof STATUSES)[number];

/** What visibility looks at; records carry far more. */
export interface Seen {
  id?: string;
  status?: Status;
  name?: string;
  position?: string;
  title?: string;
  url?: string;
}

/**
 * May the public read this record by its address and find it by search (spec section 4)?
 * Published and archived ones; those that know no status once they say something.
 */
export function isReadable(type: RecordType, record: Seen): boolean {
  if (record.status !== undefined) return record.status === 'Publicado' || record.status === 'Archivado';
  if (type === 'authority') return Boolean(record.name && record.position);
  if (type === 'map' || type === 'greenpoint') return Boolean(record.title && record.url);
  return true;
}

/** Does it stand in lists, carousels and home blocks? Archived records do not. */
export function isListed(type: RecordType, record: Seen): boolean {
  return isReadable(type, record) && record.status !== 'Archivado';
}
