import { Router } from 'express';
import { bodyOf, FIELD_BODY, fingerprintOf, jsonBody, replacement, replacements, SMALL_BODY } from '../http/body.ts';
import { ENTITY_NAMES } from '../contract/forms-and-lists.ts';
import type { EntityName } from '../contract/forms-and-lists.ts';
import { calls } from '../contract/addresses/calls.ts';
import { asksPassword, isAdminOnly } from '../contract/roles.ts';
import { Problem } from '../contract/problems.ts';
import { RECORD_ENTITIES } from '../contract/record-types.ts';
import { problemBody, reply } from '../http/reply.ts';
import { openPasswordChange } from './accounts/password-change.ts';
import type { PasswordParts } from './accounts/password-change.ts';
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
          if (entity === 'user' && asksPassword(part(req, 'field'))) guard.confirmed(req);
          return reply(req, res, writer.update(guard.act(req), entity, part(req, 'id'), part(req, 'field'), change));
        },
      ],
    });
  }
  for (const entity of RECORD_ENTITIES) {
    route(router, calls.updates(entity, ':id'), {
      post: [
        allowed(entity),
        body,
        (req, res) => {
          const { changes } = bodyOf(replacements, req.body);
          const id = part(req, 'id');
          const act = guard.act(req);
          const answers = writer.together(() =>
            changes.map(({ key, field, ...change }) => {
              // As in a request of its own, so that its key has one effect, whichever way it comes.
              const request = fingerprintOf(calls.update(entity, id, field), change);
              return answered(() => writer.update({ ...act, opId: key, request }, entity, id, field, change));
            }),
          );
          return reply(req, res, { answers });
        },
      ],
    });
  }
  return router;
}

/** Returns what a request of its own would be answered. @throws whatever is no Problem, so that nothing is written */
function answered(run: () => unknown): { status: number; body: unknown } {
  try {
    return { status: 200, body: run() };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { status: error.status, body: problemBody(error) };
  }
}
