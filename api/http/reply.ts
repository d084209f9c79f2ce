import type { Request, Response } from 'express';
import type { Problem } from '../contract/problems.ts';
import { accepted, encode } from './cache/encoding.ts';

/** Nothing in data may load or run, even if a browser is made to show it as a document. */
export const NOTHING_LOADS = { 'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'" };
export const JSON_HEADERS = { 'Content-Type': 'application/json; charset=utf-8', ...NOTHING_LOADS };

/** Sends JSON. Without `cache`, no cache may keep it: it is behind a session, changes something, or is an error. */
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

/** Returns the body of a problem: `{ code, message, ...details }`. */
export function problemBody({ code, message, details: { retryAfter: _, ...details } }: Problem): object {
  return { code, message, ...details };
}
