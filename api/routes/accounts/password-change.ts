import type { Request } from 'express';
import { bodyOf } from '../../http/body.ts';
import { z } from 'zod';
import { bearer } from '../../auth/guard.ts';
import type { Guard } from '../../auth/guard.ts';
import type { NewPasswords } from '../../auth/passwords.ts';
import type { PresentPassword } from '../../auth/present-password.ts';
import { sessionIdOf } from '../../auth/sessions.ts';
import { Problem } from '../../contract/problems.ts';
import { ADMIN } from '../../contract/roles.ts';
import type { Writer } from '../../records/write/writer.ts';
import { part } from '../../http/route.ts';

export interface PasswordParts {
  writer: Writer;
  guard: Guard;
  presentPassword: PresentPassword;
  passwords: NewPasswords;
}

/** Unlike other fields it has no `base`. `current` is the present password, which only Admins may leave out. */
const change = z
  .strictObject({ value: z.unknown(), current: z.string().optional() })
  .refine(({ value }) => value !== undefined);

/**
 * Sets a password: Admins set anyone's, after they have confirmed that it is them; users set their own and give the
 * present one.
 */
export function openPasswordChange({
  writer,
  guard,
  presentPassword,
  passwords,
}: PasswordParts): (req: Request) => Promise<1> {
  return async (req) => {
    const id = part(req, 'id');
    const { userId, usergroup } = guard.act(req, { body: '' });
    const isOwn = 'current' in (req.body as object);
    if (isOwn ? userId !== id : usergroup !== ADMIN) throw new Problem('forbidden');
    const { value, current } = bodyOf(change, req.body);
    if (current === undefined) guard.confirmed(req);
    else await presentPassword(id, current);
    const hash = await passwords.hash(value, { id });
    const act = guard.act(req, { body: '' });
    const answer =
      current === undefined
        ? writer.setPassword(act, id, hash)
        : writer.setOwnPassword(act, hash, sessionIdOf(bearer(req) ?? ''));
    await passwords.confirm(id, value, hash);
    return answer;
  };
}
