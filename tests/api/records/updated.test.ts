import { expect, test } from 'vitest';
import { feedOf } from '../../../web/src/offline/store/record-shape.ts';
import { openTown, save } from '../town.ts';
import type { Town } from '../town.ts';

const updatedOf = async (town: Town, id: string) =>
  ((await town.get(`/api/dataPublic/getAgendaById/${id}`)).body as { updated: string }).updated;

test('an event says when it was last changed, by whatever kind of change', async () => {
  const town = await openTown();
  const id = town.make('agenda', { title: 'Fiesta del Lago', date: '2026-03-20', status: 'Publicado' });
  const made = await updatedOf(town, id);
  expect(made).toBe(new Date(town.clock.now).toISOString());
  town.clock.now += 60_000;
  await save(town, 'agenda', id, 'title', { value: 'Fiesta del Lago' });
  expect(await updatedOf(town, id), 'a save that changes nothing').toBe(made);
  await save(town, 'agenda', id, 'title', { value: 'Fiesta del Río' });
  expect(await updatedOf(town, id)).toBe(new Date(town.clock.now).toISOString());
});

test('one that came with the database was last changed when it was created', async () => {
  const town = await openTown();
  const id = town.make('agenda', { status: 'Publicado' });
  town.db.prepare('DELETE FROM history').run();
  expect(await updatedOf(town, id)).toBe((await town.reader.record('agenda', id))?.created);
});

test('it is in the feed, and not in the cards of lists', async () => {
  const town = await openTown();
  town.make('agenda', { title: 'Fiesta del Lago', date: '2026-03-20', status: 'Publicado' });
  const feed = feedOf((await town.get('/api/dataPublic/changes')).body);
  expect(feed?.puts.find(({ type }) => type === 'agenda')?.record).toHaveProperty('updated');
  expect((await town.reader.list('agenda', { limit: 3 })).items[0]).not.toHaveProperty('updated');
});
