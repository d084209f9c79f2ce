import { Router } from 'express';
import type { Request } from 'express';
import { isIP } from 'node:net';
import { z } from 'zod';
import { originOf } from '../auth/guard.ts';
import type { Guard } from '../auth/guard.ts';
import { logbookCalls } from '../contract/addresses/logbook.ts';
import { LOGBOOK_CHOICES } from '../contract/messages/logbook.ts';
import type { LogbookQuery } from '../contract/messages/logbook.ts';
import { logbookCells, LOGBOOK_HEADING } from '../contract/messages/logbook-words.ts';
import { Problem } from '../contract/problems.ts';
import { parseDay } from '../contract/values/dates.ts';
import { sendCsv } from '../http/csv.ts';
import { networkOf } from '../http/networks.ts';
import { reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { Logbook } from '../records/logbook.ts';
import { logbookPlace } from '../records/logbook-read.ts';
import type { LogbookPlace, LogbookReader } from '../records/logbook-read.ts';

interface Parts {
  guard: Guard;
  logbook: Logbook;
  reader: LogbookReader;
}

/** The logbook, for Admins. */
export function logbookRoutes({ guard, logbook, reader }: Parts): Router {
  const router = Router();
  function* rowsOf(query: LogbookQuery): Generator<string[]> {
    for (const entry of reader.all(query)) yield logbookCells(entry);
  }
  route(router, logbookCalls.page(), {
    get: [
      guard.admin,
      (req, res) => {
        const { before, ...query } = queryOf(req);
        return reply(req, res, reader.page(query, before));
      },
    ],
  });
  route(router, logbookCalls.export(), {
    get: [
      guard.admin,
      async (req, res) => {
        const { before: _, ...query } = queryOf(req);
        const { userId } = guard.act(req);
        if (req.method !== 'HEAD') {
          logbook.add({ kind: 'export', userId, from: originOf(req), detail: { what: 'logbook' } });
        }
        await sendCsv(req, res, { name: 'registro.csv', heading: LOGBOOK_HEADING, rows: rowsOf(query) });
      },
    ],
  });
  return router;
}

const day = z.string().refine((text) => parseDay(text) === text);
const asked = z.strictObject({
  choice: z.enum(LOGBOOK_CHOICES).optional(),
  user: z.string().max(40).optional(),
  from: day.optional(),
  to: day.optional(),
  network: z.string().max(60).optional(),
  before: z
    .string()
    .max(80)
    .transform(logbookPlace)
    .refine((place) => place !== null)
    .optional(),
});

/** @throws Problem 400 */
function queryOf(req: Request): LogbookQuery & { before?: LogbookPlace | undefined } {
  const parsed = asked.safeParse({ ...req.query });
  if (!parsed.success) throw new Problem('malformed');
  const { network = '', ...query } = parsed.data;
  return { ...query, network: isIP(network) ? networkOf(network) : network };
}
