import { Router } from 'express';
import type { Request } from 'express';
import { z } from 'zod';
import type { Attempts, Try } from '../../auth/attempts.ts';
import { bearer, originOf } from '../../auth/guard.ts';
import type { Guard } from '../../auth/guard.ts';
import { openKnownDevices } from '../../auth/known-devices.ts';
import { isPassword } from '../../auth/passwords.ts';
import type { NewPasswords } from '../../auth/passwords.ts';
import type { PasswordResets } from '../../auth/password-resets.ts';
import type { PresentPassword } from '../../auth/present-password.ts';
import type { SecondFactor } from '../../auth/second-factor.ts';
import { sessionIdOf } from '../../auth/sessions.ts';
import type { Sessions } from '../../auth/sessions.ts';
import { keyedMutex } from '../../auth/keyed-mutex.ts';
import { bodyOf, jsonBody, SMALL_BODY } from '../../http/body.ts';
import { calls } from '../../contract/addresses/calls.ts';
import { Problem } from '../../contract/problems.ts';
import { asksPassword, EDITOR } from '../../contract/roles.ts';
import type { Db } from '../../db/database.ts';
import { NOBODY } from '../../contract/messages/logbook.ts';
import type { LogbookDetail, LogbookKind } from '../../contract/messages/logbook.ts';
import { bareCode, isRecoveryCode } from '../../contract/values/one-time-codes.ts';
import type { AdminReader } from '../../records/admin-read.ts';
import type { Logbook, Origin } from '../../records/logbook.ts';
import type { Writer } from '../../records/write/writer.ts';
import { markLogin } from '../../log.ts';
import type { Login } from '../../log.ts';
import { reply } from '../../http/reply.ts';
import { part, route } from '../../http/route.ts';

interface Parts {
  db: Db;
  writer: Writer;
  admin: AdminReader;
  guard: Guard;
  sessions: Sessions;
  attempts: Attempts;
  passwords: NewPasswords;
  presentPassword: PresentPassword;
  secondFactor: SecondFactor;
  logbook: Logbook;
  resets: PasswordResets;
}

/** Log-in and users (spec section 7.1). */
export function userRoutes(parts: Parts): Router {
  const router = Router();
  sessionRoutes(router, parts);
  managementRoutes(router, parts);
  return router;
}

function sessionRoutes(router: Router, parts: Parts): void {
  const { db, writer, guard, sessions, attempts, passwords, presentPassword, secondFactor, logbook, resets } = parts;
  const body = jsonBody(SMALL_BODY);
  const byName = db.prepare<[string], Account>(
    `SELECT id, username, name, usergroup, enable, password_hash AS hash, password_temporary AS isTemporary
    FROM user WHERE username = ?`,
  );
  const devices = openKnownDevices(db);
  // Tries of one count run one after another: otherwise many would pass the limit before the first has failed.
  const locked = keyedMutex();

  /**
   * Returns the hash of the password that replaces a temporary one: there is no session before.
   * @throws Problem
   */
  async function hashOfOwn({ id }: Account, temporary: string, own: string | undefined): Promise<string> {
    if (own === undefined) throw new Problem('temporary-password');
    if (own.normalize('NFC') === temporary.normalize('NFC')) {
      throw new Problem('value', { field: 'password', message: 'Es la misma que te dieron. Elegí otra.' });
    }
    return passwords.hash(own, { id });
  }

  /**
   * Checks the second factor, or sets it up, if the log-in needs one.
   * @returns the recovery codes, if it was set up
   * @throws Problem
   */
  async function passSecondFactor(
    account: Account,
    { code, secret, device, from }: Asked,
    one: Try,
  ): Promise<string[]> {
    const { id, usergroup } = account;
    const needs = secondFactor.needs(account, devices.nameOf(id, device));
    if (needs === 'code') {
      if (code === undefined) {
        const message = secondFactor.isReadable(id) ? {} : { message: UNREADABLE };
        throw new Problem('second-factor', message);
      }
      const isRight = await secondFactor.use(id, code).catch((error: unknown) => {
        // Nothing was checked: it is neither wrong nor right.
        one.undecided();
        throw error;
      });
      if (isRight) return [];
      one.failed();
      throw new Problem('second-factor', { message: WRONG_CODE });
    }
    if (needs === null) return [];
    if (secret === undefined || code === undefined) throw new Problem('second-factor-setup');
    const { factor, codes } = await secondFactor.prepare(id, secret, code);
    // Of two that set it up at once, one is the second.
    if (secondFactor.needs(account, null) !== 'set-up') throw new Problem('second-factor');
    const still = byName.get(account.username);
    if (still?.enable !== 1 || still.hash !== account.hash) throw new Problem('login');
    writer.setSecondFactor({ userId: id, usergroup, request: 'log-in', from }, factor);
    return codes;
  }

  /** Checks a password and what else is needed, and opens a session. @throws Problem */
  async function logIn(given: Asked, one: Try) {
    const { username, password, newPassword, device, isToRemember, userAgent, from } = given;
    const asked = byName.get(username);
    const isRight = await isPassword(password, asked?.hash);
    const account = byName.get(username);
    if (!isRight || account?.enable !== 1 || account.hash !== asked?.hash) {
      one.failed();
      throw new Problem('login');
    }
    const { id, name, usergroup, hash } = account;
    const isWhole = secondFactor.needs(account, devices.nameOf(id, device)) !== 'code';
    if (isWhole) one.succeeded();
    else if (given.code === undefined) one.undecided();
    let own: string | null = null;
    if (account.isTemporary === 1) own = await hashOfOwn(account, password, newPassword);
    else if (newPassword !== undefined) throw new Problem('value', { field: 'password', message: ALREADY_OWN });
    const recoveryCodes = await passSecondFactor(account, given, one);
    if (!isWhole) one.succeeded();
    const now = byName.get(username);
    if (now?.enable !== 1 || now.hash !== hash) throw new Problem('login');
    if (own !== null) writer.setOwnPassword({ userId: id, usergroup, request: 'log-in', from }, own, '');
    const how = isWhole
      ? {}
      : ({ how: isRecoveryCode(bareCode(given.code ?? '')) ? 'recovery-code' : 'code' } as const);
    const begun = () => logbook.add({ kind: 'log-in', userId: id, from, detail: how });
    const token = await sessions.create(id, userAgent, begun);
    // Whoever knows the password needs no link.
    resets.forget(id);
    const known = devices.tokenFor(id, device);
    // Only a log-in that has just given a code: else the days of a remembered device would never end.
    if (isToRemember && (!isWhole || recoveryCodes.length > 0))
      secondFactor.remember(id, devices.nameOf(id, known) ?? '');
    return {
      id,
      username: account.username,
      name,
      usergroup,
      token,
      device: known,
      ...(recoveryCodes.length === 0 ? {} : { recoveryCodes }),
    };
  }

  route(router, calls.authenticate(), {
    post: [
      body,
      async (req, res) => {
        const from = originOf(req);
        const given = { ...credentials(req.body), userAgent: req.headers['user-agent'], from };
        const { username: name } = given;
        const user = byName.get(name);
        const { ip: address = '' } = req;
        const login = { account: user?.username ?? null, user: user?.id ?? null, network: from.network };
        markLogin(res, login);
        const userId = user?.id;
        const device = devices.nameOf(userId, given.device);
        const enter = async () => {
          const onDevice =
            userId !== undefined && device !== null
              ? await locked(`device ${device}`, async () => {
                  const own = attempts.onDevice(userId, device);
                  return own && logIn(given, own);
                })
              : null;
          const shared = () => logIn(given, attempts.shared({ userId, name, address, device }));
          return onDevice ?? locked(`name ${name.toLowerCase()}`, async () => shared());
        };
        const entered = await enter().catch((error: unknown) => {
          const refusal = refusalOf(error, given.code);
          markLogin(res, { ...login, refusal });
          const [kind, detail] = REFUSED_LOGINS[refusal];
          if (kind !== null) logbook.note({ kind, userId: userId ?? NOBODY, from, detail });
          throw error;
        });
        await reply(req, res, entered);
      },
    ],
  });
  route(router, calls.tokenExpired(), {
    post: [
      body,
      async (req, res) => {
        const token = bearer(req);
        const user = token === null ? null : await sessions.validate(token, req.headers['user-agent']);
        await reply(req, res, user ? { TokenExpired: 0 } : { TokenExpired: 1, code: sessions.endOf(token) });
      },
    ],
  });
  route(router, calls.confirm(), {
    post: [
      guard.staff,
      body,
      async (req, res) => {
        const { password } = bodyOf(confirmation, req.body);
        await presentPassword(guard.act(req).userId, password);
        sessions.confirm(bearer(req) ?? '');
        await reply(req, res, 1);
      },
    ],
  });
  route(router, calls.logout(), {
    post: [
      body,
      async (req, res) => {
        const { session } = bodyOf(logout, req.body);
        const token = bearer(req);
        const left = (userId: string) => logbook.add({ kind: 'log-out', userId, from: originOf(req) });
        if (token !== null) sessions.end(sessionIdOf(token), left);
        if (session !== undefined) sessions.end(session, left);
        await reply(req, res, 1);
      },
    ],
  });
}

function managementRoutes(router: Router, { writer, admin, guard, passwords }: Parts): void {
  const body = jsonBody(SMALL_BODY);
  route(router, '/users', { get: [guard.admin, (req, res) => reply(req, res, admin.users())] });
  route(router, '/users/register', {
    post: [
      guard.admin,
      body,
      async (req, res) => {
        const { password, username, ...rest } = bodyOf(registration, req.body);
        guard.confirmed(req);
        const hash = await passwords.hash(password, { ...rest, username });
        const fields = { usergroup: EDITOR, enable: 1, ...given(rest), username };
        const answer = writer.register(guard.act(req, { body: JSON.stringify(fields) }), fields, hash, true);
        await passwords.confirm(answer.id, password, hash);
        await reply(req, res, answer);
      },
    ],
  });
  route(router, '/users/:id', {
    get: [guard.admin, (req, res) => reply(req, res, admin.one('user', part(req, 'id')))],
    put: [
      guard.admin,
      body,
      async (req: Request, res) => {
        const { password, ...rest } = bodyOf(userChange, req.body);
        if (Object.keys(req.body as object).some(asksPassword)) guard.confirmed(req);
        const id = part(req, 'id');
        const hash =
          password === undefined
            ? undefined
            : await passwords.hash(password, rest.username === undefined ? { id } : rest);
        const fields = given(rest);
        const answer = writer.updateUser(
          guard.act(req, { body: JSON.stringify([fields, hash !== undefined]) }),
          id,
          fields,
          hash,
        );
        if (hash !== undefined) await passwords.confirm(id, password, hash);
        await reply(req, res, answer);
      },
    ],
    remove: [
      guard.admin,
      (req, res) => {
        guard.confirmed(req);
        return reply(req, res, writer.remove(guard.act(req), 'user', part(req, 'id')));
      },
    ],
  });
}

const confirmation = z.strictObject({ password: z.string() });

/** A device that logged out without a network names the session later, by the hash of its token. */
const logout = z.strictObject({
  session: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});

interface Account {
  id: string;
  username: string;
  name: string;
  usergroup: number;
  enable: number;
  hash: string;
  isTemporary: 0 | 1;
}

const WRONG_CODE = 'Ese código no es correcto, o ya se usó. Esperá a que la aplicación muestre el siguiente.';
const UNREADABLE =
  'El portal se restauró en otra máquina y ya no puede comprobar los códigos de tu aplicación: ingresá con un código ' +
  'de recuperación.';
const ALREADY_OWN = 'Esa contraseña ya es tuya: ingresá con ella y cambiala en «Mi cuenta».';

interface Credentials {
  username: string;
  password: string;
  newPassword?: string;
  /** Of the second factor; with `secret`, which is set up with it. */
  code?: string;
  secret?: string;
  /** The second factor is not asked for on this device for a while. */
  isToRemember: boolean;
  /** By which a device says that it is a known one. Whatever else it is, the device is an unknown one. */
  device: unknown;
}

/** A try to log in, the User-Agent header of the request, and where it comes from. */
type Asked = Credentials & { userAgent: string | undefined; from: Origin };

type Refusal = NonNullable<Login['refusal']>;
/** Returns why a log-in was refused. @param code the one of the second factor that was given */
function refusalOf(error: unknown, code: string | undefined): Refusal {
  switch (error instanceof Problem ? error.code : '') {
    case 'login':
      return 'password';
    case 'too-many':
      return 'limited';
    case 'second-factor':
      return code === undefined ? 'asked' : 'code';
    case 'second-factor-setup':
    case 'temporary-password':
      return 'asked';
    default:
      return 'other';
  }
}
/** What the logbook says of them. */
const REFUSED_LOGINS: Record<Refusal, [LogbookKind | null, LogbookDetail]> = {
  password: ['log-in-wrong', { how: 'password' }],
  code: ['log-in-wrong', { how: 'code' }],
  asked: ['log-in-asked', {}],
  limited: ['log-in-limited', {}],
  other: [null, {}],
};

/** @throws Problem 400 with the texts of spec section 5 */
function credentials(body: unknown): Credentials {
  const { username, password, newPassword, device, code, secret, remember } = body as Record<string, unknown>;
  const name = typeof username === 'string' ? username.normalize('NFC').trim() : '';
  if (name === '') throw new Problem('malformed', { message: 'usuario es requerido' });
  if (typeof password !== 'string' || password === '') {
    throw new Problem('malformed', { message: 'Contraseña es requerida' });
  }
  const texts = Object.fromEntries(
    Object.entries({ newPassword, code, secret }).filter(([, text]) => text !== undefined),
  );
  if (Object.values(texts).some((text) => typeof text !== 'string')) throw new Problem('malformed');
  return { username: name, password, ...(texts as Record<string, string>), device, isToRemember: remember === true };
}

/** These check the shape only; the fields check the values. */
const plainFields = {
  name: z.unknown().optional(),
  email: z.unknown().optional(),
  usergroup: z.unknown().optional(),
  enable: z.unknown().optional(),
};
const registration = z.strictObject({ ...plainFields, username: z.string(), password: z.unknown().optional() });
const userChange = z.strictObject({
  ...plainFields,
  username: z.unknown().optional(),
  password: z.unknown().optional(),
});

function given(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
