import { expect, test } from 'vitest';
import { publicCall } from '#contract/addresses/public-calls';
import type { TimelyAlert } from '#contract/calendar/alerts';
import { momentAt } from '#contract/values/dates';
import { openTown } from '../town.ts';
import type { Town } from '../town.ts';

const MINUTE = 60_000;

const publish = (town: Town, { from, to }: { from: number; to: number }) =>
  town.make('alert', {
    headline: 'Ruta 40 cortada',
    onset: momentAt(town.clock.now + from * MINUTE),
    expires: momentAt(town.clock.now + to * MINUTE),
    status: 'Publicado',
  });
const states = async (town: Town) =>
  ((await town.get(publicCall('alerts'))).body as TimelyAlert[]).map(({ state }) => state);

test('kept answers follow the times of alerts, without any change by staff', async () => {
  const town = await openTown();
  publish(town, { from: 10, to: 30 });
  expect(await states(town)).toEqual(['coming']);
  town.clock.now += 11 * MINUTE;
  expect(await states(town)).toEqual(['current']);
  town.clock.now += 20 * MINUTE;
  expect(await states(town)).toEqual(['over']);
  town.clock.now += 60 * MINUTE;
  expect(await states(town)).toEqual([]);
});

test('a new alert ends after a day', async () => {
  const town = await openTown();
  town.make('alert', { headline: 'Corte de agua', status: 'Publicado' });
  expect(await states(town)).toEqual(['current']);
  town.clock.now += 24 * 60 * MINUTE;
  expect(await states(town)).toEqual(['over']);
});

test('a moment is stored as the town writes it, and nothing else is accepted', async () => {
  const town = await openTown();
  const id = town.make('alert');
  const set = (value: unknown) =>
    town.post(`/api/alert/${id}/update/expires`, { value }, { as: town.editor }).then(({ status }) => status);
  for (const value of ['2026-07-01T18:30', '01/07/2026 18:30', '1-7-2026, 18.30']) {
    expect([value, await set(value)]).toEqual([value, 200]);
    expect(town.db.prepare('SELECT expires FROM alert').pluck().get()).toBe('2026-07-01T18:30');
  }
  for (const value of ['', '2026-07-01', '2026-07-01T24:00', '2026-02-30T10:00', '1789-07-14T10:00', 7, null, {}])
    expect([value, await set(value)]).toEqual([value, 422]);
});

test('a search says which alerts are over, and finds those before them that are not', async () => {
  const town = await openTown();
  const make = (headline: string, from: number, to: number) =>
    town.make('alert', {
      headline,
      instruction: 'Juntá agua.',
      onset: momentAt(town.clock.now + from * MINUTE),
      expires: momentAt(town.clock.now + to * MINUTE),
      status: 'Publicado',
    });
  make('Corte programado', -10, 20);
  make('Corte de agua de ayer', -1000, -500);
  make('Agua turbia', -1000, -10);
  town.make('story', { title: 'El corte de agua, explicado', status: 'Publicado', text: '<p>Agua.</p>' });
  const find = async () => (await town.reader.search('agua', 1)).items.map(({ title, alert }) => [title, alert?.state]);
  expect((await find())[0]).toEqual(['Corte programado', 'current']);
  expect(await find()).toContainEqual(['Corte de agua de ayer', 'over']);
  expect(await find()).toContainEqual(['Agua turbia', 'over']);
  town.clock.now += 30 * MINUTE;
  expect((await find()).at(-1)).toEqual(['Corte programado', 'over']);
});
