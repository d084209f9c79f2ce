import { TRASH_DAYS } from '../limits.ts';
import type { Attached } from '../values/pdf-titles.ts';
import type { Picture } from '../values/pictures.ts';

/** An entry of the history: who changed what and when. Entries are never deleted, but old values may be forgotten. */
export interface HistoryEntry {
  /** Its number: later entries have higher ones. */
  entry: number;
  /** ISO 8601. */
  at: string;
  userId: string;
  /** The user's name; '' for the program itself. */
  by: string;
  action: 'create' | 'update' | 'delete' | 'add' | 'remove';
  /** A type of record, or `user`. */
  type: string;
  id: string;
  /** The record's current name, or its last one if it was deleted. */
  name: string;
  /** Whether the record is deleted now. */
  isDeleted: boolean;
  /** null if the whole record was created, changed or deleted. */
  field: string | null;
  /** Any JSON value; null for none, and for values too long for a list. */
  before: unknown;
  after: unknown;
  /** Whether the values were left out because of their length; the single entry has them. */
  isLong: boolean;
}

/** Newest first; `next` requests older entries. */
export interface HistoryPage {
  items: HistoryEntry[];
  next: number | null;
}

/** A stored file that a change removed from its record, and that can be restored. */
export type LostFile = { kind: 'picture'; picture: Picture } | { kind: 'pdf'; pdf: Attached };

/** Returns the files that a change removed from its record, by replacing or removing them or deleting the record. */
export function filesLostIn({ before }: Pick<HistoryEntry, 'before'>): LostFile[] {
  if (typeof before !== 'object' || before === null) return [];
  const { image, images, pdfs } = before as { image?: unknown; images?: unknown; pdfs?: unknown };
  const pictures = [before, image, ...listOf(images)].filter(isPicture);
  return [
    ...pictures.map((picture) => ({ kind: 'picture' as const, picture })),
    ...[before, ...listOf(pdfs)].filter(isAttached).map((pdf) => ({ kind: 'pdf' as const, pdf: attached(pdf) })),
  ];
}

/**
 * Returns those files that an entry can still restore: the trash keeps them for a time.
 * @param now ms since the epoch
 */
export const filesKeptFrom = (entry: Pick<HistoryEntry, 'at' | 'before'>, now: number): LostFile[] =>
  now - Date.parse(entry.at) > TRASH_DAYS * DAY ? [] : filesLostIn(entry);
const DAY = 24 * 60 * 60 * 1000;

const listOf = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : []);

function isPicture(value: unknown): value is Picture {
  const { name, width, height } = (value ?? {}) as Partial<Record<keyof Picture, unknown>>;
  return typeof name === 'string' && Number.isInteger(width) && Number.isInteger(height);
}

function isAttached(value: unknown): value is Attached {
  const { pdf, pdfname, pdfsize } = (value ?? {}) as Partial<Record<keyof Attached, unknown>>;
  return typeof pdf === 'string' && pdf !== '' && typeof pdfname === 'string' && Number.isInteger(pdfsize);
}

const attached = ({ pdf, pdfname, pdfsize }: Attached): Attached => ({ pdf, pdfname, pdfsize });
