import type { IncomingMessage, ServerResponse } from 'node:http';

/** Header in which the nginx file of a town says for which public address a request is; visitors cannot set it. */
const MEANT_FOR = 'x-portal-origin';

/**
 * Refuses a request that nginx sends for the address of another town (RFC 9110, section 15.5.20), because a port was
 * given to somebody else: its pages would be shown under the other town's name, and passwords typed into them.
 * @param origin public address of this portal
 * @returns whether the request was refused
 */
export function refuseMisdirected(req: IncomingMessage, res: ServerResponse, origin: string): boolean {
  const meant = req.headers[MEANT_FOR];
  if (meant === undefined || meant === origin) return false;
  res
    .writeHead(421, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', Connection: 'close' })
    .end('En esta dirección responde otro portal. Avisale a quien cuida el servidor.\n');
  return true;
}
