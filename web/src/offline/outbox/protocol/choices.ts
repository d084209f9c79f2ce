import { isParked, sameField, sameRecord, sameValue } from './operation.ts';
import type { NewOperation, Json, Operation } from './operation.ts';
import { findByOpId, withOperations } from './queue.ts';
import type { Choice, EventStamp, Queue } from './queue.ts';
import { placeOf, save } from './saving.ts';

/** 'Reintentar': the same request again, under its own opId (10). What waits for its time goes now. */
export function retry(queue: Queue, target: string): Queue {
  const operation = findByOpId(queue, target);
  if (!operation || operation.status === 'sending') return queue;
  if (!isParked(operation)) return withOperations(queue, [{ ...operation, nextAt: 0 }]);
  const again = { ...released(operation), sent: operation.sent, seq: placeOf(queue, operation) };
  return withOperations(queue, [again], [operation]);
}

/**
 * A person drops what they chose, after a confirmation; what is on its way at this moment stays.
 * An edit chained on a dropped one stands on that one's base from then on.
 */
export function discard(queue: Queue, targets: readonly string[]): Queue {
  return targets.reduce((left, target) => {
    const operation = findByOpId(left, target);
    if (!operation || operation.status === 'sending') return left;
    const heir = left.operations.find(
      (later) => later.seq > operation.seq && !later.sent && sameField(later, operation) && sameValue(later.base, operation.value),
    );
    return withOperations(left, heir ? [{ ...heir, base: operation.base }] : [], [operation]);
  }, queue);
}

/**
 * Undoes a save as if it had never happened: only while the server cannot have seen it, and nothing of the record was
 * saved after it. Otherwise the queue stays as it is, and whoever asked has to undo what the server did.
 */
export function takeBack(queue: Queue, target: string): Queue {
  const operation = findByOpId(queue, target);
  if (!operation || operation.sent) return queue;
  const hasLater = queue.operations.some((later) => later.seq > operation.seq && sameRecord(later, operation));
  return hasLater ? queue : withOperations(queue, [], [operation]);
}

/** Another value for what was refused, or never sent, under a new opId. A conflict is resolved, not edited. */
export function edit(queue: Queue, target: string, value: Json, moment: EventStamp): Queue {
  const operation = findByOpId(queue, target);
  if (!operation || operation.kind !== 'update') return queue;
  const frozen = operation.status === 'conflict' || (operation.sent && operation.status !== 'rejected');
  if (frozen) return queue;
  const edited = { ...released(operation), value, opId: moment.opId, seq: placeOf(queue, operation) };
  return withOperations(queue, [edited], [operation]);
}

/**
 * 'Mi versión', 'La de …' or a merged text: a new operation on the server's value (10).
 * @param seen the server's value that the person was looking at: over another one they have not chosen anything
 */
export function resolve(queue: Queue, target: string, seen: Json | undefined, choice: Choice, moment: EventStamp): Queue {
  const operation = findByOpId(queue, target);
  if (!operation?.theirs || !sameValue(operation.theirs.value, seen) || (choice.take === 'merged' && operation.kind !== 'update')) return queue;
  const value = choice.take === 'merged' ? choice.value : operation.value;
  const nothingLeft = choice.take === 'theirs' || (operation.kind === 'update' && sameValue(value, operation.theirs.value));
  if (nothingLeft) return withOperations(queue, [], [operation]);
  const chosen = {
    ...released(operation),
    value,
    base: operation.theirs.value,
    opId: moment.opId,
    seq: placeOf(queue, operation),
  };
  return withOperations(queue, [chosen], [operation]);
}

/**
 * Brings back a record that somebody else has deleted, with the person's own changes: those that make it anew come
 * first, and behind them, in their order and under their own opIds, those that the server had refused or not seen.
 * Each is still based on what its author saw, so a value that changed before the delete is asked about.
 * @param changes in their order; none where the record is there again already
 */
export function recover(queue: Queue, target: string, changes: readonly NewOperation[], moment: EventStamp): Queue {
  const refused = findByOpId(queue, target);
  if (!refused || refused.status === 'sending') return queue;
  const own = queue.operations.filter((operation) => sameRecord(operation, refused) && operation.status !== 'sending');
  // Another tab was quicker: the record is on its way back.
  if (own.some(({ kind }) => kind === 'create')) return queue;
  let next = withOperations(queue, [], own);
  changes.forEach((change, at) => {
    next = save(next, change, { ...moment, opId: `${moment.opId}.${at}` }).queue;
  });
  for (const operation of own) {
    // Whoever brings a record back does not want it deleted any more.
    if (operation.kind === 'delete') continue;
    next = withOperations(next, [{ ...released(operation), sent: operation.sent, seq: next.lastSeq + 1 }]);
  }
  return next;
}

/** As if it had just been saved. */
function released(operation: Operation): Operation {
  return { ...operation, status: 'pending', sent: false, attempts: 0, delays: 0, nextAt: 0, lastError: null, theirs: undefined };
}
