import { OPERATIONS_MAX } from '#contract/limits';
import { altField } from '#contract/uploaded/alt-fields';
import { LONGEST_JITTER, withJitter } from '../../jitter.ts';
import { sessionEnd } from '../../session-end.ts';
import type { SessionEnd } from '../../session-end.ts';
import { isFieldChange, isHeld, isParked, isStatusOrDelete, sameField, sameRecord } from './operation.ts';
import type { Json, Operation, Theirs } from './operation.ts';
import type { EventStamp, OperationAnswer, Queue } from './queue.ts';

// Which operation may be sent.

/** Maximum number of requests that are made at the same time. */
const LANES = 4;
/**
 * Maximum number of characters of the changes in one request of many, so that it gets through a slow line; a longer
 * change goes by itself.
 */
const MOST_AT_ONCE = 32_000;

/** A request; with `isJoint` its operations are published together. */
export interface OutboxRequest {
  operations: readonly Operation[];
  isJoint?: true;
}

/**
 * The requests that may be made now. Operations that have failed least often come first, so that a probe never depends
 * on one operation that cannot get through. Each record has a lane of its own while there are lanes; else many share a
 * request, because on a slow line each request costs a round trip.
 */
export function requestsNow(queue: Queue, now: number): OutboxRequest[] {
  const free = room(queue, now);
  const heads = sendable(queue).filter((operation) => hasCome(operation.nextAt, now, LONGEST_DELAY));
  heads.sort((a, b) => a.attempts - b.attempts || a.seq - b.seq);
  if (queue.pause || queue.isOneByOne || heads.length <= free) {
    return heads.slice(0, free).map((head) => alone(queue, head));
  }
  const requests: OutboxRequest[] = [];
  while (requests.length < free && heads.length > 0) requests.push(nextRequest(queue, heads, now));
  return requests;
}

function alone(queue: Queue, head: Operation): OutboxRequest {
  const others = publishedWith(queue, head);
  return { operations: [head, ...others], ...(others.length > 0 && { isJoint: true }) };
}

/**
 * Takes the first of the records, and with it as many as may share its request: half as many for each time that they
 * failed, so that one that cannot get through is soon by itself.
 * @param heads the next operation of each record; those in the request are taken out
 */
function nextRequest(queue: Queue, heads: Operation[], now: number): OutboxRequest {
  const head = heads.shift();
  if (!head) return { operations: [] };
  if (!mayShare(head)) return alone(queue, head);
  const most = Math.max(1, OPERATIONS_MAX >> head.attempts);
  const operations: Operation[] = [];
  let characters = 0;
  const isFull = () => operations.length >= most || characters > MOST_AT_ONCE;
  const alike = heads.filter((one) => mayShare(one) && one.attempts === head.attempts);
  for (const first of [head, ...alike]) {
    if (isFull()) break;
    if (first !== head) heads.splice(heads.indexOf(first), 1);
    for (const one of fieldsFrom(queue, first, now)) {
      if (isFull()) break;
      operations.push(one);
      characters += lengthOf(one);
    }
  }
  return { operations };
}

/** Whether an operation may go in a request with those of other records: it has no file, and is not long. */
const mayShare = (one: Operation) => !one.file && one.batch === undefined && lengthOf(one) <= MOST_AT_ONCE;

/** The operation, and where it changes a field, the changes of other fields of its record that follow it. */
function fieldsFrom(queue: Queue, first: Operation, now: number): Operation[] {
  if (!isFieldChange(first) || isStatusOrDelete(first)) return [first];
  const own = unblocked(queue.operations.filter((operation) => sameRecord(operation, first)));
  const fields: Operation[] = [];
  for (const one of own) {
    const isNext = isFieldChange(one) && !isStatusOrDelete(one) && mayShare(one) && one.attempts === first.attempts;
    const isDue = hasCome(one.nextAt, now, LONGEST_DELAY);
    if (!isNext || !isDue || fields.some((other) => sameField(other, one))) break;
    fields.push(one);
  }
  return fields;
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
  const flight = queue.inFlight.flat();
  return byRecord(own).flatMap((operations) => nextOf(operations, flight) ?? []);
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
  return unblocked(operations)[0] ?? null;
}

/** The operations of one record that nothing but those before them holds up. */
function unblocked(operations: readonly Operation[]): Operation[] {
  const free: Operation[] = [];
  const parked: Operation[] = [];
  for (const [place, operation] of operations.filter((one) => !isHeld(one)).entries()) {
    if (isParked(operation)) {
      // 1. A parked create blocks its record, anything else parked its own field.
      if (operation.kind === 'create') break;
      parked.push(operation);
      continue;
    }
    // 2. An edit of that field waits, and those of other fields are sent.
    if (parked.some((one) => blocksField(one, operation.field))) continue;
    // 3. A status or delete waits for every earlier operation, and all later ones wait with it.
    if (isStatusOrDelete(operation)) return place > 0 ? free : [...free, operation];
    free.push(operation);
  }
  return free;
}

/** Whether a parked operation blocks changes of a field: its own, and the description of a picture that was refused. */
function blocksField({ kind, field, value }: Operation, other: string | undefined): boolean {
  return other !== undefined && (field === other || (kind === 'upload' && altField(String(value)) === other));
}

/**
 * Returns the parked operation without which another one of its record is not sent; null if there is none.
 * @param operations all of the record, in order
 */
export function blockerOf(operations: readonly Operation[], operation: Operation): Operation | null {
  const before = operations.filter((one) => isParked(one) && one.seq < operation.seq);
  return (
    before.find((one) => one.kind === 'create' || isStatusOrDelete(operation) || blocksField(one, operation.field)) ??
    null
  );
}

/** Characters of a request for several fields: the server takes 4.5 MiB, and a character may have three bytes. */
const MOST_TOGETHER = 1_400_000;

/** The fields of its record that were published with an operation, and go in its request. */
function publishedWith(queue: Queue, head: Operation): Operation[] {
  if (head.batch === undefined || !isFieldChange(head)) return [];
  const own = queue.operations.filter((operation) => sameRecord(operation, head));
  let room = MOST_TOGETHER - lengthOf(head);
  return unblocked(own).filter((operation) => {
    if (operation === head || operation.batch !== head.batch || !isFieldChange(operation)) return false;
    room -= lengthOf(operation);
    return room > 0;
  });
}

const lengthOf = ({ value, base }: Operation) => JSON.stringify([value, base]).length;

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

// When.

const SECOND = 1000;
const PROBE_CEILING = 30 * SECOND;
const DELAY_CEILING = 300 * SECOND;
const RETRY_AFTER_CEILING = 3600 * SECOND;
/** Longest delay before a probe of the network. */
const LONGEST_PROBE = PROBE_CEILING * LONGEST_JITTER;
/** Longest delay before an operation is sent again. */
const LONGEST_DELAY = RETRY_AFTER_CEILING;

/** Time of the next probe after `failures` failed ones: min(2^n, 30) s ± 30 %. */
export function probeAt(failures: number, { at, jitter }: Pick<EventStamp, 'at' | 'jitter'>): number {
  return at + spread(Math.min(2 ** failures * SECOND, PROBE_CEILING), jitter);
}

/**
 * Time at which an operation may be sent again: min(2^n s, 5 min) ± 30 %, and not before Retry-After.
 * @param delays number of earlier answers that asked to wait
 * @param retryAfter in seconds
 */
export function delayAt(delays: number, retryAfter: number | undefined, { at, jitter }: EventStamp): number {
  const delay = spread(Math.min(2 ** delays * SECOND, DELAY_CEILING), jitter);
  const demanded = Math.min((retryAfter ?? 0) * SECOND, RETRY_AFTER_CEILING);
  return at + Math.max(delay, demanded);
}

/**
 * Whether the time of the next attempt has come. A time further ahead than the longest delay was set by a clock that
 * has been set back since, and counts as come.
 */
function hasCome(time: number, now: number, longest: number): boolean {
  return time <= now || time > now + longest;
}

function spread(delay: number, jitter: number): number {
  return Math.round(withJitter(delay, jitter));
}

// What an answer means.

/** What an answer means for its operation. */
type Verdict =
  | { is: 'done' }
  /** Network error, no progress, or an answer that is not the portal's (a captive portal): the queue pauses. */
  | { is: 'unreachable' }
  | { is: 'later'; retryAfter: number | undefined; error: Problem }
  | { is: SessionEnd }
  | { is: 'conflict'; theirs: Theirs; error: Problem }
  | { is: 'rejected'; error: Problem };

type Problem = NonNullable<Operation['lastError']>;

/** Decides what an answer means. @param operation undefined if it is no longer known @param answer null for none */
export function verdictOf(operation: Operation | undefined, answer: OperationAnswer | null): Verdict {
  if (!answer) return { is: 'unreachable' };
  const { status, body } = answer;
  if (status === 200 || status === 201) return isOurs(operation, body) ? { is: 'done' } : { is: 'unreachable' };
  const error = problemOf(status, body);
  if (!error) {
    return isHeldUp(operation, status) ? { is: 'later', retryAfter: undefined, error: HELD_UP } : { is: 'unreachable' };
  }
  const end = sessionEnd(answer);
  if (end) return { is: end };
  if (status >= 500 || status === 408 || status === 425 || status === 429) {
    return { is: 'later', retryAfter: answer.retryAfter, error };
  }
  if (operation?.kind === 'delete' && (status === 404 || status === 410)) return { is: 'done' };
  const theirs = status === 409 ? theirsOf(body) : null;
  // Without the server's value there is nothing to choose from, for example when an id is taken.
  return theirs ? { is: 'conflict', theirs, error } : { is: 'rejected', error };
}

const HELD_UP = {
  status: 0,
  code: 'held-up',
  message:
    'Algo entre este dispositivo y el servidor no deja pasar este cambio. ' +
    'Si sigue así, exportalo y avisale a quien cuida el portal.',
};
/** Number of attempts after which a refusal by a proxy delays only its own record, and is shown. */
const HELD_UP_AFTER = 10;
/** Answers of a proxy that do not concern the request itself. */
const PASSING = [401, 408, 429];

/** Whether a proxy or a firewall keeps refusing this request. Without a network nothing is refused. */
function isHeldUp(operation: Operation | undefined, status: number): boolean {
  const isRefusal = status >= 400 && status < 500 && !PASSING.includes(status);
  return operation !== undefined && operation.attempts >= HELD_UP_AFTER && isRefusal;
}

/**
 * Whether a successful answer is the portal's: to a create the id that it sent, to labels those of the story, to all
 * else 1. An operation that was confirmed by another site's JSON would be lost.
 */
function isOurs(operation: Operation | undefined, body: Json | undefined): boolean {
  if (body === 1) return operation?.kind !== 'create';
  switch (operation?.kind) {
    case 'create':
      return isObject(body) && body.id === operation.recordId;
    case 'call':
      return operation.field === 'labels' && Array.isArray(body) && body.every(isLabel);
    case undefined:
      return typeof body === 'object' && body !== null;
    default:
      return false;
  }
}

const isLabel = (body: Json) => isObject(body) && typeof body.namehashed === 'string';

/** Reads an error of the portal, `{code, message}`; null for any other answer. */
export function problemOf(status: number, body: Json | undefined): Problem | null {
  if (status < 400 || !isObject(body) || typeof body.code !== 'string') return null;
  return { status, code: body.code, message: typeof body.message === 'string' ? body.message : '' };
}

function theirsOf(body: Json | undefined): Theirs | null {
  if (!isObject(body) || body.value === undefined) return null;
  return { value: body.value, rest: body.rest, by: textOf(body.by), at: textOf(body.at) };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function isObject(body: Json | undefined): body is { [key: string]: Json } {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
