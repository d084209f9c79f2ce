import type { RecordType } from '#contract/record-types';
import { overlayOne } from '../workspace/overlay.ts';
import type { Shown } from '../workspace/overlay.ts';
import { useStoredRecord } from '../workspace/use-stored-record.ts';

/** Loads a singleton document with pending changes applied; null while it loads or if this device does not hold it. */
export function useDocument(type: RecordType): Shown | null {
  const held = useStoredRecord(type, type);
  return held && overlayOne(type, held.kept, type, held.laid);
}
