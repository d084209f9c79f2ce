import { hasGallery, isRecordType } from '#contract/record-types';
import { isEntity } from '#contract/forms-and-lists';
import type { HistoryEntry } from '#contract/messages/history-entry';
import type { Fields } from '../../offline/store/stored-record.ts';
import type { UnsignedOperation } from '../workspace/new-operations.ts';
import { restoration } from './restore.ts';

/**
 * Returns the operations that bring a whole record back to what it was before some changes. Its status stays, so that
 * nothing is shown or hidden by the way; pictures and PDFs that were added stay too.
 * @param backTo when it was so, ISO 8601
 * @param later all changes since then, newest first, with their full values
 * @param record the current record with pending changes applied
 */
export function wholeRestoration(
  backTo: string,
  later: readonly HistoryEntry[],
  record: Fields,
  now = Date.now(),
): UnsignedOperation[] {
  // Of several changes of the same the oldest knows what was before.
  const oldest = new Map<string, HistoryEntry>();
  for (const entry of later) if (entry.field !== 'status') oldest.set(subjectOf(entry), entry);
  return [...oldest.values()].flatMap((entry) =>
    restoration(entry, record, now).map((operation) => ({ ...operation, backTo })),
  );
}

/** Whether the values before some changes are known: those of long ago may be forgotten. */
export const isKnown = ({ action, before, after }: HistoryEntry) =>
  action !== 'update' || before !== null || after !== null;

/** Whether a record can be brought back as a whole: a document is one value, which each of its entries has. */
export const hasManyValues = (type: string) => isEntity(type) && type !== 'user';

/** What an entry is about: a field, or one item of a list. */
function subjectOf({ type, field, before, after }: HistoryEntry): string {
  const isList = field === 'videos' || field === 'pdf' || (field === 'image' && isRecordType(type) && hasGallery(type));
  return isList ? `${field} ${itemIn(before) || itemIn(after)}` : String(field);
}

function itemIn(value: unknown): string {
  if (typeof value === 'string') return value;
  const { name, pdf } = (value ?? {}) as { name?: unknown; pdf?: unknown };
  return [name, pdf].find((one): one is string => typeof one === 'string') ?? '';
}
