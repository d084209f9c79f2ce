import express from 'express';
import type { Request, RequestHandler } from 'express';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { TEXT_CEILING } from '../contract/limits.ts';
import { Problem } from '../contract/problems.ts';
import { hasBody } from './limits/slow-requests.ts';
import { largeBodiesOf, MAX_VALUES } from './limits/large-bodies.ts';

/** Maximum size of a field update: a value and its base, both near the ceiling of a text and escaped as JSON. */
export const FIELD_BODY = 4.5 * 1024 * 1024;
/** Maximum size of a log-in, a search and calls that name little more than a record. */
export const SMALL_BODY = 16 * 1024;
/** An Idempotency-Key: 1 to 64 visible ASCII characters. */
export const OPERATION_KEY = /^[\x21-\x7e]{1,64}$/;
/** Maximum number of fields that change in one request; no record has as many. */
const MOST_TOGETHER = 50;
/** Maximum depth of a body. The deepest valid one is a document with rows and lists of telephones. */
const MAX_DEPTH = 12;

/**
 * Reads a JSON object as the request's body; an empty body is an empty object. Every other content type is refused:
 * `text/plain`, which forms of other sites can send without asking, would let them post in a visitor's name.
 * @param limit bytes of the whole body
 * @param text bytes of any one text in it
 */
export function jsonBody(limit: number, text = TEXT_CEILING): RequestHandler[] {
  return [
    (req, _res, next) => {
      if (hasBody(req) && !JSON_TYPE.test(req.headers['content-type'] ?? '')) {
        throw new Problem('wrong-kind', { message: NOT_JSON });
      }
      next();
    },
    async (req, res, next) => {
      const large = await largeBodiesOf(req)?.(req, res, limit, head(req));
      if (large) {
        req.body = large.value;
        fingerprints.set(req, large.digest);
      }
      next();
    },
    express.json({
      limit,
      strict: false,
      type: () => true,
      verify: (req, _res, bytes) => void fingerprints.set(req, digest(req, bytes)),
    }),
    (req, _res, next) => {
      const body: unknown = req.body ?? {};
      if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Problem('malformed');
      checkShape(body, text);
      req.body = body;
      next();
    },
  ];
}

/** Returns a body that matches the schema of its call. @throws Problem 400 */
export function bodyOf<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Problem('malformed');
  return parsed.data;
}

/** The new value of a field or a document, and optionally the value its author saw (`base`). */
export const replacement = z
  .strictObject({ value: z.unknown(), base: z.unknown().optional() })
  .refine(({ value }) => value !== undefined);

/** Changes of several fields, each with the key that it would have in a request of its own. */
export const replacements = z.strictObject({
  changes: z
    .array(
      z
        .strictObject({
          key: z.string().regex(OPERATION_KEY),
          field: z.string(),
          value: z.unknown(),
          base: z.unknown().optional(),
        })
        .refine(({ value }) => value !== undefined),
    )
    .min(1)
    .max(MOST_TOGETHER),
});

/** The message for a body that is not JSON. */
export const NOT_JSON = 'El cuerpo del pedido tiene que ser JSON en UTF-8 (Content-Type: application/json).';
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

/**
 * Returns what identifies a request when its key is repeated: SHA-256 of method, path and the body's bytes, in
 * hexadecimal digits.
 * @param body stands for the body where a secret is in it
 */
export function fingerprint(req: Request, body?: string): string {
  return (body === undefined ? fingerprints.get(req) : undefined) ?? digest(req, Buffer.from(body ?? ''));
}

/** The same for a part of a request that could have been a request of its own. */
export const fingerprintOf = (path: string, body: object): string =>
  digest({ method: 'POST', url: path }, Buffer.from(JSON.stringify(body)));

const fingerprints = new WeakMap<IncomingMessage, string>();

type Head = Pick<IncomingMessage, 'method' | 'url'> & { originalUrl?: string };

function digest(req: Head, body: Buffer): string {
  return createHash('sha256').update(head(req)).update(body).digest('hex');
}

function head(req: Head): string {
  const path = (req.originalUrl ?? req.url ?? '').split('?', 1)[0];
  return `${req.method} ${path}\n`;
}

/** Checks level by level, without recursion: deep nesting must not exhaust the stack. */
function checkShape(body: object, text: number): void {
  let level: unknown[] = [body];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw new Problem('malformed');
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string' && value.length * 3 > text && Buffer.byteLength(value) > text) {
        throw new Problem('too-large');
      }
      if (typeof value !== 'object' || value === null) continue;
      for (const one of Object.values(value)) next.push(one);
      if (values + next.length > MAX_VALUES) throw new Problem('malformed');
    }
    values += next.length;
    level = next;
  }
}
