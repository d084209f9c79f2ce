import { expect, test } from 'vitest';
import { act, openDesk, problem } from './desk.ts';

test('whoever announces records hears of each that was written or deleted, and of no user', () => {
  const { writer, told } = openDesk();
  const { id } = writer.create(act, 'story');
  writer.update(act, 'story', id, 'title', { value: 'Feria' });
  writer.update(act, 'story', id, 'title', { value: 'Feria' });
  writer.remove(act, 'story', id);
  const user = writer.create(act, 'user');
  writer.update(act, 'user', user.id, 'name', { value: 'Flor' });
  writer.remove(act, 'user', user.id);
  expect(told).toEqual(Array(3).fill(['story', id]));
});

test('a second user with the id of the first is refused as such', () => {
  const { writer } = openDesk();
  const { id } = writer.create(act, 'user');
  expect(() => writer.create(act, 'user', { id })).toThrow(problem('exists'));
});

test('a password is no field that a value can be written into', () => {
  const { writer } = openDesk();
  const { id } = writer.create(act, 'user');
  const write = () => writer.update(act, 'user', id, 'password', { value: 'una clave cualquiera' });
  expect(write).toThrow(problem('not-found'));
});
