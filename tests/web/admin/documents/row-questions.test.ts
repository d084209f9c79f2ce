import { expect, test } from 'vitest';
import { disputedPlaces } from '../../../../web/src/admin/documents/row-questions.tsx';
import type { Json } from '../../../../web/src/offline/outbox/protocol/operation.ts';

const directory = (...hours: string[]): Json => ({
  rows: hours.map((text, at) => ({ area: `Área ${at + 1}`, hours: text })),
});
const PLACES = { lists: [['rows']] };

test('each row that both changed is asked about where it stands', () => {
  expect(disputedPlaces(directory('7 hs', '8 hs', '9 hs'), directory('7 hs', '10 hs', '11 hs'), PLACES)).toEqual([
    ['rows', 1],
    ['rows', 2],
  ]);
});

test.each<[string, Json, Json]>([
  ['one removed a row', directory('7 hs', '8 hs'), directory('7 hs')],
  [
    'both moved rows',
    directory('7 hs', '8 hs'),
    { rows: (directory('7 hs', '8 hs') as { rows: Json[] }).rows.toReversed() },
  ],
  ['it is about something else, too', { ...(directory('7 hs') as object), motto: 'Viento' }, directory('8 hs')],
  ['nothing is left to ask', directory('7 hs'), directory('7 hs')],
])('the question stands above the form where %s', (_, mine, rest) => {
  expect(disputedPlaces(mine, rest, PLACES)).toBeNull();
});

test('a field of Sitio and an entry of the menu are asked about where they stand', () => {
  const site = (motto: string, ...names: string[]): Json => ({
    town: 'Los Coirones',
    motto,
    texts: { footer: '' },
    menu: { items: names.map((name) => ({ to: '/', name, isHidden: false })) },
  });
  const fields = [['town'], ['motto'], ['texts', 'footer']];
  expect(disputedPlaces(site('Viento'), site('Mar'), { lists: [], fields })).toEqual([['motto']]);
  expect(disputedPlaces(site('', 'Uno', 'Dos'), site('', 'Uno', 'Tres'), { lists: [['menu', 'items']] })).toEqual([
    ['menu', 'items', 1],
  ]);
  // The screen of the menu has no place for the motto.
  expect(disputedPlaces(site('Viento', 'Uno'), site('Mar', 'Dos'), { lists: [['menu', 'items']] })).toBeNull();
});
