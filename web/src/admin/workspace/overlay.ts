import { altField, isTextPictureField, pictureOfField } from '#contract/uploaded/alt-fields';
import { isRecordType, traitsOf } from '#contract/record-types';
import type { RecordTraits, RecordType } from '#contract/record-types';
import { blankRecord, isEntity } from '#contract/forms-and-lists';
import type { Label } from '#contract/records';
import type { Attached } from '#contract/values/pdf-titles';
import { arranged, PICTURE_ORDER } from '#contract/values/picture-order';
import type { Picture } from '#contract/values/pictures';
import { labelHash, titlekey } from '#contract/values/text';
import { downloadName } from '#contract/uploaded/upload-names';
import { videoOf } from '#contract/values/videos';
import type { Video } from '#contract/values/videos';
import { isReadable } from '#contract/visibility';
import { isHeld, isParked } from '../../offline/outbox/protocol/operation.ts';
import type { Call, Json, Operation, ParkedStatus } from '../../offline/outbox/protocol/operation.ts';
import { PDF_MIME } from './new-operations.ts';
import type { Fields, StoredRecord } from '../../offline/store/stored-record.ts';

/** A record as it is shown: what is stored, with the operations laid over it that no pull has brought yet. */
export interface Shown extends StoredRecord {
  /** Those of the record that wait in the outbox, in their order. */
  operations: readonly Operation[];
  /** As the server has it, without what waits here; null while only this device knows the record. */
  served: Fields | null;
  /** Its delete waits, or has landed. */
  isGone: boolean;
}

/** A user's operations, by their seq. */
export interface OwnOperations {
  /** Done by the server, and not brought by any pull yet. */
  landed: readonly Operation[];
  /** In the outbox. */
  waiting: readonly Operation[];
}

/**
 * What is laid over records that were read a moment ago. A pull takes away from the landed operations those that it has
 * brought, while its records are still being read.
 * @param before the landed operations when the reading began
 */
export function laidOver(before: readonly Operation[], { landed, waiting }: OwnOperations): OwnOperations {
  const known = new Set([...landed, ...waiting].map(({ opId }) => opId));
  const brought = before.filter(({ opId }) => !known.has(opId));
  return { landed: joined(landed, brought), waiting };
}

/** Returns the operations of both lists, each once, in the order of their seq. */
export function joined(some: readonly Operation[], others: readonly Operation[]): readonly Operation[] {
  const known = new Set(some.map(({ opId }) => opId));
  const added = others.filter(({ opId }) => !known.has(opId));
  return added.length === 0 ? some : [...some, ...added].sort((a, b) => a.seq - b.seq);
}

/** Lays a user's operations over the records of a type; records that only the operations know are added. */
export function overlay(type: RecordType, kept: readonly StoredRecord[], { landed, waiting }: OwnOperations): Shown[] {
  const unchanged = (one: StoredRecord) => ({ ...one, operations: [], served: one.record, isGone: false });
  const shown = new Map<string, Shown>(kept.map((one) => [one.record.id, unchanged(one)]));
  for (const operation of landed) lay(operation, false);
  for (const operation of waiting) lay(operation, true);
  return [...shown.values()];

  function lay(operation: Operation, isWaiting: boolean) {
    if (operation.entity !== type) return;
    const known = shown.get(operation.recordId);
    // A deleted record that is created again starts empty.
    const before = known && !(known.isGone && operation.kind === 'create') ? known : madeHere(operation);
    if (!before) return;
    const after = apply(before, operation, isWaiting);
    const operations = isWaiting ? [...before.operations, operation] : before.operations;
    shown.set(operation.recordId, { ...after, operations, served: isWaiting ? before.served : after.record });
  }
}

/** One record, or null if neither the store nor an operation knows it. */
export function overlayOne(
  type: RecordType,
  kept: StoredRecord | null,
  id: string,
  { landed, waiting }: OwnOperations,
): Shown | null {
  const isOwn = (operation: Operation) => operation.recordId === id;
  const shown = overlay(type, kept ? [kept] : [], { landed: landed.filter(isOwn), waiting: waiting.filter(isOwn) });
  return shown.find((one) => one.record.id === id) ?? null;
}

/** State of a record's operations, for a list: of several the worst. */
export type RecordState = ParkedStatus | 'pending' | 'held' | 'saved';
export function stateOf({ operations }: Pick<Shown, 'operations'>): RecordState {
  const allParked = operations.filter(isParked);
  const parked = allParked.find(({ status }) => status === 'conflict') ?? allParked[0];
  if (parked) return parked.status;
  if (operations.some((operation) => !isHeld(operation))) return 'pending';
  return operations.length > 0 ? 'held' : 'saved';
}

/** Whether the public can read a record now, whatever waits here. */
export const isOnSite = (type: RecordType, { served }: Pick<Shown, 'served'>): boolean =>
  served !== null && isReadable(type, served);

/** Returns a field's operation. Parked ones come before pending ones, because they need a decision. */
export function operationOf(field: string, operations: readonly Operation[]): Operation | undefined {
  const own = operations.filter((operation) => operation.field === field);
  return own.find(isParked) ?? own.at(-1);
}

/** Returns the changes of a record that the person has not published. */
export const heldOf = (waiting: readonly Operation[], type: string, id: string): Operation[] =>
  waiting.filter((operation) => isHeld(operation) && operation.entity === type && operation.recordId === id);

function madeHere(operation: Operation): Shown | null {
  const { kind, entity, recordId, body, createdAt } = operation;
  if (kind !== 'create' || !isEntity(entity)) return null;
  const at = typeof body.date === 'string' ? Date.parse(body.date) : createdAt;
  const category = typeof body.category === 'string' ? body.category : undefined;
  const record = blankRecord(entity, recordId, at, titlekey(''), category) as Fields;
  return { record, seq: null, operations: [], served: null, isGone: false };
}

function apply(shown: Shown, operation: Operation, isWaiting: boolean): Shown {
  const { record } = shown;
  const { kind, field, value = null, call } = operation;
  switch (kind) {
    case 'delete':
      // A delete that is parked has deleted nothing.
      return { ...shown, isGone: !isParked(operation) };
    case 'update':
      return field === undefined ? shown : { ...shown, record: withValue(operation.entity, record, field, value) };
    case 'call':
      return isParked(operation) || !call ? shown : { ...shown, record: withCall(record, call) };
    case 'upload':
      // A file that waits is shown from the outbox, which holds its bytes.
      return isWaiting ? shown : { ...shown, record: withFile(record, operation) };
    case 'create':
      return shown;
  }
}

function withValue(entity: string, record: Fields, field: string, value: Json): Fields {
  const described = pictureOfField(field);
  if (described !== null) return withAlt(record, described, String(value));
  if (field === PICTURE_ORDER) return { ...record, images: arranged(picturesOf(record), namesOf(value)) };
  // A document is one value.
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (field === 'value' && isObject) return { ...value, id: record.id };
  const { titlekeyOf, hasOwnTitlekey }: RecordTraits = isRecordType(entity) ? traitsOf(entity) : {};
  const titled = field === titlekeyOf && !hasOwnTitlekey ? { titlekey: titlekey(String(value)) } : {};
  return { ...record, [field]: value, ...titled };
}

const namesOf = (order: Json) => (Array.isArray(order) ? order.map(String) : []);

/** The record with another text for a picture; a picture that waits to be sent is not in it yet. */
function withAlt(record: Fields, name: string, alt: string): Fields {
  function described(picture: Plain<Picture>): Plain<Picture> {
    if (picture.name !== name) return picture;
    const { alt: _, ...plain } = picture;
    return alt ? { ...plain, alt } : plain;
  }
  const { image } = record as { image?: Plain<Picture> | null };
  if (image) return { ...record, image: described(image) };
  return 'images' in record ? { ...record, images: picturesOf(record).map(described) } : record;
}

/** The pictures of a record, whether it has one or several. */
export const picturesIn = (record: Fields): Plain<Picture>[] => [
  ...(record.image ? [record.image as Plain<Picture>] : []),
  ...picturesOf(record),
];

/**
 * Returns the description of a picture; '' while it is not written. A picture that waits to be sent is not in
 * the record.
 */
export function altOf({ record, operations }: Pick<Shown, 'record' | 'operations'>, picture: string): string {
  const own = picturesIn(record).find(({ name }) => name === picture);
  if (own) return own.alt ?? '';
  return String(operations.filter(({ field }) => field === altField(picture)).at(-1)?.value ?? '');
}

/** The record with a file that the server has, which the next file will replace. */
function withFile(record: Fields, { field, value, body, file }: Operation): Fields {
  // The text says where it is.
  if (isTextPictureField(field)) return record;
  if (field === 'pdf') {
    return { ...record, pdf: value ?? '', pdfname: downloadName(String(body.name ?? '')), pdfsize: file?.bytes ?? 0 };
  }
  if (file?.mime === PDF_MIME) {
    const added = { pdf: String(value), pdfname: downloadName(String(body.name ?? '')), pdfsize: file.bytes };
    const pdfs = pdfsOf(record);
    return pdfs.some(({ pdf }) => pdf === added.pdf) ? record : { ...record, pdfs: [...pdfs, added] };
  }
  const picture = { name: String(value), width: UNMEASURED, height: UNMEASURED };
  if (field === 'image') return { ...record, image: picture };
  const pictures = picturesOf(record);
  return pictures.some(({ name }) => name === picture.name) ? record : { ...record, images: [...pictures, picture] };
}

/** Size of a picture that has just been sent: only the server knows it, and the picture's address depends on it. */
const UNMEASURED = 0;
export const isMeasured = ({ width }: { width: number }) => width !== UNMEASURED;

/** The record as it is once a call has been done. */
function withCall(record: Fields, { name, item }: Call): Fields {
  switch (name) {
    case 'label-add':
      return withLabels(record, added(labelsOf(record), labelNamed(item)));
    case 'label-remove':
      return withLabels(
        record,
        labelsOf(record).filter(({ id }) => id !== item),
      );
    case 'video-add': {
      const video: Plain<Video> | null = videoOf(item);
      return video ? { ...record, videos: added(videosOf(record), video) } : record;
    }
    case 'video-remove':
      return { ...record, videos: videosOf(record).filter(({ id }) => id !== item) };
    case 'picture-remove':
      return 'image' in record
        ? { ...record, image: null }
        : { ...record, images: picturesOf(record).filter((picture) => picture.name !== item) };
    case 'pdf-remove':
      return 'pdfs' in record
        ? { ...record, pdfs: pdfsOf(record).filter(({ pdf }) => pdf !== item) }
        : { ...record, pdf: '', pdfname: '', pdfsize: 0 };
    case 'picture-restore':
    case 'pdf-restore':
      // Only the server knows the file's size, without which it cannot be shown.
      return record;
    case 'ticket-answer':
    case 'ticket-note':
    case 'ticket-merge':
    case 'ticket-release':
      // Tickets are no records (`ticket-operations.ts`).
      return record;
  }
}

/** The same members as plain JSON: a type like this is assignable to Json, an interface is not. */
type Plain<T> = Pick<T, keyof T>;
export const labelsOf = (record: Fields) => (record.labels ?? []) as Plain<Label>[];
export const videosOf = (record: Fields) => (record.videos ?? []) as Plain<Video>[];
const picturesOf = (record: Fields) => (record.images ?? []) as Plain<Picture>[];
/** The PDFs of a record that has several, as they were added. */
const pdfsOf = (record: Fields) => (record.pdfs ?? []) as Plain<Attached>[];
const labelNamed = (name: string): Label => ({ id: labelHash(name), name, namehashed: labelHash(name) });
const withLabels = (record: Fields, labels: Plain<Label>[]): Fields => ({
  ...record,
  labels,
  label: labels[0]?.name ?? '',
});
const added = <T extends { id: string }>(list: T[], one: T) =>
  list.some(({ id }) => id === one.id) ? list : [...list, one];
