import { traitsOf } from './record-types.ts';
import type { RecordType, Status } from './record-types.ts';
import type { AnyRecord } from './records.ts';

/** A record, or the known part of one. */
export type Seen = AnyRecord | Partial<Record<string, unknown>>;

/**
 * May the public read this record by its address and find it by search (spec section 4)? True for published and
 * archived records, and for records without a status once they have content.
 */
export function isReadable(type: RecordType, record: Seen): boolean {
  const status = statusOf(record);
  if (status !== undefined) return status === 'Publicado' || status === 'Archivado';
  const { publicWith = [] } = traitsOf(type);
  return publicWith.every((field) => Boolean((record as Partial<Record<string, unknown>>)[field]));
}

/** Whether it is shown in lists, carousels and home blocks. Archived records are not. */
export function isListed(type: RecordType, record: Seen): boolean {
  return isReadable(type, record) && statusOf(record) !== 'Archivado';
}

const statusOf = (record: Seen) => (record as { status?: Status }).status;
