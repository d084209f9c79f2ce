import { isParked, sameField, sameValue } from './operation.ts';
import type { Json, Operation } from './operation.ts';
import { findByOpId, withOperations } from './queue.ts';
import type { Choice, Moment, Queue } from './queue.ts';
import { placeOf } from './saving.ts';

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

/** Another value for what was refused, or never sent, under a new opId. A conflict is resolved, not edited. */
export function edit(queue: Queue, target: string, value: Json, moment: Moment): Queue {
  const operation = findByOpId(queue, target);
  if (!operation || operation.kind !== 'update') return queue;
  const frozen = operation.status === 'conflict' || (operation.sent && operation.status !== 'rejected');
  if (frozen) return queue;
  const edited = { ...released(operation), value, opId: moment.opId, seq: placeOf(queue, operation) };
  return withOperations(queue, [edited], [operation]);
}

/**
 * 'Mi versión', 'La del servidor' or a merged text: a new operation on the server's value (10).
 * @param seen the server's value that the person was looking at: over another one they have not chosen anything
 */
export function resolve(queue: Queue, target: string, seen: Json | undefined, choice: Choice, moment: Moment): Queue {
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

/** As if it had just been saved. */
function released(operation: Operation): Operation {
  return { ...operation, status: 'pending', sent: false, attempts: 0, delays: 0, nextAt: 0, lastError: null, theirs: undefined };
}
