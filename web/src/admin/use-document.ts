import type { RecordType } from '#contract/changes';
import { useDeskState, useStored } from './desk.ts';
import { overlayOne } from './overlay.ts';
import type { Kept, Shown } from './overlay.ts';

/** A document of which there is one, as it is shown; null while it is read, and where this device does not hold it. */
export function useDocument(type: RecordType): Shown | null {
  const state = useDeskState();
  const stored = useStored(`document ${type}`, async (store) => ({ kept: (await store.one(type, type)) as unknown as Kept | null }));
  return stored && overlayOne(type, stored.kept, type, state);
}
