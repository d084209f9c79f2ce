import { z } from 'zod';
import { calls } from '#contract/addresses/calls';
import type { EntityName } from '#contract/forms-and-lists';
import { altField } from '#contract/uploaded/alt-text';

/** Version of the format below. A release reads rows of older versions and leaves those of newer ones alone. */
export const OPERATION_VERSION = 2;

/** What an operation of kind `call` does to a list or a file of its record. */
const CALL_NAMES = [
  'label-add',
  'label-remove',
  'video-add',
  'video-remove',
  'picture-remove',
  'picture-restore',
  'pdf-remove',
  'pdf-restore',
  'ticket-answer',
  'ticket-note',
  'ticket-merge',
] as const;

const json = z.json();

/** Any JSON value. */
export type Json = z.infer<typeof json>;

/**
 * A call of the API that a person has caused and the server has not confirmed. Times are milliseconds since the
 * epoch, by the clock of the device.
 *
 * - `seq`: place in the order of this device, which is kept per record.
 * - `opId`: the Idempotency-Key. It always means the same request; an operation that is changed gets a new one.
 * - `value`: what the field holds once this is done; of an upload, the name that its file will have. Later edits of the
 *   field are based on it.
 * - `base`: what the person saw before the change; of a delete, the record's seq. Absent: the change is unconditional.
 * - `call`: of kind `call` only, what it does and to which item: the name of a label that is added, the address of a
 *   video that is added, the stored name of a picture or PDF, otherwise the item's id.
 * - `body`: members of the request that are neither `value` nor `base`, nor the `data` of a file.
 * - `file`: an upload's bytes are in the table `files` under `key`, so that a change of status does not write them
 *   again.
 * - `sent`: it may have reached the server, and is frozen. `status` does not tell, because an operation whose answer
 *   was lost is `pending` again.
 * - `status`: `held` is what its author edits without publishing it; it waits until they publish it (`release`).
 * - `batch`: what was held and published together, and goes in one request as far as it changes fields.
 * - `backTo`: the moment (ISO 8601) to which its record was brought back as a whole; nothing depends on it but words.
 * - `attempts`: number of failed attempts. `delays`: number of answers in a row that told to come back later.
 * - `nextAt`: earliest time of the next attempt, which a trigger ignores; 0 for at once.
 * - `theirs`: in a conflict, what the person had not seen, who wrote it and when; `rest`, where it is something else,
 *   is what stays of the person's value if they give in.
 */
export const operationSchema = z
  .object({
    seq: z.int().positive(),
    opId: z.string().min(1).max(64),
    v: z.literal(OPERATION_VERSION),
    userId: z.string(),
    kind: z.enum(['create', 'update', 'delete', 'upload', 'call']),
    entity: z.string(),
    recordId: z.string(),
    field: z.string().optional(),
    call: z.object({ name: z.enum(CALL_NAMES), item: z.string() }).optional(),
    method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
    path: z.string(),
    body: z.record(z.string(), json),
    value: json.optional(),
    base: json.optional(),
    file: z.object({ key: z.string(), mime: z.string(), bytes: z.int() }).optional(),
    status: z.enum(['pending', 'sending', 'conflict', 'rejected', 'held']),
    batch: z.string().optional(),
    backTo: z.string().optional(),
    sent: z.boolean(),
    attempts: z.int(),
    delays: z.int(),
    nextAt: z.number(),
    lastError: z.object({ status: z.int(), code: z.string(), message: z.string() }).nullable(),
    theirs: z.object({ value: json, rest: json.optional(), by: z.string(), at: z.string() }).optional(),
    createdAt: z.number(),
  })
  .refine(({ kind, call }) => (kind === 'call') === (call !== undefined));

export type Operation = z.infer<typeof operationSchema>;

export type Call = NonNullable<Operation['call']>;

/**
 * Reads a stored operation, in the format of this version or of an older one.
 * @returns null for a row of a newer version, and for a damaged one
 */
export function operationIn(row: unknown): Operation | null {
  const current = operationSchema.safeParse(row).data;
  if (current) return current;
  const first = firstVersionSchema.safeParse(row).data;
  return first ? { ...first, v: OPERATION_VERSION, ...(first.kind === 'call' && { call: callAt(first) }) } : null;
}

/** Version 1 had no names for its calls; they are recognized by their addresses. */
const { call: _, ...firstVersionShape } = operationSchema.shape;
const firstVersionSchema = z.object({ ...firstVersionShape, v: z.literal(1) });

function callAt({ entity, recordId, field, path, body }: z.infer<typeof firstVersionSchema>): Call {
  const item = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  if (path === calls.labelCreateAdd(recordId, item)) return { name: 'label-add', item };
  if (path === calls.labelRemove(recordId, item)) return { name: 'label-remove', item };
  if (path === calls.albumVideoAdd(recordId)) return { name: 'video-add', item: String(body.url) };
  if (path === calls.albumVideoDelete(recordId, item)) return { name: 'video-remove', item };
  const file = field === 'pdf' ? 'pdf' : 'picture';
  const isRestored = path === calls.historyFile(entity, recordId);
  return { name: `${file}-${isRestored ? 'restore' : 'remove'}`, item: String(body.name) };
}

/** The server's value in a conflict. */
export type Theirs = NonNullable<Operation['theirs']>;

/** What a field holds if its author gives in: beside what the question is about, it has the author's changes. */
export const restOf = ({ value, rest }: Theirs): Json => (rest === undefined ? value : rest);

/** An operation as a caller gives it to the outbox, which adds the rest. */
export type NewOperation = Pick<
  Operation,
  'kind' | 'entity' | 'recordId' | 'field' | 'call' | 'method' | 'path' | 'value' | 'base' | 'backTo' | 'userId'
> & {
  body?: Operation['body'];
  file?: { mime: string; bytes: number };
  /** It waits until its author publishes it. A record that has such changes holds all later ones too. */
  isHeld?: boolean;
};

/**
 * Who is logged in on this device. The end of a session that ran out removes the token alone: its user can go on
 * saving.
 */
export const sessionSchema = z.object({
  user: z.object({
    id: z.string(),
    username: z.string(),
    name: z.string(),
    usergroup: z.number(),
  }),
  token: z.string().nullable(),
});

export type Session = z.infer<typeof sessionSchema>;

export type ParkedStatus = 'conflict' | 'rejected';

/** Whether an operation waits for a person's choice. */
export function isParked<O extends { status: string }>(operation: O): operation is O & { status: ParkedStatus } {
  return operation.status === 'conflict' || operation.status === 'rejected';
}

/** Whether an operation waits until its author publishes it. */
export const isHeld = ({ status }: Pick<Operation, 'status'>) => status === 'held';

/** Whether an operation changes a field that can be changed together with others in one request. */
export const isFieldChange = ({ kind, entity, recordId, path }: Operation) =>
  kind === 'update' && path.startsWith(calls.update(entity as EntityName, recordId, ''));

/** Whether an operation shows, hides or removes its whole record, and so waits for all earlier ones of it. */
export function isStatusOrDelete(operation: Pick<Operation, 'kind' | 'field'>): boolean {
  return operation.kind === 'delete' || (operation.kind === 'update' && operation.field === 'status');
}

export function sameRecord(a: RecordOfUser, b: RecordOfUser): boolean {
  return a.recordId === b.recordId && a.entity === b.entity && a.userId === b.userId;
}

/** Whether both are about the same field of the same record; false for operations without a field. */
export function sameField(a: FieldOfUser, b: FieldOfUser): boolean {
  return sameRecord(a, b) && a.field !== undefined && a.field === b.field;
}

/** The descriptions of the picture of an upload, which the server refuses without it. */
export function altsOf<O extends RecordOfUser & Pick<Operation, 'field'>>(
  operations: readonly O[],
  upload: RecordOfUser & Pick<Operation, 'kind' | 'value'>,
): O[] {
  if (upload.kind !== 'upload') return [];
  const field = altField(String(upload.value));
  return operations.filter((operation) => sameRecord(operation, upload) && operation.field === field);
}

/** What cannot be sent without an operation: the rest of a record that it creates, the descriptions of its picture. */
export function dependentsOf<O extends RecordOfUser & Pick<Operation, 'field'>>(
  operations: readonly O[],
  one: RecordOfUser & Pick<Operation, 'kind' | 'value'>,
): O[] {
  return one.kind === 'create' ? operations.filter((other) => sameRecord(other, one)) : altsOf(operations, one);
}

/** Whether two JSON values are equal; the order of an object's members does not count. */
export function sameValue(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = Object.entries(a);
  const right = new Map(Object.entries(b));
  return left.length === right.size && left.every(([key, value]) => right.has(key) && sameValue(value, right.get(key)));
}

type RecordOfUser = Pick<Operation, 'entity' | 'recordId' | 'userId'>;
type FieldOfUser = RecordOfUser & Pick<Operation, 'field'>;
