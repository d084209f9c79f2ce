import { expect, test } from 'vitest';
import { publicCall } from '#contract/addresses/public-calls';
import type { EventCard } from '#contract/records';
import { addDays, atMoment, dayAt } from '#contract/values/dates';
import { openTown } from '../town.ts';
import type { Town } from '../town.ts';

/** The titles of the next events, as everybody gets them by way of the kept answers. */
const next = async (town: Town) =>
  (
    (await town.get(publicCall('list', { type: 'agenda', dates: 'all', page: 1 }))).body as { items: EventCard[] }
  ).items.map(({ title }) => title);

test('the next events are those that are not over, and kept answers follow their ends', async () => {
  const town = await openTown();
  const today = dayAt(town.clock.now);
  const make = (title: string, more: object) =>
    town.make('agenda', { title, date: today, status: 'Publicado', highlight: 1, ...more });
  make('Desayuno', { startTime: '08:00', endTime: '09:30' });
  make('Feria', { startTime: '09:00', endTime: '18:00' });
  make('Colecta', {});
  make('Baile', { startTime: '22:00', endTime: '02:00' });
  make('Muestra', { date: addDays(today, -3), lastDay: today, startTime: '10:00', endTime: '20:00' });
  make('Yerra', { date: addDays(today, 1) });
  const at = (time: string) => {
    town.clock.now = atMoment(`${today}T${time}`);
  };
  at('09:00');
  expect(await next(town)).toEqual(['Colecta', 'Desayuno', 'Feria', 'Baile', 'Muestra', 'Yerra']);
  at('09:30');
  expect(await next(town)).toEqual(['Colecta', 'Feria', 'Baile', 'Muestra', 'Yerra']);
  expect((await town.reader.highlighted('agenda')).map(({ title }) => title)).not.toContain('Desayuno');
  at('22:21');
  expect(await next(town)).toEqual(['Colecta', 'Baile', 'Yerra']);
  const said = async (title: string) => (await town.reader.search(title, 1)).items.map(({ isOver }) => isOver);
  expect([await said('desayuno'), await said('baile')]).toEqual([[true], [undefined]]);
  // Whoever asks for the day gets all of it.
  expect((await town.reader.list('agenda', { range: { from: today, to: today } })).items).toHaveLength(5);
});

test('the ends of a day count also where nothing was over on the day before', async () => {
  const town = await openTown();
  const tomorrow = addDays(dayAt(town.clock.now), 1);
  town.make('agenda', { title: 'Feria', date: tomorrow, endTime: '18:00', status: 'Publicado' });
  expect(await next(town)).toEqual(['Feria']);
  town.clock.now = atMoment(`${tomorrow}T17:59`);
  expect(await next(town)).toEqual(['Feria']);
  town.clock.now = atMoment(`${tomorrow}T18:00`);
  expect(await next(town)).toEqual([]);
});
