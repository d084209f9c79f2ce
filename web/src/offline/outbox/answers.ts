import type { Json, Operation, Theirs } from './operation.ts';
import type { Answer } from './queue.ts';

/** What an answer means for its operation. */
export type Verdict =
  | { is: 'done' }
  /** Network error, no progress, or somebody else's answer (a captive portal): the queue pauses. */
  | { is: 'unreachable' }
  | { is: 'later'; retryAfter: number | undefined; error: Problem }
  | { is: 'expired' }
  | { is: 'conflict'; theirs: Theirs; error: Problem }
  | { is: 'rejected'; error: Problem };

type Problem = NonNullable<Operation['lastError']>;

/** The table of answers (9), for an operation of a kind; `kind` is null if it is not known any more. */
export function verdictOf(kind: Operation['kind'] | null, answer: Answer | null): Verdict {
  if (!answer) return { is: 'unreachable' };
  const { status, body } = answer;
  if (status === 200 || status === 201) return isOurs(kind, body) ? { is: 'done' } : { is: 'unreachable' };
  const error = problemOf(status, body);
  if (!error) return { is: 'unreachable' };
  if (status === 401) return { is: 'expired' };
  if (status >= 500 || status === 408 || status === 425 || status === 429) {
    return { is: 'later', retryAfter: answer.retryAfter, error };
  }
  if (kind === 'delete' && (status === 404 || status === 410)) return { is: 'done' };
  const theirs = status === 409 ? theirsOf(body) : null;
  // Without the server's value there is nothing to choose from: an id that is taken, for one.
  return theirs ? { is: 'conflict', theirs, error } : { is: 'rejected', error };
}

/** Updates and deletes answer 1, creates their id; labels and files answer what they made. */
function isOurs(kind: Operation['kind'] | null, body: Json | undefined): boolean {
  switch (kind) {
    case 'update':
    case 'delete':
      return body === 1;
    case 'create':
      return isObject(body) && typeof body.id === 'string';
    default:
      return body === 1 || (typeof body === 'object' && body !== null);
  }
}

/** Our errors are `{code, message}`; null if this is not one of ours. */
function problemOf(status: number, body: Json | undefined): Problem | null {
  if (status < 400 || !isObject(body) || typeof body.code !== 'string') return null;
  return { status, code: body.code, message: typeof body.message === 'string' ? body.message : '' };
}

function theirsOf(body: Json | undefined): Theirs | null {
  if (!isObject(body) || body.value === undefined) return null;
  return { value: body.value, by: textOf(body.by), at: textOf(body.at) };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function isObject(body: Json | undefined): body is { [key: string]: Json } {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}
