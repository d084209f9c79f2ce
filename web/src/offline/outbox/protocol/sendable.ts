import { altField } from '#contract/uploaded/alt-text';
import { isParked, isStatusOrDelete } from './operation.ts';
import type { Operation } from './operation.ts';
import type { Queue } from './queue.ts';
import { hasCome, LONGEST_DELAY, LONGEST_PROBE } from './backoff.ts';

/** Maximum number of records that are sent at the same time. */
const LANES = 4;

/**
 * The operations that may be sent now, at most one a record. Those that have failed least often come first, so that a
 * probe never depends on one operation that cannot get through.
 */
export function sendableNow(queue: Queue, now: number): Operation[] {
  const candidates = sendable(queue).filter((operation) => hasCome(operation.nextAt, now, LONGEST_DELAY));
  candidates.sort((a, b) => a.attempts - b.attempts || a.seq - b.seq);
  return candidates.slice(0, room(queue, now));
}

/** Time at which to look again without a trigger, ms since the epoch; null if waiting changes nothing. */
export function wakeAt(queue: Queue, now: number): number | null {
  const waiting = sendable(queue);
  // With all lanes in use, or a probe under way, the next answer is the time to look again.
  const isAnswerAwaited = queue.inFlight.length >= LANES || (queue.pause !== null && queue.pause.probe !== null);
  if (waiting.length === 0 || isAnswerAwaited) return null;
  const times = waiting.map((operation) => operation.nextAt).filter((time) => !hasCome(time, now, LONGEST_DELAY));
  const isDue = times.length < waiting.length;
  if (!queue.pause) return times.length === 0 ? null : Math.min(...times);
  // A delayed operation cannot be the probe, so there is nothing to do before.
  return isDue ? queue.pause.until : Math.max(queue.pause.until, Math.min(...times));
}

/** The next operation of each record that can be sent, whatever its delay and the free lanes. */
export function sendable(queue: Queue): Operation[] {
  const { session } = queue;
  if (!session?.token) return [];
  // Operations are sent as their author only.
  const own = queue.operations.filter((operation) => operation.userId === session.user.id);
  return byRecord(own).flatMap((operations) => nextOf(operations, queue.inFlight) ?? []);
}

function room(queue: Queue, now: number): number {
  const lanes = Math.max(0, LANES - queue.inFlight.length);
  if (!queue.pause) return lanes;
  const mayProbe = queue.pause.probe === null && hasCome(queue.pause.until, now, LONGEST_PROBE);
  return mayProbe ? Math.min(1, lanes) : 0;
}

/** The next operation of one record, first in, first out. @param operations all of the record, in order */
function nextOf(operations: readonly Operation[], flight: readonly string[]): Operation | null {
  // An operation that a closed tab has left as 'sending' is not in flight: it is sent again, as it was.
  if (operations.some((operation) => flight.includes(operation.opId))) return null;
  const blockedFields = new Set<string>();
  for (const [place, operation] of operations.entries()) {
    if (isParked(operation)) {
      // 1. A parked create blocks its record, anything else parked its own field.
      if (operation.kind === 'create') return null;
      if (operation.field !== undefined) blockedFields.add(operation.field);
      // The description of a picture waits for the picture.
      if (operation.kind === 'upload') blockedFields.add(altField(String(operation.value)));
      continue;
    }
    // 2. An edit of that field waits, and those of other fields are sent.
    if (operation.field !== undefined && blockedFields.has(operation.field)) continue;
    // 3. A status or delete waits for every earlier operation, and all later ones wait with it.
    if (isStatusOrDelete(operation) && place > 0) return null;
    return operation;
  }
  return null;
}

function byRecord(operations: readonly Operation[]): Operation[][] {
  const records = new Map<string, Operation[]>();
  for (const operation of operations) {
    const key = JSON.stringify([operation.entity, operation.recordId]);
    const record = records.get(key);
    if (record) record.push(operation);
    else records.set(key, [operation]);
  }
  return [...records.values()];
}
