import { describe, expect, test } from 'vitest';
import { openSessions } from '../../../api/auth/sessions.ts';
import { calls } from '#contract/addresses/calls';
import { openTown, PASSWORD } from '../town.ts';
import type { Town } from '../town.ts';

const NEW = 'cuatro palabras sueltas';
const change = (town: Town, body: object, { as = town.editor, id = town.editorId } = {}) =>
  town.post(calls.update('user', id, 'password'), body, { as });
const login = (town: Town, password: string) => town.post(calls.authenticate(), { username: 'edu', password });
const isLive = async (town: Town, token: string) => (await town.get(calls.list('story'), { as: token })).status === 200;

describe("one's own password", () => {
  test('is changed by a person who knows the current one, and all other sessions end', async () => {
    const town = await openTown();
    const tablet = await openSessions(town.db).create(town.editorId);
    expect((await change(town, { value: NEW, current: PASSWORD })).body).toBe(1);
    expect([await isLive(town, town.editor), await isLive(town, tablet), await isLive(town, town.admin)]).toEqual([
      true,
      false,
      true,
    ]);
    expect([(await login(town, PASSWORD)).status, (await login(town, NEW)).status]).toEqual([401, 200]);
    const kept = town.db
      .prepare("SELECT user_id AS who, action, record_id AS id, before, after FROM history WHERE field = 'password'")
      .all();
    expect(kept).toEqual([{ who: town.editorId, action: 'update', id: town.editorId, before: null, after: null }]);
  });

  test('stays when the current one is wrong, and cannot be guessed: after ten attempts no more are checked', async () => {
    const town = await openTown();
    expect(await change(town, { value: NEW, current: 'no es esta' })).toMatchObject({
      status: 403,
      body: { field: 'current', message: 'Esa no es tu contraseña actual.' },
    });
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async () => (await change(town, { value: NEW, current: 'tampoco es esta' })).status),
    );
    expect(statuses.sort()).toEqual([...Array<number>(9).fill(403), 429, 429, 429]);
    expect((await change(town, { value: NEW, current: PASSWORD })).status).toBe(429);
    expect(await isLive(town, town.editor)).toBe(true);
    town.clock.now += 16 * 60_000;
    expect((await login(town, PASSWORD)).status).toBe(200);
  });

  test('can be changed even after a stranger failed to log in as its owner many times, from the same address', async () => {
    const town = await openTown();
    for (let number = 0; number < 60; number += 1) await login(town, `no es esta ${number}`);
    expect((await login(town, PASSWORD)).status).toBe(429);
    expect((await change(town, { value: NEW, current: PASSWORD })).body).toBe(1);
  });

  test('can be mistyped here without blocking the log-in: these failures are counted separately', async () => {
    const town = await openTown();
    for (let number = 0; number < 12; number += 1) await change(town, { value: NEW, current: 'no es esta' });
    expect((await login(town, PASSWORD)).status).toBe(200);
    expect((await change(town, { value: NEW, current: PASSWORD })).status).toBe(429);
  });

  test.for([
    ['short', 'corta'],
    ['first to be tried', 'edu-2026'],
    ['no text', 12345678],
    ['missing', undefined],
  ] as const)('stays when the new one is %s', async ([, value]) => {
    const town = await openTown();
    const { status } = await change(town, { value, current: PASSWORD });
    expect(status).toBe(value === undefined ? 400 : 422);
    expect((await login(town, PASSWORD)).status).toBe(200);
  });

  test('cannot be changed by others: an Editor changes only their own, and only with the current one', async () => {
    const town = await openTown();
    for (const [body, asked] of [
      [{ value: NEW }, {}],
      [{ value: NEW, current: PASSWORD }, { id: town.adminId }],
      [{ value: NEW, current: PASSWORD }, { as: town.admin }],
      [{ value: NEW, current: undefined }, {}],
    ] as const)
      expect((await change(town, body, asked)).status).toBe(403);
    expect((await change(town, { value: NEW, current: [PASSWORD] })).status).toBe(400);
    expect((await change(town, { value: NEW, current: PASSWORD }, { as: 'x'.repeat(43) })).status).toBe(401);
    expect((await login(town, PASSWORD)).status).toBe(200);
  });
});
