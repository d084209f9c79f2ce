import { useEffect, useRef } from 'react';
import type { RecordType } from '#contract/record-types';
import { useRead } from './workspace.ts';
import type { Kept, Laid } from './overlay.ts';

/**
 * What the device holds of a record, and what is laid over it; null while that is read.
 * `isRemembered`: it held the record, and does so no more or not yet. A store that is filled again must not take the
 * screen away from under whoever is typing.
 */
export function useKept(type: RecordType, id: string): { kept: Kept | null; laid: Laid; isRemembered: boolean } | null {
  const stored = useRead(`${type} ${id}`, async (store) => (await store.one(type, id)) as unknown as Kept | null);
  const last = useRef<{ id: string; kept: Kept } | null>(null);
  useEffect(() => {
    if (stored?.value) last.current = { id, kept: stored.value };
  }, [stored, id]);
  if (!stored) return null;
  const isRemembered = stored.value === null && last.current?.id === id;
  return { kept: isRemembered ? (last.current?.kept ?? null) : stored.value, laid: stored.laid, isRemembered };
}
