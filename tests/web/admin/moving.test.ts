import { expect, test } from 'vitest';
import { shownOrder } from '../../../web/src/admin/parts/order/moving.ts';
import type { Moving } from '../../../web/src/admin/parts/order/moving.ts';

const order = (letters: string) => [...letters];
const moving = (names: string, more: Partial<Moving> = {}): Moving => ({
  names: order(names),
  base: order('abcd'),
  isSaved: false,
  ...more,
});

test('what is moved is shown where it was moved to, whatever comes from the server', () => {
  expect(shownOrder(order('abcd'), moving('cabd'))).toEqual(order('cabd'));
  expect(shownOrder(order('dabc'), moving('cabd'))).toEqual(order('cabd'));
});

test('what was saved does not go back before what is stored has followed', () => {
  const saved = moving('cabd', { isSaved: true });
  expect(shownOrder(order('abcd'), saved)).toEqual(order('cabd'));
  expect(shownOrder(order('cabd'), saved)).toEqual(order('cabd'));
});

test('what somebody else has arranged meanwhile is shown after the save', () => {
  expect(shownOrder(order('dcab'), moving('cabd', { isSaved: true }))).toEqual(order('dcab'));
});

test('an entry that came or went meanwhile is shown, or is not', () => {
  expect(shownOrder(order('abcde'), moving('cabd'))).toEqual(order('abcde'));
  expect(shownOrder(order('abc'), moving('cabd', { isSaved: true }))).toEqual(order('abc'));
});
