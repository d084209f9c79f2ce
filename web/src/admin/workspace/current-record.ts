import type { RecordType } from '#contract/record-types';
import { laidOver, overlayOne } from './overlay.ts';
import type { Shown } from './overlay.ts';
import type { StoredRecord } from '../../offline/store/stored-record.ts';
import type { Workspace } from './workspace.ts';

export type RecordReader = Pick<Workspace, 'settled' | 'store' | 'state'>;

/**
 * Reads a record with everything that this person has saved, for what a button does. A screen may lack a field that was
 * left with the same press and is still being stored: a change based on it would be in conflict with its own author.
 * @param shown the record as it is drawn: what is stored is laid over it if the device does not hold the record now
 */
export async function currentRecord(reader: RecordReader, type: RecordType, shown: Shown): Promise<Shown> {
  return (await heldRecord(reader, type, shown.record.id, shown)) ?? shown;
}

/**
 * The same for a record that may not be drawn.
 * @returns null if neither the device nor an operation knows it
 */
export async function heldRecord(
  { settled, store, state }: RecordReader,
  type: RecordType,
  id: string,
  drawn: StoredRecord | null = null,
): Promise<Shown | null> {
  await settled();
  const { landed } = state();
  const kept = await store.one(type, id);
  return overlayOne(type, kept ?? drawn, id, laidOver(landed, state()));
}
