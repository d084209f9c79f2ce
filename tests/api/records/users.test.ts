import { describe, expect, test } from 'vitest';
import { openSessions } from '../../../api/auth/sessions.ts';
import { act, openDesk, problem } from './desk.ts';

/** A town with one Admin and one Editor, each with a session. */
async function openOffice() {
  const desk = openDesk();
  const { writer, db } = desk;
  const register = (username: string, usergroup: number, hash = 'hash') =>
    writer.register(act, { name: username, username, usergroup, enable: 1 }, hash).id;
  const [ana, edu] = [register('ana', 1), register('edu', 2)];
  const sessions = openSessions(db);
  for (const id of [ana, edu]) await sessions.create(id);
  const stored = (id: string) =>
    db
      .prepare('SELECT name, username, usergroup, enable, password_hash, password_temporary FROM user WHERE id = ?')
      .get(id);
  const sessionsOf = (id: string) => db.prepare('SELECT count(*) FROM session WHERE user_id = ?').pluck().get(id);
  const keyOf = (id: string) => db.prepare('SELECT device_key FROM user WHERE id = ?').pluck().get(id);
  const knowDevices = () => db.prepare("UPDATE user SET device_key = 'known'").run();
  return { ...desk, ana, edu, register, stored, sessionsOf, knowDevices, keyOf };
}
const value = (field: string, message: string) => problem('value', { message, details: { field } });
const LAST =
  'Es el único administrador que puede ingresar: habilitá a otro y ponele una contraseña antes de cambiarlo.';

describe('a user’s name to log in', () => {
  test('is neither empty nor that of another user', async () => {
    const { writer, edu } = await openOffice();
    const rename = (name: string) => writer.update(act, 'user', edu, 'username', { value: name });
    expect(() => rename('')).toThrow(value('username', 'Falta el nombre de usuario.'));
    expect(() => rename('ana')).toThrow(value('username', 'Ese nombre de usuario ya existe. Elegí otro.'));
    expect(rename('eduardo')).toBe(1);
  });

  test('may be the name of a person too, who may also have none', async () => {
    const { writer, edu } = await openOffice();
    expect(writer.update(act, 'user', edu, 'name', { value: 'ana' })).toBe(1);
    expect(writer.update(act, 'user', edu, 'name', { value: '' })).toBe(1);
  });

  test('a name given under earlier rules stays with its user, whatever else of them is changed', async () => {
    const { db, writer, edu } = await openOffice();
    db.prepare("UPDATE user SET username = 'edu@x' WHERE id = ?").run(edu);
    expect(writer.updateUser(act, edu, { username: 'edu@x', name: 'Eduardo' })).toBe(1);
    expect(() => writer.updateUser(act, edu, { username: 'edu@y' })).toThrow(/^El usuario lleva letras/);
  });
});

describe('the only Admin who can log in', () => {
  test('is neither disabled nor made an Editor nor deleted, however it is asked for', async () => {
    const { writer, ana, register, sessionsOf } = await openOffice();
    register('no-password', 1, '');
    writer.update(act, 'user', register('disabled', 1), 'enable', { value: 0 });
    for (const [field, one] of [
      ['enable', 0],
      ['usergroup', 2],
    ] as const) {
      expect(() => writer.update(act, 'user', ana, field, { value: one })).toThrow(value(field, LAST));
      expect(() => writer.updateUser(act, ana, { [field]: one })).toThrow(value(field, LAST));
    }
    expect(() => writer.remove(act, 'user', ana)).toThrow(value('enable', LAST));
    expect(sessionsOf(ana)).toBe(1);
  });

  test('is no longer the only one once there is another, and may then be disabled', async () => {
    const { writer, ana, register } = await openOffice();
    register('flor', 1);
    expect(writer.update(act, 'user', ana, 'enable', { value: 0 })).toBe(1);
  });

  test('keeps a session when the form is saved as it was, which is no change', async () => {
    const { writer, ana, sessionsOf, entriesOf } = await openOffice();
    const same = { name: 'ana', username: 'ana', usergroup: 1, enable: 1 };
    expect(entriesOf(() => expect(writer.updateUser(act, ana, same)).toBe(1))).toEqual([]);
    expect(sessionsOf(ana)).toBe(1);
  });
});

describe('the sessions of a user end', () => {
  test.each([
    ['enable', 0],
    ['usergroup', 1],
  ])('when their rights change: %s', async (field, one) => {
    const { writer, ana, edu, sessionsOf } = await openOffice();
    writer.update(act, 'user', edu, field, { value: one });
    expect([sessionsOf(edu), sessionsOf(ana)]).toEqual([0, 1]);
  });

  test('when they are deleted or get a password, and not when their name changes', async () => {
    const { writer, ana, edu, sessionsOf } = await openOffice();
    writer.update(act, 'user', edu, 'name', { value: 'Eduardo' });
    expect(sessionsOf(edu)).toBe(1);
    writer.setPassword(act, edu, 'new');
    expect(sessionsOf(edu)).toBe(0);
    writer.remove({ ...act, userId: ana }, 'user', edu);
    expect(sessionsOf(edu)).toBe(0);
    expect(sessionsOf(ana)).toBe(1);
  });
});

test('the known devices of a user are forgotten when their rights change or somebody else sets their password', async () => {
  const { writer, edu, ana, keyOf, knowDevices } = await openOffice();
  for (const isForgotten of [
    () => writer.update(act, 'user', edu, 'enable', { value: 0 }),
    () => writer.updateUser(act, edu, { usergroup: 1 }),
    () => writer.setPassword(act, edu, 'new'),
    () => writer.updateUser(act, edu, {}, 'new'),
  ]) {
    knowDevices();
    isForgotten();
    expect([keyOf(edu), keyOf(ana)]).toEqual(['', 'known']);
  }
  knowDevices();
  const asEdu = { ...act, userId: edu };
  writer.update(act, 'user', edu, 'name', { value: 'Eduardo' });
  writer.setPassword(asEdu, edu, 'own');
  writer.setOwnPassword(asEdu, 'own too', '');
  writer.updateUser(asEdu, edu, {}, 'own again');
  expect(keyOf(edu)).toBe('known');
});

describe('a password', () => {
  test('is temporary when another person has set it, and the history tells only that it changed', async () => {
    const { writer, ana, edu, stored, entriesOf } = await openOffice();
    const entry = { action: 'update', type: 'user', id: edu, field: 'password', before: null, after: null };
    expect(entriesOf(() => expect(writer.setPassword({ ...act, userId: ana }, edu, 'new')).toBe(1))).toEqual([entry]);
    expect(stored(edu)).toMatchObject({ password_hash: 'new', password_temporary: 1 });
    expect(entriesOf(() => writer.setOwnPassword({ userId: edu, usergroup: 2, request: 'own' }, 'own', ''))).toEqual([
      entry,
    ]);
    expect(stored(edu)).toMatchObject({ password_hash: 'own', password_temporary: 0 });
    expect(() => writer.setPassword(act, 'aaaaaaaaaaaa', 'new')).toThrow(problem('not-found'));
  });

  test('is set with other fields, all or nothing', async () => {
    const { writer, ana, edu, stored, sessionsOf, entriesOf } = await openOffice();
    const before = stored(edu);
    for (const fields of [{ name: 'Eduardo', username: 'ana' }, { name: 'Eduardo', password: 'x' }, { none: 'x' }])
      expect(() => writer.updateUser(act, edu, fields, 'new')).toThrow();
    expect([stored(edu), sessionsOf(edu)]).toEqual([before, 1]);
    const set = () => writer.updateUser({ ...act, userId: ana }, edu, { name: 'Eduardo' }, 'new');
    expect(entriesOf(() => expect(set()).toBe(1))).toMatchObject([
      { action: 'update', field: 'password', before: { name: 'edu' }, after: { name: 'Eduardo' } },
    ]);
    expect(stored(edu)).toMatchObject({ name: 'Eduardo', password_hash: 'new', password_temporary: 1 });
    writer.updateUser({ ...act, userId: edu }, edu, {}, 'own');
    expect(stored(edu)).toMatchObject({ password_hash: 'own', password_temporary: 0 });
    expect(entriesOf(set)).toHaveLength(1);
    expect(entriesOf(set)).toMatchObject([{ field: 'password' }]);
  });

  test('stays when only other fields are saved', async () => {
    const { writer, edu, stored, sessionsOf, entriesOf } = await openOffice();
    expect(entriesOf(() => expect(writer.updateUser(act, edu, { name: 'Eduardo' })).toBe(1))).toMatchObject([
      { action: 'update', type: 'user', id: edu, field: null, before: { name: 'edu' }, after: { name: 'Eduardo' } },
    ]);
    expect(stored(edu)).toMatchObject({ password_hash: 'hash', password_temporary: 0 });
    expect(sessionsOf(edu)).toBe(1);
  });

  test('is no field that a form can set', async () => {
    const { writer, edu } = await openOffice();
    for (const field of ['password', 'none'])
      expect(() => writer.updateUser(act, edu, { [field]: 'x' })).toThrow(problem('not-found'));
  });
});

test('a new user is in the history as they begin, without a password', async () => {
  const { entriesOf, register } = await openOffice();
  const [entry] = entriesOf(() => register('flor', 2));
  expect(entry).toMatchObject({
    action: 'create',
    type: 'user',
    field: null,
    before: null,
    after: { username: 'flor' },
  });
  expect(JSON.stringify(entry)).not.toContain('hash');
});
