import type { AnyRecord, RecordOf } from '#contract/records';
import type { RecordType } from '#contract/record-types';
import type { Json } from '../outbox/protocol/operation.ts';

/** A record whose fields are looked up by the names in `contract/forms-and-lists.ts`. */
export type Fields = { id: string } & { [field: string]: Json };

/** A record that the device holds. `seq` is the change that brought it, null for a record that no pull has brought. */
export interface StoredRecord {
  record: Fields;
  seq: number | null;
}

/** The fields of a record by name. */
export const fieldsIn = (record: AnyRecord): Fields => record as Fields;

/** The record with its declared type. @param _type the type that it has; it is not checked */
export const typedRecord = <T extends RecordType>(_type: T, fields: Fields) => fields as RecordOf<T>;
