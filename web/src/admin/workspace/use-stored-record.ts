import { useEffect, useRef } from 'react';
import type { RecordType } from '#contract/record-types';
import { useRead } from './workspace.ts';
import type { StoredRecord } from '../../offline/store/stored-record.ts';
import type { OwnOperations } from './overlay.ts';

interface StoredAndOwn {
  kept: StoredRecord | null;
  /** The operations that are laid over it. */
  laid: OwnOperations;
  /**
   * The device held the record, and does not any more or not yet: while a store is filled again, the screen of a person
   * who is typing must stay.
   */
  isRemembered: boolean;
}

/** The record as the device holds it, and what is laid over it; null while that is read. */
export function useStoredRecord(type: RecordType, id: string): StoredAndOwn | null {
  const stored = useRead(`${type} ${id}`, (store) => store.one(type, id));
  const last = useRef<{ id: string; kept: StoredRecord } | null>(null);
  useEffect(() => {
    if (stored?.value) last.current = { id, kept: stored.value };
  }, [stored, id]);
  if (!stored) return null;
  const isRemembered = stored.value === null && last.current?.id === id;
  return { kept: isRemembered ? (last.current?.kept ?? null) : stored.value, laid: stored.laid, isRemembered };
}
