import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { Problem } from '../contract/problems.ts';

/**
 * The one spelling of a path: decoded and encoded again as our own links are, without `.` and `..`, and outside the
 * API,
 * where empty places mean something, without empty parts. Routing, pacing and logs know no other.
 * @param path as it came, without the query
 * @returns null for what cannot be decoded
 */
export function normalPath(path: string): string | null {
  const isCall = /^\/api\//i.test(path);
  const parts: string[] = [];
  for (const part of path.split('/').slice(1)) {
    const decoded = decodedPart(part);
    if (decoded === null) return null;
    if (decoded === '..') parts.pop();
    else if (decoded !== '.' && (decoded !== '' || isCall)) parts.push(encodeURIComponent(decoded));
  }
  return `/${parts.join('/')}`;
}

/**
 * Sends who spells an address in another way to its one spelling.
 * @throws Problem 400 for what no address of ours can be
 */
export const redirectToNormalPath: RequestHandler = (req, res, next) => {
  const [path = '', ...query] = req.url.split('?');
  // `OPTIONS *` asks about no address.
  if (PLAIN.test(path) || path === '*') return next();
  const spelled = normalPath(path);
  if (spelled !== null && isSame(spelled, path)) return next();
  if (spelled === null || (req.method !== 'GET' && req.method !== 'HEAD')) throw new Problem('malformed');
  res.writeHead(308, { Location: [spelled, ...query].join('?') }).end();
};

/** Gives an app the address that a proxy's request names (RFC 9112, 3.2.2) as if it had been asked directly. */
export function acceptAbsoluteForm(app: RequestListener): RequestListener {
  return (req: IncomingMessage, res: ServerResponse) => {
    const { url = '/' } = req;
    if (!url.startsWith('/') && url !== '*') {
      req.url = URL.canParse(url) ? url.replace(/^[^/]*\/\/[^/?#]*/, '') || '/' : UNREADABLE;
    }
    app(req, res);
  };
}

/**
 * `%2f` and `%2F` are the same, and so are signs that mean nothing in a path, escaped or not: some programs escape
 * them.
 */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) =>
    path.replace(/%(?:2[146-9a-c]|3[abd]|40)/gi, decodeURIComponent).toLowerCase(),
  );
  return a === b;
}

/** An address that nothing decodes: it is answered 400, with every header of ours. */
const UNREADABLE = '/%';
/** What is its own spelling at a glance; a part that begins with a point is looked at more closely. */
const PLAIN = /^(?:\/[\w~-][\w.~-]*)+$/;

function decodedPart(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
