import { Router } from 'express';
import type { RequestHandler } from 'express';
import { existsSync, readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { Problem } from '../contract/problems.ts';
import { accepted } from './cache/encoding.ts';

/** What the name of a file's compressed sibling ends in. */
const SIBLINGS = { br: '.br', gzip: '.gz', identity: '' };
const YEAR = 'public, max-age=31536000, immutable';

/**
 * Serves the files of the browser's build. Those under /assets have their content's hash in their name and never
 * change; caches revalidate the others. A sibling .br or .gz is sent to browsers that accept it. The list of files is
 * read once, and no file outside it is ever served.
 */
export function staticRoutes(webDir: string): Router {
  const router = Router();
  const files = filesIn(webDir);

  const send: RequestHandler = (req, res, next) => {
    if ((req.method !== 'GET' && req.method !== 'HEAD') || !files.has(req.path)) return next();
    const encoding = accepted(req.headers['accept-encoding']);
    const sibling = SIBLINGS[encoding];
    const isCompressed = sibling !== '' && files.has(req.path + sibling);
    if (isCompressed) res.setHeader('Content-Encoding', encoding);
    res.type(extname(req.path));
    res.setHeader('Vary', 'Accept-Encoding');
    res.setHeader('Cache-Control', req.path.startsWith('/assets/') ? YEAR : 'no-cache');
    res.sendFile(req.path.slice(1) + (isCompressed ? sibling : ''), { root: webDir, cacheControl: false }, (error) => {
      if (error && !res.headersSent) next(new Problem('not-found'));
    });
  };
  router.use(send);
  router.use('/assets', () => {
    throw new Problem('not-found');
  });
  return router;
}

function filesIn(webDir: string): ReadonlySet<string> {
  if (!existsSync(webDir)) return new Set();
  const entries = readdirSync(webDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => `/${relative(webDir, join(entry.parentPath, entry.name)).split(sep).join('/')}`);
  // Files that begin with a dot are the build's own.
  return new Set(paths.filter((path) => !path.includes('/.')));
}
