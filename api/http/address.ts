import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { ownPage } from '../contract/addresses/pages.ts';
import { Problem } from '../contract/problems.ts';
import { normalPath } from '../normal-path.ts';

/**
 * Redirects an address that is not in normal form.
 * @throws Problem 400 for what cannot be an address of the portal
 */
export const redirectToNormalPath: RequestHandler = (req, res, next) => {
  const [path = '', ...query] = req.url.split('?');
  // `OPTIONS *` names no address.
  if (PLAIN.test(path) || path === '*') return next();
  const spelled = normalPath(path);
  if (spelled !== null && isSame(spelled, path)) return next();
  if (spelled === null || (req.method !== 'GET' && req.method !== 'HEAD')) throw new Problem('malformed');
  res.writeHead(308, { Location: ownLocation([spelled, ...query].join('?')) }).end();
};

/**
 * Returns the Location header field of a redirect within the portal: the only way in which one is made.
 * @param address path and query
 * @throws Problem 400 for an address that a browser would read as one of another site
 */
export function ownLocation(address: string): string {
  const [path = ''] = address.split('?');
  if (ownPage(path) === null) throw new Problem('malformed');
  return address;
}

/** Accepts requests in absolute-form (RFC 9112, 3.2.2), as proxies send them: the app gets the path alone. */
export function acceptAbsoluteForm(app: RequestListener): RequestListener {
  return (req: IncomingMessage, res: ServerResponse) => {
    const { url = '/' } = req;
    if (!url.startsWith('/') && url !== '*') {
      req.url = URL.canParse(url) ? url.replace(/^[^/]*\/\/[^/?#]*/, '') || '/' : UNREADABLE;
    }
    app(req, res);
  };
}

/** Are two paths equal? Case of an escape does not count, nor whether a sign without meaning in a path is escaped. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) =>
    path.replace(/%(?:2[146-9a-c]|3[abd]|40)/gi, decodeURIComponent).toLowerCase(),
  );
  return a === b;
}

/** An address that cannot be decoded, and is therefore answered 400 with all usual headers. */
const UNREADABLE = '/%';
/** Matches most paths in normal form, to skip the full comparison; parts that begin with a point need it. */
const PLAIN = /^(?:\/[\w~-][\w.~-]*)+$/;
