import Database from 'better-sqlite3';
import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSeal, keyFileOf } from '../../../api/auth/seal.ts';
import {
  forgetRememberedDevices,
  openSecondFactor,
  voidUsedCodes,
  WRONG_CODES,
} from '../../../api/auth/second-factor.ts';
import { openSessions, sessionIdOf } from '../../../api/auth/sessions.ts';
import { hotp, stepOf } from '../../../api/auth/totp.ts';
import { openDatabase } from '../../../api/records/open.ts';
import { calls } from '#contract/addresses/calls';
import { base32, fromBase32 } from '#contract/values/one-time-codes';
import { temporaryFolder } from '../files.ts';
import { cheaplyHashed, openTown, PASSWORD, save } from '../town.ts';
import type { Answer, Town } from '../town.ts';

const STEP = 30_000;
const DAY = 86_400_000;
const SECRET = base32(Buffer.from('12345678901234567890'));
const codeAt = (at: number, secret = SECRET) => hotp(fromBase32(secret)!, Math.floor(at / STEP));
const logIn = (town: Town, more: object = {}, username = 'edu') =>
  town.post(calls.authenticate(), { username, password: PASSWORD, ...more });
const codeOf = ({ status, body }: Answer) => (status === 200 ? 'in' : (body as { code: string }).code);
const set = (town: Town, code = codeAt(town.clock.now), secret = SECRET) =>
  town.post(calls.secondFactorSet(town.editorId), { secret, code }, { as: town.editor });
const stateOf = async (town: Town) =>
  (await town.post(calls.secondFactor(town.editorId), {}, { as: town.editor })).body;
const require = (town: Town, value: string, as = town.admin) => town.post(calls.secondFactorRule(), { value }, { as });
function age(town: Town, token: string): void {
  town.db.prepare('UPDATE session SET confirmed = 0 WHERE id = ?').run(sessionIdOf(token));
}

/** Opens a town in which the Editor has a second factor. */
async function withFactor(): Promise<{ town: Town; codes: string[] }> {
  const town = await openTown();
  const { body } = await set(town);
  // The code with which it was set up is used.
  town.clock.now += STEP;
  return { town, codes: (body as { codes: string[] }).codes };
}

describe('codes of an application', () => {
  // RFC 6238, appendix B.
  test.for([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ] as const)('at %d s is %s, as in the RFC', ([seconds, code]) => {
    expect(hotp(Buffer.from('12345678901234567890'), Math.floor(seconds / 30), 8)).toBe(code);
  });

  test('are accepted from clocks that are off by a minute, from no others', () => {
    const secret = randomBytes(20);
    for (const phase of [0, 15_000, 29_999]) {
      const now = 1_000_000 * STEP + phase;
      const accepted = (off: number) => stepOf(secret, hotp(secret, Math.floor((now + off) / STEP)), now) !== null;
      expect([-60_000, -30_000, 0, 30_000, 60_000].map(accepted)).toEqual([true, true, true, true, true]);
      expect([-90_000, 90_000].map(accepted)).toEqual([false, false]);
    }
    expect(stepOf(secret, hotp(secret, 1_000_000), 1_000_000 * STEP, 1_000_000)).toBe(null);
    expect(stepOf(secret, '', 1_000_000 * STEP)).toBe(null);
  });
});

describe('a log-in with a second factor', () => {
  test('needs a code, which is asked for after the right password only', async () => {
    const { town } = await withFactor();
    expect(codeOf(await logIn(town, { password: 'otra', code: codeAt(town.clock.now) }))).toBe('login');
    expect(codeOf(await logIn(town))).toBe('second-factor');
    expect(codeOf(await logIn(town, { code: '000000' }))).toBe('second-factor');
    for (const code of ['', '1', 'x'.repeat(5000)]) expect(codeOf(await logIn(town, { code }))).toBe('second-factor');
    expect((await logIn(town, { code: 123456 })).status).toBe(400);
    expect(codeOf(await logIn(town, { code: ` ${codeAt(town.clock.now).replace(/^.../, '$& ')} ` }))).toBe('in');
    expect(codeOf(await logIn(town, {}, 'ana'))).toBe('in');
  });

  test('takes a code once, also of two devices at the same moment, and none of before', async () => {
    const { town } = await withFactor();
    const code = codeAt(town.clock.now);
    const answers = await Promise.all(Array.from({ length: 6 }, () => logIn(town, { code })));
    expect(answers.map(codeOf).filter((one) => one === 'in')).toHaveLength(1);
    expect(codeOf(await logIn(town, { code: codeAt(town.clock.now - STEP) }))).toBe('second-factor');
    town.clock.now += STEP;
    expect(codeOf(await logIn(town, { code }))).toBe('second-factor');
    expect(codeOf(await logIn(town, { code: codeAt(town.clock.now) }))).toBe('in');
  });

  test('takes each recovery code once, however it is typed, also when two come at the same moment', async () => {
    const { town, codes } = await withFactor();
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    const [first = '', second = ''] = codes;
    const answers = await Promise.all([first, first, first].map((code) => logIn(town, { code })));
    expect(answers.map(codeOf).sort()).toEqual(['in', 'second-factor', 'second-factor']);
    expect(codeOf(await logIn(town, { code: second.toUpperCase().replaceAll('-', ' ') }))).toBe('in');
    expect(await stateOf(town)).toMatchObject({ codesLeft: 8 });
    const rows = JSON.stringify(town.db.prepare('SELECT * FROM recovery_code').all());
    for (const code of codes) expect(rows).not.toContain(code.replaceAll('-', ''));
  });

  test('counts wrong codes as wrong passwords, and asking for a code as neither wrong nor right', async () => {
    const { town } = await withFactor();
    for (let number = 0; number < 4; number += 1) await logIn(town, { password: 'otra' });
    for (let number = 0; number < 30; number += 1) expect(codeOf(await logIn(town))).toBe('second-factor');
    for (let number = 0; number < 6; number += 1)
      expect(codeOf(await logIn(town, { code: '000000' }))).toBe('second-factor');
    expect(codeOf(await logIn(town, { code: codeAt(town.clock.now) }))).toBe('too-many');
    town.clock.now += 15 * 60_000;
    expect(codeOf(await logIn(town, { code: codeAt(town.clock.now) }))).toBe('in');
  });

  test('cannot be guessed: after some wrong codes in a day none of the application is checked, from anywhere', async () => {
    const { town, codes } = await withFactor();
    for (let number = 0; number < WRONG_CODES; number += 1) {
      if (number % 5 === 0) town.clock.now += 15 * 60_000;
      expect(codeOf(await logIn(town, { code: '000000' }))).toBe('second-factor');
    }
    town.clock.now += 60 * 60_000;
    expect(codeOf(await logIn(town, { code: codeAt(town.clock.now) }))).toBe('too-many');
    // Whoever wrote the others down is not kept out.
    expect(codeOf(await logIn(town, { code: codes[0] }))).toBe('in');
    town.clock.now += DAY;
    expect(codeOf(await logIn(town, { code: codeAt(town.clock.now) }))).toBe('in');
  });

  test('with a temporary password chooses one’s own too, and uses the code only once that is accepted', async () => {
    const { town } = await withFactor();
    town.writer.setPassword(town.act, town.editorId, await cheaplyHashed(PASSWORD));
    expect(codeOf(await logIn(town))).toBe('temporary-password');
    const newPassword = 'cuatro palabras sueltas';
    expect(codeOf(await logIn(town, { newPassword }))).toBe('second-factor');
    const code = codeAt(town.clock.now);
    expect(codeOf(await logIn(town, { newPassword: 'corta', code }))).toBe('value');
    expect(codeOf(await logIn(town, { newPassword, code: '000000' }))).toBe('second-factor');
    expect(codeOf(await logIn(town, { newPassword, code }))).toBe('in');
    town.clock.now += STEP;
    expect(codeOf(await logIn(town, { password: newPassword, code: codeAt(town.clock.now) }))).toBe('in');
  });
});

describe('a remembered device', () => {
  async function remember(town: Town): Promise<string> {
    town.clock.now += STEP;
    const { body } = await logIn(town, { code: codeAt(town.clock.now), remember: true });
    return (body as { device: string }).device;
  }

  test('is not asked for a code for 30 days; every other device is', async () => {
    const { town } = await withFactor();
    const device = await remember(town);
    expect(codeOf(await logIn(town, { device }))).toBe('in');
    expect(codeOf(await logIn(town))).toBe('second-factor');
    town.clock.now += STEP;
    const { body } = await logIn(town, { code: codeAt(town.clock.now) });
    expect(codeOf(await logIn(town, { device: (body as { device: string }).device }))).toBe('second-factor');
    expect(await stateOf(town)).toMatchObject({ remembered: 1 });
    town.clock.now += 30 * DAY - 2 * STEP;
    // Whoever has the device cannot make the days begin anew.
    expect(codeOf(await logIn(town, { device, remember: true }))).toBe('in');
    town.clock.now += 2 * STEP;
    expect(codeOf(await logIn(town, { device }))).toBe('second-factor');
  });

  test('of one person is none for another', async () => {
    const { town } = await withFactor();
    const device = await remember(town);
    const secret = base32(randomBytes(20));
    const code = codeAt(town.clock.now, secret);
    await town.post(calls.secondFactorSet(town.adminId), { secret, code }, { as: town.admin });
    expect(codeOf(await logIn(town, { device }, 'ana'))).toBe('second-factor');
    expect(codeOf(await logIn(town, { device }))).toBe('in');
  });

  test('still needs the password, with limits of its own', async () => {
    const { town } = await withFactor();
    const device = await remember(town);
    for (let number = 0; number < 10; number += 1)
      expect(codeOf(await logIn(town, { device, password: 'otra' }))).toBe('login');
    for (let number = 0; number < 10; number += 1) await logIn(town, { device, password: 'otra' });
    expect(codeOf(await logIn(town, { device }))).toBe('too-many');
  });

  test.for([
    ['the person forgets them', (town) => town.post(calls.secondFactorForget(town.editorId), {}, { as: town.editor })],
    ['an Admin forgets them', (town) => town.post(calls.secondFactorForget(town.editorId), {}, { as: town.admin })],
    [
      'an Admin sets the password',
      async (town) => {
        town.writer.setPassword(town.act, town.editorId, await cheaplyHashed(PASSWORD));
        town.db.prepare('UPDATE user SET password_temporary = 0').run();
      },
    ],
    ['the second factor is set up anew', (town) => set(town)],
    ['a backup is restored', async (town) => forgetRememberedDevices(town.db)],
  ] as const satisfies [string, (town: Town) => unknown][])('is none any more when %s', async ([, revoke]) => {
    const { town } = await withFactor();
    const device = await remember(town);
    town.clock.now += STEP;
    await revoke(town);
    expect(codeOf(await logIn(town, { device }))).toBe('second-factor');
  });
});

describe('setting up', () => {
  test('needs the code that the application shows, and stores the secret so that the database does not tell it', async () => {
    const town = await openTown();
    expect(await set(town, '000000')).toMatchObject({ status: 422, body: { field: 'code' } });
    expect((await set(town, codeAt(town.clock.now), 'ABCD')).status).toBe(400);
    expect(await stateOf(town)).toEqual({ since: null, codesLeft: 0, remembered: 0, isRequired: false });
    expect((await set(town)).status).toBe(200);
    expect(await stateOf(town)).toMatchObject({ since: '2026-03-15T13:32:01.000Z', codesLeft: 10 });
    const stored = JSON.stringify(town.db.prepare('SELECT * FROM second_factor').all());
    for (const form of ['hex', 'base64url', 'latin1'] as const)
      expect(stored).not.toContain(Buffer.from(fromBase32(SECRET)!).toString(form));
    expect(stored).not.toContain(SECRET);
    const kept = town.db.prepare(
      "SELECT record_id AS id, before, after, answer FROM history WHERE field = 'secondFactor'",
    );
    expect(kept.all()).toEqual([{ id: town.editorId, before: null, after: null, answer: '1' }]);
  });

  test('and new codes, removing and the rule ask for the password again', async () => {
    const { town } = await withFactor();
    for (const token of [town.admin, town.editor]) age(town, token);
    const ask = (path: string, body: object = {}, as = town.editor) => town.post(path, body, { as });
    for (const answer of [
      await set(town),
      await ask(calls.secondFactorCodes(town.editorId)),
      await ask(calls.secondFactorRemove(town.editorId)),
      await ask(calls.secondFactorRemove(town.editorId), {}, town.admin),
      await require(town, 'everybody'),
    ])
      expect(codeOf(answer)).toBe('confirm');
    expect(await stateOf(town)).toMatchObject({ codesLeft: 10, isRequired: false });
    await ask(calls.confirm(), { password: PASSWORD });
    expect((await ask(calls.secondFactorCodes(town.editorId))).status).toBe(200);
  });

  test('new recovery codes take the place of the old ones', async () => {
    const { town, codes } = await withFactor();
    const { body } = await town.post(calls.secondFactorCodes(town.editorId), {}, { as: town.editor });
    expect(codeOf(await logIn(town, { code: codes[0] }))).toBe('second-factor');
    expect(codeOf(await logIn(town, { code: (body as { codes: string[] }).codes[0] }))).toBe('in');
    expect((await town.post(calls.secondFactorCodes(town.adminId), {}, { as: town.admin })).status).toBe(404);
  });

  test('is for oneself; an Admin can only remove it, as the person can', async () => {
    const { town } = await withFactor();
    const other = { secret: SECRET, code: codeAt(town.clock.now) };
    expect((await town.post(calls.secondFactorSet(town.editorId), other, { as: town.admin })).status).toBe(403);
    expect((await town.post(calls.secondFactorRemove(town.adminId), {}, { as: town.editor })).status).toBe(403);
    expect((await town.post(calls.secondFactorRemove(town.editorId), {}, { as: town.admin })).body).toBe(1);
    expect(codeOf(await logIn(town))).toBe('in');
    await set(town);
    expect((await town.post(calls.secondFactorRemove(town.editorId), {}, { as: town.editor })).body).toBe(1);
    expect(codeOf(await logIn(town))).toBe('in');
    for (const table of ['second_factor', 'recovery_code', 'remembered_device'])
      expect(town.db.prepare(`SELECT * FROM ${table}`).all()).toEqual([]);
  });
});

describe('a second factor that is required', () => {
  test.for([
    ['nobody', 'in', 'in'],
    ['admins', 'second-factor-setup', 'in'],
    ['everybody', 'second-factor-setup', 'second-factor-setup'],
  ] as const)('of %s is asked of them at the next log-in, before anything else', async ([value, ana, edu]) => {
    const town = await openTown();
    expect((await require(town, value, town.editor)).status).toBe(403);
    expect((await require(town, 'somebody')).status).toBe(400);
    expect((await require(town, value)).body).toEqual({ value });
    expect([codeOf(await logIn(town, {}, 'ana')), codeOf(await logIn(town, {}, 'edu'))]).toEqual([ana, edu]);
    // Who is logged in works on.
    expect((await town.get(calls.list('story'), { as: town.editor })).status).toBe(200);
  });

  test('is set up at the log-in, with its code, and opens a session with the recovery codes', async () => {
    const town = await openTown();
    await require(town, 'everybody');
    const code = () => codeAt(town.clock.now);
    expect(codeOf(await logIn(town, { password: 'otra', secret: SECRET, code: code() }))).toBe('login');
    expect(codeOf(await logIn(town, { secret: SECRET }))).toBe('second-factor-setup');
    expect(await logIn(town, { secret: SECRET, code: '000000' })).toMatchObject({
      status: 422,
      body: { field: 'code' },
    });
    expect(town.db.prepare('SELECT * FROM second_factor').all()).toEqual([]);
    const answers = await Promise.all([1, 2].map(() => logIn(town, { secret: SECRET, code: code(), remember: true })));
    expect(answers.map(codeOf).sort()).toEqual(['in', 'second-factor']);
    const { body } = answers.find(({ status }) => status === 200)!;
    const { recoveryCodes, device } = body as { recoveryCodes: string[]; device: string };
    expect(recoveryCodes).toHaveLength(10);
    expect(codeOf(await logIn(town, { code: code() }))).toBe('second-factor');
    expect(codeOf(await logIn(town, { code: recoveryCodes[3] }))).toBe('in');
    expect(codeOf(await logIn(town, { device }))).toBe('in');
    expect((await logIn(town, { device })).body).not.toHaveProperty('recoveryCodes');
  });

  test('cannot be turned off, but be set up anew; an Admin who removes it has it set up again', async () => {
    const { town } = await withFactor();
    await require(town, 'everybody');
    const remove = (as: string) => town.post(calls.secondFactorRemove(town.editorId), {}, { as });
    expect((await remove(town.editor)).status).toBe(422);
    expect((await set(town)).status).toBe(200);
    expect((await remove(town.admin)).status).toBe(200);
    expect(codeOf(await logIn(town))).toBe('second-factor-setup');
  });
});

describe('the key of the secrets', () => {
  test('is in a file of its own, which only the portal can read', () => {
    const file = join(temporaryFolder(), 'p.sqlite');
    const db = openDatabase(file);
    const seal = openSeal(db);
    expect(seal.open('x', 'edu')).toBe(null);
    expect(existsSync(keyFileOf(file))).toBe(false);
    const sealed = seal.close(Buffer.from('secret'), 'edu');
    expect(statSync(keyFileOf(file)).mode & 0o777).toBe(0o600);
    expect(String(openSeal(db).open(sealed, 'edu'))).toBe('secret');
    expect(openSeal(db).open(sealed, 'ana')).toBe(null);
    expect(openSeal(db).open(`${sealed.slice(0, -2)}AA`, 'edu')).toBe(null);
    expect(seal.close(Buffer.from('secret'), 'edu')).not.toBe(sealed);
    db.close();
  });

  test('that is lost, as on another machine, leaves the recovery codes', async () => {
    const file = join(temporaryFolder(), 'p.sqlite');
    const town = await openTown({ db: openDatabase(file) });
    const { codes } = (await set(town)).body as { codes: string[] };
    town.clock.now += STEP;
    renameSync(keyFileOf(file), `${file}.elsewhere`);
    expect((await logIn(town)).body).toMatchObject({
      code: 'second-factor',
      message: expect.stringContaining('código de recuperación') as string,
    });
    expect(codeOf(await logIn(town, { code: codeAt(town.clock.now) }))).toBe('second-factor');
    expect(codeOf(await logIn(town, { code: codes[0] }))).toBe('in');
  });
});

test('codes that were used after a backup are not good again in the database that is restored', async () => {
  const [file, copy] = ['p.sqlite', 'copy.sqlite'].map((name) => join(temporaryFolder(), name)) as [string, string];
  const town = await openTown({ db: openDatabase(file) });
  const { codes } = (await set(town)).body as { codes: string[] };
  town.clock.now += STEP;
  await town.db.backup(copy);
  copyFileSync(keyFileOf(file), keyFileOf(copy));
  const [used = '', unused = ''] = codes;
  const code = codeAt(town.clock.now);
  const ahead = codeAt(town.clock.now + STEP);
  for (const one of [code, ahead, used]) expect(codeOf(await logIn(town, { code: one }))).toBe('in');

  const backup = openDatabase(copy);
  const use = (one: string) => openSecondFactor(backup, () => town.clock.now).use(town.editorId, one);
  expect(voidUsedCodes(backup, town.clock.now, town.db)).toBe(true);
  expect(await Promise.all([code, ahead, used, unused].map(use))).toEqual([false, false, false, true]);
  town.clock.now += 3 * STEP;
  expect(await use(codeAt(town.clock.now))).toBe(true);
  // Those of a factor that was set up since tell nothing about those of before, and an unreadable database neither.
  const left = () => backup.prepare('SELECT count(*) FROM recovery_code').pluck().get();
  town.db.prepare("UPDATE second_factor SET salt = 'another'").run();
  town.db.prepare('DELETE FROM recovery_code').run();
  expect(voidUsedCodes(backup, town.clock.now, town.db)).toBe(true);
  expect(voidUsedCodes(backup, town.clock.now, null)).toBe(false);
  expect(left()).toBe(8);
  // Databases of before the second factor.
  const old = new Database(':memory:');
  expect(voidUsedCodes(old, town.clock.now, town.db)).toBe(true);
  expect(voidUsedCodes(backup, town.clock.now, old)).toBe(true);
  backup.close();
});

test('who changes their password, and whose session is taken away, keep their second factor', async () => {
  const { town } = await withFactor();
  const own = { value: 'cuatro palabras sueltas', current: PASSWORD };
  const as = await openSessions(town.db).create(town.editorId);
  expect((await save(town, 'user', town.editorId, 'password', own, { as })).status).toBe(200);
  expect(codeOf(await logIn(town, { password: own.value }))).toBe('second-factor');
});
