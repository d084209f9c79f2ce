import { expect, test } from 'vitest';
import { besideWords, conflictWords, theirName } from '../../../web/src/admin/parts/words/conflict-words.ts';
import { operationWords } from '../../../web/src/admin/parts/words/state-words.ts';
import { document, removal, update } from '../../../web/src/admin/workspace/new-operations.ts';
import type { UnsignedOperation } from '../../../web/src/admin/workspace/new-operations.ts';
import type { Json } from '../../../web/src/offline/outbox/protocol/operation.ts';
import { operation } from './operations.ts';

const row = (area: string, hours = '') => ({
  area,
  phones: ['02902 48-1100'],
  extension: '',
  hours,
  always: false,
  address: '',
  email: '',
});
const rows = (...hours: string[]): Json => ({
  rows: ['Obras', 'Turismo', 'Catastro'].map((area, at) => row(area, hours[at])),
});
const asked = (wish: UnsignedOperation, theirs: Json, by = 'Edu') =>
  conflictWords(operation(wish, { status: 'conflict', theirs: { value: theirs, by, at: '' } }), 'Ana');

test('a question about Datos útiles names the rows that both changed, and no other', () => {
  const mine = document('usefuldata', rows('7 hs', '', '9 hs'), rows());
  expect(asked(mine, rows('8 hs', '10 hs'))).toBe('Edu también cambió «Obras».');
  expect(asked(mine, rows('8 hs', '', '9.30 hs'))).toBe('Edu también cambió «Obras», «Catastro».');
});

test('a question about a field names it, and one about a delete says what it is about', () => {
  expect(asked(update('story', 'r', 'title', 'b', 'a'), 'c', '')).toBe('Otra persona también cambió «Título».');
  expect(asked(removal('story', 'r', 1), 2)).toBe('Edu cambió lo que ibas a eliminar.');
});

test('what the same person wrote in another tab or on another device is called so', () => {
  const title = update('story', 'r', 'title', 'b', 'a');
  expect(asked(title, 'c', 'Ana')).toBe('Vos también cambiaste «Título», en otra pestaña o dispositivo.');
  expect(asked(removal('story', 'r', 1), 2, 'Ana')).toMatch(/^Vos, en otra pestaña o dispositivo, cambiaste lo que/);
  expect(theirName('Ana', 'Ana')).toBe('La de tu otra pestaña o dispositivo');
  expect([theirName('Edu', 'Ana'), theirName('', '')]).toEqual(['La de Edu', 'La otra versión']);
  const parked = operation(title, { status: 'conflict', theirs: { value: 'c', by: 'Ana', at: '' } });
  expect(operationWords(parked, true, null, 'Ana')).toMatch(/vos también lo cambiaste/);
});

test('it is said that what is not asked about stays, whatever the answer', () => {
  const disputed = (rest?: Json) => {
    const theirs = { value: 'c', by: 'Edu', at: '', ...(rest !== undefined && { rest }) };
    return besideWords(operation(update('story', 'r', 'text', 'b', 'a'), { status: 'conflict', theirs }), 'Ana');
  };
  expect(disputed('b c')).toMatch(/lo demás que cambió Edu se suma a lo que elijas/);
  expect(disputed()).toBe('');
});
