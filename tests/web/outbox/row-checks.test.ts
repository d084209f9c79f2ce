import { describe, expect, it } from 'vitest';
import { operationIn, sessionIn } from '../../../web/src/offline/outbox/protocol/operation.ts';
import { isJson } from '../../../web/src/offline/outbox/protocol/row-checks.ts';
import { update } from '../../../web/src/admin/workspace/new-operations.ts';
import { operation } from '../admin/operations.ts';

const row = () => operation(update('story', 'a', 'title', 'Nuevo', 'Viejo'));
const session = { user: { id: 'u', username: 'ana', name: 'Ana', usergroup: 2 }, token: 't' };

describe('a damaged row', () => {
  it.each([
    ['a place that is none', { seq: 0 }],
    ['a place between two', { seq: 1.5 }],
    ['a key that is too long', { opId: 'x'.repeat(65) }],
    ['no key', { opId: '' }],
    ['an unknown kind', { kind: 'rename' }],
    ['an unknown method', { method: 'PATCH' }],
    ['an unknown status', { status: 'lost' }],
    ['a body that is a list', { body: [] }],
    ['a body with what is not JSON', { body: { at: new Date(0) } }],
    ['a value that is not JSON', { value: Number.NaN }],
    ['a file without a size', { file: { key: 'a', mime: 'image/webp' } }],
    ['no word about errors', { lastError: undefined }],
    ['an error without a message', { lastError: { status: 422, code: 'value' } }],
    ['theirs without an author', { theirs: { value: 1, at: '' } }],
    ['a call of another kind', { call: { name: 'label-add', item: 'a' } }],
    ['a call that nobody knows', { kind: 'call', call: { name: 'label-move', item: 'a' } }],
    ['times in words', { createdAt: '2026' }],
  ])('is not read: %s', (_, damage) => {
    expect(operationIn(row())).not.toBeNull();
    expect(operationIn({ ...row(), ...damage })).toBeNull();
  });
});

describe('the stored session', () => {
  it('is read without its key, with and without a token', () => {
    expect(sessionIn({ ...session, key: 'session' })).toEqual(session);
    expect(sessionIn({ ...session, token: null })).toEqual({ ...session, token: null });
  });

  it.each([undefined, null, {}, { ...session, token: 3 }, { ...session, user: { id: 'u' } }])(
    'is none where it is damaged: %j',
    (damaged) => {
      expect(sessionIn(damaged)).toBeNull();
    },
  );
});

it('JSON is what JSON can say, at any depth', () => {
  expect([null, 1, '', true, [], {}, { a: [{ b: null }] }].every(isJson)).toBe(true);
  expect([undefined, Number.NaN, Infinity, new Map(), () => 1, { a: undefined }, [new Date(0)]].some(isJson)).toBe(
    false,
  );
});
