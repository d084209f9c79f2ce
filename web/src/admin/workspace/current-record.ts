import type { RecordType } from '#contract/record-types';
import { laidOver, overlayOne } from './overlay.ts';
import type { Shown } from './overlay.ts';
import type { Workspace } from './workspace.ts';

export type RecordReader = Pick<Workspace, 'settled' | 'store' | 'state'>;

/**
 * Reads a record with everything that this person has saved, for what a button does. A screen may lack a field that was
 * left with the same press and is still being stored: a change based on it would be in conflict with its own author.
 * @returns null if neither the device nor an operation knows the record
 */
export async function currentRecord(
  { settled, store, state }: RecordReader,
  type: RecordType,
  id: string,
): Promise<Shown | null> {
  await settled();
  const { landed } = state();
  const kept = await store.one(type, id);
  return overlayOne(type, kept, id, laidOver(landed, state()));
}
