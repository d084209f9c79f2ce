import express from 'express';
import type { Express, Request, RequestHandler } from 'express';
import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { redirectToNormalPath, acceptAbsoluteForm } from './http/address.ts';
import { createAnswerCache, townDay, versionOf } from './http/cache/answer-cache.ts';
import type { AnswerCache } from './http/cache/answer-cache.ts';
import type { Dictionaries } from './http/cache/dictionaries.ts';
import { openAttempts, PER_ACCOUNT, WINDOW } from './auth/attempts.ts';
import { openFailures } from './auth/failures.ts';
import { createGuard, originOf } from './auth/guard.ts';
import { networkOf } from './http/networks.ts';
import { openNewPasswords } from './auth/passwords.ts';
import { openPasswordResets } from './auth/password-resets.ts';
import { openPresentPassword } from './auth/present-password.ts';
import { openSecondFactor } from './auth/second-factor.ts';
import { openSessions } from './auth/sessions.ts';
import { isDocumentFile } from './contract/addresses/files.ts';
import { pages } from './contract/addresses/pages.ts';
import { Problem } from './contract/problems.ts';
import { recordShare } from './contract/share.ts';
import type { Db } from './db/database.ts';
import { createAdminReader } from './records/admin-read.ts';
import { openDraftLinks } from './records/draft-links.ts';
import { openHistoryReader } from './records/history-read.ts';
import { openLogbook } from './records/logbook.ts';
import type { Logbook } from './records/logbook.ts';
import { openLogbookReader } from './records/logbook-read.ts';
import { dayAt } from './contract/values/dates.ts';
import { createSqlReader } from './records/read.ts';
import { openWriter } from './records/write/writer.ts';
import type { Writer } from './records/write/writer.ts';
import { errorHandler } from './http/errors.ts';
import { securityHeaders } from './http/security-headers.ts';
import type { Transport } from './http/security-headers.ts';
import { withLargeBodies } from './http/limits/large-bodies.ts';
import { isSearch, loggedPath, loginOf, openEvents, problemOf, staffOf } from './log.ts';
import type { Log } from './log.ts';
import type { MailQueue } from './mail/queue.ts';
import { createNetworkLimiter, networkRateLimit } from './http/limits/rate.ts';
import type { Renderer } from './http/render.ts';
import { openTrialPages } from './http/trial-pages.ts';
import { adminRoutes } from './routes/admin.ts';
import { crawlerRoutes } from './routes/crawlers.ts';
import { changeRoutes } from './routes/feed.ts';
import { fieldRoutes } from './routes/field-updates.ts';
import { draftLinkRoutes, draftPageRoutes } from './routes/drafts.ts';
import { documentRoutes } from './routes/documents.ts';
import { firstStepRoutes } from './routes/first-steps.ts';
import { healthRoutes } from './routes/health.ts';
import { historyRoutes } from './routes/history.ts';
import { iconRoutes } from './routes/icons.ts';
import { logbookRoutes } from './routes/logbook.ts';
import { manifestRoutes } from './routes/manifests.ts';
import { openSessionRoutes } from './routes/accounts/open-sessions.ts';
import { operationRoutes } from './routes/operations.ts';
import { pageRoutes, viewRoutes } from './routes/pages.ts';
import { portalStateRoutes } from './routes/portal-state.ts';
import type { Machine } from './routes/portal-state.ts';
import { presenceRoutes } from './routes/presence.ts';
import { publicRoutes } from './routes/public.ts';
import { alertReachRoutes, pushRoutes } from './routes/push.ts';
import { qrCodeRoutes } from './routes/qr-codes.ts';
import { passwordResetRoutes } from './routes/accounts/password-reset.ts';
import { secondFactorRoutes } from './routes/accounts/second-factor.ts';
import { subscriptionRoutes } from './routes/subscriptions.ts';
import { openAnswerPush } from './routes/tickets/answer-messages.ts';
import { answerPushRoutes } from './routes/tickets/answer-push.ts';
import { staffTicketRoutes } from './routes/tickets/staff.ts';
import { open311Routes } from './routes/tickets/open311.ts';
import { publicTicketPage, publicTicketRoutes } from './routes/tickets/public.ts';
import { ticketRoutes } from './routes/tickets/residents.ts';
import { ticketPageRoutes } from './routes/tickets/pages.ts';
import { uploadedFileRoutes } from './routes/uploaded-files.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { userRoutes } from './routes/accounts/users.ts';
import { openPush } from './push/open-push.ts';
import type { Push } from './push/open-push.ts';
import { withShownTimes } from './records/timely-alerts.ts';
import { withSerialSearches } from './records/serial-searches.ts';
import { openSubscriptionReader } from './subscriptions/reader.ts';
import { openTickets } from './tickets/open-tickets.ts';
import { staticRoutes } from './http/static.ts';
import { openHealth } from './maintenance/health.ts';
import { runApart } from './files/decoder-process.ts';
import type { DecoderRunner } from './files/decoder-process.ts';
import { openIcons } from './files/icon-store.ts';
import { openShares } from './files/share-store.ts';
import { openUploadAllowance } from './files/upload-allowance.ts';
import type { DiskSpace } from './db/disk.ts';
import { ARRIVING, openUploads } from './files/upload-store.ts';

export interface AppParts {
  db: Db;
  uploadsDir: string;
  /** The space on the disk of a folder; by default, what the system says. */
  spaceOf?: (folder: string) => DiskSpace;
  /** Runs programs that decode pictures: by default each in a process of its own. */
  runDecoder?: DecoderRunner;
  /** Folder of the backups, if it is known. */
  backupDir?: string | undefined;
  /** Current time in ms since the epoch. Only sessions use the machine's clock instead. */
  now: () => number;
  /** Public address of the portal, like `https://portal.example`. */
  origin: string;
  /** Whether subdomains of the public address must use https too. */
  hstsSubdomains?: boolean;
  /** Proxies that are trusted to give the visitor's address, as in Express's `trust proxy`. */
  trustProxy?: boolean | number | string;
  /** Folder of the browser's build; without it only calls are served, no pages. */
  webDir?: string;
  /** Files of earlier releases that browsers may have; without them every browser gets whole files. */
  dictionaries?: Dictionaries;
  renderer?: Renderer;
  log: Log;
  /** What runs, for the state of the portal. */
  machine?: Machine;
  /** The answer cache, if the server looks into it before calling the app. */
  answerCache?: AnswerCache;
  /** Push, if it is started; otherwise subscriptions are only kept. */
  push?: Push;
  /** Mail to staff; null, where the portal sends none. */
  mail?: MailQueue | null;
  /** Gets the writer, for what is written without a request. */
  withWriter?: (writer: Writer) => void;
}

/** Creates the portal as one app from its parts. */
export const createApp = (parts: AppParts): RequestListener => acceptAbsoluteForm(createRoutes(parts));

/** All routes, in order. */
export function createRoutes({
  db,
  uploadsDir,
  spaceOf,
  runDecoder = runApart,
  backupDir,
  now,
  origin,
  hstsSubdomains = false,
  trustProxy = false,
  webDir,
  dictionaries,
  renderer,
  log,
  machine,
  answerCache = openAnswerCache({ db, now, origin, hstsSubdomains }),
  push = openPush({ db, now, origin, log }),
  mail = null,
  withWriter,
}: AppParts): Express {
  const transport = transportOf({ origin, hstsSubdomains });
  const sessions = openSessions(db);
  const guard = createGuard(sessions);
  const uploads = openUploads({ uploadsDir, now });
  const reader = withSerialSearches(createSqlReader({ db, now }));
  const shares = openShares({ uploadsDir, reader, runDecoder });
  const draftLinks = openDraftLinks(db, now);
  const writer = openWriter({
    db,
    now,
    mail,
    discard: uploads.discard,
    bringBack: uploads.bringBack,
    written(type, id) {
      draftLinks.written(type, id);
      shares.forget(recordShare(type, id));
      push.wake();
    },
  });
  withWriter?.(writer);
  const passwords = openNewPasswords(db);
  const admin = createAdminReader(db);

  const app = express();
  app.disable('x-powered-by').set('trust proxy', trustProxy).set('query parser', 'simple');
  const logbook = openLogbook(db, now);
  app.use(everyAnswer(log, logbook, securityHeaders({ transport })));
  app.use(redirectToNormalPath);
  if (webDir !== undefined) app.use(staticRoutes(webDir, dictionaries));
  // Cached answers are sent before this and do not count. A school or a whole mobile network may share one address.
  app.use(networkRateLimit({ now, burst: 200, perSecond: 15, counts: (req) => isSearch(req.path) }));
  app.use(withLargeBodies(join(uploadsDir, ARRIVING)));
  const health = openHealth({
    db,
    uploadsDir,
    now,
    // Without pages there is one reading of what the home page shows.
    draw: async () => void (renderer ? await renderer.page(pages.home(), reader) : await reader.highlighted('story')),
  });
  app.use(healthRoutes(health, origin));
  app.use(publicRoutes({ reader, answerCache, today: () => dayAt(now()) }));
  app.use(manifestRoutes({ reader, answerCache }));
  app.use(crawlerRoutes({ db, reader, answerCache, now, origin }));
  const subscribed = openSubscriptionReader({ db, now });
  app.use(subscriptionRoutes({ reader, subscribed, answerCache, origin, today: () => dayAt(now()) }));
  app.use(pushRoutes({ push, answerCache, now }));
  app.use(alertReachRoutes({ push, guard }));
  app.use(changeRoutes({ db, now, guard, answerCache }));
  const secondFactor = openSecondFactor(db, now);
  const presentPassword = openPresentPassword(db, openFailures({ now, window: WINDOW, most: PER_ACCOUNT }));
  const resets = openPasswordResets(db, now);
  app.use(passwordResetRoutes({ db, now, writer, passwords, resets, mail }));
  // Failed log-ins in a user's name must not keep the user from changing the password, so each has its own count.
  app.use(
    userRoutes({
      db,
      writer,
      admin,
      guard,
      sessions,
      attempts: openAttempts(now),
      passwords,
      presentPassword,
      secondFactor,
      logbook,
      resets,
    }),
  );
  app.use(secondFactorRoutes({ writer, admin, guard, secondFactor, logbook }));
  app.use(openSessionRoutes({ admin, guard, sessions, logbook }));
  app.use(adminRoutes({ writer, admin, guard }));
  const tryPages = openTrialPages({ renderer, readerWith: (changed) => createSqlReader({ db, now, changed }), log });
  app.use(documentRoutes({ writer, reader, guard, tryPages }));
  app.use(firstStepRoutes({ admin, guard, backupDir, now }));
  app.use(fieldRoutes({ writer, guard, presentPassword, passwords }));
  const allowance = openUploadAllowance({ uploadsDir, now, spaceOf });
  app.use(uploadRoutes({ db, writer, guard, uploads, allowance, runDecoder }));
  const tickets = openTickets({ db, uploadsDir, now, mail, tell: (ticket) => answerPush.tell(ticket) });
  const answerPush = openAnswerPush({ db, store: tickets.store, push: push.store, now });
  app.use(ticketRoutes({ tickets, allowance, runDecoder, now }));
  app.use(answerPushRoutes({ store: tickets.store, answerPush, push, now }));
  app.use(publicTicketRoutes({ tickets, answerCache }));
  app.use(open311Routes({ tickets, answerCache, origin, now }));
  app.use(staffTicketRoutes({ tickets, writer, reader, guard, allowance, runDecoder, logbook }));
  app.use(iconRoutes({ reader, icons: openIcons({ uploadsDir, runDecoder }), answerCache }));
  app.use(uploadedFileRoutes({ db, guard, uploadsDir, reader, shares, draftLinks, now }));
  app.use(operationRoutes({ guard, handle: app }));
  app.use(historyRoutes({ db, writer, guard, history: openHistoryReader(db), uploads, logbook }));
  app.use(logbookRoutes({ guard, logbook, reader: openLogbookReader(db) }));
  app.use(draftLinkRoutes({ db, guard, links: draftLinks }));
  app.use(presenceRoutes({ admin, guard, now }));
  app.use(portalStateRoutes({ db, now, guard, machine, backupDir }));
  if (renderer) app.use(viewRoutes({ renderer, reader, answerCache }));
  app.use(['/api', '/users'], nothingHere);
  // A PDF that is gone has a page with ways on.
  app.use('/uploads', (req, res, next) => (isDocumentFile(req.path) ? next() : nothingHere(req, res, next)));
  if (renderer) {
    app.use(qrCodeRoutes({ renderer, answerCache }));
    const links = draftLinks;
    app.use(
      draftPageRoutes({
        db,
        links,
        renderer,
        reader,
        transport,
        readerWith: (draft) => createSqlReader({ db, now, draft }),
        pace: createNetworkLimiter({ now, ...MISS_RATE }),
      }),
    );
    app.use(publicTicketPage({ tickets, answerCache, renderer, reader, transport }));
    app.use(
      ticketPageRoutes({
        tickets,
        renderer,
        reader,
        transport,
        now,
        pace: createNetworkLimiter({ now, ...MISS_RATE }),
      }),
    );
    app.use(pageRoutes({ renderer, reader, answerCache, transport, shells: dictionaries?.shells }));
  }
  app.use(nothingHere);
  app.use(errorHandler(log, health.saw));
  return app;
}

/**
 * Rate at which one network may have pages drawn, by cache misses or by links to drafts: a school or a whole mobile
 * network may share one address.
 */
const MISS_RATE = { burst: 300, perSecond: 30 };

/** Opens the answer cache of a database's public content. */
export function openAnswerCache({
  db,
  now,
  origin,
  hstsSubdomains = false,
}: Pick<AppParts, 'db' | 'now' | 'origin' | 'hstsSubdomains'>): AnswerCache {
  const pace = createNetworkLimiter({ now, ...MISS_RATE });
  return createAnswerCache({
    version: withShownTimes({ db, version: versionOf(db), now }),
    day: townDay(now),
    headers: securityHeaders({ transport: transportOf({ origin, hstsSubdomains }) }),
    onMiss: (req) => pace((req as Request).ip),
  });
}

function transportOf({ origin, hstsSubdomains }: { origin: string; hstsSubdomains: boolean }): Transport {
  if (!origin.startsWith('https:')) return 'plain';
  return hstsSubdomains ? 'https-with-subdomains' : 'https';
}

/**
 * Answers to somebody without a session or the right, or who asks too often: whoever tries their luck shows by them.
 */
const REFUSALS = new Set([401, 403, 429]);

/** Sets the default headers of every answer, logs how the request went, and notes what staff have no right to. */
function everyAnswer(log: Log, logbook: Logbook, headers: Record<string, string>): RequestHandler {
  const events = openEvents(log);
  return (req, res, next) => {
    const id = randomUUID();
    const began = performance.now();
    const { ip = '' } = req;
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('X-Request-Id', id);
    res.once('finish', () => {
      const line = {
        id,
        method: req.method,
        path: loggedPath(req.originalUrl),
        status: res.statusCode,
        ms: Math.round(performance.now() - began),
        ...staffOf(res),
      };
      const login = loginOf(res);
      const [problem, by] = [problemOf(res), staffOf(res)];
      if (problem?.code === 'forbidden' && by && !login) {
        const isPassword = problem.details.field === 'current';
        const detail = isPassword ? {} : { what: `${line.method} ${line.path}` };
        const kind = isPassword ? 'password-wrong' : 'refused';
        logbook.note({ kind, userId: by.user, from: originOf(req), detail });
      }
      if (login) {
        const isAsked = login.refusal === 'asked';
        events[line.status === 200 || isAsked ? 'info' : 'warn'](
          { ...line, ...login },
          line.status === 200 ? 'logged in' : isAsked ? 'log-in asked for more' : 'log-in refused',
        );
      } else if (REFUSALS.has(line.status)) log.warn({ ...line, network: networkOf(ip) }, 'refused');
      else if (req.method === 'GET' || req.method === 'HEAD') log.debug(line, 'request');
      else log.info(line, 'request');
    });
    next();
  };
}

const nothingHere: RequestHandler = () => {
  throw new Problem('not-found');
};
