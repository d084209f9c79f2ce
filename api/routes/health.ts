import { Router } from 'express';
import { calls } from '../contract/addresses/calls.ts';
import { DISK_FULL, Problem } from '../contract/problems.ts';
import { reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { Health, Trouble } from '../maintenance/health.ts';

/**
 * `GET /salud`: 200 when the portal reads, writes and draws pages; else 503, with a word for what is wrong.
 * @param origin whose portal this is: what looks after several on one machine tells them apart by it
 */
export function healthRoutes(health: Health, origin: string): Router {
  const router = Router();
  route(router, calls.health(), {
    get: async (req, res) => {
      const trouble = await health.trouble();
      if (trouble !== null) throw new Problem('not-ready', { message: WORDS[trouble], trouble, retryAfter: 5 });
      await reply(req, res, { ok: true, origin });
    },
  });
  return router;
}

const WORDS: Readonly<Record<Trouble, string>> = {
  'disk-full': DISK_FULL,
  unwritable: 'El servidor no puede escribir en su disco. Avisá a quien lo administra.',
  replaced: 'La base del portal se borró o se cambió mientras estaba en marcha. Avisá a quien administra el servidor.',
  damaged: 'La base del portal está dañada. Avisá a quien administra el servidor.',
  page: 'La página de inicio no se puede mostrar. Avisá a quien administra el servidor.',
};
