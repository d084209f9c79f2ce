import { calls } from '#contract/addresses/calls';
import type { Answered, Asked } from '../../../api/http/inject.ts';
import type { Json } from '../../../web/src/offline/outbox/protocol/operation.ts';

interface Part {
  key: string;
  method: string;
  path: string;
  body?: string;
}
interface PartAnswer {
  status: number;
  body: Json;
}

const isMany = ({ url }: Asked) => url === calls.operations();
const partsIn = ({ body }: Asked) => (JSON.parse(body ?? '') as { operations: Part[] }).operations;

/** Returns the calls of a request, each as if it came by itself. */
export function partsOf(request: Asked): Asked[] {
  if (!isMany(request)) return [request];
  return partsIn(request).map(({ key, method, path, body }) => ({
    method,
    url: path,
    headers: { ...request.headers, 'idempotency-key': key },
    body: body ?? null,
  }));
}

/** Returns the request with those of its calls alone; null where it has none left. */
export function withParts(request: Asked, isKept: (at: number) => boolean): Asked | null {
  if (!isMany(request)) return isKept(0) ? request : null;
  const operations = partsIn(request).filter((_, at) => isKept(at));
  return operations.length === 0 ? null : { ...request, body: JSON.stringify({ operations }) };
}

/** Returns the answer to each call of a request; those to one of many are in its answer, if it has come whole. */
export function answersTo(request: Asked, answer: Answered): (Answered | null)[] {
  const parts = partsOf(request);
  if (!isMany(request) || answer.status !== 200) return parts.map(() => answer);
  const answers = answersIn(answer);
  return parts.map((_, at) => {
    const own = answers?.[at];
    return own ? { status: own.status, headers: answer.headers, body: Buffer.from(JSON.stringify(own.body)) } : null;
  });
}

/** Returns the answer with those to other calls put in, by their places. */
export function withAnswers(answer: Answered, others: ReadonlyMap<number, PartAnswer>): Answered {
  const answers = answersIn(answer) ?? [];
  for (const [at, other] of others) answers.splice(at, 0, other);
  return { ...answer, body: Buffer.from(JSON.stringify({ answers })) };
}

function answersIn({ body }: Answered): PartAnswer[] | null {
  try {
    return (JSON.parse(body.toString()) as { answers?: PartAnswer[] }).answers ?? null;
  } catch {
    return null;
  }
}
