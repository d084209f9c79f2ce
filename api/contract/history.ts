import type { Attached, Picture } from './records.ts';

/** An entry of the history: who changed what and when. Entries are never deleted. */
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
  /** What the record is called now, or was when it was deleted. */
  name: string;
  /** Is the record gone now? */
  isDeleted: boolean;
  /** null where the whole record was made, changed or deleted. */
  field: string | null;
  /** Anything JSON can hold; null for nothing, and for what is too long for a list. */
  before: unknown;
  after: unknown;
  /** The values were left out for their length: ask for the entry alone. */
  isLong: boolean;
}

/** Newest first; `next` asks for what is older. */
export interface HistoryPage {
  items: HistoryEntry[];
  next: number | null;
}

/** A stored file that an entry took from its record, and that can come back to it. */
export type LostFile = { kind: 'picture'; picture: Picture } | { kind: 'pdf'; pdf: Attached };

/** The files that an entry took from its record: by another one, by being removed, or with the record. */
export function filesLostIn({ before }: Pick<HistoryEntry, 'before'>): LostFile[] {
  if (typeof before !== 'object' || before === null) return [];
  const { image, images } = before as { image?: unknown; images?: unknown };
  const pictures = [before, image, ...(Array.isArray(images) ? (images as unknown[]) : [])].filter(isPicture);
  return [
    ...pictures.map((picture) => ({ kind: 'picture' as const, picture })),
    ...(isAttached(before) ? [{ kind: 'pdf' as const, pdf: attached(before) }] : []),
  ];
}

function isPicture(value: unknown): value is Picture {
  const { name, width, height } = (value ?? {}) as Partial<Record<keyof Picture, unknown>>;
  return typeof name === 'string' && Number.isInteger(width) && Number.isInteger(height);
}

function isAttached(value: object): value is Attached {
  const { pdf, pdfname, pdfsize } = value as Partial<Record<keyof Attached, unknown>>;
  return typeof pdf === 'string' && pdf !== '' && typeof pdfname === 'string' && Number.isInteger(pdfsize);
}

const attached = ({ pdf, pdfname, pdfsize }: Attached): Attached => ({ pdf, pdfname, pdfsize });
