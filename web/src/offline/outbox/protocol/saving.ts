import { isTextPictureField } from '#contract/uploaded/alt-fields';
import {
  altsOf,
  isFieldChange,
  isHeld,
  isStatusOrDelete,
  OPERATION_VERSION,
  sameField,
  sameRecord,
  sameValue,
} from './operation.ts';
import type { Json, NewOperation, Operation } from './operation.ts';
import type { EventStamp, Queue } from './queue.ts';

/**
 * Puts a new operation into the queue.
 *
 * It is merged into an earlier operation of the field only if the person saw that one's value (`base`). An editor that
 * was left open in another tab and shows an older value gets a separate operation, and the server answers 409.
 * @returns `saved`: the operation that now carries the change. null where nothing is left to send: a value was typed
 * back to its base, or a record was deleted that holds nothing yet and that the server has never heard of
 */
export function save(
  queue: Queue,
  operation: NewOperation,
  stamp: EventStamp,
): { queue: Queue; saved: Operation | null } {
  // The store's connection broke during the commit: the operation is stored, and the work runs again.
  const stored = findByOpId(queue, stamp.opId);
  if (stored) return { queue, saved: stored };
  const fresh = newOperation(operation, queue.lastSeq + 1, stamp, holds(queue, operation) ? 'held' : 'pending');
  const create = fresh.kind === 'delete' ? unsentCreateAlone(queue, fresh) : null;
  if (create) return { queue: withOperations(queue, [], [create]), saved: null };
  const [last, earlier] = queue.operations.filter((operation) => sameField(operation, fresh)).reverse();
  if (last && takesIn(queue, last, fresh)) {
    // If an operation of another tab would be left for the field, the server has to compare.
    const isBase = sameValue(fresh.value, last.base) && (!earlier || sameValue(earlier.value, last.base));
    if (isBase && last.status !== 'conflict') return { queue: withOperations(queue, [], [last]), saved: null };
    const saved = replaced(queue, last, fresh, stamp);
    // The description of the picture before does not apply to another one.
    const orphans = sameValue(saved.value, last.value) ? [] : altsOf(queue.operations, last);
    return { queue: withOperations(queue, [saved], [last, ...orphans]), saved };
  }
  // A record that is deleted publishes nothing more.
  if (fresh.kind === 'delete') return { queue: withOperations(queue, [fresh], heldOf(queue, fresh)), saved: fresh };
  const unchanged = fresh.value !== undefined && sameValue(fresh.value, fresh.base);
  return unchanged ? { queue, saved: null } : { queue: withOperations(queue, [fresh]), saved: fresh };
}

/** Puts new operations into the queue, in their order. */
export function saveAll(queue: Queue, operations: readonly NewOperation[], stamp: EventStamp): Queue {
  return operations.reduce(
    (next, operation, at) => save(next, operation, { ...stamp, opId: `${stamp.opId}.${at}` }).queue,
    queue,
  );
}

/**
 * 'Publicar los cambios': what a person holds of a record is sent, its fields together. What a field may name, as the
 * pictures of a text, goes before them.
 */
export function release(queue: Queue, record: Pick<Operation, 'entity' | 'recordId'>, stamp: EventStamp): Queue {
  const userId = queue.session?.user.id;
  const held = userId === undefined ? [] : heldOf(queue, { ...record, userId });
  const ordered = [...held.filter((one) => !isFieldChange(one)), ...held.filter(isFieldChange)];
  const released = ordered.map((operation, at): Operation => {
    return { ...operation, status: 'pending', batch: stamp.opId, seq: queue.lastSeq + 1 + at };
  });
  return withOperations(queue, released, held);
}

/** What a person holds of a record, in its order. */
export const heldOf = (queue: Queue, record: Pick<Operation, 'entity' | 'recordId' | 'userId'>): Operation[] =>
  queue.operations.filter((operation) => isHeld(operation) && sameRecord(operation, record));

/** Whether a new operation waits until it is published. Showing and hiding a record never does. */
function holds(queue: Queue, operation: NewOperation): boolean {
  if (operation.kind === 'create' || isStatusOrDelete(operation)) return false;
  return operation.isHeld === true || heldOf(queue, operation).length > 0;
}

/**
 * Parks an operation and folds the edits chained on it into it: newest value, first base. A conflict stays one,
 * with the newest value as the person's own. A value newer than the refused one is sent, because the server has not
 * checked it, and so is one that is newer than a question about a part of it.
 */
export function foldInto(queue: Queue, parked: Operation, stamp: EventStamp): { queue: Queue; parked: Operation } {
  const chain: Operation[] = [];
  let tip = parked;
  for (const later of queue.operations) {
    if (later.seq <= parked.seq || !sameRecord(later, parked)) continue;
    if (later.kind === 'delete') break;
    if (!sameField(later, parked)) continue;
    if (later.sent || !chains(tip, later)) break;
    chain.push(later);
    tip = later;
  }
  if (chain.length === 0) return { queue: withOperations(queue, [parked]), parked };
  // A status stays after everything that was saved before its newest value.
  const seq = isStatusOrDelete(parked) ? tip.seq : parked.seq;
  const folded = { ...onFirstBase(parked, tip, stamp), seq };
  return { queue: withOperations(queue, [folded], [parked, ...chain]), parked: folded };
}

/**
 * A status or delete goes after all operations of its record, a text or an order after the pictures that it names; any
 * other operation keeps its place.
 */
export function placeOf(queue: Queue, operation: Operation): number {
  const isAfter = isStatusOrDelete(operation) ? () => true : (later: Operation) => isNamedIn(operation, later);
  return hasLater(queue, operation, isAfter) ? queue.lastSeq + 1 : operation.seq;
}

function isNamedIn({ value }: Operation, upload: Operation): boolean {
  const mayName = isTextPictureField(upload.field) ? typeof value === 'string' : Array.isArray(value);
  return upload.kind === 'upload' && mayName && (value as string | Json[]).includes(String(upload.value));
}

function newOperation(
  given: NewOperation,
  seq: number,
  { at, opId }: EventStamp,
  status: 'pending' | 'held',
): Operation {
  const { file, body, isHeld: _, ...rest } = given;
  return {
    ...rest,
    seq,
    opId,
    v: OPERATION_VERSION,
    body: body ?? {},
    ...(file && { file: { key: opId, ...file } }),
    status,
    sent: false,
    attempts: 0,
    delays: 0,
    nextAt: 0,
    lastError: null,
    createdAt: at,
  };
}

/**
 * Returns the create that a delete cancels: the server cannot have seen it, and nothing else of the record was saved. A
 * record with content is created and deleted on the server instead, so that it can be restored from the history.
 */
function unsentCreateAlone(queue: Queue, deletion: Operation): Operation | null {
  const [first, ...others] = queue.operations.filter((operation) => sameRecord(operation, deletion));
  return first?.kind === 'create' && !first.sent && others.length === 0 ? first : null;
}

/** Whether the new operation is merged into the last one of the field. */
function takesIn(queue: Queue, last: Operation, fresh: Operation): boolean {
  // No operation may be moved to the other side of a delete.
  if (!canCarry(last, fresh) || hasLater(queue, last, (later) => later.kind === 'delete')) return false;
  const sawIt = sameValue(fresh.base, last.value);
  switch (last.status) {
    case 'conflict':
      return sawIt;
    case 'rejected':
      // The screen shows the refused value or the one before it.
      return sawIt || sameValue(fresh.base, last.base);
    case 'held':
      return sawIt && isHeld(fresh);
    default:
      // What is held stays apart from what is on its way.
      if (isHeld(fresh)) return false;
      // Only what was never sent, and not across a change of status: a text written after the record was hidden
      // must not be sent before it is hidden, nor a status before a text.
      return sawIt && !last.sent && !hasLater(queue, last, isStatusOrDelete(last) ? () => true : isStatusOrDelete);
  }
}

/** The new operation in the old one's place, or at the end if something has to go before it. */
function replaced(queue: Queue, last: Operation, fresh: Operation, stamp: EventStamp): Operation {
  const saved = { ...onFirstBase(last, fresh, stamp), seq: last.seq };
  return { ...saved, seq: placeOf(queue, saved) };
}

/**
 * Newest value, first base, new opId. A conflict stays parked, unless the question is about a part of the value: then
 * what is beside that part has to be merged again, which only the server can. Any other operation may be sent.
 */
function onFirstBase(first: Operation, newest: Operation, { opId }: EventStamp): Operation {
  const inConflict = first.status === 'conflict' && first.theirs?.rest === undefined;
  return {
    ...newest,
    opId,
    base: first.base,
    createdAt: first.createdAt,
    status: inConflict ? 'conflict' : newest.status,
    ...(first.batch !== undefined && { batch: first.batch }),
    sent: false,
    lastError: inConflict ? first.lastError : null,
    theirs: inConflict ? first.theirs : undefined,
  };
}

function chains(earlier: Operation, later: Operation): boolean {
  return !isHeld(later) && canCarry(earlier, later) && sameValue(later.base, earlier.value);
}

/** Whether two operations can become one. Calls never do: adding a label and removing it are two requests. */
function canCarry(earlier: Operation, later: Operation): boolean {
  const hasValue = (earlier.kind === 'update' || earlier.kind === 'upload') && earlier.value !== undefined;
  return hasValue && earlier.kind === later.kind && earlier.path === later.path && earlier.method === later.method;
}

function hasLater(queue: Queue, operation: Operation, which: (later: Operation) => boolean): boolean {
  return queue.operations.some((later) => later.seq > operation.seq && sameRecord(later, operation) && which(later));
}

/** The queue without `gone` and with `put`, by seq; an operation replaces the one with its seq. */
export function withOperations(queue: Queue, put: readonly Operation[], gone: readonly Operation[] = []): Queue {
  const out = new Set([...gone, ...put].map((operation) => operation.seq));
  const operations = [...queue.operations.filter((operation) => !out.has(operation.seq)), ...put];
  operations.sort((a, b) => a.seq - b.seq);
  const lastSeq = Math.max(queue.lastSeq, ...put.map((operation) => operation.seq));
  return { ...queue, operations, lastSeq };
}

export function findByOpId(queue: Queue, opId: string): Operation | undefined {
  return queue.operations.find((operation) => operation.opId === opId);
}
