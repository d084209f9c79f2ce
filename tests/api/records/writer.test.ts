import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../api/db/open.ts';
import { openWriter } from '../../../api/records/write/writer.ts';

const act = { userId: '', usergroup: 1, request: 'test' };

function openDesk() {
  const db = openDatabase(':memory:');
  onTestFinished(() => void db.close());
  const told: unknown[] = [];
  const writer = openWriter({
    db,
    now: () => Date.parse('2026-03-15T13:32:00Z'),
    written: (...record) => void told.push(record),
    discard: (files) => void told.push(files),
  });
  return { writer, told };
}

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
  expect(() => writer.create(act, 'user', { id })).toThrow(expect.objectContaining({ code: 'exists' }));
});

test('a password is no field that a value can be written into', () => {
  const { writer } = openDesk();
  const { id } = writer.create(act, 'user');
  const write = () => writer.update(act, 'user', id, 'password', { value: 'una clave cualquiera' });
  expect(write).toThrow(expect.objectContaining({ code: 'not-found' }));
});
