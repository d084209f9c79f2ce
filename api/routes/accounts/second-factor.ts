import { Router } from 'express';
import type { Request } from 'express';
import { z } from 'zod';
import { originOf } from '../../auth/guard.ts';
import type { Guard } from '../../auth/guard.ts';
import type { SecondFactor } from '../../auth/second-factor.ts';
import { calls } from '../../contract/addresses/calls.ts';
import { SECOND_FACTOR_RULES } from '../../contract/messages/second-factor.ts';
import { Problem } from '../../contract/problems.ts';
import type { User } from '../../contract/records.ts';
import { bodyOf, jsonBody, SMALL_BODY } from '../../http/body.ts';
import { reply } from '../../http/reply.ts';
import { part, route } from '../../http/route.ts';
import type { AdminReader } from '../../records/admin-read.ts';
import type { Logbook } from '../../records/logbook.ts';
import type { Act, Writer } from '../../records/write/writer.ts';

interface Parts {
  writer: Writer;
  admin: AdminReader;
  guard: Guard;
  secondFactor: SecondFactor;
  logbook: Logbook;
}

const factor = z.strictObject({ secret: z.string(), code: z.string() });
const rule = z.strictObject({ value: z.enum(SECOND_FACTOR_RULES).optional() });

/**
 * The second factor of a person who is logged in. Whatever changes it asks for the password again. It is read with
 * POST, as users are.
 */
export function secondFactorRoutes({ writer, admin, guard, secondFactor, logbook }: Parts): Router {
  const router = Router();
  const body = jsonBody(SMALL_BODY);
  /** @throws Problem 403 to everybody else but Admins, 404 */
  function userIn(req: Request): User {
    const id = part(req, 'id');
    guard.ownOrAdmin(req, id);
    return admin.one('user', id) as User;
  }
  /** @throws Problem 403 to everybody else, Admins too: nobody holds another's second factor */
  function ownAct(req: Request): Act {
    const act = guard.act(req, { body: '' });
    if (act.userId !== part(req, 'id')) throw new Problem('forbidden', { message: OWN_ONLY });
    guard.confirmed(req);
    return act;
  }

  route(router, calls.secondFactor(':id'), {
    post: [guard.staff, body, (req, res) => reply(req, res, secondFactor.state(userIn(req)))],
  });
  route(router, calls.secondFactorSet(':id'), {
    post: [
      guard.staff,
      body,
      async (req, res) => {
        const { userId } = ownAct(req);
        const { secret, code } = bodyOf(factor, req.body);
        const { factor: made, codes } = await secondFactor.prepare(userId, secret, code);
        writer.setSecondFactor(withoutKey(ownAct(req)), made);
        await reply(req, res, { codes });
      },
    ],
  });
  route(router, calls.secondFactorCodes(':id'), {
    post: [
      guard.staff,
      body,
      async (req, res) => {
        ownAct(req);
        const { stored, codes } = await secondFactor.newCodes();
        writer.setRecoveryCodes(withoutKey(ownAct(req)), stored);
        await reply(req, res, { codes });
      },
    ],
  });
  route(router, calls.secondFactorRemove(':id'), {
    post: [
      guard.staff,
      body,
      (req, res) => {
        const user = userIn(req);
        const act = guard.act(req);
        guard.confirmed(req);
        if (act.userId === user.id && secondFactor.state(user).isRequired) {
          throw new Problem('value', { message: REQUIRED });
        }
        return reply(req, res, writer.removeSecondFactor(act, user.id));
      },
    ],
  });
  route(router, calls.secondFactorForget(':id'), {
    post: [
      guard.staff,
      body,
      (req, res) => {
        const { id } = userIn(req);
        const { userId } = guard.act(req);
        const deed = { kind: 'device-forgotten', userId, from: originOf(req), about: { id } } as const;
        logbook.adding(
          () => secondFactor.forget(id),
          () => deed,
        );
        return reply(req, res, 1);
      },
    ],
  });
  route(router, calls.secondFactorRule(), {
    post: [
      guard.admin,
      body,
      (req, res) => {
        const { value } = bodyOf(rule, req.body);
        if (value !== undefined) {
          const { userId } = guard.act(req);
          guard.confirmed(req);
          logbook.adding(
            () => {
              const before = secondFactor.rule();
              secondFactor.setRule(value);
              return before;
            },
            (before) => {
              const fields = [{ name: 'rule', before, after: value }];
              return before === value
                ? null
                : { kind: 'second-factor-rule', userId, from: originOf(req), detail: { fields } };
            },
          );
        }
        return reply(req, res, { value: secondFactor.rule() });
      },
    ],
  });
  return router;
}

/** The answer has recovery codes, which are stored nowhere: it cannot be given again for the same key. */
const withoutKey = ({ opId: _, ...act }: Act): Act => act;

const OWN_ONLY = 'La verificación en dos pasos la configura cada persona para sí misma.';
const REQUIRED =
  'En este portal es obligatoria: no se puede desactivar. Para pasarla a otro teléfono, configurala de nuevo.';
