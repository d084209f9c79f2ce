import type { RecordType } from '#contract/record-types';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import { overlayOne } from './overlay.ts';
import type { Shown } from './overlay.ts';
import { useStoredRecord } from './use-stored-record.ts';

/** Loads a singleton document with pending changes applied; null while it loads or if this device does not hold it. */
export function useDocument(type: RecordType): Shown | null {
  const held = useStoredRecord(type, type);
  return held && overlayOne(type, held.kept, type, held.laid);
}

/** Returns the value of a document as it is edited and saved: whole, and without what belongs to its record. */
export function documentValue({ record }: Shown): Json {
  const { id: _, image: __, ...held } = record;
  return held;
}
