import { expect, test } from 'vitest';
import { disputedEntries } from '../../../../web/src/admin/documents/row-questions.tsx';
import type { Json } from '../../../../web/src/offline/outbox/protocol/operation.ts';

const directory = (...hours: string[]): Json => ({
  rows: hours.map((text, at) => ({ area: `Área ${at + 1}`, hours: text })),
});
const LISTS = [['rows']];

test('each row that both changed is asked about where it stands', () => {
  expect(disputedEntries(directory('7 hs', '8 hs', '9 hs'), directory('7 hs', '10 hs', '11 hs'), LISTS)).toEqual([
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
  expect(disputedEntries(mine, rest, LISTS)).toBeNull();
});
