import { outboxCalls } from '#contract/addresses/outbox-calls';
import type { RecordEntity } from '#contract/record-types';
import { dataUrl } from '../../browser/data-url.ts';
import type { SetTimer } from '../../browser/timer.ts';
import type { Environment } from './environment.ts';
import { bytesOf } from './outbox-db.ts';
import type { Json, Operation } from './protocol/operation.ts';
import type { OperationAnswer } from './protocol/queue.ts';
import { problemOf } from './protocol/sending.ts';

/** Time without progress, in ms, after which a request counts as lost. There is no limit on the whole request. */
const STALL = 30_000;
/** Bytes of an upload that get one stall time each, where `fetch` sends it without reporting progress. */
const PIECE = 64 * 1024;

interface Wire {
  fetch: typeof globalThis.fetch;
  /** For uploads, because `fetch` does not report their progress; null where there is none. */
  newXhr: (() => XMLHttpRequest) | null;
  setTimer: SetTimer;
}

/** The requests that are under way in a tab. */
export class Requests {
  readonly #environment: Wire & Pick<Environment, 'store'>;
  readonly #onProgress: () => void;
  /** By opId; `part` of an upload has gone, 0 to 1. */
  readonly #underWay = new Map<string, { abort: AbortController; part?: number }>();
  #hasEnded = false;

  /** @param onProgress called when an upload has gone on */
  constructor(environment: Wire & Pick<Environment, 'store'>, onProgress: () => void) {
    this.#environment = environment;
    this.#onProgress = onProgress;
  }

  /** Part of each upload that has gone, 0 to 1, by opId. */
  get parts(): ReadonlyMap<string, number> {
    const parts = [...this.#underWay].map(([opId, { part }]) => [opId, part] as const);
    return new Map(parts.filter((one): one is [string, number] => one[1] !== undefined));
  }

  /**
   * Makes the request of an operation.
   * @returns null for no answer: after a network error or a stall
   * @throws NotKept if the store does not give the bytes of an upload
   */
  async answerTo(operation: Operation, token: string): Promise<OperationAnswer | null | 'withdrawn'> {
    const { opId } = operation;
    const abort = new AbortController();
    this.#underWay.set(opId, { abort });
    if (operation.file && this.#environment.newXhr) this.#show(opId, 0);
    if (this.#hasEnded) abort.abort();
    const answer = await this.#answerTo(operation, token, abort.signal).finally(() => this.#underWay.delete(opId));
    return answer === null && abort.signal.aborted && !this.#hasEnded ? 'withdrawn' : answer;
  }

  /**
   * Makes one request for several operations.
   * @param isJoint whether they are changes of one record that are published together
   * @returns the answer of each, in their order, or why they have to go in several requests
   */
  async answersTo(
    operations: readonly Operation[],
    token: string,
    isJoint: boolean,
  ): Promise<(OperationAnswer | null)[] | 'too much' | 'unknown'> {
    const [first] = operations;
    if (!first) return [];
    const abort = new AbortController();
    this.#underWay.set(first.opId, { abort });
    if (this.#hasEnded) abort.abort();
    const options = { isUpload: false, signal: abort.signal, onProgress: () => {} };
    const request = isJoint ? jointRequest(first, operations, token) : requestOfMany(operations, token);
    const answer = await send(request, this.#environment, options).finally(() => this.#underWay.delete(first.opId));
    return (isJoint ? null : refusalOfMany(answer)) ?? answersIn(answer, operations.length);
  }

  async #answerTo(operation: Operation, token: string, signal: AbortSignal): Promise<OperationAnswer | null> {
    const { store, ...wire } = this.#environment;
    const bytes = await bytesOf(store, operation);
    if (operation.file && !bytes) return FILE_IS_GONE;
    const onProgress = (part: number) => this.#show(operation.opId, part);
    return send(requestOf(operation, token, bytes), wire, { isUpload: bytes !== null, signal, onProgress });
  }

  #show(opId: string, part: number): void {
    const request = this.#underWay.get(opId);
    if (request) request.part = part;
    this.#onProgress();
  }

  /** Cancels uploads that have not gone whole. @returns these */
  withdraw(opIds: readonly string[]): readonly string[] {
    const incomplete = opIds.filter((opId) => (this.#underWay.get(opId)?.part ?? 1) < 1);
    for (const opId of incomplete) this.#underWay.get(opId)?.abort.abort();
    return incomplete;
  }

  end(): void {
    this.#hasEnded = true;
    for (const { abort } of this.#underWay.values()) abort.abort();
  }
}

/** Takes the place of the server's answer, so that the operation is parked and a person decides. */
const FILE_IS_GONE: OperationAnswer = {
  status: 400,
  body: {
    code: 'file-gone',
    message: 'El archivo ya no está en este dispositivo. Descartá este cambio y volvé a elegirlo.',
  },
};

/**
 * Whether a drain may send. What was sent must always be treated as seen by the server. So if the browser says that
 * there is no network, which may be wrong, a request that changes nothing is sent first.
 * @param end aborts when the tab's outbox is closed
 */
export async function isReachable(
  { isOffline, fetch, setTimer }: Wire & { isOffline: () => boolean },
  end: AbortSignal,
): Promise<boolean> {
  if (!isOffline()) return true;
  const request = { url: outboxCalls.health(), method: 'GET', headers: {}, body: null };
  const wire = { fetch, newXhr: null, setTimer };
  const answer = await send(request, wire, { isUpload: false, signal: end, onProgress: () => {} });
  // A portal that says what is wrong with it was reached, and may still accept what mends it.
  return answer !== null && (answer.status === 200 || problemOf(answer.status, answer.body) !== null);
}

/** An operation as a request. The same operation makes exactly the same request. */
interface Request {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | null;
}

/** @param bytes of its file, if it is an upload */
function requestOf(operation: Operation, token: string, bytes: ArrayBuffer | null): Request {
  const { method, path, opId, kind, body, value, base, file } = operation;
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': opId };
  if (method === 'GET') return { url: path, method, headers, body: null };
  const sent = {
    ...body,
    ...(kind === 'update' && { value }),
    ...(base !== undefined && { base }),
    ...(file && bytes && { data: dataUrl(bytes, file.mime) }),
  };
  return { url: path, method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(sent) };
}

/** The same request for several changes of fields, each with what it would have in one of its own. */
function jointRequest({ entity, recordId }: Operation, operations: readonly Operation[], token: string): Request {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const changes = operations.map(({ opId, path, value, base }) => ({
    key: opId,
    field: path.slice(path.lastIndexOf('/') + 1),
    value,
    ...(base !== undefined && { base }),
  }));
  const url = outboxCalls.updates(entity as RecordEntity, recordId);
  return { url, method: 'POST', headers, body: JSON.stringify({ changes }) };
}

/** One request for many operations, each as it would be by itself. */
function requestOfMany(operations: readonly Operation[], token: string): Request {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const all = operations.map((operation) => {
    const { url, method, body } = requestOf(operation, token, null);
    return { key: operation.opId, method, path: url, ...(body !== null && { body }) };
  });
  return { url: outboxCalls.operations(), method: 'POST', headers, body: JSON.stringify({ operations: all }) };
}

/** Why a request of many operations was not accepted as such; null if it was, and for what has other reasons. */
function refusalOfMany(answer: OperationAnswer | null): 'too much' | 'unknown' | null {
  if (!answer) return null;
  // A proxy may have a limit of its own.
  if (answer.status === 413) return 'too much';
  const isOurs = problemOf(answer.status, answer.body) !== null;
  return isOurs && [400, 404, 405].includes(answer.status) ? 'unknown' : null;
}

/** The answer of each of several operations: its own, or the one that all of them got. */
function answersIn(answer: OperationAnswer | null, count: number): (OperationAnswer | null)[] {
  const answers = (answer?.body as { answers?: unknown } | null | undefined)?.answers;
  const isAnswered = answer !== null && answer.status < 300;
  if (isAnswered && Array.isArray(answers) && answers.length === count) return answers as OperationAnswer[];
  // What succeeded in some other way is not ours.
  return Array.from({ length: count }, () => (isAnswered ? null : answer));
}

/**
 * Sends a request. Never throws.
 * @param onProgress called with the part of an upload that has gone, 0 to 1
 * @returns null for no answer: after a network error, a stall, or when the signal aborts
 */
async function send(
  request: Request,
  wire: Wire,
  { isUpload, signal, onProgress }: SendOptions,
): Promise<OperationAnswer | null> {
  try {
    if (isUpload && wire.newXhr) return await sendByXhr(request, wire.newXhr(), wire.setTimer, { signal, onProgress });
    return await sendByFetch(request, wire, isUpload, signal);
  } catch {
    return null;
  }
}

interface SendOptions {
  isUpload: boolean;
  signal: AbortSignal;
  onProgress: (part: number) => void;
}

async function sendByFetch(
  { url, ...request }: Request,
  { fetch, setTimer }: Wire,
  isUpload: boolean,
  signal: AbortSignal,
): Promise<OperationAnswer> {
  const stall = stallTimer(setTimer, signal);
  const pieces = isUpload ? Math.ceil((request.body?.length ?? 0) / PIECE) : 1;
  stall.restart(STALL * Math.max(1, pieces));
  try {
    const response = await fetch(url, {
      ...request,
      signal: stall.signal,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
    });
    stall.restart(STALL);
    const text = await response.text();
    return answerOf(response.status, (name) => response.headers.get(name), text);
  } finally {
    stall.end();
  }
}

function sendByXhr(
  { url, method, headers, body }: Request,
  xhr: XMLHttpRequest,
  setTimer: SetTimer,
  { signal, onProgress }: Pick<SendOptions, 'signal' | 'onProgress'>,
): Promise<OperationAnswer> {
  const stall = stallTimer(setTimer, signal);
  return new Promise<OperationAnswer>((resolve, reject) => {
    // It was taken back while its bytes were read.
    if (stall.signal.aborted) return reject(new Error('no answer'));
    const alive = () => stall.restart(STALL);
    xhr.open(method, url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded, total }) => {
      alive();
      onProgress(total > 0 ? loaded / total : 0);
    };
    xhr.onprogress = alive;
    xhr.onload = () => resolve(answerOf(xhr.status, (name) => xhr.getResponseHeader(name), xhr.responseText));
    xhr.onerror = xhr.onabort = () => reject(new Error('no answer'));
    stall.signal.addEventListener('abort', () => xhr.abort());
    alive();
    xhr.send(body);
  }).finally(stall.end);
}

/** A signal that aborts when the timer runs out, or when `end` does. */
function stallTimer(setTimer: SetTimer, end: AbortSignal) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  end.addEventListener('abort', abort);
  if (end.aborted) abort();
  let cancel = () => {};
  return {
    signal: controller.signal,
    restart(ms: number) {
      cancel();
      cancel = setTimer(abort, ms);
    },
    end() {
      cancel();
      end.removeEventListener('abort', abort);
    },
  };
}

function answerOf(status: number, header: (name: string) => string | null, text: string): OperationAnswer {
  const retryAfter = header('retry-after');
  const seconds = /^\d{1,9}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
  return { status, body: jsonOf(header('content-type'), text), ...(seconds !== undefined && { retryAfter: seconds }) };
}

function jsonOf(type: string | null, text: string): Json | undefined {
  if (!/^application\/json\b/i.test(type ?? '')) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
