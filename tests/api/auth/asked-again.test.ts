import { describe, expect, test } from 'vitest';
import { openSessions, sessionIdOf } from '../../../api/auth/sessions.ts';
import { calls } from '#contract/addresses/calls';
import { CONFIRMED_MINUTES } from '#contract/limits';
import { openTown, PASSWORD, save } from '../town.ts';
import type { Answer, Town } from '../town.ts';

const ASKED = { status: 403, body: { code: 'confirm' } };
const confirm = (town: Town, password: unknown, as = town.admin) => town.post(calls.confirm(), { password }, { as });

/** Makes the password of a session have been given so many minutes ago. */
function age(town: Town, minutes: number, token = town.admin): void {
  const at = Math.floor(Date.now() / 1000) - minutes * 60;
  town.db.prepare('UPDATE session SET confirmed = ? WHERE id = ?').run(at, sessionIdOf(token));
}

const CHANGES: [string, (town: Town) => Promise<Answer>][] = [
  ['group', (town) => save(town, 'user', town.editorId, 'usergroup', { value: 1 })],
  ['e-mail', (town) => save(town, 'user', town.editorId, 'email', { value: 'edu@example.com' })],
  ['name to log in with', (town) => save(town, 'user', town.editorId, 'username', { value: 'eduardo' })],
  ['right to log in', (town) => save(town, 'user', town.editorId, 'enable', { value: 0 })],
  ['password', (town) => save(town, 'user', town.editorId, 'password', { value: 'cuatro palabras sueltas' })],
  [
    'password together with other fields',
    (town) => town.call('PUT', `/users/${town.editorId}`, { password: 'cuatro palabras sueltas' }, { as: town.admin }),
  ],
  [
    'group together with other fields',
    (town) => town.call('PUT', `/users/${town.editorId}`, { name: 'E', usergroup: 1 }, { as: town.admin }),
  ],
  ['existence', (town) => town.post(calls.remove('user', town.editorId), {}, { as: town.admin })],
  [
    'existence, by its address',
    (town) => town.call('DELETE', `/users/${town.editorId}`, undefined, { as: town.admin }),
  ],
  [
    'making',
    (town) =>
      town.post('/users/register', { username: 'caro', password: 'cuatro palabras sueltas' }, { as: town.admin }),
  ],
];

describe('the password is asked for again', () => {
  test.for(CHANGES)('before the change of a user: %s', async ([, change]) => {
    const town = await openTown();
    const users = () => town.db.prepare('SELECT * FROM user ORDER BY id').all();
    const before = users();
    age(town, CONFIRMED_MINUTES);
    expect(await change(town)).toMatchObject(ASKED);
    expect(users()).toEqual(before);
    expect((await confirm(town, PASSWORD)).body).toBe(1);
    expect((await change(town)).status).toBe(200);
    expect(users()).not.toEqual(before);
  });

  test('not for some minutes after it was given, also at the log-in, and in no other session', async () => {
    const town = await openTown();
    const [, change] = CHANGES[1]!;
    age(town, CONFIRMED_MINUTES - 1);
    expect((await change(town)).status).toBe(200);
    age(town, -5);
    expect(await change(town)).toMatchObject(ASKED);
    const other = await openSessions(town.db).create(town.adminId);
    expect((await save(town, 'user', town.editorId, 'email', { value: 'e@example.com' }, { as: other })).status).toBe(
      200,
    );
    age(town, 20, other);
    await confirm(town, PASSWORD, other);
    expect(await change(town)).toMatchObject(ASKED);
  });

  test('neither for a name nor for one’s own password, which comes with the present one', async () => {
    const town = await openTown();
    age(town, 60);
    expect((await save(town, 'user', town.editorId, 'name', { value: 'Eduardo' })).status).toBe(200);
    const own = { value: 'cuatro palabras sueltas', current: PASSWORD };
    expect((await save(town, 'user', town.adminId, 'password', own)).status).toBe(200);
  });

  test('in a list of calls too: that call alone is refused, with words for the person', async () => {
    const town = await openTown();
    const id = town.make('story', { title: 'Uno' });
    age(town, 60);
    const one = (key: string, path: string, body: object) => ({
      key,
      method: 'POST',
      path,
      body: JSON.stringify(body),
    });
    const operations = [
      one('1', calls.update('user', town.editorId, 'usergroup'), { value: 1 }),
      one('2', calls.update('story', id, 'title'), { value: 'Dos' }),
    ];
    const { body } = await town.post(calls.operations(), { operations }, { as: town.admin });
    expect(body).toMatchObject({
      answers: [
        { status: 403, body: { code: 'confirm', message: expect.stringContaining('contraseña') as string } },
        { status: 200 },
      ],
    });
  });

  test('and cannot be guessed: after ten wrong ones no more are checked, wherever they are given', async () => {
    const town = await openTown();
    age(town, 60);
    expect(await confirm(town, 'otra')).toMatchObject({ status: 403, body: { code: 'forbidden', field: 'current' } });
    const change = { value: 'cuatro palabras sueltas', current: 'otra' };
    for (let number = 0; number < 4; number += 1) await save(town, 'user', town.adminId, 'password', change);
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(town, 'otra')));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(5).fill(403), 429, 429, 429]);
    expect((await confirm(town, PASSWORD)).status).toBe(429);
    expect(await CHANGES[0]![1](town)).toMatchObject(ASKED);
    town.clock.now += 16 * 60_000;
    expect((await confirm(town, PASSWORD)).body).toBe(1);
  });

  test('of nobody else: an Editor confirms only their own session, and gets no rights by it', async () => {
    const town = await openTown();
    age(town, 60);
    age(town, 60, town.editor);
    expect((await confirm(town, PASSWORD, town.editor)).body).toBe(1);
    expect((await confirm(town, 7, town.editor)).status).toBe(400);
    expect(await save(town, 'user', town.editorId, 'usergroup', { value: 1 }, { as: town.editor })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    expect(await CHANGES[0]![1](town)).toMatchObject(ASKED);
  });
});
