import { Router } from 'express';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Guard } from '../auth/guard.ts';
import { bodyOf, jsonBody, SMALL_BODY } from '../http/body.ts';
import { ENTITY_NAMES } from '../contract/forms-and-lists.ts';
import type { EntityName } from '../contract/forms-and-lists.ts';
import { calls, isPaged } from '../contract/addresses/calls.ts';
import { isAdminOnly } from '../contract/roles.ts';
import type { AdminReader } from '../records/admin-read.ts';
import type { Writer } from '../records/write/writer.ts';
import { reply } from '../http/reply.ts';
import { pageIn, part, route } from '../http/route.ts';

interface Parts {
  writer: Writer;
  admin: AdminReader;
  guard: Guard;
}

/** The calls of spec section 7.3: reading, making and deleting records, labels and videos. */
export function adminRoutes(parts: Parts): Router {
  const router = Router();
  for (const entity of ENTITY_NAMES) recordRoutes(router, entity, parts);
  labelRoutes(router, parts);
  videoRoutes(router, parts);
  return router;
}

function recordRoutes(router: Router, entity: EntityName, { writer, admin, guard }: Parts): void {
  const allowed = isAdminOnly(entity) ? guard.admin : guard.staff;
  // Users are read with POST, everything else with GET.
  const method = entity === 'user' ? 'post' : 'get';
  const body = jsonBody(SMALL_BODY);

  route(router, calls.create(entity), {
    post: [
      allowed,
      body,
      (req, res) => {
        const given = bodyOf(creation, req.body);
        return reply(req, res, writer.create(guard.act(req), entity, given));
      },
    ],
  });
  route(router, calls.remove(entity, ':id'), {
    post: [
      allowed,
      body,
      (req, res) => {
        const { base } = bodyOf(removal, req.body);
        if (entity === 'user') guard.confirmed(req);
        return reply(req, res, writer.remove(guard.act(req), entity, part(req, 'id'), base));
      },
    ],
  });
  route(router, calls.one(entity, ':id'), {
    [method]: [allowed, (req: Request, res: Response) => reply(req, res, admin.one(entity, part(req, 'id')))],
  });
  route(router, calls.list(entity).replace(/\/1$/, '/:page'), {
    [method]: [
      allowed,
      (req: Request, res: Response) =>
        reply(req, res, isPaged(entity) ? admin.list(entity, pageIn(req)) : admin.list(entity, 1).items),
    ],
  });
}

function labelRoutes(router: Router, { writer, admin, guard }: Parts): void {
  const changing = { head: 'refuse' as const };
  route(router, calls.labelSuggestions(':text'), {
    get: [guard.staff, (req, res) => reply(req, res, admin.labels(part(req, 'text')))],
  });
  route(router, calls.labelCreateAdd(':story', ':name'), {
    ...changing,
    get: [
      guard.staff,
      (req, res) => reply(req, res, writer.createLabel(guard.act(req), part(req, 'story'), part(req, 'name'))),
    ],
  });
  route(router, calls.labelAdd(':story', ':label'), {
    ...changing,
    get: [
      guard.staff,
      (req, res) => reply(req, res, writer.addLabel(guard.act(req), part(req, 'story'), part(req, 'label'))),
    ],
  });
  route(router, calls.labelRemove(':story', ':label'), {
    ...changing,
    get: [
      guard.staff,
      (req, res) => reply(req, res, writer.removeLabel(guard.act(req), part(req, 'story'), part(req, 'label'))),
    ],
  });
}

function videoRoutes(router: Router, { writer, guard }: Parts): void {
  route(router, calls.albumVideoAdd(':album'), {
    post: [
      guard.staff,
      jsonBody(SMALL_BODY),
      (req, res) => {
        const { url } = bodyOf(z.strictObject({ url: z.string() }), req.body);
        return reply(req, res, writer.addVideo(guard.act(req), part(req, 'album'), url));
      },
    ],
  });
  route(router, calls.albumVideoDelete(':album', ':video'), {
    head: 'refuse',
    get: [
      guard.staff,
      (req, res) => reply(req, res, writer.removeVideo(guard.act(req), part(req, 'album'), part(req, 'video'))),
    ],
  });
}

/** Limits of the time of creation that a device gives: it may have been offline for long, or its clock be wrong. */
const EARLIEST = Date.parse('1970-01-01T00:00:00Z');
const LATEST = Date.parse('2100-01-01T00:00:00Z');
const creation = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9]{12}$/)
    .optional(),
  date: z.iso
    .datetime({ offset: true })
    .refine((date) => Date.parse(date) >= EARLIEST && Date.parse(date) < LATEST)
    .optional(),
  category: z.string().optional(),
});
const removal = z.strictObject({ base: z.int().min(0).optional() });
