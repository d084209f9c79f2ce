import type { AnyRecord } from '#contract/records';
import type { Json } from '../outbox/protocol/operation.ts';

/** A record whose fields are looked up by the names in `contract/entities.ts`. */
export type Fields = { id: string } & { [field: string]: Json };

/** A record that the device holds. `seq` is the change that brought it, null for a record that no pull has brought. */
export interface StoredRecord {
  record: Fields;
  seq: number | null;
}

/** The fields of a record by name. Records are plain JSON, which their declared types cannot express. */
export const fieldsIn = (record: AnyRecord): Fields => record as unknown as Fields;
