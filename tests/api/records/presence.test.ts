import { expect, test } from 'vitest';
import { calls } from '#contract/addresses/calls';
import { PRESENCE } from '#contract/limits';
import { openTown } from '../town.ts';

test('who edits a record is told who else does, as long as those do, and for less than a minute more', async () => {
  const town = await openTown();
  const id = town.make('story', { title: 'Corte de agua' });
  const others = async (as: string, of = id) => (await town.get(calls.presence('story', of), { as })).body;
  expect(await others(town.admin)).toEqual([]);
  expect(await others(town.editor)).toEqual(['Ana']);
  expect(await others(town.admin)).toEqual(['Edu']);
  expect(await others(town.admin, 'another')).toEqual([]);
  // Ana stays, and Edu has left.
  for (let seconds = 0; seconds < PRESENCE.lasts; seconds += PRESENCE.every) {
    town.clock.now += PRESENCE.every * 1000;
    await others(town.admin);
  }
  expect(await others(town.admin)).toEqual([]);
  expect(await others(town.editor)).toEqual(['Ana']);
  expect(PRESENCE.every + PRESENCE.lasts).toBeLessThan(60);
});

test('nobody but staff learns who is editing, and of a document only those who may', async () => {
  const town = await openTown();
  const status = async (path: string, as?: string) => (await town.get(path, { as })).status;
  expect(await status(calls.presence('story', 'one'))).toBe(401);
  expect(await status(calls.presence('site', 'site'), town.editor)).toBe(403);
  expect(await status(calls.presence('site', 'site'), town.admin)).toBe(200);
  expect(await status(calls.presence('nothing', 'one'), town.admin)).toBe(404);
});

test('nobody counts as editing more records than one person has open, so nobody can make the others wait', async () => {
  const town = await openTown();
  const others = async (as: string, of: string) => (await town.get(calls.presence('story', of), { as })).body;
  for (let at = 0; at < 40; at += 1) await others(town.editor, `record${at}`);
  expect([await others(town.admin, 'record0'), await others(town.admin, 'record39')]).toEqual([[], ['Edu']]);
});
