import { Router } from 'express';
import type { Request } from 'express';
import type { IncomingMessage, RequestListener } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { Guard } from '../auth/guard.ts';
import { calls } from '../contract/addresses/calls.ts';
import { OPERATIONS_BODY, OPERATIONS_MAX } from '../contract/limits.ts';
import { Problem } from '../contract/problems.ts';
import { bodyOf, jsonBody, OPERATION_KEY } from '../http/body.ts';
import { inject } from '../http/inject.ts';
import type { Answered, Asked } from '../http/inject.ts';
import { reply } from '../http/reply.ts';
import { route } from '../http/route.ts';

/** The calls by GET that change something. An export of the history, for one, would be kept in memory whole. */
const CHANGING_GETS = [calls.labelAdd, calls.labelCreateAdd, calls.labelRemove, calls.albumVideoDelete].map((call) =>
  call('', '').replace(/\/+$/, '/'),
);

/** Calls of the back office. `body` is the text of the call's own body, which identifies it with its key. */
const operations = z.strictObject({
  operations: z
    .array(
      z
        .strictObject({
          key: z.string().regex(OPERATION_KEY),
          method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
          path: z
            .string()
            .max(1000)
            .regex(/^\/(?:api|users)\/[\x21-\x7e]+$/),
          body: z.string().optional(),
        })
        .refine(({ method, path }) => method !== 'GET' || CHANGING_GETS.some((call) => path.startsWith(call))),
    )
    .min(1)
    .max(OPERATIONS_MAX),
});
type Operation = z.infer<typeof operations>['operations'][number];

/**
 * One request for many calls, because on a slow line each costs a round trip. They are made one after another, each as
 * if it came by itself: with its own key, checks, transaction, line in the log and answer. One that fails keeps none of
 * the others from being made.
 * @param handle answers a single call
 */
export function operationRoutes({ guard, handle }: { guard: Guard; handle: RequestListener }): Router {
  const router = Router();
  const inList = new WeakSet<IncomingMessage>();
  const answer: RequestListener = (req, res) => {
    inList.add(req);
    handle(req, res);
  };
  route(router, calls.operations(), {
    post: [
      // Lists in lists would be hundreds of thousands of calls, and an address has more than one spelling.
      (req, _res, next) => {
        if (inList.has(req)) throw new Problem('malformed');
        next();
      },
      guard.staff,
      jsonBody(OPERATIONS_BODY, OPERATIONS_BODY),
      async (req, res) => {
        const answers: object[] = [];
        for (const one of bodyOf(operations, req.body).operations) {
          // Whoever asked is gone: what is not done yet comes again.
          if (res.destroyed) return;
          answers.push(answerIn(await inject(answer, callOf(one, req), req.socket.remoteAddress)));
          // Others are served in between, as they would be between requests.
          await setImmediate();
        }
        return reply(req, res, { answers });
      },
    ],
  });
  return router;
}

/** A call as it would come by itself, from the same device and person. */
function callOf({ key, method, path, body }: Operation, { headers }: Request): Asked {
  const { authorization = '', 'x-forwarded-for': network } = headers;
  return {
    method,
    url: path,
    headers: {
      authorization,
      'idempotency-key': key,
      ...(typeof network === 'string' && { 'x-forwarded-for': network }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body ?? null,
  };
}

function answerIn({ status, headers, body }: Answered): object {
  const retryAfter = headers.get('retry-after');
  return {
    status,
    body: body.length > 0 ? (JSON.parse(body.toString()) as unknown) : null,
    ...(retryAfter !== undefined && { retryAfter: Number(retryAfter) }),
  };
}
