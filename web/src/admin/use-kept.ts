import { useEffect, useRef } from 'react';
import type { RecordType } from '#contract/changes';
import { useStored } from './desk.ts';
import type { Kept } from './overlay.ts';

/**
 * What the device holds of a record; null while that is read.
 * `isRemembered`: it held the record, and does so no more or not yet. A store that is filled again must not take the
 * screen away from under whoever is typing.
 */
export function useKept(type: RecordType, id: string): { kept: Kept | null; isRemembered: boolean } | null {
  const stored = useStored(`${type} ${id}`, async (store) => ({ kept: (await store.one(type, id)) as unknown as Kept | null }));
  const last = useRef<{ id: string; kept: Kept } | null>(null);
  useEffect(() => {
    if (stored?.kept) last.current = { id, kept: stored.kept };
  }, [stored, id]);
  if (!stored) return null;
  const isRemembered = stored.kept === null && last.current?.id === id;
  return { kept: isRemembered ? (last.current?.kept ?? null) : stored.kept, isRemembered };
}
