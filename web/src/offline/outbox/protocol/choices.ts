import { isHeld, isParked, restOf, sameField, sameRecord, sameValue } from './operation.ts';
import type { NewOperation, Json, Operation } from './operation.ts';
import type { Choice, EventStamp, Queue } from './queue.ts';
import { findByOpId, placeOf, saveAll, withOperations } from './saving.ts';

/** 'Reintentar': the same request again, under its own opId. An operation that is delayed is sent now. */
export function retry(queue: Queue, target: string): Queue {
  const operation = findByOpId(queue, target);
  if (!operation || operation.status === 'sending') return queue;
  if (!isParked(operation)) return withOperations(queue, [{ ...operation, nextAt: 0 }]);
  const again = { ...released(operation), sent: operation.sent, seq: placeOf(queue, operation) };
  return withOperations(queue, [again], [operation]);
}

/**
 * Drops operations that a person has chosen, after a confirmation; those that are being sent stay. An edit that is
 * based on a dropped one gets that one's base.
 */
export function discard(queue: Queue, targets: readonly string[]): Queue {
  return targets.reduce((left, target) => {
    const operation = findByOpId(left, target);
    if (!operation || operation.status === 'sending') return left;
    const isBasedOnIt = (later: Operation) =>
      later.seq > operation.seq && !later.sent && sameField(later, operation) && sameValue(later.base, operation.value);
    const heir = left.operations.find(isBasedOnIt);
    return withOperations(left, heir ? [{ ...heir, base: operation.base }] : [], [operation]);
  }, queue);
}

/**
 * Undoes a save, as long as the server cannot have seen it and nothing of the record was saved after it. Otherwise the
 * queue stays as it is, and the caller has to undo what the server did.
 */
export function takeBack(queue: Queue, target: string): Queue {
  const operation = findByOpId(queue, target);
  if (!operation || operation.sent) return queue;
  const hasLater = queue.operations.some((later) => later.seq > operation.seq && sameRecord(later, operation));
  return hasLater ? queue : withOperations(queue, [], [operation]);
}

/**
 * 'Mi versión', 'La de …' or a merged text: a new operation on the server's value. With 'La de …' it has what the
 * person changed beside what the question is about; if that is nothing, there is no operation.
 * @param seen the server's value that the person saw; if it has changed since, nothing happens
 */
export function resolve(
  queue: Queue,
  target: string,
  seen: Json | undefined,
  choice: Choice,
  stamp: EventStamp,
): Queue {
  const operation = findByOpId(queue, target);
  if (!operation?.theirs || !sameValue(operation.theirs.value, seen)) return queue;
  const isUpdate = operation.kind === 'update';
  if (choice.take === 'merged' && !isUpdate) return queue;
  const value =
    choice.take === 'merged' ? choice.value : choice.take === 'mine' ? operation.value : restOf(operation.theirs);
  const isTheirs = (isUpdate || choice.take === 'theirs') && sameValue(value, operation.theirs.value);
  if (isTheirs) return withOperations(queue, [], [operation]);
  const chosen = {
    ...released(operation),
    value,
    base: operation.theirs.value,
    opId: stamp.opId,
    seq: placeOf(queue, operation),
  };
  return withOperations(queue, [chosen], [operation]);
}

/**
 * Restores a record that another person has deleted. The operations that create it again come first. Then follow, in
 * their order and under their own opIds, the person's operations that the server has refused or not seen. Each keeps
 * its base, so a value that changed before the delete becomes a conflict.
 * @param operations create the record, in their order; none where it exists again already
 */
export function recover(queue: Queue, target: string, operations: readonly NewOperation[], stamp: EventStamp): Queue {
  const refused = findByOpId(queue, target);
  if (!refused || refused.status === 'sending') return queue;
  const own = queue.operations.filter((operation) => sameRecord(operation, refused) && operation.status !== 'sending');
  // Another tab has recovered it already.
  if (own.some(({ kind }) => kind === 'create')) return queue;
  let next = saveAll(withOperations(queue, [], own), operations, stamp);
  for (const operation of own) {
    // A person who restores the record does not want it deleted.
    if (operation.kind === 'delete') continue;
    const again = isHeld(operation) ? operation : released(operation);
    next = withOperations(next, [{ ...again, sent: operation.sent, seq: next.lastSeq + 1 }]);
  }
  return next;
}

/** The operation as if it had just been saved. */
function released(operation: Operation): Operation {
  const untried = { sent: false, attempts: 0, delays: 0, nextAt: 0, lastError: null, theirs: undefined };
  return { ...operation, status: 'pending', ...untried };
}
