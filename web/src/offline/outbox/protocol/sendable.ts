import { isParked, isStatusOrDelete } from './operation.ts';
import type { Operation } from './operation.ts';
import type { Queue } from './queue.ts';
import { isReached, LONGEST_DELAY, LONGEST_PROBE } from './backoff.ts';

/** Records sent side by side. */
const LANES = 4;

/**
 * The operations that may be sent now, at most one a record. Those sent in vain least often come
 * first, so that a probe never rests on one operation that cannot get through.
 */
export function sendableNow(queue: Queue, now: number): Operation[] {
  const candidates = sendable(queue).filter((operation) => isReached(operation.nextAt, now, LONGEST_DELAY));
  candidates.sort((a, b) => a.attempts - b.attempts || a.seq - b.seq);
  return candidates.slice(0, room(queue, now));
}

/** When to look again without any trigger; null if there is nothing that time alone will change. */
export function wakeAt(queue: Queue, now: number): number | null {
  const waiting = sendable(queue);
  // With all lanes taken, or a probe under way, the next answer looks again.
  if (waiting.length === 0 || queue.inFlight.length >= LANES || (queue.pause && queue.pause.probe !== null)) return null;
  const moments = waiting.map((operation) => operation.nextAt).filter((moment) => !isReached(moment, now, LONGEST_DELAY));
  const isDue = moments.length < waiting.length;
  if (!queue.pause) return moments.length === 0 ? null : Math.min(...moments);
  // What has to wait for its own time is no probe: looking before it would go round in circles.
  return isDue ? queue.pause.until : Math.max(queue.pause.until, Math.min(...moments));
}

/** The next operation of each record that could be sent if neither waiting times nor lanes stood in the way. */
export function sendable(queue: Queue): Operation[] {
  const { session } = queue;
  if (!session?.token) return [];
  // Nobody's changes are sent by somebody else (13).
  const own = queue.operations.filter((operation) => operation.userId === session.user.id);
  return byRecord(own).flatMap((operations) => nextOf(operations, queue.inFlight) ?? []);
}

function room(queue: Queue, now: number): number {
  const lanes = Math.max(0, LANES - queue.inFlight.length);
  if (!queue.pause) return lanes;
  const mayProbe = queue.pause.probe === null && isReached(queue.pause.until, now, LONGEST_PROBE);
  return mayProbe ? Math.min(1, lanes) : 0;
}

/** First in, first out (4); `operations` are all of one record, in order. */
function nextOf(operations: readonly Operation[], flight: readonly string[]): Operation | null {
  // What a tab left behind as 'sending' when it died is not in flight: it goes again, as it was.
  if (operations.some((operation) => flight.includes(operation.opId))) return null;
  const blockedFields = new Set<string>();
  for (const [place, operation] of operations.entries()) {
    if (isParked(operation)) {
      // 1. A parked create blocks its record, anything else parked its own field.
      if (operation.kind === 'create') return null;
      if (operation.field !== undefined) blockedFields.add(operation.field);
      continue;
    }
    // 2. An edit of that field waits, and the others pass it by.
    if (operation.field !== undefined && blockedFields.has(operation.field)) continue;
    // 3. A status or delete waits for every earlier one, and what was saved after it waits with it.
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
