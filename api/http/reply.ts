import type { Request, Response } from 'express';
import type { Problem } from '../contract/problems.ts';
import { accepted, encode } from './encoding.ts';

/** Data is no document: nothing in it may load or run, should a browser ever be made to show it as one. */
export const JSON_HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
};

/**
 * Answers with JSON that nobody keeps, unless told otherwise: what is behind a session, what changes something, and
 * errors.
 */
export async function reply(
  req: Request,
  res: Response,
  value: unknown,
  status = 200,
  cache = 'no-store',
): Promise<void> {
  const { bytes, encoding } = await encode(
    Buffer.from(JSON.stringify(value)),
    accepted(req.headers['accept-encoding']),
  );
  if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding);
  res.writeHead(status, {
    ...JSON_HEADERS,
    'Cache-Control': cache,
    Vary: 'Accept-Encoding',
    'Content-Length': bytes.length,
  });
  res.end(req.method === 'HEAD' ? undefined : bytes);
}

/** What a caller reads of a problem: `{ code, message, ...details }`. */
export function problemBody({ code, message, details: { retryAfter: _, ...details } }: Problem): object {
  return { code, message, ...details };
}
