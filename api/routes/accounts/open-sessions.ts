import { Router } from 'express';
import type { Request } from 'express';
import { z } from 'zod';
import { bearer, originOf } from '../../auth/guard.ts';
import type { Guard } from '../../auth/guard.ts';
import { sessionIdOf } from '../../auth/sessions.ts';
import type { Sessions } from '../../auth/sessions.ts';
import { calls } from '../../contract/addresses/calls.ts';
import { Problem } from '../../contract/problems.ts';
import { bodyOf, jsonBody, SMALL_BODY } from '../../http/body.ts';
import { reply } from '../../http/reply.ts';
import { part, route } from '../../http/route.ts';
import type { AdminReader } from '../../records/admin-read.ts';
import type { Logbook } from '../../records/logbook.ts';

interface Parts {
  admin: AdminReader;
  guard: Guard;
  sessions: Sessions;
  logbook: Logbook;
}

/** One session by its id; without it, all of the person's but the one that asks. */
const closing = z.strictObject({ session: z.string().optional() });

/** The open sessions of a person, for them and for Admins. They are read with POST, as users are. */
export function openSessionRoutes({ admin, guard, sessions, logbook }: Parts): Router {
  const router = Router();
  const body = jsonBody(SMALL_BODY);
  function userIn(req: Request): string {
    const id = part(req, 'id');
    guard.ownOrAdmin(req, id);
    return admin.one('user', id).id;
  }

  route(router, calls.sessions(':id'), {
    post: [guard.staff, body, (req, res) => reply(req, res, sessions.of(userIn(req), bearer(req)))],
  });
  route(router, calls.sessionsClose(':id'), {
    post: [
      guard.staff,
      body,
      (req, res) => {
        const user = userIn(req);
        const { session } = bodyOf(closing, req.body);
        if (session !== undefined && !sessions.of(user, null).some(({ id }) => id === session)) {
          throw new Problem('not-found', { message: 'Esa sesión ya estaba cerrada.' });
        }
        const own = sessionIdOf(bearer(req) ?? '');
        const { userId } = guard.act(req);
        const closed = logbook.adding(
          () => sessions.take(user, session === undefined ? { except: own } : { only: session }),
          (count) =>
            count === 0
              ? null
              : {
                  kind: 'session-closed',
                  userId,
                  from: originOf(req),
                  about: { id: user },
                  detail: { sessions: count },
                },
        );
        return reply(req, res, closed);
      },
    ],
  });
  return router;
}
