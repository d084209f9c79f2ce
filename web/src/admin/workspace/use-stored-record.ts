import { useEffect, useRef } from 'react';
import type { RecordType } from '#contract/record-types';
import { useRead } from './workspace.ts';
import type { StoredRecord } from '../../offline/store/stored-record.ts';
import type { OwnOperations } from './overlay.ts';

/**
 * What the device holds of a record, and what is laid over it; null while that is read.
 * `isRemembered`: it held the record, and does so no more or not yet. A store that is filled again must not take the
 * screen away from under whoever is typing.
 */
export function useStoredRecord(type: RecordType, id: string): { kept: StoredRecord | null; laid: OwnOperations; isRemembered: boolean } | null {
  const stored = useRead(`${type} ${id}`, (store) => store.one(type, id));
  const last = useRef<{ id: string; kept: StoredRecord } | null>(null);
  useEffect(() => {
    if (stored?.value) last.current = { id, kept: stored.value };
  }, [stored, id]);
  if (!stored) return null;
  const isRemembered = stored.value === null && last.current?.id === id;
  return { kept: isRemembered ? (last.current?.kept ?? null) : stored.value, laid: stored.laid, isRemembered };
}
