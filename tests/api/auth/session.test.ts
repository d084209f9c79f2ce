import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addressKey, networkOf } from '../../../api/http/networks.ts';
import { hashPassword, isPassword, randomPassword } from '../../../api/auth/passwords.ts';
import { openSessions } from '../../../api/auth/sessions.ts';
import { keyedMutex } from '../../../api/auth/keyed-mutex.ts';
import { calls } from '#contract/addresses/calls';
import { openTown, PASSWORD, save } from '../town.ts';
import type { Answer, Town } from '../town.ts';

const MINUTE = 60_000;
const login = (town: Town, username: unknown, password: unknown) =>
  town.post(calls.authenticate(), { username, password });
const tokenOf = (answer: Answer) => (answer.body as { token: string }).token;
const isLive = async (town: Town, token: string) =>
  ((await town.post(calls.tokenExpired(), {}, { as: token })).body as { TokenExpired: number }).TokenExpired === 0;

describe('logging in', () => {
  test('answers with the user and a token that gives access to what needs a session', async () => {
    const town = await openTown();
    const answer = await login(town, ' EDU ', PASSWORD);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual({
      id: town.editorId,
      username: 'edu',
      name: 'Edu',
      usergroup: 2,
      token: expect.stringMatching(/^[\w-]{43}$/) as string,
      device: expect.stringMatching(/^[\w-]{22}\.[\w-]{43}$/) as string,
    });
    expect((await town.get('/api/data/getStoriesByAll/1', { as: tokenOf(answer) })).status).toBe(200);
    expect(await isLive(town, tokenOf(answer))).toBe(true);
  });

  test('stores only the hash of the token in the database', async () => {
    const town = await openTown();
    const token = tokenOf(await login(town, 'ana', PASSWORD));
    const rows = town.db.prepare('SELECT * FROM session').all();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows).toContainEqual({
      id: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      user_id: town.adminId,
      expires_at: expect.any(Number) as number,
      device: 'Otro dispositivo',
      began: expect.any(Number) as number,
      used: expect.any(Number) as number,
      confirmed: expect.any(Number) as number,
    });
  });

  test.for([
    [{}, 'usuario es requerido'],
    [{ password: 'x' }, 'usuario es requerido'],
    [{ username: ' ', password: 'x' }, 'usuario es requerido'],
    [{ username: 7, password: 'x' }, 'usuario es requerido'],
    [{ username: 'ana' }, 'Contraseña es requerida'],
    [{ username: 'ana', password: '' }, 'Contraseña es requerida'],
    [{ username: 'ana', password: ['x'] }, 'Contraseña es requerida'],
  ] as const)('with %j says «%s»', async ([body, message]) => {
    const town = await openTown();
    expect(await town.post(calls.authenticate(), body)).toMatchObject({ status: 400, body: { message } });
  });

  test('says the same to an unknown user, a wrong password, a disabled user and one without a password', async () => {
    const town = await openTown();
    town.writer.register(town.act, { username: 'beto', enable: 0 }, await hashPassword(PASSWORD));
    const id = town.make('user', { username: 'caro', enable: 1 });
    const answers = await Promise.all([
      login(town, 'nadie', PASSWORD),
      login(town, 'ana', 'otra clave'),
      login(town, 'beto', PASSWORD),
      login(town, 'caro', PASSWORD),
      login(town, 'caro', ' '),
      login(town, "ana' --", PASSWORD),
    ]);
    for (const { status, body } of answers)
      expect([status, body]).toEqual([401, { code: 'login', message: 'Usuario o contraseña incorrectos' }]);
    expect(town.db.prepare('SELECT password_hash FROM user WHERE id = ?').pluck().get(id)).toBe('');
  });

  test('takes the same work whether or not there is a password to check', async () => {
    expect(await isPassword('x', undefined)).toBe(false);
    expect(await isPassword('', '')).toBe(false);
    const hash = await hashPassword('contraseña');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await isPassword('contrasen\u0303a', hash)).toBe(true);
    expect(await isPassword('contrasena', hash)).toBe(false);
  });

  test('is blocked for everybody after 10 failures on an account, and possible again after 15 minutes', async () => {
    const town = await openTown();
    for (let number = 0; number < 10; number += 1) expect((await login(town, 'ana', 'mala')).status).toBe(401);
    const refused = await login(town, 'ANA', PASSWORD);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900);
    expect((await login(town, 'edu', PASSWORD)).status).toBe(200);
    town.clock.now += 15 * MINUTE;
    expect((await login(town, 'ana', PASSWORD)).status).toBe(200);
  });

  test('counts failures on an account that does not exist like those on one that does', async () => {
    const town = await openTown();
    for (let number = 0; number < 10; number += 1) await login(town, 'nadie', 'mala');
    expect((await login(town, 'nadie', 'mala')).status).toBe(429);
  });

  test('forgets the failures of an account after a success', async () => {
    const town = await openTown();
    for (let round = 0; round < 2; round += 1) {
      for (let number = 0; number < 9; number += 1) await login(town, 'ana', 'mala');
      expect((await login(town, 'ana', PASSWORD)).status).toBe(200);
    }
  });

  test('many times together: wrong passwords are stopped at ten, right ones all pass', async () => {
    const town = await openTown();
    const wrong = await Promise.all(Array.from({ length: 25 }, () => login(town, 'ana', 'mala')));
    expect(wrong.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(wrong.filter(({ status }) => status === 429)).toHaveLength(15);
    const right = await Promise.all(Array.from({ length: 15 }, () => login(town, 'edu', PASSWORD)));
    expect(right.map(({ status }) => status)).toEqual(Array<number>(15).fill(200));
  });

  test('is blocked after 50 failures from one address, whatever the accounts', async () => {
    const town = await openTown();
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => login(town, `nadie${index}`, 'mala')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(50);
    expect((await login(town, 'ana', PASSWORD)).status).toBe(429);
  });

  test('takes the address from a proxy only when configured to', async () => {
    for (const [trustProxy, status] of [
      ['loopback', 200],
      [false, 429],
    ] as const) {
      const town = await openTown({ trustProxy });
      const from = (address: string, username: string, password: string) =>
        town.post(calls.authenticate(), { username, password }, { headers: { 'X-Forwarded-For': address } });
      await Promise.all(Array.from({ length: 50 }, (_, index) => from('203.0.113.9', `nadie${index}`, 'mala')));
      expect((await from('203.0.113.9', 'ana', PASSWORD)).status).toBe(429);
      expect((await from('203.0.113.10', 'ana', PASSWORD)).status).toBe(status);
    }
  });
});

describe('a session', () => {
  test('ends on logging out, on the server too', async () => {
    const town = await openTown();
    expect((await town.post(calls.logout(), {}, { as: town.editor })).body).toBe(1);
    expect(await isLive(town, town.editor)).toBe(false);
    expect((await town.get('/api/data/getStoriesByAll/1', { as: town.editor })).status).toBe(401);
    expect((await town.post(calls.logout(), {}, { as: town.editor })).body).toBe(1);
    expect(await isLive(town, town.admin)).toBe(true);
  });

  test('can be ended with the hash of its token, by a device that logged out offline, and no other session ends', async () => {
    const town = await openTown();
    const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
    for (const session of [
      town.editor,
      hashOf('x'),
      town.editorId,
      '%',
      '',
      hashOf(town.editor).toUpperCase(),
      7,
      null,
    ]) {
      expect([session, (await town.post(calls.logout(), { session })).status]).toEqual([
        session,
        session === hashOf('x') ? 200 : 400,
      ]);
    }
    expect((await town.post(calls.logout(), { session: hashOf(town.editor), user: town.adminId })).status).toBe(400);
    expect(await isLive(town, town.editor)).toBe(true);
    expect((await town.post(calls.logout(), { session: hashOf(town.editor) })).body).toBe(1);
    expect([await isLive(town, town.editor), await isLive(town, town.admin)]).toEqual([false, true]);
    // Ending a session twice is accepted, and the hash gives no access.
    expect((await town.post(calls.logout(), { session: hashOf(town.editor) })).body).toBe(1);
    expect((await town.get(calls.list('story'), { as: hashOf(town.admin) })).status).toBe(401);
  });

  test('ends after its days and is renewed with use', async () => {
    const town = await openTown();
    const expire = (seconds: number) =>
      town.db
        .prepare('UPDATE session SET expires_at = ? WHERE user_id = ?')
        .run(Math.floor(Date.now() / 1000) + seconds, town.editorId);
    const left = () =>
      (town.db
        .prepare<[string], number>('SELECT expires_at FROM session WHERE user_id = ?')
        .pluck()
        .get(town.editorId) ?? 0) -
      Date.now() / 1000;
    expect(left()).toBeGreaterThan(29.9 * 86_400);
    expire(20 * 86_400);
    expect(await isLive(town, town.editor)).toBe(true);
    expect(left()).toBeLessThan(20.1 * 86_400);
    expire(14 * 86_400);
    expect(await isLive(town, town.editor)).toBe(true);
    expect(left()).toBeGreaterThan(29.9 * 86_400);
    expire(-1);
    expect(await isLive(town, town.editor)).toBe(false);
    expect((await town.get('/api/data/changes', { as: town.editor })).status).toBe(401);
  });

  test.for([
    '',
    'x',
    'Bearer',
    'Bearer ',
    'Bearer x',
    `Basic ${'a'.repeat(43)}`,
    `Bearer ${'a'.repeat(43)}`,
    `Bearer ${'a'.repeat(42)}'`,
    `Bearer ${'a'.repeat(5000)}`,
  ])('is not opened by «%s»', async (authorization) => {
    const town = await openTown();
    const { status, headers, body } = await town.get('/api/data/changes', {
      headers: { Authorization: authorization },
    });
    expect([status, body, headers.get('www-authenticate')]).toEqual([
      401,
      { code: 'expired', message: 'Tu sesión terminó. Volvé a ingresar.' },
      'Bearer',
    ]);
  });

  test('accepts the word Bearer in any letter case', async () => {
    const town = await openTown();
    expect((await town.get('/api/data/changes', { headers: { Authorization: `bearer ${town.editor}` } })).status).toBe(
      200,
    );
  });

  test.for([
    ['enable', 0],
    ['usergroup', 1],
    ['password', 'otra clave larga'],
  ] as const)('ends at once when %s of its user changes', async ([field, value]) => {
    const town = await openTown();
    const second = await openSessions(town.db).create(town.editorId);
    expect((await save(town, 'user', town.editorId, field, { value })).body).toBe(1);
    for (const token of [town.editor, second]) {
      expect(await isLive(town, token)).toBe(false);
      expect((await town.get('/api/data/changes', { as: token })).status).toBe(401);
    }
    expect(await isLive(town, town.admin)).toBe(true);
  });

  const reasonOf = async (town: Town, token: string) => {
    const feed = await town.get('/api/data/changes', { as: token });
    const asked = await town.post(calls.tokenExpired(), {}, { as: token });
    return [feed.status, (feed.body as { code: string }).code, asked.body];
  };
  const REVOKED = [401, 'revoked', { TokenExpired: 1, code: 'revoked' }];
  const EXPIRED = [401, 'expired', { TokenExpired: 1, code: 'expired' }];

  test.for([
    ['is disabled', (town) => save(town, 'user', town.editorId, 'enable', { value: 0 })],
    ['gets other rights', (town) => save(town, 'user', town.editorId, 'usergroup', { value: 1 })],
    ['is deleted', (town) => town.post(calls.remove('user', town.editorId), {}, { as: town.admin })],
    [
      'gets a password from an Admin',
      (town) => save(town, 'user', town.editorId, 'password', { value: 'otra clave larga' }),
    ],
    [
      'gets a password from the operator',
      async (town) => town.writer.setPassword(town.act, town.editorId, await hashPassword('otra clave larga')),
    ],
    [
      'changes their password on another device',
      async (town) => {
        const as = await openSessions(town.db).create(town.editorId);
        await save(town, 'user', town.editorId, 'password', { value: 'otra clave larga', current: PASSWORD }, { as });
      },
    ],
  ] as const satisfies [string, (town: Town) => unknown][])(
    'that was taken away because its user %s says so, for a year',
    async ([, take]) => {
      const town = await openTown();
      await take(town);
      expect(await reasonOf(town, town.editor)).toEqual(REVOKED);
      const age = (days: number) => town.db.prepare('UPDATE revoked_session SET at = at - ?').run(days * 86_400);
      age(365);
      await openSessions(town.db).create(town.adminId);
      expect(await reasonOf(town, town.editor)).toEqual(REVOKED);
      age(2);
      await openSessions(town.db).create(town.adminId);
      expect(await reasonOf(town, town.editor)).toEqual(EXPIRED);
    },
  );

  test('that ran out, or was logged out of, is not said to be taken away', async () => {
    const town = await openTown();
    await town.post(calls.logout(), {}, { as: town.editor });
    expect(await reasonOf(town, town.editor)).toEqual(EXPIRED);
    const token = await openSessions(town.db).create(town.editorId);
    town.db.prepare('UPDATE session SET expires_at = 1 WHERE user_id = ?').run(town.editorId);
    expect(await reasonOf(town, token)).toEqual(EXPIRED);
  });

  test('that ran out before its user was disabled is taken away too, also when others log in meanwhile', async () => {
    const town = await openTown();
    const now = Math.floor(Date.now() / 1000);
    town.db.prepare('UPDATE session SET expires_at = ? WHERE user_id = ?').run(now - 60 * 86_400, town.editorId);
    await login(town, 'ana', PASSWORD);
    await save(town, 'user', town.editorId, 'enable', { value: 0 });
    expect(await reasonOf(town, town.editor)).toEqual(REVOKED);
  });

  test('continues when the name or e-mail of its user changes', async () => {
    const town = await openTown();
    await save(town, 'user', town.editorId, 'name', { value: 'Eduardo' });
    await save(town, 'user', town.editorId, 'email', { value: 'edu@example.com' });
    expect(await isLive(town, town.editor)).toBe(true);
  });

  test('that ends while a body is still arriving writes nothing', async () => {
    const town = await openTown();
    const id = town.make('story', { title: 'Uno' });
    let finish = () => {};
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"value":'));
        finish = () => {
          controller.enqueue(new TextEncoder().encode('"Dos"}'));
          controller.close();
        };
      },
    });
    const init = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { Authorization: `Bearer ${town.editor}`, 'Content-Type': 'application/json' },
    };
    const answer = fetch(town.url + calls.update('story', id, 'title'), init as RequestInit);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await save(town, 'user', town.editorId, 'enable', { value: 0 });
    finish();
    expect((await answer).status).toBe(401);
    expect((await town.get(calls.one('story', id), { as: town.admin })).body).toMatchObject({ title: 'Uno' });
  });
});

describe('a password that somebody else has set', () => {
  const GIVEN = 'una clave prestada';
  const OWN = 'cuatro palabras sueltas';
  const enter = (town: Town, username: string, password: string, newPassword?: unknown) =>
    town.post(calls.authenticate(), { username, password, newPassword });

  test.for([
    ['an Admin on the screen of users', (town) => save(town, 'user', town.editorId, 'password', { value: GIVEN })],
    [
      'an Admin with other fields',
      (town) => town.call('PUT', `/users/${town.editorId}`, { password: GIVEN }, { as: town.admin }),
    ],
    [
      'an Admin who makes the user',
      async (town) => {
        await town.post(calls.remove('user', town.editorId), {}, { as: town.admin });
        await town.post('/users/register', { username: 'edu', password: GIVEN }, { as: town.admin });
      },
    ],
    ['the operator', async (town) => town.writer.setPassword(town.act, town.editorId, await hashPassword(GIVEN))],
  ] as const satisfies [string, (town: Town) => unknown][])(
    'by %s opens no session, and only lets its user choose their own',
    async ([, give]) => {
      const town = await openTown();
      await give(town);
      const sessions = () => town.db.prepare('SELECT count(*) FROM session').pluck().get();
      const before = sessions();
      expect(await enter(town, 'edu', GIVEN)).toMatchObject({
        status: 403,
        body: {
          code: 'temporary-password',
          message: 'Esa contraseña te la dio otra persona. Elegí ahora una que sepas solo vos.',
        },
      });
      expect((await enter(town, 'edu', 'mala', OWN)).body).toMatchObject({ code: 'login' });
      expect((await enter(town, 'edu', GIVEN, GIVEN)).body).toMatchObject({
        code: 'value',
        field: 'password',
        message: 'Es la misma que te dieron. Elegí otra.',
      });
      expect((await enter(town, 'edu', GIVEN, 'edu-2026')).body).toMatchObject({ code: 'value', field: 'password' });
      expect((await enter(town, 'edu', GIVEN, 7)).status).toBe(400);
      expect(sessions()).toBe(before);
      const chosen = await enter(town, 'edu', GIVEN, OWN);
      expect(chosen).toMatchObject({ status: 200, body: { username: 'edu' } });
      expect((await town.get('/api/data/changes', { as: tokenOf(chosen) })).status).toBe(200);
      expect((await enter(town, 'edu', GIVEN)).status).toBe(401);
      expect((await enter(town, 'edu', OWN)).status).toBe(200);
      const { id } = chosen.body as { id: string };
      expect(
        town.db.prepare("SELECT user_id, record_id FROM history WHERE field = 'password' ORDER BY rowid DESC").get(),
      ).toEqual({ user_id: id, record_id: id });
    },
  );

  test('is replaced once, also when two devices choose at the same time', async () => {
    const town = await openTown();
    await save(town, 'user', town.editorId, 'password', { value: GIVEN });
    const answers = await Promise.all([
      enter(town, 'edu', GIVEN, OWN),
      enter(town, 'edu', GIVEN, 'otras cinco palabras'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 401]);
    expect((await enter(town, 'edu', OWN)).status).toBe(200);
  });

  test('is not one that a person has chosen: an Admin for themselves, anybody with the current one', async () => {
    const town = await openTown();
    await save(town, 'user', town.adminId, 'password', { value: OWN });
    expect((await enter(town, 'ana', OWN)).status).toBe(200);
    await save(town, 'user', town.editorId, 'password', { value: OWN, current: PASSWORD }, { as: town.editor });
    expect((await enter(town, 'edu', OWN)).status).toBe(200);
    expect((await enter(town, 'edu', OWN, 'otras cinco palabras')).body).toMatchObject({
      code: 'value',
      message: 'Esa contraseña ya es tuya: ingresá con ella y cambiala en «Mi cuenta».',
    });
  });
});

describe('users', () => {
  test('are made, read, changed and deleted through /users by Admins', async () => {
    const town = await openTown();
    const asked = { as: town.admin };
    const { status, body } = await town.post(
      '/users/register',
      { username: 'flor', password: 'una clave larga', name: 'Flor', email: 'flor@example.com' },
      asked,
    );
    expect(status).toBe(200);
    const { id } = body as { id: string };
    expect((await town.get(`/users/${id}`, asked)).body).toEqual({
      id,
      created: expect.any(String) as string,
      name: 'Flor',
      email: 'flor@example.com',
      username: 'flor',
      usergroup: 2,
      enable: 1,
    });
    expect((await login(town, 'flor', 'una clave larga')).status).toBe(403);
    expect(
      (await town.call('PUT', `/users/${id}`, { name: 'Florencia', password: 'otra clave larga' }, asked)).body,
    ).toBe(1);
    expect((await login(town, 'flor', 'una clave larga')).status).toBe(401);
    expect((await login(town, 'flor', 'otra clave larga')).status).toBe(403);
    expect((await town.get('/users', asked)).body).toHaveLength(3);
    expect((await town.call('DELETE', `/users/${id}`, undefined, asked)).body).toBe(1);
    expect((await town.call('DELETE', `/users/${id}`, undefined, asked)).status).toBe(410);
    expect((await login(town, 'flor', 'otra clave larga')).status).toBe(401);
  });

  test('are created and changed completely or not at all', async () => {
    const town = await openTown();
    const count = () => town.db.prepare('SELECT count(*) FROM user').pluck().get();
    const register = (body: object) => town.post('/users/register', body, { as: town.admin });
    for (const [body, status] of [
      [{ username: 'EDU', password: 'una clave larga' }, 422],
      [{ username: '', password: 'una clave larga' }, 422],
      [{ username: 'x', password: 'corta' }, 422],
      [{ username: 'x' }, 422],
      [{ username: 'x', password: 'una clave larga', email: 'no' }, 422],
      [{ username: 'x', password: 'una clave larga', email: 'editora@x' }, 422],
      [{ username: 'rocio antilef', password: 'una clave larga' }, 422],
      [{ username: 'editora@x', password: 'una clave larga' }, 422],
      [{ username: 'x', password: 'una clave larga', usergroup: 3 }, 422],
      [{ username: 'x', password: 'una clave larga', id: 'abc' }, 400],
      [{ password: 'una clave larga' }, 400],
    ] as const) {
      expect([body, (await register(body)).status]).toEqual([body, status]);
      expect(count()).toBe(2);
    }
    expect(
      (await town.call('PUT', `/users/${town.editorId}`, { name: 'Otro', usergroup: 9 }, { as: town.admin })).status,
    ).toBe(422);
    expect((await town.get(`/users/${town.editorId}`, { as: town.admin })).body).toMatchObject({ name: 'Edu' });
  });

  test('never show a password, nor does the history', async () => {
    const town = await openTown();
    const secret = 'palabra-secreta-77';
    await save(town, 'user', town.editorId, 'password', { value: secret }, { as: town.admin, key: 'op-1' });
    await town.post('/users/register', { username: 'flor', password: secret }, { as: town.admin, key: 'op-2' });
    const answers = await Promise.all([
      town.post('/api/data/getUserByAll', {}, { as: town.admin }),
      town.get('/users', { as: town.admin }),
      town.post(`/api/data/getUserById/${town.editorId}`, {}, { as: town.admin }),
    ]);
    for (const { body } of answers) expect(JSON.stringify(body)).not.toMatch(/password|argon2|secreta/);
    expect(JSON.stringify(town.db.prepare('SELECT * FROM history').all())).not.toMatch(/argon2|secreta/);
  });

  test('a password has no base, at least 8 characters, and the same key sends it once', async () => {
    const town = await openTown();
    const asked = { as: town.admin, key: 'op-1' };
    expect((await save(town, 'user', town.editorId, 'password', { value: 'una clave larga', base: 'x' })).status).toBe(
      400,
    );
    expect((await save(town, 'user', town.editorId, 'password', { value: 'corta' })).status).toBe(422);
    expect((await save(town, 'user', 'aaaaaaaaaaaa', 'password', { value: 'una clave larga' })).status).toBe(404);
    expect((await save(town, 'user', town.editorId, 'password', { value: 'una clave larga' }, asked)).body).toBe(1);
    expect((await save(town, 'user', town.editorId, 'password', { value: 'una clave larga' }, asked)).body).toBe(1);
    // The digest of a request leaves out the password, so the password is compared with the one that the key has set.
    expect(await save(town, 'user', town.editorId, 'password', { value: 'otra clave larga' }, asked)).toMatchObject({
      status: 422,
      body: { code: 'key-reused' },
    });
    expect(town.db.prepare("SELECT count(*) FROM history WHERE field = 'password'").pluck().get()).toBe(1);
    expect([
      (await login(town, 'edu', 'una clave larga')).body,
      (await login(town, 'edu', 'otra clave larga')).body,
    ]).toMatchObject([{ code: 'temporary-password' }, { code: 'login' }]);
  });

  test('the same key with another password is refused wherever one is set, also when both come at once', async () => {
    const town = await openTown();
    const asked = { as: town.admin, key: 'op-1' };
    const register = (password: string) => town.post('/users/register', { username: 'flor', password }, asked);
    const { body } = await register('una clave larga');
    expect((await register('una clave larga')).body).toEqual(body);
    expect(await register('otra clave larga')).toMatchObject({ status: 422, body: { code: 'key-reused' } });
    const put = (password: string) =>
      town.call('PUT', `/users/${town.editorId}`, { name: 'Eduardo', password }, { as: town.admin, key: 'op-2' });
    expect([
      (await put('una clave larga')).body,
      (await put('una clave larga')).body,
      (await put('otra clave larga')).status,
    ]).toEqual([1, 1, 422]);
    const own = (value: string, current: string) =>
      save(town, 'user', town.adminId, 'password', { value, current }, { as: town.admin, key: 'op-3' });
    expect([
      (await own('una clave larga', PASSWORD)).body,
      (await own('otra clave larga', 'una clave larga')).status,
    ]).toEqual([1, 422]);
    const set = (value: string) =>
      save(town, 'user', town.editorId, 'password', { value }, { as: town.admin, key: 'op-4' });
    const both = await Promise.all([set('primera de las dos'), set('segunda de las dos')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test('the id of a deleted user is never reused, so the history still names them', async () => {
    const town = await openTown();
    const { id } = (await town.post(calls.create('user'), { id: 'usuario00001' }, { as: town.admin })).body as {
      id: string;
    };
    await save(town, 'user', id, 'name', { value: 'Flor' });
    town.writer.create({ ...town.act, userId: id }, 'story', { id: 'noticia00001' });
    expect((await town.post(calls.remove('user', id), {}, { as: town.admin })).body).toBe(1);
    expect(await town.post(calls.create('user'), { id }, { as: town.admin })).toMatchObject({
      status: 409,
      body: { code: 'exists' },
    });
    expect((await town.get(calls.historyOf('story', 'noticia00001'), { as: town.editor })).body).toMatchObject({
      items: [{ by: 'Flor' }],
    });
  });

  test('two users cannot have names that differ only in letter case', async () => {
    const town = await openTown();
    const id = town.make('user');
    expect(await save(town, 'user', id, 'username', { value: 'ANA' })).toMatchObject({
      status: 422,
      body: { message: 'Ese nombre de usuario ya existe. Elegí otro.' },
    });
    expect((await save(town, 'user', id, 'username', { value: '' })).status).toBe(422);
    expect((await save(town, 'user', town.adminId, 'username', { value: 'Ana' })).body).toBe(1);
  });

  test('the last enabled Admin can be neither deleted, disabled nor demoted', async () => {
    const town = await openTown();
    const tries = () =>
      Promise.all([
        save(town, 'user', town.adminId, 'enable', { value: 0 }),
        save(town, 'user', town.adminId, 'usergroup', { value: 2 }),
        town.post(calls.remove('user', town.adminId), {}, { as: town.admin }),
        town.call('DELETE', `/users/${town.adminId}`, undefined, { as: town.admin }),
        town.call('PUT', `/users/${town.adminId}`, { enable: 0 }, { as: town.admin }),
      ]);
    for (const { status } of await tries()) expect(status).toBe(422);
    // Neither a disabled Admin nor one without a password counts as a second one.
    const id = town.make('user', { username: 'gus', usergroup: 1 });
    for (const { status } of await tries()) expect(status).toBe(422);
    await save(town, 'user', id, 'enable', { value: 1 });
    const message =
      'Es el único administrador que puede ingresar: habilitá a otro y ponele una contraseña antes de cambiarlo.';
    for (const { status, body } of await tries())
      expect([status, body]).toEqual([422, expect.objectContaining({ code: 'value', message })]);
    expect((await login(town, 'ana', PASSWORD)).status).toBe(200);
    await save(town, 'user', id, 'password', { value: 'una clave larga' });
    expect((await save(town, 'user', town.adminId, 'usergroup', { value: 2 })).body).toBe(1);
    expect((await town.get('/users', { as: town.admin })).status).toBe(401);
  });

  test('of two Admins who demote each other at the same time, one remains', async () => {
    const town = await openTown();
    const { id } = town.writer.register(
      town.act,
      { username: 'gus', usergroup: 1, enable: 1 },
      await hashPassword(PASSWORD),
    );
    const other = await openSessions(town.db).create(id);
    await Promise.all([
      save(town, 'user', id, 'usergroup', { value: 2 }),
      save(town, 'user', town.adminId, 'usergroup', { value: 2 }, { as: other }),
    ]);
    expect(town.db.prepare('SELECT count(*) FROM user WHERE usergroup = 1 AND enable = 1').pluck().get()).toBe(1);
  });
});

describe('a new password', () => {
  test('made from the name of its user or of the town is refused wherever one is set, with a reason, and nothing changes', async () => {
    const town = await openTown();
    const { id: _, ...site } = (await town.get('/api/dataPublic/site')).body as Record<string, unknown>;
    await town.post('/api/data/site', { value: { ...site, town: 'Cañadón Huemul' } }, { as: town.admin });
    const asked = { as: town.admin };
    for (const password of ['edu-2026', 'Huemul.2026', 'contraseña']) {
      for (const answer of [
        await save(town, 'user', town.editorId, 'password', { value: password }),
        await town.call('PUT', `/users/${town.editorId}`, { name: 'Otro', password }, asked),
        await town.call('PUT', `/users/${town.editorId}`, { username: 'edu', password }, asked),
        await town.post('/users/register', { username: 'edu', password }, asked),
      ])
        expect(answer).toMatchObject({
          status: 422,
          body: { code: 'value', field: 'password', message: expect.stringMatching(/^Esa contraseña se adivina/) },
        });
    }
    expect((await town.get(`/users/${town.editorId}`, asked)).body).toMatchObject({ name: 'Edu' });
    expect((await login(town, 'edu', PASSWORD)).status).toBe(200);
    // The name of another user may be part of a password.
    expect((await save(town, 'user', town.adminId, 'password', { value: 'huemules de edu' })).body).toBe(1);
  });
});

describe('a network', () => {
  test('counts by the half of an IPv6 address that one household shares', () => {
    expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe(addressKey('2001:0db8:1:2::1'));
    expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'));
    expect(addressKey('::ffff:203.0.113.9')).toBe(addressKey('203.0.113.9'));
    expect(addressKey('::1')).not.toBe(addressKey('127.0.0.1'));
    expect(addressKey('fe80::1%eth0')).toBe(addressKey('fe80::2'));
  });

  test.for([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:0db8::1', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['', ''],
  ] as const)('an address like %s is in the log as its network %s', ([address, network]) => {
    expect(networkOf(address)).toBe(network);
  });
});

test('tasks of one key run one after another, and a failed one lets the next one run', async () => {
  const locked = keyedMutex();
  const order: string[] = [];
  const work =
    (name: string, fails = false) =>
    async () => {
      order.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      order.push(`${name} ends`);
      if (fails) throw new Error(name);
    };
  const results = await Promise.allSettled([
    locked('a', work('1', true)),
    locked('a', work('2')),
    locked('b', work('3')),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(order.indexOf('2 begins')).toBeGreaterThan(order.indexOf('1 ends'));
  expect(order.indexOf('3 begins')).toBeLessThan(order.indexOf('1 ends'));
});

test('a generated password has four groups and no letters that look alike', () => {
  for (let number = 0; number < 50; number += 1)
    expect(randomPassword()).toMatch(/^([a-km-np-z2-9]{4}-){3}[a-km-np-z2-9]{4}$/);
});
