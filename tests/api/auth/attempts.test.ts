import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../../api/app.ts';
import { openAttempts } from '../../../api/auth/attempts.ts';
import { openFailures } from '../../../api/auth/failures.ts';
import { hashPassword } from '../../../api/auth/passwords.ts';
import { openLog } from '../../../api/log.ts';
import { calls } from '#contract/addresses/calls';
import { openTown, PASSWORD, save } from '../town.ts';
import type { Answer, Town } from '../town.ts';

const MINUTE = 60_000;
const WRONG = 'no es esta';
/** The n-th network of an attacker. */
const network = (n: number) => `198.${18 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`;
const HOME = '203.0.113.7';

type Portal = Pick<Town, 'post'>;
interface Asked {
  password?: string;
  device?: unknown;
  from?: string;
  newPassword?: string;
}
const portal = () => openTown({ trustProxy: 'loopback' });
const login = (town: Portal, username: string, { from = HOME, password = PASSWORD, ...more }: Asked = {}) =>
  town.post(calls.authenticate(), { username, password, ...more }, { headers: { 'X-Forwarded-For': from } });

/** Starts the portal a second time, with the same database. */
async function restart({ db, clock }: Town): Promise<Portal> {
  const app = createApp({
    db,
    uploadsDir: '/nonexistent',
    now: () => clock.now,
    origin: 'http://localhost:3000',
    trustProxy: 'loopback',
    log: openLog('silent'),
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return {
    async post(path, body, { headers } = {}) {
      const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', Connection: 'close', ...headers },
      });
      return { status: answer.status, headers: answer.headers, body: await answer.json() };
    },
  };
}
const deviceOf = ({ body }: Answer) => (body as { device: string }).device;
const waitOf = ({ headers }: Answer) => Number(headers.get('retry-after'));

/** Tries wrong passwords one after another. @returns the statuses */
async function attack(town: Portal, username: string, tries: number, more: (n: number) => Asked): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < tries; n += 1)
    statuses.push((await login(town, username, { password: WRONG, ...more(n) })).status);
  return statuses;
}
const times = (count: number, status: number) => Array<number>(count).fill(status);
/** Uses up what an account allows everybody, from one network. */
const lockOut = async (town: Portal, username: string) =>
  expect(await attack(town, username, 11, () => ({ from: network(0) }))).toEqual([...times(10, 401), 429]);

describe('a device that has logged in before', () => {
  test('lets its owner in at once while 1,000 networks try passwords of the account', async () => {
    const town = await portal();
    const device = deviceOf(await login(town, 'ana'));
    const statuses: number[] = [];
    for (let n = 0; n < 1000; n += 100) {
      const tries = Array.from({ length: 100 }, (_, index) =>
        login(town, 'ana', { password: WRONG, from: network(n + index) }),
      );
      statuses.push(...(await Promise.all(tries)).map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(200);
    expect(statuses.filter((status) => status === 429)).toHaveLength(800);
    // From wherever she is: her own network, one of the attackers', or one whose count is used up.
    for (const from of [HOME, network(0), network(999)])
      expect((await login(town, 'ana', { device, from })).status).toBe(200);
    expect((await login(town, 'ana')).status).toBe(429);
    expect((await login(town, 'edu')).status).toBe(200);
  });

  test('is let in from a network that others have used up', async () => {
    const town = await portal();
    const device = deviceOf(await login(town, 'ana'));
    await Promise.all(Array.from({ length: 60 }, (_, n) => login(town, `nadie${n}`, { password: WRONG })));
    expect((await login(town, 'ana')).status).toBe(429);
    expect((await login(town, 'ana', { device })).status).toBe(200);
  });

  test('has ten tries of its own, which take none from others, and then shares those of all', async () => {
    const town = await portal();
    const [tablet, phone] = [deviceOf(await login(town, 'ana')), deviceOf(await login(town, 'ana'))];
    expect(tablet).not.toBe(phone);
    const stolen = () => ({ device: tablet, from: network(1) });
    const together = await Promise.all(
      Array.from({ length: 10 }, () => login(town, 'ana', { password: WRONG, ...stolen() })),
    );
    expect(together.map(({ status }) => status)).toEqual(times(10, 401));
    expect((await login(town, 'ana')).status).toBe(200);
    expect(await attack(town, 'ana', 12, stolen)).toEqual([...times(10, 401), 429, 429]);
    expect((await login(town, 'ana', stolen())).status).toBe(429);
    expect((await login(town, 'ana', { device: phone, from: network(1) })).status).toBe(200);
  });

  test('waits until it has a try of its own again, although the account is still being attacked', async () => {
    const town = await portal();
    const device = deviceOf(await login(town, 'ana'));
    await attack(town, 'ana', 10, () => ({ device }));
    town.clock.now += 10 * MINUTE;
    await lockOut(town, 'ana');
    expect(waitOf(await login(town, 'ana', { device, from: network(0) }))).toBe(300);
    expect(waitOf(await login(town, 'ana', { from: network(0) }))).toBe(900);
    town.clock.now += 5 * MINUTE;
    expect((await login(town, 'ana', { device, from: network(0) })).status).toBe(200);
  });

  test('is given one token and keeps it, and a success there forgives its own failures', async () => {
    const town = await portal();
    const device = deviceOf(await login(town, 'ana'));
    for (let round = 0; round < 2; round += 1) {
      expect(await attack(town, 'ana', 9, () => ({ device }))).toEqual(times(9, 401));
      expect(deviceOf(await login(town, ' ANA ', { device }))).toBe(device);
    }
  });

  test('is known after a log-out, after its owner changes the password or is renamed, and after a restart', async () => {
    const town = await portal();
    const entered = await login(town, 'edu');
    const device = deviceOf(entered);
    const as = (entered.body as { token: string }).token;
    const own = { value: 'cuatro palabras sueltas', current: PASSWORD };
    expect((await save(town, 'user', town.editorId, 'password', own, { as })).body).toBe(1);
    await save(town, 'user', town.editorId, 'username', { value: 'eduardo' });
    await town.post(calls.logout(), {}, { as });
    await lockOut(town, 'eduardo');
    expect((await login(town, 'eduardo', { device, password: own.value, from: network(0) })).status).toBe(200);

    const restarted = await restart(town);
    await lockOut(restarted, 'eduardo');
    expect((await login(restarted, 'eduardo', { device, password: own.value, from: network(0) })).status).toBe(200);
  });

  test.for([
    [
      'was disabled and enabled by an Admin',
      async (town) => {
        for (const value of [0, 1]) await save(town, 'user', town.editorId, 'enable', { value });
      },
    ],
    [
      'got a password from an Admin',
      (town) => save(town, 'user', town.editorId, 'password', { value: 'otra clave larga' }),
    ],
    [
      'got a password from the operator',
      async (town) => town.writer.setPassword(town.act, town.editorId, await hashPassword('otra clave larga')),
    ],
    [
      'got a password with other fields from an Admin',
      (town) =>
        town.call('PUT', `/users/${town.editorId}`, { name: 'E', password: 'otra clave larga' }, { as: town.admin }),
    ],
    ['got other rights', (town) => save(town, 'user', town.editorId, 'usergroup', { value: 1 })],
  ] as const satisfies [string, (town: Town) => unknown][])(
    'is unknown once its owner %s, until the next log-in there',
    async ([, revoke]) => {
      const town = await portal();
      const old = deviceOf(await login(town, 'edu'));
      await revoke(town);
      await lockOut(town, 'edu');
      const from = network(0);
      expect((await login(town, 'edu', { device: old, from })).status).toBe(429);
      town.clock.now += 15 * MINUTE;
      const stored = town.db.prepare('SELECT password_temporary FROM user WHERE id = ?').pluck().get(town.editorId);
      const fresh = await login(
        town,
        'edu',
        stored === 1
          ? { device: old, password: 'otra clave larga', newPassword: 'cuatro palabras sueltas' }
          : { device: old },
      );
      expect(deviceOf(fresh)).not.toBe(old);
      await lockOut(town, 'edu');
      const password = stored === 1 ? 'cuatro palabras sueltas' : PASSWORD;
      expect((await login(town, 'edu', { device: deviceOf(fresh), password, from })).status).toBe(200);
    },
  );

  test('does not let a disabled person in', async () => {
    const town = await portal();
    const device = deviceOf(await login(town, 'edu'));
    await save(town, 'user', town.editorId, 'enable', { value: 0 });
    expect((await login(town, 'edu', { device })).status).toBe(401);
  });

  test('cannot be invented: another token leaves the device unknown, and the log-in as it is without one', async () => {
    const town = await portal();
    const edus = deviceOf(await login(town, 'edu'));
    const [nonce = '', mac = ''] = deviceOf(await login(town, 'ana')).split('.');
    await lockOut(town, 'ana');
    const from = network(0);
    const altered = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
    for (const device of [
      edus,
      altered(nonce) + '.' + mac,
      nonce + '.' + altered(mac),
      nonce + mac,
      nonce + '.' + mac + '\n',
      nonce + '.' + mac + '.' + mac,
      `${'A'.repeat(22)}.${'A'.repeat(43)}`,
      'A'.repeat(10_000),
      '',
      '.',
      '__proto__',
      null,
      7,
      true,
      [nonce + '.' + mac],
      { nonce, mac },
    ])
      expect([device, (await login(town, 'ana', { device, from })).status]).toEqual([device, 429]);
    expect((await login(town, 'ana', { device: 'A'.repeat(10_000_000), from })).status).toBe(413);
    town.clock.now += 15 * MINUTE;
    for (const device of [edus, 'x', [], null])
      expect(deviceOf(await login(town, 'ana', { device, from }))).toMatch(/^[\w-]{22}\.[\w-]{43}$/);
  });

  test('has no use but its tries: it opens nothing, and its key is in no answer and no history', async () => {
    const town = await portal();
    const device = deviceOf(await login(town, 'edu'));
    expect((await town.get('/api/data/changes', { as: device })).status).toBe(401);
    const key = town.db
      .prepare<[string], string>('SELECT device_key FROM user WHERE id = ?')
      .pluck()
      .get(town.editorId);
    expect(key).toMatch(/^[\w-]{43}$/);
    await save(town, 'user', town.editorId, 'name', { value: 'Eduardo' });
    const told = await Promise.all([
      town.get('/users', { as: town.admin }),
      town.get(`/users/${town.editorId}`, { as: town.admin }),
      town.get(calls.historyOf('user', town.editorId), { as: town.admin }),
      town.get('/api/data/changes', { as: town.admin }),
    ]);
    expect(JSON.stringify([told, town.db.prepare('SELECT * FROM history').all()])).not.toContain(key);
  });

  test('collected by the hundred with an old password, has no more tries than twenty', async () => {
    let now = 0;
    const attempts = openAttempts(() => now);
    let tried = 0;
    for (let n = 0; n < 1000; n += 1) {
      for (let one = attempts.onDevice('ana', `device${n}`); one; one = attempts.onDevice('ana', `device${n}`)) {
        one.failed();
        tried += 1;
      }
    }
    expect(tried).toBe(200);
    expect(attempts.onDevice('edu', 'other')).not.toBeNull();
    now += 15 * MINUTE;
    expect(attempts.onDevice('ana', 'device999')).not.toBeNull();
  });
});

describe('a new device', () => {
  test('is let in from a network that rarely fails while another one attacks, a typing error included', async () => {
    const town = await portal();
    await lockOut(town, 'ana');
    expect((await login(town, 'ana', { password: WRONG })).status).toBe(401);
    expect((await login(town, 'ana')).status).toBe(200);
    // The attackers' failures count on: a success forgives its own only.
    expect((await login(town, 'ana', { from: network(0) })).status).toBe(429);
  });

  test('of the owner gets in within two and a half hours, though 1,000 networks try whatever they may for days', () => {
    let now = 0;
    const attempts = openAttempts(() => now);
    const begins = (address: string) => {
      try {
        return attempts.shared({ userId: 'ana', name: 'ana', address, device: null });
      } catch {
        return null;
      }
    };
    let [guesses, shut, longest] = [0, 0, 0];
    for (const end = 2 * 24 * 60 * MINUTE; now < end; now += 15 * MINUTE) {
      for (let n = 0; n < 1000; n += 1) {
        for (let one = begins(network(n)); one; one = begins(network(n))) {
          one.failed();
          guesses += 1;
        }
      }
      const owner = begins(HOME);
      owner?.succeeded();
      shut = owner ? 0 : shut + 15;
      longest = Math.max(longest, shut);
    }
    expect(longest).toBeGreaterThan(0);
    expect(longest).toBeLessThanOrEqual(150);
    // Of the 100 million that the weakest password takes.
    expect(guesses / 2).toBeLessThanOrEqual(3000);
  });

  test('of a stranger cannot make one line of thousands of addresses count as many networks', () => {
    const attempts = openAttempts(() => 0);
    const tries = (name: (n: number) => string) => {
      let count = 0;
      for (let n = 0; n < 1000; n += 1) {
        try {
          const address = `2001:db8:1:${n.toString(16)}::1`;
          attempts.shared({ userId: undefined, name: name(n), address, device: null }).failed();
          count += 1;
        } catch {
          // Refused.
        }
      }
      return count;
    };
    expect(tries(() => 'ana')).toBe(10);
    expect(tries((n) => `nadie${n}`)).toBe(240);
  });
});

describe('a name that nobody has', () => {
  test('is answered like one that somebody has, from many networks and with tokens too', async () => {
    const town = await portal();
    const device = deviceOf(await login(town, 'edu'));
    const answers = async (username: string, offset: number) => {
      const seen: unknown[] = [];
      for (const [n, more] of [
        ...Array.from({ length: 12 }, () => [0, {}] as const),
        [1, {}],
        [1, {}],
        [1, {}],
        [0, { device }],
        [2, { device: 'x' }],
      ] as const) {
        const { status, headers, body } = await login(town, username, {
          password: WRONG,
          from: network(offset + n),
          ...more,
        });
        seen.push([status, headers.get('retry-after'), body]);
      }
      return seen;
    };
    const known = await answers('ana', 0);
    expect(known.map((one) => (one as [number])[0])).toEqual([...times(10, 401), 429, 429, 401, 401, 429, 429, 401]);
    for (const [index, name] of ['nadie', 'constructor', '__proto__', 'toString', 'x'.repeat(5000)].entries())
      expect(await answers(name, 100 * (index + 1))).toEqual(known);
  });

  test.for(['constructor', '__proto__'])('but somebody is called, like %s, is counted like any other', async (name) => {
    const town = await portal();
    const { id } = town.writer.register(
      town.act,
      { username: name, usergroup: 2, enable: 1 },
      await hashPassword(PASSWORD),
    );
    const device = deviceOf(await login(town, name));
    expect(id).toMatch(/^[a-z0-9]{12}$/);
    await lockOut(town, name);
    expect((await login(town, name, { device, from: network(0) })).status).toBe(200);
  });

  test('forgets no count, however many are tried: neither that of an account nor that of another such name', () => {
    let now = 0;
    const attempts = openAttempts(() => now);
    const tries = (name: string, address: string, userId?: string) =>
      attempts.shared({ userId, name, address, device: null });
    for (const userId of ['ana', undefined]) for (let n = 0; n < 10; n += 1) tries('ana', HOME, userId).failed();
    for (let n = 0; n < 50_000; n += 1) tries(`nadie${n}`, network(n % 2000)).failed();
    for (const userId of ['ana', undefined])
      expect(() => tries('ana', HOME, userId)).toThrow(expect.objectContaining({ details: { retryAfter: 900 } }));
    now += 15 * MINUTE;
    for (const userId of ['ana', undefined]) tries('ana', HOME, userId).failed();
  });
});

describe('the memory of failures', () => {
  test('keeps what counts, the newest of each key, and of too many keys those that failed last', () => {
    let now = 0;
    const failures = openFailures({ now: () => now, window: 15 * MINUTE, most: 3, maxKeys: 2 });
    failures.add('a');
    now += 5 * MINUTE;
    failures.add('a', 'x');
    expect([failures.wait('a', 2), failures.wait('a', 3), failures.wait('a', 1, 'x')]).toEqual([600, 0, 900]);
    failures.forget('a', 'x');
    expect(failures.wait('a', 1)).toBe(600);
    for (let n = 0; n < 5; n += 1) failures.add('a');
    failures.add('b')();
    expect([failures.wait('a', 3), failures.wait('a', 4), failures.wait('b', 1)]).toEqual([900, 0, 0]);
    failures.add('c');
    failures.add('d');
    expect(['a', 'c', 'd'].map((key) => failures.wait(key, 1) > 0)).toEqual([false, true, true]);
    now += 15 * MINUTE;
    expect(failures.wait('d', 1)).toBe(0);
  });

  test('lets nobody wait longer because the clock was set back', () => {
    let now = 1000 * MINUTE;
    const failures = openFailures({ now: () => now, window: 15 * MINUTE, most: 10 });
    failures.add('a');
    now -= 500 * MINUTE;
    expect(failures.wait('a', 1)).toBe(0);
  });
});
