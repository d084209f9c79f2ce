import { hasGallery, isRecordType } from '#contract/record-types';
import type { RecordType } from '#contract/record-types';
import { fieldsOf, isEntity, nameFieldOf } from '#contract/forms-and-lists';
import type { HistoryEntry } from '#contract/messages/history-entry';
import { isReadable } from '#contract/visibility';
import type { Fields } from '../../offline/store/stored-record.ts';
import { fieldOf } from '../parts/words/operation-words.ts';
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

/**
 * Returns the changes since a point of a record's history, to go back to it; null where nobody can or should. Not to
 * what is recreated half: its creation and the values that came with it are one point, the last of them. A record that
 * the public sees does not go back to its creation, where it was empty.
 * @param items the newest entries of the record, newest first
 * @param hasOlder whether there are older ones
 */
export function changesSince(
  entry: HistoryEntry,
  items: readonly HistoryEntry[],
  record: Fields,
  hasOlder = false,
): readonly HistoryEntry[] | null {
  const at = items.indexOf(entry);
  if (!hasManyValues(entry.type) || entry.action === 'delete' || at <= 0) return null;
  const later = items.slice(0, at);
  if (!later.every((one) => one.isLong || isKnown(one)) || later.some(({ action }) => action === 'create')) return null;
  if (isWithinRecreation(at, items, hasOlder)) return null;
  const isEmptyThere = entry.action === 'create' && wasNamelessBefore(later, entry.type);
  return isEmptyThere && isReadable(entry.type as RecordType, record) ? null : later;
}

/** Whether an entry is part of bringing back a deleted record, and another one of the same comes after it. */
function isWithinRecreation(at: number, items: readonly HistoryEntry[], hasOlder: boolean): boolean {
  const made = items.findIndex(({ action }, place) => place >= at && action === 'create');
  const creation = items[made];
  // What is older than a creation is of the record that was deleted.
  if (!creation || (made === items.length - 1 && !hasOlder)) return false;
  const subjects = new Set<string>();
  let end = made;
  while (end > 0) {
    const [last, next] = [items[end], items[end - 1]];
    if (!last || !next || next.userId !== creation.userId) break;
    if (last.field === 'status' || subjects.has(subjectOf(next))) break;
    if (Date.parse(next.at) - Date.parse(last.at) > PAUSE) break;
    subjects.add(subjectOf(next));
    end -= 1;
  }
  return at > end;
}
/** Longest time between two values of a record that is brought back, in ms. */
const PAUSE = 60_000;

function wasNamelessBefore(later: readonly HistoryEntry[], type: string): boolean {
  const first = later.filter(({ field }) => isEntity(type) && field === nameFieldOf(type)).at(-1);
  return first !== undefined && !first.before;
}

/** Returns the labels of the fields that changes leave empty. */
export function emptiedBy(operations: readonly UnsignedOperation[]): string[] {
  const emptied = operations.filter(({ kind, value, base }) => kind === 'update' && value === '' && Boolean(base));
  const [first] = emptied;
  const order = first && isEntity(first.entity) ? fieldsOf(first.entity).map(([name]) => name) : [];
  const placeOf = ({ field = '' }: UnsignedOperation) => order.indexOf(field);
  return [...emptied]
    .sort((one, other) => placeOf(one) - placeOf(other))
    .flatMap(({ entity, field }) => fieldOf(entity, field)?.label ?? []);
}

/** Says which fields become empty: `«Título» y «Copete» quedan vacíos`; empty for none. */
export function emptiedWords(labels: readonly string[]): string {
  if (labels.length === 0) return '';
  const quoted = new Intl.ListFormat('es-AR').format(labels.map((label) => `«${label}»`));
  return `${quoted} ${labels.length === 1 ? 'queda vacío' : 'quedan vacíos'}`;
}

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
