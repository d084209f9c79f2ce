import { expect, onTestFinished, test } from 'vitest';
import { createDeviceReader } from '../../../web/src/offline/reading/device-reader.ts';
import { openStore } from '../../../web/src/offline/store/public-db.ts';
import type { RecordRow, FeedStanding } from '../../../web/src/offline/store/public-db.ts';
import type { AgendaEvent, AnyRecord, Bulletin, Label, Story } from '#contract/records';
import { homeCarousel } from '#contract/lists';
import type { ListPosition } from '#contract/lists';
import type { RecordType } from '#contract/record-types';
import { eventFile } from '#contract/calendar/icalendar';
import { site, story } from './fake-feed.ts';

const TODAY = '2026-03-15';
const standing: FeedStanding = {
  key: 'feed',
  epoch: 'one',
  head: 'one.1',
  cursor: 'one.9',
  next: null,
  more: false,
  pulledAt: 1,
  counts: { story: 500, agenda: 500, bulletin: 500, album: 500 },
  floors: {
    story: place('2026-03-01'),
    bulletin: place('2026-03-01'),
    highlight: place('2026-02-01'),
    agenda: '2026-02-13',
  },
};

const NOW = Date.parse('2026-03-15T13:32:00Z');
let stores = 0;
/** Opens a device that has only the given records. */
async function deviceWith(
  {
    records = [],
    rows = [],
    ...stands
  }: { records?: [RecordType, AnyRecord][]; rows?: RecordRow[] } & Partial<FeedStanding>,
  filled = true,
) {
  const store = openStore(`device-${(stores += 1)}`);
  onTestFinished(() => store.close());
  await store.use(async (db) => {
    await db.records.bulkPut([
      ...rows,
      ...records.map(([type, record]): RecordRow => ({ type, id: record.id, seq: 1, record })),
    ]);
    if (filled) await db.standing.put({ ...standing, ...stands });
  });
  return { store, reader: () => createDeviceReader({ store, today: () => TODAY, now: () => NOW }) };
}

test('a device that was never filled knows nothing', async () => {
  const { reader } = await deviceWith({}, false);
  for (const answer of [
    reader().list('story'),
    reader().document('site'),
    reader().list('authority'),
    reader().record('story', 's1'),
    reader().highlighted('agenda'),
    reader().search('plaza', 1),
  ]) {
    expect(await answer).toEqual({ data: undefined, isWhole: false });
  }
  expect(await reader().head()).toBeNull();
});

test('without a working database a device knows nothing', async () => {
  const reader = createDeviceReader({
    store: { use: async () => undefined, close: () => {} },
    today: () => TODAY,
    now: () => NOW,
  });
  expect(await reader.list('story')).toEqual({ data: undefined, isWhole: false });
  expect(await reader.record('story', 's1')).toEqual({ data: undefined, isWhole: false });
});

test('pages of the newest are certain down to the floor, and their number comes from the server', async () => {
  const { reader } = await deviceWith({
    records: [...stories(25, '2026-03-05'), ...stories(10, '2026-02-20', 'vieja')],
  });
  expect(await reader().list('story', { page: 2 })).toMatchObject({ isWhole: true, data: { pages: 50 } });
  expect(await reader().list('story', { page: 3 })).toMatchObject({ isWhole: false, data: { pages: 4 } });
  expect(await reader().list('story', { limit: 4 })).toMatchObject({ isWhole: true });
});

test('an event that is over by the time of the server leads no list, and pages learn when the next one is', async () => {
  const { reader } = await deviceWith({
    records: [
      ['agenda', event('desayuno', { date: TODAY, startTime: '08:00', endTime: '10:32' })],
      ['agenda', event('feria', { date: TODAY, startTime: '09:00', endTime: '18:00' })],
    ],
    pulledAt: NOW,
    serverAt: NOW,
  });
  const { data } = await reader().list('agenda');
  expect(data?.items.map(({ id }) => id)).toEqual(['feria']);
  expect((await reader().alertTimes(NOW)).next).toBe(Date.parse('2026-03-15T18:00-03:00'));
});

test('an extra story that a visitor opened does not make an incomplete list complete', async () => {
  const held = stories(4, '2026-03-05');
  const opened: RecordRow = { type: 'story', id: 'nueva', seq: null, record: story('nueva', { date: '2026-03-06' }) };
  const { reader } = await deviceWith({ records: held, rows: [opened], counts: { ...standing.counts, story: 5 } });
  expect(await reader().list('story', { by: 'salud' })).toMatchObject({ isWhole: false });
  const level = await deviceWith({ records: held, rows: [opened], counts: { ...standing.counts, story: 4 } });
  expect(await level.reader().list('story', { by: 'salud' })).toMatchObject({ isWhole: true });
});

test('nothing counts as complete while the server has more to send', async () => {
  const { reader } = await deviceWith({
    records: stories(4, '2026-03-05'),
    counts: { ...standing.counts, story: 4 },
    more: true,
  });
  expect(await reader().list('story', { by: 'salud' })).toEqual({ data: undefined, isWhole: false });
});

test('nothing is certain before the first pull after a fill', async () => {
  const { reader } = await deviceWith({
    records: stories(25, '2026-03-05'),
    pulledAt: null,
    counts: { story: 25, agenda: 0, bulletin: 0, album: 0 },
  });
  for (const answer of [
    reader().list('story'),
    reader().list('story', { limit: 4 }),
    reader().list('story', { by: 'salud' }),
    reader().list('agenda', { limit: 3 }),
    reader().list('authority'),
    reader().highlighted('story'),
  ]) {
    expect(await answer).toMatchObject({ isWhole: false });
  }
});

test('the list of eight labels is certain only when all eight are above the floor', async () => {
  const labels = Array.from({ length: 8 }, (_, at) => label(`etiqueta ${at}`));
  const above = await deviceWith({ records: [['story', story('a', { date: '2026-03-05', labels })]] });
  expect(await above.reader().lastLabels()).toMatchObject({ isWhole: true, data: labels });
  const below = await deviceWith({
    records: [
      ['story', story('a', { date: '2026-03-05', labels: labels.slice(1) })],
      ['story', story('b', { date: '2026-01-05', labels })],
    ],
  });
  expect(await below.reader().lastLabels()).toMatchObject({ isWhole: false });
  expect((await below.reader().lastLabels()).data).toHaveLength(8);
});

test('related stories are certain when four share every label and nothing older can come before them', async () => {
  const own = [label('Salud'), label('Rutas')];
  const article: [RecordType, AnyRecord] = ['story', story('leida', { date: '2026-03-07', labels: own })];
  const four = (date: string, labels: Label[]) =>
    stories(4, date, 'otra').map(([type, one]): [RecordType, AnyRecord] => [type, { ...one, labels } as Story]);
  const sure = await deviceWith({ records: [article, ...four('2026-03-05', own)] });
  expect(await sure.reader().relatedStories('leida')).toMatchObject({ isWhole: true });
  const fewer = await deviceWith({ records: [article, ...four('2026-03-05', own.slice(1))] });
  expect(await fewer.reader().relatedStories('leida')).toMatchObject({ isWhole: false });
  const older = await deviceWith({ records: [article, ...four('2026-02-05', own)] });
  expect(await older.reader().relatedStories('leida')).toMatchObject({ isWhole: false });
  expect(await sure.reader().relatedStories('otra-cosa')).toEqual({ data: [], isWhole: false });
});

test('highlights are certain while ten of them are above the floor, or none was left out', async () => {
  const highlighted = (count: number, date: string) =>
    stories(count, date, 'destacada').map(([type, one]): [RecordType, AnyRecord] => [
      type,
      { ...one, highlight: 1 } as Story,
    ]);
  const ten = await deviceWith({ records: highlighted(10, '2026-02-10') });
  expect(await ten.reader().highlighted('story')).toMatchObject({ isWhole: true });
  const nine = await deviceWith({ records: highlighted(9, '2026-02-10') });
  expect(await nine.reader().highlighted('story')).toMatchObject({ isWhole: false });
  const all = await deviceWith({
    records: highlighted(9, '2026-02-10'),
    floors: { ...standing.floors!, highlight: null },
  });
  expect(await all.reader().highlighted('story')).toMatchObject({ isWhole: true });
  // The device has all events from a certain day on, which may be before or after today.
  expect(await all.reader().highlighted('agenda')).toMatchObject({ isWhole: true });
  const later = await deviceWith({
    records: highlighted(9, '2026-02-10'),
    floors: { ...standing.floors!, highlight: null, agenda: '9999-12-31' },
  });
  expect(await later.reader().highlighted('agenda')).toMatchObject({ isWhole: false });
});

test('the home page begins with what is nearest to today, and shows nothing that is over', async () => {
  const highlight = { highlight: 1 } as const;
  const { reader } = await deviceWith({
    records: [
      ['agenda', event('lejos', { date: '2026-05-14', ...highlight })],
      ['agenda', event('pasado', { date: '2026-03-14', ...highlight })],
      ['agenda', event('jueves', { date: '2026-03-19', ...highlight })],
      ['agenda', event('hoy', { date: TODAY, ...highlight })],
      ['story', story('ayer', { date: '2026-03-14', ...highlight })],
      ['story', story('hace-cuatro', { date: '2026-03-11', ...highlight })],
      ['story', story('hace-un-mes', { date: '2026-02-15', ...highlight })],
      ['story', story('sin', { date: TODAY })],
    ],
  });
  const [stories, events] = [await reader().highlighted('story'), await reader().highlighted('agenda')];
  const items = homeCarousel(stories.data ?? [], events.data ?? [], TODAY);
  expect(items.map(({ id }) => id)).toEqual(['hoy', 'ayer', 'jueves', 'hace-cuatro', 'hace-un-mes', 'lejos']);
});

test('events are certain from the first day from which all are on the device', async () => {
  const { reader } = await deviceWith({ records: [['agenda', event('a', { date: '2026-03-20' })]] });
  expect(await reader().list('agenda')).toMatchObject({ isWhole: true, data: { pages: 1 } });
  expect(
    await reader().list('agenda', { by: 'cultura', range: { from: '2026-02-13', to: '2026-12-31' } }),
  ).toMatchObject({
    isWhole: true,
  });
  expect(await reader().list('agenda', { range: { from: '2026-02-12', to: '2026-02-20' } })).toMatchObject({
    isWhole: false,
  });
});

test('bulletins of a range of days are certain when it is above the floor, whatever their class', async () => {
  const { reader } = await deviceWith({ records: [['bulletin', bulletin('a', { date: '2026-03-09' })]] });
  expect(await reader().list('bulletin', { by: 'decreto', range: { from: '2026-03-02', to: TODAY } })).toMatchObject({
    isWhole: true,
    data: { pages: 1 },
  });
  expect(await reader().list('bulletin', { range: { from: '2026-03-01', to: TODAY } })).toMatchObject({
    isWhole: false,
  });
  expect(await reader().list('bulletin', { by: 'decreto' })).toMatchObject({ isWhole: false });
});

test('a search is never certain, because archived records are not counted', async () => {
  const { reader } = await deviceWith({
    records: stories(3, '2026-03-05'),
    counts: { story: 3, agenda: 0, bulletin: 0, album: 0 },
  });
  expect(await reader().search('noticia', 1)).toMatchObject({ isWhole: false, data: { pages: 1 } });
  expect(await reader().listSearch('bulletin', 'noticia')).toMatchObject({ isWhole: false });
  expect(await reader().search('NULL', 1)).toEqual({ isWhole: true, data: { items: [], pages: 0 } });
});

test('an authority that is not on the device may be a new one', async () => {
  const { reader } = await deviceWith({});
  expect(await reader().named('authority', 'intendenta')).toEqual({ data: undefined, isWhole: false });
});

test('what the feed listed as deleted does not exist, unless the server says otherwise', async () => {
  const { reader } = await deviceWith({ rows: [{ type: 'story', id: 'ida', seq: 4, record: null }] });
  expect(await reader().record('story', 'ida')).toEqual({ data: null, isWhole: false });
});

test('a row of another shape is dropped, and the store is filled again', async () => {
  const { text: _, ...broken } = story('rota');
  const { store, reader } = await deviceWith({ records: [...stories(25, '2026-03-05'), ['story', broken as Story]] });
  expect(await reader().record('story', 'rota')).toEqual({ data: undefined, isWhole: false });
  const answer = await reader().list('story');
  expect(answer.isWhole).toBe(false);
  expect(answer.data?.items).toHaveLength(10);
  expect(await store.use((db) => db.standing.count())).toBe(0);
});

test('events that an earlier release has stored, without the time of their last change, are still read', async () => {
  const { updated: _, ...stored } = event('e1', { date: '2026-03-20' });
  const { store, reader } = await deviceWith({ records: [['agenda', stored]] });
  expect(await reader().list('agenda')).toMatchObject({ isWhole: true, data: { items: [{ id: 'e1' }] } });
  const { data } = await reader().record('agenda', 'e1');
  expect(data && eventFile(data, '').body).toContain('DTSTAMP:20260301T100000Z');
  expect(await store.use((db) => db.standing.count())).toBe(1);
});

test('events that an earlier release has stored, without times and places, are still read, and those are blank', async () => {
  const {
    lastDay: _,
    startTime: __,
    endTime: ___,
    place: ____,
    address: _____,
    map: ______,
    ...old
  } = event('e1', {
    date: '2026-03-20',
  });
  const { reader } = await deviceWith({ records: [['agenda', old as AnyRecord]] });
  const blank = { lastDay: '', startTime: '', endTime: '', place: '', address: '', map: '' };
  expect(await reader().record('agenda', 'e1')).toMatchObject({ isWhole: true, data: { title: old.title, ...blank } });
  expect(await reader().list('agenda', { limit: 3 })).toMatchObject({
    isWhole: true,
    data: { items: [{ id: 'e1', ...blank }] },
  });
});

test('an event of several days is in the agenda on each of them, and on none of the others', async () => {
  const lasting = event('e1', { date: '2026-03-18', lastDay: '2026-03-20' });
  const { reader } = await deviceWith({ records: [['agenda', lasting]] });
  const idsOn = async (day: string) =>
    (await reader().list('agenda', { range: { from: day, to: day } })).data?.items.map((one) => one.id);
  const days = ['2026-03-17', '2026-03-18', '2026-03-19', '2026-03-20', '2026-03-21'];
  expect(await Promise.all(days.map(idsOn))).toEqual([[], ['e1'], ['e1'], ['e1'], []]);
});

test('an event that goes on is listed after those that begin today, in the order of their times', async () => {
  const { reader } = await deviceWith({
    records: [
      ['agenda', event('tomorrow', { date: '2026-03-16' })],
      ['agenda', event('evening', { date: TODAY, startTime: '21:00' })],
      ['agenda', event('exhibition', { date: '2026-03-01', lastDay: '2026-04-20' })],
      ['agenda', event('festival', { date: '2026-03-14', lastDay: '2026-03-16' })],
      ['agenda', event('morning', { date: TODAY, startTime: '09:30' })],
      ['agenda', event('allday', { date: TODAY })],
    ],
  });
  const listed = (await reader().list('agenda')).data?.items.map((one) => one.id);
  expect(listed).toEqual(['allday', 'morning', 'evening', 'festival', 'exhibition', 'tomorrow']);
});

test('every type is read once per view, however many blocks ask for it', async () => {
  const { store } = await deviceWith({ records: stories(25, '2026-03-05') });
  let uses = 0;
  const counted = {
    ...store,
    use: ((work) => {
      uses += 1;
      return store.use(work);
    }) as typeof store.use,
  };
  const reader = createDeviceReader({ store: counted, today: () => TODAY, now: () => NOW });
  await Promise.all([
    reader.highlighted('story'),
    reader.highlighted('agenda'),
    reader.list('story', { limit: 4 }),
    reader.lastLabels(),
    reader.list('story'),
    reader.list('agenda', { limit: 3 }),
  ]);
  expect(uses).toBe(2);
});

test("the town's identity is stored like any record", async () => {
  const { reader } = await deviceWith({ records: [['site', site()]] });
  expect(await reader().document('site')).toMatchObject({ isWhole: true, data: { town: 'Cañadón Huemul' } });
});

test('a device that does not hold the photo of the home page yet shows the page without it', async () => {
  const { reader } = await deviceWith({ records: [['site', site()]] });
  expect(await reader().document('hero')).toEqual({ isWhole: false, data: { id: 'hero', image: null } });
});

function place(date: string): ListPosition {
  return { date, created: '', id: '' };
}
function stories(count: number, date: string, name = 's'): [RecordType, AnyRecord][] {
  return Array.from({ length: count }, (_, at) => ['story', story(`${name}${at}`, { date })]);
}
function label(name: string): Label {
  const id = name.toLowerCase().replace(' ', '');
  return { id, name, namehashed: id };
}
function event(id: string, fields: Partial<AgendaEvent>): AgendaEvent {
  const { video: _, labels: __, ...base } = story(id);
  const plain = { lastDay: '', startTime: '', endTime: '', place: '', address: '', map: '' };
  return { ...base, ...plain, label: 'Cultura', updated: base.created, ...fields };
}
function bulletin(id: string, fields: Partial<Bulletin>): Bulletin {
  return {
    id,
    created: '2026-03-01T10:00:00.000Z',
    title: `Decreto ${id}`,
    titlekey: id,
    number: '1',
    status: 'Publicado',
    bclass: 'Decreto',
    date: TODAY,
    text: '',
    pdf: '',
    pdfname: '',
    pdfsize: 0,
    ...fields,
  };
}
