import type { Request, RequestHandler, Router } from 'express';
import { Problem } from '../contract/problems.ts';

type Handlers = RequestHandler | readonly (RequestHandler | RequestHandler[])[];

/**
 * Adds an address with its methods. Any other method is answered 405.
 * @param path an Express pattern, or an address from `contract/addresses` with `:name` in its parts
 */
export function route(
  router: Router,
  path: string,
  {
    get,
    head,
    post,
    put,
    remove,
  }: {
    get?: Handlers;
    /** HEAD is answered like GET. `refuse` is for a GET that changes something. */
    head?: 'refuse';
    post?: Handlers;
    put?: Handlers;
    remove?: Handlers;
  },
): void {
  const pattern = decodeURIComponent(path);
  const allowed = [get && 'GET', get && head !== 'refuse' && 'HEAD', post && 'POST', put && 'PUT', remove && 'DELETE']
    .filter(Boolean)
    .join(', ');
  const refuse: RequestHandler = (_req, res) => {
    res.setHeader('Allow', allowed);
    throw new Problem('method');
  };
  if (head === 'refuse') router.head(pattern, refuse);
  if (get) router.get(pattern, ...list(get));
  if (post) router.post(pattern, ...list(post));
  if (put) router.put(pattern, ...list(put));
  if (remove) router.delete(pattern, ...list(remove));
  router.all(pattern, refuse);
}

/** Returns a part of the address by its name. */
export function part(req: Request, name: string): string {
  const value = req.params[name];
  return typeof value === 'string' ? value : '';
}

/** Returns the page number, a positive integer. @throws Problem 400 */
export function pageIn(req: Request): number {
  return pageOf(part(req, 'page'));
}

export function pageOf(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) {
    throw new Problem('malformed', { message: 'El número de página tiene que ser un entero a partir de 1.' });
  }
  return Math.min(Number(text), LAST_PAGE);
}

/** Greater than any list needs, and small enough to multiply. */
const LAST_PAGE = 1_000_000_000;
const list = (handlers: Handlers) => (typeof handlers === 'function' ? [handlers] : [...handlers]);
