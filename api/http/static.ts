import { Router } from 'express';
import type { RequestHandler } from 'express';
import { existsSync, readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { Problem } from '../contract/problems.ts';
import type { Dictionaries } from './cache/dictionaries.ts';
import { accepted } from './cache/encoding.ts';

/** What the name of a file's compressed sibling ends in. */
const SIBLINGS = { br: '.br', gzip: '.gz', identity: '' };
const YEAR = 'public, max-age=31536000, immutable';

/**
 * Serves the files of the browser's build. Those under /assets have their content's hash in their name and never
 * change; caches revalidate the others. A sibling .br or .gz is sent to browsers that accept it. The list of files is
 * read once, and no file outside it is ever served.
 * @param dictionaries with which browsers that have a file of an earlier release fetch only what has changed
 */
export function staticRoutes(webDir: string, dictionaries?: Dictionaries): Router {
  const router = Router();
  const files = filesIn(webDir);

  const send: RequestHandler = async (req, res, next) => {
    if ((req.method !== 'GET' && req.method !== 'HEAD') || !files.has(req.path)) return next();
    const match = dictionaries?.match(req.path);
    res.type(extname(req.path));
    res.setHeader('Vary', match === undefined ? 'Accept-Encoding' : 'Accept-Encoding, Available-Dictionary');
    res.setHeader('Cache-Control', req.path.startsWith('/assets/') ? YEAR : 'no-cache');
    if (match !== undefined) res.setHeader('Use-As-Dictionary', `match="${match}"`);
    // With a query a browser asks for the whole file, because something is wrong with how it gets the other.
    const offered = req.originalUrl.includes('?') ? undefined : dictionaries?.offered(req.path, req.headers);
    if (dictionaries && offered !== undefined) {
      const bytes = await dictionaries.encode(req.path, offered);
      if (bytes) return void res.setHeader('Content-Encoding', 'dcz').send(bytes);
      // nginx would keep a copy for each dictionary that somebody names.
      res.setHeader('X-Accel-Expires', '0');
    }
    const encoding = accepted(req.headers['accept-encoding']);
    const sibling = SIBLINGS[encoding];
    const isCompressed = sibling !== '' && files.has(req.path + sibling);
    if (isCompressed) res.setHeader('Content-Encoding', encoding);
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
