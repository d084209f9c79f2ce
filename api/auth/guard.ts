import type { Request, RequestHandler } from 'express';
import { Problem } from '../contract/problems.ts';
import type { User } from '../contract/records.ts';
import { ADMIN } from '../contract/roles.ts';
import { fingerprint, OPERATION_KEY } from '../http/body.ts';
import { networkOf } from '../http/networks.ts';
import { markStaff } from '../log.ts';
import { browserAndDevice } from '../records/device-words.ts';
import type { Origin } from '../records/logbook.ts';
import type { Act } from '../records/write/writer.ts';
import type { Sessions } from './sessions.ts';

/** Checks sessions and roles, before a body is read. */
export interface Guard {
  /** Requires a live session. @throws Problem 401 */
  staff: RequestHandler;
  /** Requires the live session of an Admin. @throws Problem 401, 403 */
  admin: RequestHandler;
  /**
   * Returns who writes, and as which operation. Call it after the last await before writing: the session is checked
   * again.
   * @param options.body replaces the body in comparing repeated keys, where the body holds a secret
   * @throws Problem 401 no live session, 400 an Idempotency-Key that is not 1 to 64 visible ASCII characters
   */
  act(req: Request, options?: { body?: string }): Act;
  /**
   * Requires that the author has given the password a short while ago, in this session.
   * @throws Problem `confirm` (403)
   */
  confirmed(req: Request): void;
  /** Requires that the author is this user, or an Admin. @throws Problem 401, 403 */
  ownOrAdmin(req: Request, userId: string): void;
}

export function createGuard(sessions: Sessions): Guard {
  async function userOf(req: Request): Promise<User> {
    const token = bearer(req);
    const user = token === null ? null : await sessions.validate(token, req.headers['user-agent']);
    if (!user) throw new Problem(sessions.endOf(token));
    if (req.res) markStaff(req.res, user);
    return user;
  }

  function liveUser(req: Request): User {
    const token = bearer(req);
    const user = token === null ? null : sessions.userOf(token);
    if (!user) throw new Problem(sessions.endOf(token));
    return user;
  }

  return {
    async staff(req, _res, next) {
      await userOf(req);
      next();
    },
    async admin(req, _res, next) {
      const { usergroup } = await userOf(req);
      if (usergroup !== ADMIN) throw new Problem('forbidden');
      next();
    },
    act(req, { body } = {}) {
      const opId = operationKey(req);
      const user = liveUser(req);
      return {
        userId: user.id,
        usergroup: user.usergroup,
        request: fingerprint(req, body),
        from: originOf(req),
        ...(opId === undefined ? {} : { opId }),
      };
    },
    confirmed(req) {
      if (!sessions.isConfirmed(bearer(req) ?? '')) throw new Problem('confirm');
    },
    ownOrAdmin(req, userId) {
      const { id, usergroup } = liveUser(req);
      if (id !== userId && usergroup !== ADMIN) throw new Problem('forbidden');
    },
  };
}

/** Returns where a request comes from, for the logbook. */
export function originOf({ ip = '', headers }: Pick<Request, 'ip' | 'headers'>): Origin {
  return { network: networkOf(ip), device: browserAndDevice(headers['user-agent'] ?? '') };
}

/** Returns the token of `Authorization: Bearer <token>`, null when there is none. */
export function bearer(req: Request): string | null {
  return /^Bearer +([\w-]{43})$/i.exec(req.headers.authorization ?? '')?.[1] ?? null;
}

function operationKey(req: Request): string | undefined {
  const key = req.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !OPERATION_KEY.test(key)) {
    throw new Problem('malformed', {
      message: 'La clave de operación (Idempotency-Key) lleva de 1 a 64 caracteres visibles.',
    });
  }
  return key;
}
