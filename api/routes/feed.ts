import { Router } from 'express';
import type { Request } from 'express';
import type { AnswerCache } from '../http/cache/answer-cache.ts';
import type { Guard } from '../auth/guard.ts';
import { calls } from '../contract/addresses/calls.ts';
import { publicFeed } from '../contract/addresses/public-calls.ts';
import { DEVICE_HEADER } from '../contract/messages/portal-state.ts';
import { Problem } from '../contract/problems.ts';
import type { Db } from '../db/database.ts';
import { openStaffDevices } from '../records/staff-devices.ts';
import { openFeed } from '../records/feed.ts';
import { JSON_HEADERS, reply } from '../http/reply.ts';
import { route } from '../http/route.ts';

/**
 * The change feeds. Shared caches must not store them; the server caches the public feed like any public answer. A
 * device of staff reports the changes that wait on it with each pull.
 */
export function changeRoutes({
  db,
  now,
  guard,
  answerCache,
}: {
  db: Db;
  now: () => number;
  guard: Guard;
  answerCache: AnswerCache;
}): Router {
  const router = Router();
  const feeds = { public: openFeed({ db, now, scope: 'public' }), admin: openFeed({ db, now, scope: 'admin' }) };

  route(router, publicFeed(''), {
    get: (req, res) => {
      const query = queryOf(req);
      return answerCache.send(req, res, async () => ({
        status: 200,
        headers: { ...JSON_HEADERS, 'Cache-Control': 'no-store' },
        body: JSON.stringify(feeds.public.read(query)),
      }));
    },
  });
  const devices = openStaffDevices({ db, now });
  route(router, calls.feed(''), {
    get: [
      guard.staff,
      (req, res) => {
        devices.heard(guard.act(req).userId, req.get(DEVICE_HEADER), req.get('user-agent'));
        return reply(req, res, feeds.admin.read(queryOf(req)));
      },
    ],
  });
  return router;
}

function queryOf(req: Request): { since?: string; next?: string } {
  const { since, next } = req.query;
  for (const one of [since, next]) if (one !== undefined && typeof one !== 'string') throw new Problem('malformed');
  return { ...(typeof since === 'string' ? { since } : {}), ...(typeof next === 'string' ? { next } : {}) };
}
