import type { SetTimer } from '../../browser/timer.ts';
import type { Json, Operation } from './protocol/operation.ts';
import type { OperationAnswer } from './protocol/queue.ts';

/** Without a byte going or coming for so long, a request counts as lost. There is no limit to the whole (7). */
const STALL = 30_000;
/** fetch does not tell how an upload goes on: each piece of this size gets as long as a stall. */
const PIECE = 64 * 1024;
const BASE64_PIECE = 3 * 8192;

export interface Wire {
  fetch: typeof globalThis.fetch;
  /** For uploads, where there is one: only it tells how they go on. */
  newXhr: (() => XMLHttpRequest) | null;
  setTimer: SetTimer;
}

/** An operation as a request. The same operation makes the same request, letter for letter. */
export interface Request {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | null;
}

/** @param bytes of its file, if it is an upload */
export function requestOf(operation: Operation, token: string, bytes: ArrayBuffer | null): Request {
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

/**
 * Sends a request; null is no answer: a network error, a stall, or the end of this tab. Never throws.
 * @param onProgress told of the part of an upload that has gone, 0 to 1
 */
export async function send(
  request: Request, wire: Wire, { isUpload, signal, onProgress }: { isUpload: boolean; signal: AbortSignal; onProgress: (part: number) => void },
): Promise<OperationAnswer | null> {
  try {
    if (isUpload && wire.newXhr) return await sendByXhr(request, wire.newXhr(), wire.setTimer, signal, onProgress);
    return await sendByFetch(request, wire, isUpload, signal);
  } catch {
    return null;
  }
}

export function dataUrl(bytes: ArrayBuffer, mime: string): string {
  const all = new Uint8Array(bytes);
  let text = `data:${mime};base64,`;
  // In pieces of whole triples: their texts join without padding, and no call gets too many arguments.
  for (let at = 0; at < all.length; at += BASE64_PIECE) text += btoa(String.fromCharCode(...all.subarray(at, at + BASE64_PIECE)));
  return text;
}

async function sendByFetch({ url, ...request }: Request, { fetch, setTimer }: Wire, isUpload: boolean, signal: AbortSignal): Promise<OperationAnswer> {
  const stall = stallTimer(setTimer, signal);
  const pieces = isUpload ? Math.ceil((request.body?.length ?? 0) / PIECE) : 1;
  stall.restart(STALL * Math.max(1, pieces));
  try {
    const response = await fetch(url, {
      ...request, signal: stall.signal, cache: 'no-store', credentials: 'omit', redirect: 'error',
    });
    stall.restart(STALL);
    const text = await response.text();
    return answerOf(response.status, response.headers.get('content-type'), response.headers.get('retry-after'), text);
  } finally {
    stall.end();
  }
}

function sendByXhr(
  { url, method, headers, body }: Request, xhr: XMLHttpRequest, setTimer: SetTimer, signal: AbortSignal, onProgress: (part: number) => void,
): Promise<OperationAnswer> {
  const stall = stallTimer(setTimer, signal);
  return new Promise<OperationAnswer>((resolve, reject) => {
    // Taken back while its bytes were read.
    if (stall.signal.aborted) return reject(new Error('no answer'));
    const alive = () => stall.restart(STALL);
    xhr.open(method, url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded, total }) => {
      alive();
      onProgress(total > 0 ? loaded / total : 0);
    };
    xhr.onprogress = alive;
    xhr.onload = () => resolve(answerOf(xhr.status, xhr.getResponseHeader('content-type'), xhr.getResponseHeader('retry-after'), xhr.responseText));
    xhr.onerror = xhr.onabort = () => reject(new Error('no answer'));
    stall.signal.addEventListener('abort', () => xhr.abort());
    alive();
    xhr.send(body);
  }).finally(stall.end);
}

/** A signal that aborts when nothing has restarted the timer for so long, or when the tab ends. */
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

function answerOf(status: number, type: string | null, retryAfter: string | null, text: string): OperationAnswer {
  const seconds = /^\d{1,9}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
  return { status, body: jsonOf(type, text), ...(seconds !== undefined && { retryAfter: seconds }) };
}

function jsonOf(type: string | null, text: string): Json | undefined {
  if (!/^application\/json\b/i.test(type ?? '')) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
