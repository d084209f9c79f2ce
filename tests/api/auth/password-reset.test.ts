import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openSessions } from '../../../api/auth/sessions.ts';
import { hotp } from '../../../api/auth/totp.ts';
import { calls } from '#contract/addresses/calls';
import { RESET_FRAGMENT } from '#contract/addresses/public-calls';
import { base32 } from '#contract/values/one-time-codes';
import { MINUTE, openPostedTown, ORIGIN } from '../mail/post.ts';
import type { PostedTown } from '../mail/post.ts';
import { openTown, PASSWORD, save } from '../town.ts';
import type { Town } from '../town.ts';

const NEW = 'cuatro tordos en la acequia';
const DAY = 24 * 60 * MINUTE;
const ask = (town: Town, account: unknown, headers = {}) => town.post(calls.passwordReset(), { account }, { headers });
const use = (town: Town, token: string, password: unknown = NEW) =>
  town.post(calls.passwordResetUse(), { token, password });
const logIn = (town: Town, password: string, more: object = {}) =>
  town.post(calls.authenticate(), { username: 'edu', password, ...more });
const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;
const LINK = new RegExp(`https?://[^\\s#]*/login#${RESET_FRAGMENT}([\\w-]{43})$`, 'm');
const tokenIn = ({ server }: PostedTown) => LINK.exec(server.mails.at(-1)?.text.replaceAll('\r', '') ?? '')?.[1] ?? '';

/** Asks for a link, and reads it from the mail. */
async function tokenFor(posted: PostedTown, account = 'edu'): Promise<string> {
  await ask(posted.town, account);
  await posted.send();
  return tokenIn(posted);
}

describe('asking for a link', () => {
  test('is offered where the portal sends mail only', async () => {
    const [posted, without] = [await openPostedTown(), await openTown()];
    const offered = async (town: Town) => (await town.get(calls.passwordReset())).body;
    expect([await offered(posted.town), await offered(without)]).toEqual([{ isOffered: true }, { isOffered: false }]);
    expect(await statusOf(ask(without, 'edu'))).toBe(404);
  });

  test('is answered in the same way and after the same time, whether there is such an account or not', async () => {
    const { town, queue } = await openPostedTown();
    town.db.prepare("UPDATE user SET email = '' WHERE username = 'ana'").run();
    const answers = [];
    for (const account of ['edu', 'ana', 'nadie', '', 'edu@villa.example', 'otro@villa.example', "' OR 1=1 --"]) {
      const began = performance.now();
      const { status, body, headers } = await ask(town, account);
      answers.push([status, body, headers.get('cache-control'), headers.get('content-length')]);
      // No answer is there sooner because nothing had to be written.
      expect(performance.now() - began).toBeGreaterThan(390);
    }
    expect(new Set(answers.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify([200, 1, 'no-store', answers[0]?.[3]])]),
    );
    expect(queue.figures().waiting).toBe(1);
  });

  test('sends it to the address of the account, with the address of the portal that is set', async () => {
    const posted = await openPostedTown();
    await ask(posted.town, ' EDU@Villa.example ', { 'X-Forwarded-Host': 'mal.example', Forwarded: 'host=mal.example' });
    await posted.send();
    expect(posted.server.mails.map(({ to }) => to)).toEqual([['edu@villa.example']]);
    expect(posted.server.mails[0]?.text).toMatch(LINK);
    expect(LINK.exec(posted.server.mails[0]?.text.replaceAll('\r', '') ?? '')?.[0]).toContain(`${ORIGIN}/login#`);
    expect(posted.server.mails[0]?.data).not.toContain('mal.example');
    expect(posted.server.mails[0]?.text).toContain('hasta el 15 de marzo, 11:02');
  });

  test('sends none to who cannot log in, nor to one address of two accounts', async () => {
    const { town, queue } = await openPostedTown();
    town.db.prepare("UPDATE user SET email = 'los-dos@villa.example'").run();
    await ask(town, 'los-dos@villa.example');
    town.db.prepare("UPDATE user SET enable = 0 WHERE username = 'edu'").run();
    await ask(town, 'edu');
    town.db.prepare("UPDATE user SET password_hash = '' WHERE username = 'ana'").run();
    await ask(town, 'ana');
    expect(queue.isWaiting()).toBe(false);
  });

  test('sends an account five links a day, whoever asks, and answers a network that asks often with 429', async () => {
    const posted = await openPostedTown();
    const answers: number[] = [];
    for (let one = 0; one < 22; one += 1) {
      answers.push(await statusOf(ask(posted.town, 'edu')));
      await posted.send();
    }
    expect(answers).toEqual([...Array.from({ length: 20 }, () => 200), 429, 429]);
    expect(posted.server.mails).toHaveLength(5);
    posted.town.clock.now += DAY;
    await tokenFor(posted);
    expect(posted.server.mails).toHaveLength(6);
  }, 60_000);

  test.for([{}, { account: 1 }, { account: 'edu', more: 1 }, { account: 'x'.repeat(301) }])(
    'with %j is malformed',
    async (body) => {
      const { town } = await openPostedTown();
      expect(await statusOf(town.post(calls.passwordReset(), body))).toBe(400);
    },
  );
});

describe('the link', () => {
  test('sets a password once; all sessions end, no device is known any more, and the person is told', async () => {
    const posted = await openPostedTown();
    const { town } = posted;
    const { device } = (await logIn(town, PASSWORD)).body as { device: string };
    const remembered = 'INSERT INTO remembered_device (user_id, device, until) VALUES (?, ?, 9999999999)';
    town.db.prepare(remembered).run(town.editorId, 'x');
    const token = await tokenFor(posted);
    expect(await use(town, token)).toMatchObject({ status: 200, body: 1 });
    const left = `SELECT (SELECT count(*) FROM session WHERE user_id = user.id) AS sessions,
      (SELECT count(*) FROM remembered_device WHERE user_id = user.id) AS devices, device_key AS key
      FROM user WHERE id = ?`;
    expect([device.length > 0, town.db.prepare(left).get(town.editorId)]).toEqual([
      true,
      { sessions: 0, devices: 0, key: '' },
    ]);
    expect((await town.get('/api/data/getStoriesByAll/1', { as: town.editor })).body).toMatchObject({
      code: 'revoked',
    });
    expect((await town.get('/api/data/getStoriesByAll/1', { as: town.admin })).status).toBe(200);
    expect(await use(town, token)).toMatchObject({
      status: 410,
      body: { message: expect.stringContaining('no sirve') },
    });
    expect([await statusOf(logIn(town, PASSWORD)), await statusOf(logIn(town, NEW))]).toEqual([401, 200]);
    await posted.send();
    expect(posted.server.mails.at(-1)).toMatchObject({
      to: ['edu@villa.example'],
      text: expect.stringContaining('La contraseña del usuario «edu»') as string,
    });
  });

  test('is in no table and no line of the log, only its SHA-256 is', async () => {
    const posted = await openPostedTown();
    const token = await tokenFor(posted);
    expect(token).toHaveLength(43);
    const rows = posted.town.db.prepare<[], { token: Buffer }>('SELECT token FROM password_reset').all();
    expect(rows.map((row) => row.token.toString('hex'))).toEqual([createHash('sha256').update(token).digest('hex')]);
    const tables = posted.town.db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck();
    for (const table of tables.all()) {
      expect(JSON.stringify(posted.town.db.prepare(`SELECT * FROM "${table}"`).all())).not.toContain(token);
    }
    await use(posted.town, token);
    expect(posted.lines.join('')).not.toContain(token);
  });

  test('is good for half an hour after it was sent, also by a clock that was set back', async () => {
    const posted = await openPostedTown();
    const { town } = posted;
    await ask(town, 'edu');
    // The mail server was down meanwhile.
    town.clock.now += 20 * MINUTE;
    await posted.send();
    const token = tokenIn(posted);
    town.clock.now += 30 * MINUTE;
    expect(await statusOf(use(town, token))).toBe(410);
    town.clock.now -= DAY;
    expect(await statusOf(use(town, token))).toBe(410);
    town.clock.now += DAY - MINUTE;
    expect(await statusOf(use(town, token))).toBe(200);
  });

  test('that came twice is good twice, until one of them was used', async () => {
    const posted = await openPostedTown();
    const [first, second] = [await tokenFor(posted), await tokenFor(posted)];
    expect(first).not.toBe(second);
    expect([await statusOf(use(posted.town, first)), await statusOf(use(posted.town, second))]).toEqual([200, 410]);
  });

  test.for([
    ['a log-in', ({ town }: PostedTown) => logIn(town, PASSWORD)],
    [
      'another password of one’s own',
      ({ town }: PostedTown) =>
        save(town, 'user', town.editorId, 'password', { value: `${NEW} 2`, current: PASSWORD }, { as: town.editor }),
    ],
    [
      'a password by an Admin',
      ({ town }: PostedTown) => save(town, 'user', town.editorId, 'password', { value: `${NEW} 2` }),
    ],
    [
      'another address',
      ({ town }: PostedTown) => save(town, 'user', town.editorId, 'email', { value: 'edu@otra.example' }),
    ],
    ['losing the right to log in', ({ town }: PostedTown) => save(town, 'user', town.editorId, 'enable', { value: 0 })],
  ] as const)('is void after %s, and so is one that is still to be sent', async ([, act]) => {
    const posted = await openPostedTown();
    const token = await tokenFor(posted);
    await ask(posted.town, 'edu');
    expect((await act(posted)).status).toBe(200);
    expect(await statusOf(use(posted.town, token))).toBe(410);
    const before = posted.server.mails.length;
    await posted.send();
    expect(posted.server.mails.slice(before).filter(({ text }) => text.includes(RESET_FRAGMENT))).toEqual([]);
  });

  test('is still good after a password that is easy to guess was refused, and nobody is told', async () => {
    const posted = await openPostedTown();
    const token = await tokenFor(posted);
    for (const password of ['edu', 'contraseña', '', 12, null]) {
      expect(await statusOf(use(posted.town, token, password))).toBe(422);
    }
    expect(posted.queue.isWaiting()).toBe(false);
    expect(await statusOf(use(posted.town, token))).toBe(200);
  });

  test('of two that use it at the same moment is good for one', async () => {
    const posted = await openPostedTown();
    const token = await tokenFor(posted);
    const answers = await Promise.all([use(posted.town, token), use(posted.town, token, `${NEW} 2`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  });

  test('does not pass the second factor', async () => {
    const posted = await openPostedTown();
    const { town } = posted;
    const secret = Buffer.from('12345678901234567890');
    const code = hotp(secret, Math.floor(town.clock.now / 30_000));
    await town.post(calls.secondFactorSet(town.editorId), { secret: base32(secret), code }, { as: town.editor });
    town.clock.now += MINUTE;
    await use(town, await tokenFor(posted));
    expect((await logIn(town, NEW)).body).toMatchObject({ code: 'second-factor' });
    const next = hotp(secret, Math.floor(town.clock.now / 30_000));
    expect(await statusOf(logIn(town, NEW, { code: next }))).toBe(200);
  });

  test.for(['', 'x', 'x'.repeat(43), 'x'.repeat(100)])('%j is none', async (token) => {
    const { town } = await openPostedTown();
    expect(await statusOf(use(town, token))).toBe(410);
  });
});

test('who changes a password is told by mail too, and nobody without an address or at the first password', async () => {
  const posted = await openPostedTown();
  const { town } = posted;
  await save(town, 'user', town.editorId, 'password', { value: NEW });
  await posted.send();
  expect(posted.server.mails.map(({ to }) => to)).toEqual([['edu@villa.example']]);
  town.db.prepare("UPDATE user SET email = '' WHERE username = 'ana'").run();
  await save(town, 'user', town.adminId, 'password', { value: NEW, current: PASSWORD });
  town.admin = await openSessions(town.db).create(town.adminId);
  const fresh = { username: 'nueva', email: 'nueva@villa.example', password: `${NEW} 3` };
  expect((await town.post('/users/register', fresh, { as: town.admin })).status).toBe(200);
  expect(posted.queue.isWaiting()).toBe(false);
});

test('a changed address is told to the one of before, even if a password changes right after it', async () => {
  const posted = await openPostedTown();
  const { town } = posted;
  await save(town, 'user', town.editorId, 'email', { value: 'otro@villa.example' });
  await save(town, 'user', town.editorId, 'password', { value: NEW });
  await posted.send();
  expect(posted.server.mails.map(({ to, text }) => [to, text])).toEqual([
    [
      ['edu@villa.example'],
      expect.stringMatching(/^El correo del usuario «edu» .* no llega nada más de ese usuario\./),
    ],
  ]);
});
