import { Router } from 'express';
import type { Guard } from '../auth/guard.ts';
import { calls } from '../contract/addresses/calls.ts';
import { isRecordType } from '../contract/record-types.ts';
import { mayEdit } from '../contract/roles.ts';
import { Problem } from '../contract/problems.ts';
import { reply } from '../http/reply.ts';
import { part, route } from '../http/route.ts';
import type { AdminReader } from '../records/admin-read.ts';
import { openPresence } from '../records/presence.ts';

interface Parts {
  admin: AdminReader;
  guard: Guard;
  now: () => number;
}

/**
 * `GET /api/data/presence/:type/:id`: notes that the person is editing a record, and answers with the names of the
 * others who are.
 */
export function presenceRoutes({ admin, guard, now }: Parts): Router {
  const router = Router();
  const presence = openPresence(now);
  route(router, calls.presence(':type', ':id'), {
    get: [
      guard.staff,
      (req, res) => {
        const { userId, usergroup } = guard.act(req);
        const type = part(req, 'type');
        if (!isRecordType(type)) throw new Problem('not-found');
        if (!mayEdit(usergroup, type)) throw new Problem('forbidden');
        const others = new Set(presence.isEditing(userId, type, part(req, 'id').slice(0, MOST_CHARACTERS)));
        const names = admin.users().flatMap(({ id, name, username }) => (others.has(id) ? [name || username] : []));
        return reply(req, res, names);
      },
    ],
  });
  return router;
}

/** Ids are shorter. */
const MOST_CHARACTERS = 64;
