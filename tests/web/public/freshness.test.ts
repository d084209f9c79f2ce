import { expect, test } from 'vitest';
import { ageWords } from '../../../web/src/public/parts/frame/freshness.tsx';

const at = (time: string) => Date.parse(`2026-11-${time}:00-03:00`);
const SAVED = at('12T09:32');

test.for([
  ['12T23:59', 'de hoy, 9:32\u00a0h'],
  ['13T00:01', 'de ayer, 9:32\u00a0h'],
  ['14T08:00', 'de hace 2 días'],
  ['24T10:08', 'de hace 12 días'],
  // The device's clock was put back.
  ['11T10:00', 'del 12 de noviembre, 9:32\u00a0h'],
] as const)('on %s data saved on the 12th are %s', ([now, words]) => {
  expect(ageWords(SAVED, at(now))).toBe(words);
});
