import { Router } from 'express';
import { calls } from '../contract/addresses/calls.ts';
import { Problem } from '../contract/problems.ts';
import type { Db } from '../db/database.ts';
import { reply } from '../http/reply.ts';
import { route } from '../http/route.ts';

/** Time in ms for which a result is reused, so that frequent requests cause few writes. */
const RESULT_TTL = 1000;

/**
 * `GET /salud`: 200 when the database can be read and written, else 503.
 * @param origin whose portal this is: what looks after several on one machine tells them apart by it
 */
export function healthRoutes({ db, now, origin }: { db: Db; now: () => number; origin: string }): Router {
  const router = Router();
  const write = db.prepare(
    "INSERT INTO meta (key, value) VALUES ('checked', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
  );
  const read = db.prepare<[], string>("SELECT value FROM meta WHERE key = 'checked'").pluck();
  let checked = { at: Number.NEGATIVE_INFINITY, ok: false };

  function works(): boolean {
    try {
      const moment = new Date(now()).toISOString();
      write.run(moment);
      return read.get() === moment;
    } catch {
      return false;
    }
  }

  route(router, calls.health(), {
    get: async (req, res) => {
      if (Math.abs(now() - checked.at) >= RESULT_TTL) checked = { at: now(), ok: works() };
      if (!checked.ok) throw new Problem('not-ready', { retryAfter: 1 });
      await reply(req, res, { ok: true, origin });
    },
  });
  return router;
}
