import { Router } from 'express';
import { bodyOf, FIELD_BODY, jsonBody, replacement, SMALL_BODY } from '../http/body.ts';
import { ENTITY_NAMES } from '../contract/forms-and-lists.ts';
import type { EntityName } from '../contract/forms-and-lists.ts';
import { calls } from '../contract/addresses/calls.ts';
import { isAdminOnly } from '../contract/roles.ts';
import { reply } from '../http/reply.ts';
import { openPasswordChange } from './password-change.ts';
import type { PasswordParts } from './password-change.ts';
import { part, route } from '../http/route.ts';

/** The field updates of spec section 7.4. The fields, and what they accept, are in `contract/forms-and-lists.ts`. */
export function fieldRoutes(parts: PasswordParts): Router {
  const { writer, guard } = parts;
  const router = Router();
  const body = jsonBody(FIELD_BODY);

  const changePassword = openPasswordChange(parts);
  route(router, calls.update('user', ':id', 'password'), {
    post: [guard.staff, jsonBody(SMALL_BODY), async (req, res) => reply(req, res, await changePassword(req))],
  });

  const allowed = (entity: EntityName) => (isAdminOnly(entity) ? guard.admin : guard.staff);
  for (const entity of ENTITY_NAMES) {
    route(router, calls.update(entity, ':id', ':field'), {
      post: [
        allowed(entity),
        body,
        (req, res) => {
          const change = bodyOf(replacement, req.body);
          return reply(req, res, writer.update(guard.act(req), entity, part(req, 'id'), part(req, 'field'), change));
        },
      ],
    });
  }
  return router;
}
