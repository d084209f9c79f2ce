import { isStatusOrDelete, OPERATION_VERSION, sameField, sameRecord, sameValue } from './operation.ts';
import type { NewOperation, Operation } from './operation.ts';
import { findByOpId, withOperations } from './queue.ts';
import type { EventStamp, Queue } from './queue.ts';

/**
 * A person's change takes its place in the queue. Returns the operation that now carries it, and
 * null where nothing is left to send: a value was typed back to its base, or a record was deleted
 * that holds nothing yet and that the server has never heard of.
 *
 * An operation swallows the change only if the person was looking at its value (`base`): an editor
 * left open in another tab, which shows something older, gets an operation of its own on what it
 * did show, and the server will ask.
 */
export function save(queue: Queue, change: NewOperation, moment: EventStamp): { queue: Queue; saved: Operation | null } {
  // The store's connection broke while it confirmed: the change is in, and the work runs again.
  const stored = findByOpId(queue, moment.opId);
  if (stored) return { queue, saved: stored };
  const fresh = newOperation(change, queue.lastSeq + 1, moment);
  const create = fresh.kind === 'delete' ? unsentCreateAlone(queue, fresh) : null;
  if (create) return { queue: withOperations(queue, [], [create]), saved: null };
  const [last, earlier] = queue.operations.filter((operation) => sameField(operation, fresh)).reverse();
  if (last && takesIn(queue, last, fresh)) {
    // Not where another tab's change of the field would be what is left: then the server has to ask.
    const isBase = sameValue(fresh.value, last.base) && (!earlier || sameValue(earlier.value, last.base));
    if (isBase && last.status !== 'conflict') return { queue: withOperations(queue, [], [last]), saved: null };
    const saved = replaced(queue, last, fresh, moment);
    return { queue: withOperations(queue, [saved], [last]), saved };
  }
  const unchanged = fresh.value !== undefined && sameValue(fresh.value, fresh.base);
  return unchanged ? { queue, saved: null } : { queue: withOperations(queue, [fresh]), saved: fresh };
}

/**
 * When an operation parks, the edits chained on it fold into it: newest value, first base (3).
 * A conflict stays one, with the newest value as the person's own. A newer value than the refused
 * one has not been judged yet, so it goes to the server, as it does when it is saved after the refusal.
 */
export function foldInto(queue: Queue, parked: Operation, moment: EventStamp): { queue: Queue; parked: Operation } {
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
  // A status stays behind all that was saved before its newest value.
  const seq = isStatusOrDelete(parked) ? tip.seq : parked.seq;
  const folded = { ...onFirstBase(parked, tip, moment), seq };
  return { queue: withOperations(queue, [folded], [parked, ...chain]), parked: folded };
}

/** A place behind everything of the record for what shows, hides or removes it; all else keeps its own. */
export function placeOf(queue: Queue, operation: Operation): number {
  if (!isStatusOrDelete(operation) || !hasLater(queue, operation, () => true)) return operation.seq;
  return queue.lastSeq + 1;
}

function newOperation(change: NewOperation, seq: number, { at, opId }: EventStamp): Operation {
  const { file, body, ...rest } = change;
  return {
    ...rest,
    seq,
    opId,
    v: OPERATION_VERSION,
    body: body ?? {},
    ...(file && { file: { key: opId, ...file } }),
    status: 'pending',
    sent: false,
    attempts: 0,
    delays: 0,
    nextAt: 0,
    lastError: null,
    createdAt: at,
  };
}

/**
 * The create that a delete cancels out: the server cannot have seen it, and nothing was saved on it. A record with
 * content is created and deleted there, so that the history can bring it back.
 */
function unsentCreateAlone(queue: Queue, deletion: Operation): Operation | null {
  const [first, ...others] = queue.operations.filter((operation) => sameRecord(operation, deletion));
  return first?.kind === 'create' && !first.sent && others.length === 0 ? first : null;
}

/** Does the last operation of the field take the change in, or does the change need one of its own? */
function takesIn(queue: Queue, last: Operation, fresh: Operation): boolean {
  // Nothing moves across a delete.
  if (!canCarry(last, fresh) || hasLater(queue, last, (later) => later.kind === 'delete')) return false;
  const sawIt = sameValue(fresh.base, last.value);
  switch (last.status) {
    case 'conflict':
      return sawIt;
    case 'rejected':
      // The screen may show the refused value or the one before it (3).
      return sawIt || sameValue(fresh.base, last.base);
    default:
      // Only what was never sent (2), and not across a change of status: a text written after the
      // record was hidden must not go out before it is hidden, nor a status before a text (4).
      return sawIt && !last.sent && !hasLater(queue, last, isStatusOrDelete(last) ? () => true : isStatusOrDelete);
  }
}

/** The old operation in its place (2), or at the end if it is a status, with the new one's content. */
function replaced(queue: Queue, last: Operation, fresh: Operation, moment: EventStamp): Operation {
  return { ...onFirstBase(last, fresh, moment), seq: placeOf(queue, last) };
}

/** Newest value, first base, new opId. A conflict stays parked; everything else may be sent. */
function onFirstBase(first: Operation, newest: Operation, { opId }: EventStamp): Operation {
  const inConflict = first.status === 'conflict';
  return {
    ...newest,
    opId,
    base: first.base,
    createdAt: first.createdAt,
    status: inConflict ? 'conflict' : 'pending',
    sent: false,
    lastError: inConflict ? first.lastError : null,
    theirs: inConflict ? first.theirs : undefined,
  };
}

function chains(earlier: Operation, later: Operation): boolean {
  return canCarry(earlier, later) && sameValue(later.base, earlier.value);
}

/** Calls keep their order and never merge: adding a label and removing it are two requests. */
function canCarry(earlier: Operation, later: Operation): boolean {
  const hasValue = (earlier.kind === 'update' || earlier.kind === 'upload') && earlier.value !== undefined;
  return hasValue && earlier.kind === later.kind && earlier.path === later.path && earlier.method === later.method;
}

function hasLater(queue: Queue, operation: Operation, which: (later: Operation) => boolean): boolean {
  return queue.operations.some((later) => later.seq > operation.seq && sameRecord(later, operation) && which(later));
}
