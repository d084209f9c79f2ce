import { sessionEnd } from '../../session-end.ts';
import type { SessionEnd } from '../../session-end.ts';
import type { Json, Operation, Theirs } from './operation.ts';
import type { OperationAnswer } from './queue.ts';

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
