import { expect, test } from 'vitest';
import type { HistoryEntry, HistoryPage } from '#contract/messages/history-entry';
import { calls } from '#contract/addresses/calls';
import { lastChangeAt, momentBefore, prunable, prune } from '../../../api/maintenance/prune.ts';
import { NOON, openTown, save } from '../town.ts';
import type { Town } from '../town.ts';

const YEAR = 365.25 * 24 * 60 * 60 * 1000;
const entriesOf = async (town: Town, id: string) =>
  ((await town.get(calls.historyOf('story', id), { as: town.admin })).body as HistoryPage).items;
const values = (entries: HistoryEntry[]) =>
  entries.map(({ action, field, before, after }) => [action, field, before, after]);

/** A town with a story that was changed three years ago and last month, and one that was deleted three years ago. */
async function openOldTown() {
  const town = await openTown();
  town.clock.now = NOON - 3 * YEAR;
  town.db.prepare('UPDATE history SET at = ?').run(new Date(town.clock.now).toISOString());
  const id = town.make('story', { title: 'Uno', status: 'Publicado' });
  await town.get(calls.labelCreateAdd(id, 'Obras'), { as: town.editor });
  town.writer.update({ ...town.act, opId: 'abcdefghijkl', request: 'r' }, 'story', id, 'title', { value: 'Dos' });
  const flor = town.writer.register(
    { ...town.act, request: 'r' },
    { name: 'Flor', username: 'flor', usergroup: 2, enable: 1 },
    'hash',
  ).id;
  town.writer.update({ userId: flor, usergroup: 2, request: 'r' }, 'story', id, 'description', { value: 'De Flor' });
  town.writer.remove({ ...town.act, request: 'r' }, 'user', flor);
  const gone = town.make('story', { title: 'Borrada' });
  town.writer.remove(town.act, 'story', gone);
  town.clock.now = NOON - YEAR / 12;
  const young = await save(town, 'story', id, 'title', { value: 'Tres' });
  town.clock.now = NOON;
  return { town, id, gone, young };
}

test('forgets the values of old changes, says first which, and keeps who, what, when and everything younger', async () => {
  const { town, id, gone } = await openOldTown();
  const full = await entriesOf(town, id);
  const found = prunable(town.db, momentBefore('2a', lastChangeAt(town.db, NOON)), NOON);
  // Of both stories two titles, a description and a title, and the one that was deleted.
  expect(found).toMatchObject({ changes: 5, deleted: 1 });
  expect(values(await entriesOf(town, id))).toEqual(values(full));
  prune(town.db, found);
  const left = await entriesOf(town, id);
  expect(left.map(({ at, by, action, field }) => [at, by, action, field])).toEqual(
    full.map(({ at, by, action, field }) => [at, by, action, field]),
  );
  // Also of somebody who was removed long ago.
  expect(left.find(({ field }) => field === 'description')).toMatchObject({ by: 'Flor', before: null, after: null });
  expect(values(left).filter(([, field]) => field === 'title')).toEqual([
    ['update', 'title', 'Dos', 'Tres'],
    ['update', 'title', null, null],
    ['update', 'title', null, null],
  ]);
  const isKept = ([, field]: unknown[]) => field !== 'title' && field !== 'description';
  // From these other things are made: a subscription, and what going back to labels would do.
  expect(values(left).filter(isKept)).toEqual(values(full).filter(isKept));
  expect(values(await entriesOf(town, gone))[0]).toEqual(['delete', null, null, null]);
  expect(prunable(town.db, momentBefore('2a', NOON), NOON)).toMatchObject({ changes: 0, deleted: 0, characters: 0 });
});

test('a change that a device repeats after that has its first effect only', async () => {
  const { town, id } = await openOldTown();
  prune(town.db, prunable(town.db, momentBefore('2a', NOON), NOON));
  const again = { ...town.act, opId: 'abcdefghijkl', request: 'r' };
  const before = await entriesOf(town, id);
  town.writer.update(again, 'story', id, 'title', { value: 'Dos' });
  expect(await entriesOf(town, id)).toEqual(before);
  expect(before[0]).toMatchObject({ name: 'Tres' });
});

test('a wrong clock makes nothing older: not what came after a younger change, nor everything when it is ahead', async () => {
  const { town, id } = await openOldTown();
  town.clock.now = Date.parse('1972-02-21T12:00:00Z');
  town.writer.update(town.act, 'story', id, 'title', { value: 'Con el reloj atrasado' });
  const entries = await entriesOf(town, id);
  prune(town.db, prunable(town.db, momentBefore('2a', NOON), NOON));
  expect(values(await entriesOf(town, id))[0]).toEqual(values(entries)[0]);
  // One that was made with a clock that was ahead keeps nothing from being forgotten.
  town.db.prepare("UPDATE history SET at = '2099-01-01T00:00:00.000Z' WHERE type = 'user'").run();
  expect(prunable(town.db, momentBefore('1a', NOON), NOON).end).toBeGreaterThan(2);
  const { town: other } = await openOldTown();
  const ahead = lastChangeAt(other.db, NOON + 50 * YEAR);
  expect(ahead).toBe(NOON - YEAR / 12);
});

test.for([
  ['2a', '2024-03-15'],
  ['30m', '2023-09-15'],
  ['800d', '2024-01-05'],
  ['1a', '2025-03-15'],
] as const)('the age %s begins on %s', ([age, day]) => {
  expect(new Date(momentBefore(age, NOON)).toISOString().slice(0, 10)).toBe(day);
});

test.for([['11m'], ['364d'], ['0a'], ['2'], ['dos años'], ['-3a'], ['']] as const)(
  'the age %s is refused: within a year the history can restore files, too',
  ([age]) => {
    expect(() => momentBefore(age, NOON)).toThrow(/^Tiene que ser un año|no es una edad/);
  },
);
