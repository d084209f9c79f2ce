import { Router } from 'express';
import type { RequestHandler } from 'express';
import type { Answer, AnswerCache } from '../http/cache/answer-cache.ts';
import { SHELL_CACHE } from '../http/cache/cache-control.ts';
import type { FormerVersions } from '../http/cache/dictionaries.ts';
import { asksForFile, isDocumentFile } from '../contract/addresses/files.ts';
import { admin, isTitledPage, ownPage, PAGE_QUERY, pages } from '../contract/addresses/pages.ts';
import { adminShell, shell, VIEW } from '../contract/addresses/public-calls.ts';
import { lostPhotos, sharedPhotos } from '../contract/addresses/installed.ts';
import type { PublicReader } from '../contract/reader.ts';
import { MISSING_FILE } from '../http/public-file.ts';
import { ownLocation } from '../http/address.ts';
import { securityHeaders } from '../http/security-headers.ts';
import type { Transport } from '../http/security-headers.ts';
import type { Renderer } from '../http/render.ts';
import { JSON_HEADERS } from '../http/reply.ts';
import { route } from '../http/route.ts';

interface PageParts {
  renderer: Renderer;
  reader: PublicReader;
  answerCache: AnswerCache;
  transport: Transport;
  /** The earlier shells that devices may have. */
  shells?: FormerVersions | undefined;
}

/** The data of public pages, for the application that takes over a page which the server has drawn. */
export function viewRoutes({ renderer, reader, answerCache }: Omit<PageParts, 'transport' | 'shells'>): Router {
  const router = Router();
  const view: RequestHandler = (req, res) => {
    const address = pageAddress(req.originalUrl.slice(VIEW.length));
    async function produce(): Promise<Answer> {
      const body = JSON.stringify(await renderer.view(address, reader));
      return { status: 200, headers: JSON_HEADERS, body };
    }
    return answerCache.send(req, res, produce, VIEW + address);
  };
  route(router, `${VIEW}/{*path}`, { get: view });
  return router;
}

/**
 * The pages: public ones drawn on the server, the back office as an empty shell that draws itself, and the shells that
 * devices cache. Every address that is neither a call nor like a file's is a page, so these routes come last.
 */
export function pageRoutes({ renderer, reader, answerCache, transport, shells }: PageParts): Router {
  const router = Router();
  const headersOf = (kind: 'public' | 'admin') => ({
    ...securityHeaders({ transport, kind: `${kind} document` }),
    'Content-Type': 'text/html; charset=utf-8',
    ...(kind === 'admin' ? OWN_CACHE_ONLY : {}),
  });
  const headers = headersOf('public');

  const adminShellPage: RequestHandler = (req, res) => {
    const produce = async (): Promise<Answer> => ({
      status: 200,
      headers: headersOf('admin'),
      body: await renderer.shell('admin', reader),
    });
    return answerCache.send(req, res, produce, adminShell());
  };

  const shellPage: RequestHandler = (req, res) => {
    async function produce(): Promise<Answer> {
      const body = await renderer.shell('public', reader);
      // Without room, say: who has this one then fetches all of the next.
      void shells?.keep(body).catch(() => {});
      return { status: 200, headers: shells ? { ...headers, ...kept(shells) } : headers, body };
    }
    return answerCache.send(req, res, produce, shell(), shells);
  };

  const page: RequestHandler = (req, res) => {
    const address = pageAddress(req.originalUrl);
    async function produce(): Promise<Answer> {
      const { status, html, location } = await renderer.page(address, reader);
      if (status === 404 && asksForFile(req.path) && !isDocumentFile(req.path)) return MISSING_FILE;
      if (location !== undefined) return { status, headers: { Location: ownLocation(location) }, body: '' };
      return { status, headers, body: html };
    }
    return answerCache.send(req, res, produce, address);
  };

  const missingDocument = async (): Promise<Answer> => ({
    status: 404,
    headers,
    body: await renderer.missingFile(reader),
  });
  /** A request for a file gets no page, which a program could mistake for it, unless people open such files. */
  const missingFile: RequestHandler = (req, res, next) => {
    if (!asksForFile(req.path) || isTitledPage(req.path)) return next();
    if (isDocumentFile(req.path)) return answerCache.send(req, res, missingDocument, 'missing document');
    return answerCache.send(req, res, async () => MISSING_FILE, 'missing file');
  };

  router.use(missingFile);
  route(router, shell(), { get: shellPage });
  route(router, adminShell(), { get: adminShellPage });
  route(router, sharedPhotos(), { get: adminShellPage, post: withoutWorker });
  route(router, `${admin.list('story')}{/*rest}`, { get: adminShellPage });
  route(router, pages.login(), { get: page, post: backToLogin });
  route(router, '/{*path}', { get: page });
  return router;
}

/** Answers the form of the log-in when the browser sends it without script. The body is not read. */
const backToLogin: RequestHandler = (req, res) => {
  const asked = new URLSearchParams(req.originalUrl.split('?')[1]).get('volver');
  res.writeHead(303, { Location: ownLocation(pages.login(ownPage(asked) ?? undefined)) }).end();
};

/**
 * Answers photos that were shared from a device's gallery while it had no service worker to keep them: the screen says
 * that they were lost. The body is not read.
 */
const withoutWorker: RequestHandler = (_req, res) => {
  res.writeHead(303, { Location: ownLocation(lostPhotos()) }).end();
};

const kept = ({ use }: FormerVersions) => ({ 'Cache-Control': SHELL_CACHE, 'Use-As-Dictionary': use });

/** No shared cache may keep the back office; a device may, and revalidates. */
const OWN_CACHE_ONLY = { 'Cache-Control': 'private, no-cache' };

/**
 * Returns the part of an address that decides the page, without parameters that networks and mailers append to links.
 */
function pageAddress(url: string): string {
  const [path = '/', ...rest] = url.split('?');
  const given = rest.join('?').split('&');
  const known = PAGE_QUERY.flatMap((name) => given.find((one) => one.startsWith(`${name}=`)) ?? []);
  return known.length === 0 ? path : `${path}?${known.join('&')}`;
}
