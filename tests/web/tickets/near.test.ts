import { expect, test } from 'vitest';
import type { PublicTicket } from '#contract/tickets/public-ticket';
import { nearTo } from '../../../web/src/public/pages/tickets/town/near.tsx';

const shown = (given: Partial<PublicTicket> = {}): PublicTicket => ({
  id: 'a',
  topic: 'bache',
  state: 'received',
  day: '2026-03-15',
  settled: '',
  others: 0,
  text: '',
  place: 'Belgrano al 400',
  point: { lat: -38.7, lon: -62.2665 },
  photos: 0,
  ...given,
});
const draft = { topic: 'bache', place: '', point: null };
const isNear = (given: Partial<PublicTicket>, where: Partial<Parameters<typeof nearTo>[1]>) =>
  nearTo({ tickets: [shown(given)] }, { ...draft, ...where }).length > 0;

test.each(['Belgrano 450', 'calle BELGRANO', 'frente a la escuela, belgrano y Mitre'])(
  'the same street is near: %s',
  (place) => expect(isNear({}, { place })).toBe(true),
);

test.each(['', 'Mitre 400', 'al 400', 'cerca de casa'])('another street, or only a number, is not: %s', (place) =>
  expect(isNear({}, { place })).toBe(false),
);

test('words that many places have make none near', () => {
  expect(isNear({ place: 'Barrio Norte' }, { place: 'barrio Sur' })).toBe(false);
  expect(isNear({ place: 'Barrio Norte' }, { place: 'Norte' })).toBe(true);
});

test('a point is near up to 200 m, whatever the words are', () => {
  // A degree of latitude has 111,320 m.
  expect(isNear({}, { point: { lat: -38.7017, lon: -62.2665 } })).toBe(true);
  expect(isNear({}, { point: { lat: -38.7019, lon: -62.2665 } })).toBe(false);
  expect(isNear({ point: null }, { point: { lat: -38.7, lon: -62.2665 } })).toBe(false);
});

test('what is of another topic, or settled, is not shown', () => {
  expect(isNear({ topic: 'agua' }, { place: 'Belgrano' })).toBe(false);
  expect(isNear({ state: 'closed' }, { place: 'Belgrano' })).toBe(false);
});
