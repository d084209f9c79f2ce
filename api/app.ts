import express from 'express';
import type { Express, RequestHandler } from 'express';
import { randomUUID } from 'node:crypto';
import { createAnswers, townDay, versionOf } from './answers.ts';
import type { Answers } from './answers.ts';
import { addressKey, openAttempts } from './auth/attempts.ts';
import { createGuard } from './auth/guard.ts';
import { openNewPasswords } from './auth/passwords.ts';
import { openSessions } from './auth/sessions.ts';
import { calls } from './contract/paths.ts';
import { Problem } from './contract/problems.ts';
import type { Db } from './db.ts';
import { createAdminReader } from './entities/admin-read.ts';
import { openHistoryReader } from './entities/history-read.ts';
import { createSqlReader } from './entities/read.ts';
import { openWriter } from './entities/write.ts';
import { errorHandler } from './errors.ts';
import { securityHeaders } from './headers.ts';
import { isSearch, loggedPath } from './log.ts';
import type { Log } from './log.ts';
import { paced } from './rate.ts';
import type { Renderer } from './render.ts';
import { adminRoutes } from './routes/admin.ts';
import { changeRoutes } from './routes/changes.ts';
import { fieldRoutes } from './routes/fields.ts';
import { healthRoutes } from './routes/health.ts';
import { historyRoutes } from './routes/history.ts';
import { pageRoutes } from './routes/pages.ts';
import { publicRoutes } from './routes/public.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { userRoutes } from './routes/users.ts';
import { staticRoutes } from './static.ts';
import { openUploads } from './uploads.ts';

export interface AppParts {
  db: Db;
  uploadsDir: string;
  /** ms since the epoch. Sessions alone go by the machine's own clock. */
  now: () => number;
  /** The portal's public address, like `https://portal.example`. */
  origin: string;
  /** Whom to believe about a visitor's address: Express's `trust proxy`. */
  trustProxy?: boolean | number | string;
  /** The browser's build; without it no page is served, only calls. */
  webDir?: string;
  renderer?: Renderer;
  log: Log;
  /** The finished answers, when the server asks them before the app. */
  answers?: Answers;
}

/** The portal as one Express app. Everything it works with is an argument. */
export function createApp({ db, uploadsDir, now, origin, trustProxy = false, webDir, renderer, log, answers = openAnswers({ db, now, origin }) }: AppParts): Express {
  const secure = origin.startsWith('https:');
  const sessions = openSessions(db);
  const guard = createGuard(sessions);
  const uploads = openUploads({ uploadsDir, now });
  const writer = openWriter({ db, now, discard: uploads.discard });
  const newPassword = openNewPasswords(db);
  const attempts = openAttempts(now);
  const reader = createSqlReader({ db, now });
  const admin = createAdminReader(db);

  const app = express();
  app.disable('x-powered-by').set('trust proxy', trustProxy).set('query parser', 'simple');
  app.use(everyAnswer(log, securityHeaders({ secure })));
  if (webDir !== undefined) app.use(staticRoutes(webDir));
  // Finished answers are not counted: they were given before. A school or a whole mobile network may share one address.
  app.use(paced({ now, burst: 200, perSecond: 15, asker: (req) => (isSearch(req.path) ? addressKey(req.ip ?? '') : null) }));
  app.use(healthRoutes({ db, now }));
  app.use(publicRoutes({ reader, answers }));
  app.use(changeRoutes({ db, now, guard, answers }));
  app.use(userRoutes({ db, writer, admin, guard, sessions, attempts, newPassword }));
  app.use(adminRoutes({ writer, admin, reader, guard }));
  app.use(fieldRoutes({ db, writer, guard, attempts, newPassword }));
  app.use(uploadRoutes({ db, writer, guard, uploads, uploadsDir, now }));
  app.use(historyRoutes({ db, writer, guard, history: openHistoryReader(db), uploads }));
  app.use(['/api', '/users', '/uploads'], nothingHere);
  if (renderer) app.use(pageRoutes({ renderer, reader, answers, secure }));
  app.use(nothingHere);
  app.use(errorHandler(log));
  return app;
}

/** The finished answers of a database's public content. */
export function openAnswers({ db, now, origin }: Pick<AppParts, 'db' | 'now' | 'origin'>): Answers {
  return createAnswers({ version: versionOf(db), day: townDay(now), headers: securityHeaders({ secure: origin.startsWith('https:') }) });
}

/** What every answer carries unless its route says otherwise, and a line in the log about how it went. */
function everyAnswer(log: Log, headers: Record<string, string>): RequestHandler {
  return (req, res, next) => {
    const id = randomUUID();
    const began = performance.now();
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('X-Request-Id', id);
    res.once('finish', () => {
      const line = { id, method: req.method, path: loggedPath(req.originalUrl), status: res.statusCode, ms: Math.round(performance.now() - began) };
      if (isRefusal(line)) log.warn(line, 'refused');
      else if (req.method === 'GET' || req.method === 'HEAD') log.debug(line, 'request');
      else log.info(line, 'request');
    });
    next();
  };
}

/** What whoever looks after the portal should see without asking for more: log-ins that fail, and rights that somebody has not. */
function isRefusal({ path, status }: { path: string; status: number }): boolean {
  return status === 403 || (path === calls.authenticate() && (status === 401 || status === 429));
}

const nothingHere: RequestHandler = () => {
  throw new Problem('not-found');
};
