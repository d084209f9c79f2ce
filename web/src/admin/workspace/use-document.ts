import type { RecordType } from '#contract/record-types';
import type { Json } from '../../offline/outbox/protocol/operation.ts';
import { overlayOne } from './overlay.ts';
import type { Shown } from './overlay.ts';
import { useStoredRecord } from './use-stored-record.ts';
import { useWorkspaceState } from './workspace.ts';

/** Loads a singleton document with pending changes applied; null while it loads or if this device does not hold it. */
export function useDocument(type: RecordType): Shown | null {
  const held = useStoredRecord(type, type);
  return held && overlayOne(type, held.kept, type, held.laid);
}

/** The same where a screen needs it: 'loading' while it is read or may still come, 'missing' if it cannot. */
export function useAwaitedDocument(type: RecordType): Shown | 'loading' | 'missing' {
  const held = useStoredRecord(type, type);
  const { rest } = useWorkspaceState();
  const shown = held && overlayOne(type, held.kept, type, held.laid);
  // What has come is read a moment later.
  return shown ?? (held && rest === 'missing' ? 'missing' : 'loading');
}

/** Returns the value of a document as it is edited and saved: whole, and without what belongs to its record. */
export function documentValue({ record }: Shown): Json {
  const { id: _, image: __, ...held } = record;
  return held;
}
