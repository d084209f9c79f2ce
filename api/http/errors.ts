import type { ErrorRequestHandler } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NOT_JSON } from './body.ts';
import { isDiskFull } from '../db/disk.ts';
import { loggedPath, markProblem, staffOf } from '../log.ts';
import type { Log } from '../log.ts';
import { DISK_FULL, Problem } from '../contract/problems.ts';
import { escaped } from '../contract/values/text.ts';
import { JSON_HEADERS, problemBody, reply } from './reply.ts';

/**
 * Turns an error into an answer: a Problem into its status and message, any other error into a 500 without details. The
 * details are in the log only.
 * @param saw gets every error
 */
export function errorHandler(log: Log, saw: (error: unknown) => void): ErrorRequestHandler {
  return async (error: unknown, req, res, _next) => {
    saw(error);
    const problem = problemOf(error);
    markProblem(res, problem);
    if (problem.status >= 500) {
      log.error(
        {
          err: error,
          id: res.getHeader('X-Request-Id'),
          method: req.method,
          path: loggedPath(req.originalUrl),
          ...staffOf(res),
        },
        'request failed',
      );
    }
    // Part of an answer was sent already, so all that is left is to break it off.
    if (res.headersSent) return void req.socket.destroy();
    for (const name of ['Content-Encoding', 'Content-Disposition', 'Content-Length', 'ETag', 'Last-Modified']) {
      res.removeHeader(name);
    }
    if (problem.details.retryAfter !== undefined) res.setHeader('Retry-After', problem.details.retryAfter);
    if (problem.code === 'expired' || problem.code === 'revoked') res.setHeader('WWW-Authenticate', 'Bearer');
    if (!isPage(req.path, req.headers.accept)) return reply(req, res, problemBody(problem), problem.status);
    res.writeHead(problem.status, { ...HTML_HEADERS, 'Cache-Control': 'no-store' });
    res.end(req.method === 'HEAD' ? undefined : pageOf(problem));
  };
}

/** Answers every request while the portal is starting. */
export function notReadyYet({ url = '/', method, headers }: IncomingMessage, res: ServerResponse): void {
  const problem = new Problem('not-ready');
  const [kind, body] = isPage(url, headers.accept)
    ? [HTML_HEADERS, pageOf(problem)]
    : [{}, JSON.stringify(problemBody(problem))];
  res
    .writeHead(problem.status, { ...JSON_HEADERS, ...kind, 'Cache-Control': 'no-store', 'Retry-After': 1 })
    .end(method === 'HEAD' ? undefined : body);
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { code, status, type } = error as { code?: unknown; status?: unknown; type?: unknown };
  // The disk is full, read-only or failing, or another program holds the database: this may pass.
  if (typeof code === 'string' && /^SQLITE_(BUSY|FULL|READONLY|IOERR)/.test(code)) {
    return new Problem('not-ready', { ...(isDiskFull(error) ? { message: DISK_FULL } : {}), retryAfter: 5 });
  }
  if (type === 'entity.too.large' || status === 413) return new Problem('too-large');
  if (status === 415) return new Problem('wrong-kind', { message: NOT_JSON });
  return typeof status === 'number' && status >= 400 && status < 500
    ? new Problem(status === 404 ? 'not-found' : 'malformed')
    : new Problem('internal');
}

/** Does a browser ask for a page, rather than a program for data? */
function isPage(path: string, accept = ''): boolean {
  return !/^\/(api|users|uploads|assets)(\/|$)/i.test(path) && accept.includes('text/html');
}

const HTML_HEADERS = { 'Content-Type': 'text/html; charset=utf-8' };

function pageOf({ message }: Problem): string {
  return (
    '<!doctype html><html lang="es-AR"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1"><title>Hubo un problema</title></head>' +
    `<body><main><h1>Hubo un problema</h1><p>${escaped(message)}</p>` +
    '<p><a href="/">Ir al inicio</a></p></main></body></html>'
  );
}
