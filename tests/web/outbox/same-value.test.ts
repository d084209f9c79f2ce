import { describe, expect, test } from 'vitest';
import { altsOf, dependentsOf, sameField, sameValue } from '../../../web/src/offline/outbox/protocol/operation.ts';
import type { Json } from '../../../web/src/offline/outbox/protocol/operation.ts';
import { alt, creation, edit, photo } from './tab.ts';

describe('two values are the same', () => {
  test.each<[string, Json, Json]>([
    ['text', 'a', 'a'],
    ['nothing', null, null],
    ['the same members in another order', { a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 }],
    ['empty lists', [], []],
  ])('%s', (_, a, b) => {
    expect([sameValue(a, b), sameValue(b, a)]).toEqual([true, true]);
  });
});

describe('two values are not the same', () => {
  test.each<[string, Json | undefined, Json | undefined]>([
    ['text that reads like a list', 'ab', ['a', 'b']],
    ['an empty text and an empty document', '', {}],
    ['nothing and an empty document', null, {}],
    ['no value and an empty document', undefined, {}],
    ['a list and a document with its places as names', ['a'], { 0: 'a' }],
    ['an empty list and an empty document', [], {}],
    ['a document with one more member', { a: 1 }, { a: 1, b: 2 }],
    ['documents that differ in one of two members', { a: 1, b: 2 }, { a: 1, b: 3 }],
    ['documents with the same values under other names', { a: 1, b: 2 }, { c: 1, d: 2 }],
    ['documents in which different members are empty', { a: null, b: 1 }, { b: 1, c: null }],
    ['lists in another order', [1, 2], [2, 1]],
  ])('%s', (_, a, b) => {
    expect([sameValue(a, b), sameValue(b, a)]).toEqual([false, false]);
  });
});

test('a member without a value is not a missing one', () => {
  const open = { a: undefined } as unknown as Json;
  expect(sameValue(open, { b: 1 })).toBe(false);
  expect(sameValue(open, { b: undefined } as unknown as Json)).toBe(false);
});

test('changes of a whole record are not about one field', () => {
  expect(sameField(creation('r1'), creation('r1'))).toBe(false);
  expect(sameField(edit('r1', 'title', 'a', 'b'), edit('r1', 'title', 'c', 'd'))).toBe(true);
});

test('only an upload has descriptions of its picture', () => {
  const described = [alt('r1', 'nieve.webp', 'Nieve'), alt('r1', 'sol.webp', 'Sol'), alt('r2', 'nieve.webp', 'Otra')];
  expect(altsOf(described, photo('r1', null, 'nieve.webp'))).toEqual([described[0]]);
  expect(altsOf(described, edit('r1', 'title', 'a', 'nieve.webp'))).toEqual([]);
});

test('without a create nothing else of its record can be sent, and without a picture not what it shows', () => {
  const created = creation('r1');
  const title = edit('r1', 'title', '', 'b');
  const picture = photo('r1', '', 'foto');
  const shown = alt('r1', 'foto', 'Una plaza');
  const other = edit('r2', 'title', '', 'b');
  expect(dependentsOf([title, picture, shown, other], created)).toEqual([title, picture, shown]);
  expect(dependentsOf([title, picture, shown, other], picture)).toEqual([shown]);
  expect(dependentsOf([title, shown, other], title)).toEqual([]);
});
