// Must be imported before Dexie, which looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { shortText } from '#contract/calendar/roster-day';
import type { DayLine } from '#contract/calendar/roster-day';
import { turnsOf } from '#contract/calendar/roster-turns';
import { calls } from '#contract/addresses/calls';
import { pages } from '#contract/addresses/pages';
import { publicCall } from '#contract/addresses/public-calls';
import { firstCategories } from '#contract/town/categories';
import type { HistoryPage } from '#contract/messages/history-entry';
import type { SearchResult } from '#contract/search';
import { createReading } from '../../../web/src/offline/reading/public-reading.ts';
import { openStore } from '../../../web/src/offline/store/public-db.ts';
import { storedRecord } from '../../../web/src/offline/store/record-shape.ts';
import { loadPage } from '../../../web/src/public/routes.ts';
import { viewOf } from '../../../web/src/public/view.ts';
import type { View } from '../../../web/src/public/view.ts';
import { createDeviceReader } from '../../../web/src/offline/reading/device-reader.ts';
import { openTown, save } from '../town.ts';
import type { Town } from '../town.ts';

const SAID = 'lunes y jueves, 20 h|||Camión||Norte\nmartes, 20 h|||Camión||Sur';
const STORED = 'FREQ=WEEKLY;BYDAY=MO,TH||20:00|Camión||Norte\nFREQ=WEEKLY;BYDAY=TU||20:00|Camión||Sur';

const publish = (town: Town, values: object = {}) =>
  town.make('roster', { title: 'Recolección', kind: 'recoleccion', turns: SAID, status: 'Publicado', ...values });
const turnsIn = async (town: Town, id: string) => (await town.reader.record('roster', id))?.turns;

describe('the turns of a roster', () => {
  test('are said by people and stored as rules; what is not understood is refused with the row, and nothing changes', async () => {
    const town = await openTown();
    const id = publish(town);
    expect(await turnsIn(town, id)).toBe(STORED);
    const refused = await save(town, 'roster', id, 'turns', { value: `${SAID}\ncuando se pueda` });
    expect(refused).toMatchObject({ status: 422, body: { message: expect.stringContaining('Renglón 3') } });
    expect(await turnsIn(town, id)).toBe(STORED);
  });

  test('of two people who change different rows are both kept; of the same row, the second is asked', async () => {
    const town = await openTown();
    const id = publish(town);
    const [north = '', south = ''] = STORED.split('\n');
    const mine = `${north}|48-1100\n${south}`;
    const theirs = `${north}\n${south.replace('20:00', '21:30')}`;
    expect((await save(town, 'roster', id, 'turns', { value: mine, base: STORED })).status).toBe(200);
    expect((await save(town, 'roster', id, 'turns', { value: theirs, base: STORED })).status).toBe(200);
    const both = `${north}|48-1100\n${south.replace('20:00', '21:30')}`;
    expect(await turnsIn(town, id)).toBe(both);
    const asked = await save(town, 'roster', id, 'turns', { value: `${north}|48-2200\n${south}`, base: STORED });
    expect(asked).toMatchObject({ status: 409, body: { value: expect.stringContaining('48-1100') } });
  });

  test('that two people cancel on different days are both cancelled', async () => {
    const town = await openTown();
    const id = publish(town);
    for (const day of ['2026-12-24', '2026-12-31'])
      expect((await save(town, 'roster', id, 'turns', { value: `${STORED}\nNO|${day}`, base: STORED })).status).toBe(
        200,
      );
    const turns = turnsOf({ turns: (await turnsIn(town, id)) ?? '', noholidays: 0 }, '2026-12-24', '2026-12-31');
    expect(turns.filter(({ off }) => off !== undefined).map(({ day }) => day)).toEqual(['2026-12-24', '2026-12-31']);
  });

  test('are in the history, and come back from it', async () => {
    const town = await openTown();
    const id = publish(town);
    await save(town, 'roster', id, 'turns', { value: '' });
    const { items } = (await town.get(calls.historyOf('roster', id), { as: town.editor })).body as HistoryPage;
    expect(items[0]).toMatchObject({ field: 'turns', before: STORED, after: '' });
    await save(town, 'roster', id, 'turns', { value: items[0]?.before });
    expect(await turnsIn(town, id)).toBe(STORED);
  });
});

test('a roster is found by its kind, by what means the same, by who is on duty and by the zone', async () => {
  const town = await openTown();
  const id = publish(town, { turns: 'todos los días, 9 h|||Farmacia del Lago||Norte', kind: 'farmacia' });
  for (const word of ['recolección', 'basura', 'farmacia', 'remedio', 'lago', 'zona norte', 'turno']) {
    const { body } = await town.post(publicCall('search'), { search: word, page: 1 });
    const found = (body as { items: SearchResult[] }).items.map((one) => [one.type, one.id]);
    expect([word, found]).toEqual([word, [['Guardia', id]]]);
  }
});

test('its page and the list are drawn by the server and, without a network, on the device, with the same data', async () => {
  const town = await openTown();
  const id = publish(town);
  let isOnline = true;
  const reading = createReading({
    store: openStore('rosters'),
    name: 'rosters',
    now: () => town.clock.now,
    fetch: (url, init) =>
      isOnline ? fetch(town.url + String(url), init) : Promise.reject(new TypeError('Failed to fetch')),
  });
  await reading.pull();
  isOnline = false;
  for (const path of ['/guardias', '/hoy', `/guardias/${id}/recoleccion`]) {
    const request = { path, origin: 'https://portal.example', today: '2026-03-15' };
    const served = await viewOf({ ...request, reader: town.reader });
    const { data: drawn } = await reading.read((reader) => viewOf({ ...request, reader }));
    expect(drawn).toEqual(served);
    expect(drawn).toMatchObject({
      head: { title: expect.any(String) },
      page: await loadPage((drawn as { name: string }).name),
    });
  }
});

test('its page has the whole of a month that begins in some days, and says how far it looks', async () => {
  const town = await openTown();
  const id = publish(town, { turns: 'todos los días, 9 h|||Farmacia del Lago||' });
  const view = await viewOf({
    path: `/guardias/${id}/recoleccion`,
    origin: 'https://portal.example',
    today: '2026-11-27',
    reader: town.reader,
  });
  const { days, ahead } = (view as unknown as { data: { days: { day: string }[]; ahead: number } }).data;
  expect([days.at(-1)?.day, ahead]).toEqual(['2027-01-01', 36]);
});

test('a kind that rosters have cannot be taken from the list of the town, but it can be called otherwise', async () => {
  const town = await openTown();
  publish(town);
  const [first, ...others] = firstCategories.roster;
  const set = (roster: unknown) => town.writer.setDocument(town.act, 'categories', { ...firstCategories, roster });
  expect(() => set(others)).toThrow();
  expect(set([{ ...first, name: 'Basura' }, ...others])).toBe(1);
});

test('the lists of a device of before, and what it sends, have the kinds of a new town', async () => {
  const { roster, ...before } = firstCategories;
  expect(storedRecord('categories', { id: 'categories', ...before })).toMatchObject({ roster });
  const town = await openTown();
  const named = before.agenda.map((one, at) => ({ ...one, name: at === 0 ? 'Arte' : one.name }));
  expect(town.writer.setDocument(town.act, 'categories', { ...before, agenda: named }, before)).toBe(1);
  expect((await town.reader.document('categories')).roster).toEqual(roster);
});

test('an open page is drawn anew at midnight in the town, without a network', async () => {
  const now = Date.parse('2026-03-15T22:00:00-03:00');
  const device = createDeviceReader({
    store: openStore('rosters, midnight'),
    today: () => '2026-03-15',
    now: () => now,
  });
  const { at, next } = await device.alertTimes(now);
  expect((next ?? 0) - at).toBe(2 * 3_600_000);
});

test('the streets of the zones are in the data of the pages that ask for a zone alone', async () => {
  const town = await openTown();
  const roster = publish(town);
  const zones = [{ zone: 'Norte', streets: 'Mitre\nSan Martín 1-500' }];
  town.writer.setDocument(town.act, 'categories', { ...firstCategories, zones });
  const open = async (path: string) => {
    const view = await viewOf({ path, origin: 'https://portal.example', reader: town.reader, today: '2026-03-16' });
    expect(view).toMatchObject({ layout: { categories: { agenda: firstCategories.agenda } } });
    return view as View;
  };
  expect((await open('/hoy')).data).toMatchObject({ list: zones });
  expect((await open(pages.roster({ id: roster, titlekey: 'recoleccion' }))).data).toMatchObject({ list: zones });
  expect(JSON.stringify(await open('/'))).not.toContain('Mitre');
  expect(JSON.stringify((await open('/hoy')).layout)).not.toContain('Mitre');
});

test('the sheet of /cartelera has who is on duty today, since yesterday too, and tomorrow, in the order of the kinds', async () => {
  const town = await openTown();
  const turns =
    'FREQ=DAILY;INTERVAL=2|2026-03-15|08:30-08:30|Del Lago|||48-1\n' +
    'FREQ=DAILY;INTERVAL=2|2026-03-16|08:30-08:30|Huemul|||48-2';
  publish(town, { title: 'Farmacia', kind: 'farmacia', turns });
  publish(town);
  const { data } = (await viewOf({
    path: '/cartelera',
    origin: 'https://portal.example',
    reader: town.reader,
    today: '2026-03-16',
  })) as View;
  const { days } = data as { days: { day: string; rosters: { title: string; lines: DayLine[] }[] }[] };
  const said = days.map(({ rosters }) =>
    rosters.map(({ title, lines }) => [title, ...lines.map((line) => shortText(line))].join(': ')),
  );
  expect(said).toEqual([
    [
      'Recolección: Camión, Zona Norte 20\u00a0h',
      'Farmacia: Del Lago hasta las 8:30\u00a0h: Huemul desde las 8:30\u00a0h',
    ],
    ['Recolección: Camión, Zona Sur 20\u00a0h', 'Farmacia: Del Lago desde las 8:30\u00a0h'],
  ]);
});

test('/hoy has what comes by today and tomorrow, by zone, and home has it in short', async () => {
  const town = await openTown();
  publish(town);
  const open = (path: string) =>
    viewOf({ path, origin: 'https://portal.example', reader: town.reader, today: '2026-03-16' }) as Promise<View>;
  const { data } = await open('/hoy');
  expect(data).toMatchObject({
    zones: ['Norte', 'Sur'],
    days: [
      { day: '2026-03-16', rosters: [{ lines: [{ zone: 'Norte', when: '20\u00a0h' }] }] },
      { day: '2026-03-17', rosters: [{ lines: [{ zone: 'Sur', when: '20\u00a0h' }] }] },
    ],
  });
  expect((await open('/')).data).toMatchObject({
    lines: [{ title: 'Recolección', parts: [{ zone: 'Norte', text: 'Camión, Zona Norte 20\u00a0h' }] }],
    zones: ['Norte', 'Sur'],
  });
});
