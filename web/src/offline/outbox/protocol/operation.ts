import { outboxCalls } from '#contract/addresses/outbox-calls';
import type { EntityName } from '#contract/forms-and-lists';
import { altField } from '#contract/uploaded/alt-fields';
import {
  checked,
  eitherOf,
  integer,
  isJson,
  isObject,
  isText,
  isTruth,
  listed,
  nothing,
  optional,
} from './row-checks.ts';
import type { Json } from './row-checks.ts';

export type { Json } from './row-checks.ts';

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
  'ticket-release',
] as const;

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
export interface Operation {
  seq: number;
  opId: string;
  v: typeof OPERATION_VERSION;
  userId: string;
  kind: (typeof KINDS)[number];
  entity: string;
  recordId: string;
  field?: string | undefined;
  call?: { name: (typeof CALL_NAMES)[number]; item: string } | undefined;
  method: (typeof METHODS)[number];
  path: string;
  body: { [member: string]: Json };
  value?: Json | undefined;
  base?: Json | undefined;
  file?: { key: string; mime: string; bytes: number } | undefined;
  status: (typeof STATUSES)[number];
  batch?: string | undefined;
  backTo?: string | undefined;
  sent: boolean;
  attempts: number;
  delays: number;
  nextAt: number;
  lastError: { status: number; code: string; message: string } | null;
  theirs?: { value: Json; rest?: Json | undefined; by: string; at: string } | undefined;
  createdAt: number;
}

const KINDS = ['create', 'update', 'delete', 'upload', 'call'] as const;
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
const STATUSES = ['pending', 'sending', 'conflict', 'rejected', 'held'] as const;

/** What is checked of a row, in all versions. Residents load this, so it uses no validation library. */
const MEMBERS = {
  seq: (value: unknown) => integer(value) && value > 0,
  opId: (value: unknown) => isText(value) && value.length > 0 && value.length <= 64,
  userId: isText,
  kind: listed(KINDS),
  entity: isText,
  recordId: isText,
  field: optional(isText),
  method: listed(METHODS),
  path: isText,
  body: (value: unknown) => isObject(value) && isJson(value),
  value: optional(isJson),
  base: optional(isJson),
  file: optional(checked({ key: isText, mime: isText, bytes: integer })),
  status: listed(STATUSES),
  batch: optional(isText),
  backTo: optional(isText),
  sent: isTruth,
  attempts: integer,
  delays: integer,
  nextAt: Number.isFinite,
  lastError: eitherOf(nothing, checked({ status: integer, code: isText, message: isText })),
  theirs: optional(checked({ value: isJson, rest: optional(isJson), by: isText, at: isText })),
  createdAt: Number.isFinite,
};
const isCurrent = checked({
  ...MEMBERS,
  v: (value: unknown) => value === OPERATION_VERSION,
  call: optional(checked({ name: listed(CALL_NAMES), item: isText })),
});
const isFirst = checked({ ...MEMBERS, v: (value: unknown) => value === 1 });
type FirstOperation = Omit<Operation, 'call' | 'v'> & { v: 1 };

export type Call = NonNullable<Operation['call']>;

/**
 * Reads a stored operation, in the format of this version or of an older one.
 * @returns null for a row of a newer version, and for a damaged one
 */
export function operationIn(row: unknown): Operation | null {
  if (isCurrent(row)) {
    const operation = row as unknown as Operation;
    return (operation.kind === 'call') === (operation.call !== undefined) ? operation : null;
  }
  if (!isFirst(row)) return null;
  const first = row as unknown as FirstOperation;
  return { ...first, v: OPERATION_VERSION, ...(first.kind === 'call' && { call: callAt(first) }) };
}

/** Version 1 had no names for its calls; they are recognized by the addresses that they had then. */
function callAt({ recordId, entity, field, path, body }: FirstOperation): Call {
  const item = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  const isTo = (call: string) => path.startsWith(`/api/data/${call}/${recordId}`);
  if (isTo('LabelsCreateAddStory')) return { name: 'label-add', item };
  if (isTo('LabelsRemoveStory')) return { name: 'label-remove', item };
  if (isTo('AlbumAddVideo')) return { name: 'video-add', item: String(body.url) };
  if (isTo('AlbumDeleteVideo')) return { name: 'video-remove', item };
  const file = field === 'pdf' ? 'pdf' : 'picture';
  const isRestored = path === `/api/data/historyFile/${entity}/${recordId}`;
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
export interface Session {
  user: { id: string; username: string; name: string; usergroup: number };
  token: string | null;
}

const isSession = checked({
  user: checked({ id: isText, username: isText, name: isText, usergroup: Number.isFinite }),
  token: eitherOf(nothing, isText),
});

/** Reads the stored session; null where there is none, and for a damaged one. */
export function sessionIn(row: unknown): Session | null {
  if (!isSession(row)) return null;
  const { user, token } = row as unknown as Session;
  return { user, token };
}

export type ParkedStatus = 'conflict' | 'rejected';

/** Whether an operation waits for a person's choice. */
export function isParked<O extends { status: string }>(operation: O): operation is O & { status: ParkedStatus } {
  return operation.status === 'conflict' || operation.status === 'rejected';
}

/** Whether an operation waits until its author publishes it. */
export const isHeld = ({ status }: Pick<Operation, 'status'>) => status === 'held';

/** Whether an operation changes a field that can be changed together with others in one request. */
export const isFieldChange = ({ kind, entity, recordId, path }: Operation) =>
  kind === 'update' && path.startsWith(outboxCalls.update(entity as EntityName, recordId, ''));

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
