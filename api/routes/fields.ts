import { Router } from 'express';
import { z } from 'zod';
import type { Guard } from '../auth/guard.ts';
import type { NewPassword } from '../auth/passwords.ts';
import { FIELD_BODY, jsonBody } from '../body.ts';
import { ENTITY_NAMES, fieldAt } from '../contract/entities.ts';
import type { EntityName } from '../contract/entities.ts';
import { calls } from '../contract/paths.ts';
import { isAdminOnly } from '../contract/roles.ts';
import type { Writer } from '../entities/write.ts';
import { reply } from '../reply.ts';
import { bodyOf, replacement } from './bodies.ts';
import { part, route } from './route.ts';

/** The field updates of spec section 7.4. Which fields there are, and what they accept, says `contract/entities.ts`. */
export function fieldRoutes({ writer, guard, newPassword }: { writer: Writer; guard: Guard; newPassword: NewPassword }): Router {
  const router = Router();
  const body = jsonBody(FIELD_BODY);

  const allowed = (entity: EntityName) => (isAdminOnly(entity) ? guard.admin : guard.staff);
  for (const entity of ENTITY_NAMES.filter((one) => one !== 'user')) {
    route(router, calls.update(entity, ':id', ':field'), {
      post: [allowed(entity), body, (req, res) => {
        const change = bodyOf(replacement, req.body);
        return reply(req, res, writer.update(guard.act(req), entity, part(req, 'id'), part(req, 'field'), change));
      }],
    });
  }

  route(router, calls.update('user', ':id', ':field'), {
    post: [guard.admin, body, async (req, res) => {
      const [id, field] = [part(req, 'id'), part(req, 'field')];
      if (fieldAt('user', field)?.field.kind !== 'password') {
        return reply(req, res, writer.update(guard.act(req), 'user', id, field, bodyOf(replacement, req.body)));
      }
      // A secret has no base: nobody has seen it.
      const { value } = bodyOf(z.strictObject({ value: z.unknown() }), req.body);
      const hash = await newPassword(value, { id });
      return reply(req, res, writer.setPassword(guard.act(req, { body: '' }), id, hash));
    }],
  });

  route(router, calls.greenPointText(), {
    post: [guard.staff, body, (req, res) => {
      const { value, base } = bodyOf(replacement, req.body);
      return reply(req, res, writer.setGreenPointText(guard.act(req), value, base));
    }],
  });
  return router;
}
