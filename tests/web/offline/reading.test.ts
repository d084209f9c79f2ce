import { expect, test, vi } from 'vitest';
import { NotHeld } from '../../../web/src/offline/reading/public-reading.ts';
import { NOON, fakeFeed, site, story } from './fake-feed.ts';
import { openTab, townHall } from './town-hall.ts';

async function filled() {
  const hall = townHall();
  for (let at = 1; at <= 12; at += 1) hall.feed.story(`s${at}`);
  const tab = openTab(hall);
  expect(await tab.reading.pull()).toBe('done');
  return { hall, ...tab };
}

test('what is certain comes from the device, without any request', async () => {
  const { hall, reading } = await filled();
  const { data, partial } = await reading.read(async (reader) => ({
    site: await reader.document('site'),
    last: await reader.list('story', { limit: 4 }),
    page: await reader.list('story', { page: 2 }),
    story: await reader.record('story', 's3'),
    events: await reader.list('agenda', { limit: 3 }),
  }));
  expect(data).toMatchObject({ site: { town: 'Cañadón Huemul' }, page: { pages: 2 }, story: { id: 's3' } });
  expect(data.last.items).toHaveLength(4);
  expect(partial).toBe(false);
  expect(hall.asked).toEqual([]);
});

test('what is not certain comes from the server', async () => {
  const { hall, reading } = await filled();
  hall.answers.searchContent = { items: [{ id: 'de-lejos' }], pages: 7 };
  expect(await reading.read((reader) => reader.search('noticia', 1))).toEqual({
    data: { items: [{ id: 'de-lejos' }], pages: 7 },
    partial: false,
  });
});

test.for(['dead', 'captive portal', 'broken'] as const)(
  'on a connection that is %s the device shows what it has, and says that it is incomplete',
  async (line) => {
    const { hall, reading } = await filled();
    hall.line = line;
    const { data, partial } = await reading.read((reader) => reader.search('noticia', 1));
    expect(data).toMatchObject({ pages: 2 });
    expect(partial).toBe(true);
  },
);

test('an answer to something else counts as none', async () => {
  const { hall, reading } = await filled();
  for (const odd of [[], { items: 'x', pages: 1 }, 1, 'hola']) {
    hall.answers.searchContent = odd;
    expect(await reading.read((reader) => reader.search('noticia', 1))).toMatchObject({ partial: true });
  }
  hall.answers['record/story/lejos'] = { ...story('lejos'), text: undefined };
  await expect(reading.read((reader) => reader.record('story', 'lejos'))).rejects.toThrow(NotHeld);
});

test('a single record that is neither on the device nor reachable is NotHeld', async () => {
  const { hall, reading } = await filled();
  hall.line = 'dead';
  await expect(reading.read((reader) => reader.record('story', 'lejos'))).rejects.toThrow(
    expect.objectContaining({ name: 'NotHeld' }),
  );
});

test('a record that does not exist is null, not unreachable', async () => {
  const { reading } = await filled();
  expect(await reading.read((reader) => reader.record('story', 'ninguna'))).toEqual({ data: null, partial: false });
});

test("a failure that is not the network's is not hidden", async () => {
  const { reading } = await filled();
  await expect(
    reading.read(async () => {
      throw new RangeError('error de la página');
    }),
  ).rejects.toThrow(RangeError);
  const endless: unknown[] = [];
  endless.push(endless);
  await expect(reading.read((reader) => reader.search('noticia', endless as never))).rejects.toThrow(TypeError);
});

test('related stories are optional: without them an offline view is still complete', async () => {
  const hall = townHall(fakeFeed({ newest: 5 }));
  for (let at = 1; at <= 12; at += 1) hall.feed.story(`s${at}`);
  const { reading } = openTab(hall);
  await reading.pull();
  hall.feed.story('s3', { labels: [{ id: 'salud', name: 'Salud', namehashed: 'salud' }] });
  await reading.pull();
  hall.line = 'dead';
  const { data, partial } = await reading.read((reader) =>
    Promise.all([reader.record('story', 's3'), reader.relatedStories('s3')]),
  );
  expect(data).toMatchObject([{ id: 's3' }, []]);
  expect(partial).toBe(false);
});

test('a record that a visitor opened is available offline', async () => {
  const { hall, reading } = await filled();
  hall.answers['record/story/lejos'] = story('lejos', { date: '2019-01-01' });
  await reading.read((reader) => reader.record('story', 'lejos'));
  hall.line = 'dead';
  expect(await reading.read((reader) => reader.record('story', 'lejos'))).toMatchObject({
    data: { id: 'lejos' },
    partial: false,
  });
});

test('an opened record that changes later is updated by a pull', async () => {
  const { hall, reading } = await filled();
  hall.answers['record/story/lejos'] = story('lejos', { title: 'Antes' });
  await reading.read((reader) => reader.record('story', 'lejos'));
  hall.feed.story('lejos', { title: 'Después' });
  await reading.pull();
  expect((await reading.read((reader) => reader.record('story', 'lejos'))).data).toMatchObject({ title: 'Después' });
});

test('a record being fetched never overwrites a newer one that the feed brought meanwhile', async () => {
  const { hall, reading } = await filled();
  hall.answers['record/story/lejos'] = story('lejos', { title: 'Antes' });
  hall.before = async () => {
    hall.feed.story('lejos', { title: 'Después' });
    await reading.pull();
  };
  await reading.read((reader) => reader.record('story', 'lejos'));
  hall.line = 'dead';
  expect((await reading.read((reader) => reader.record('story', 'lejos'))).data).toMatchObject({ title: 'Después' });
});

test('a record being fetched never brings back one that was hidden meanwhile', async () => {
  const { hall, reading } = await filled();
  hall.answers['record/story/lejos'] = story('lejos');
  hall.before = async () => {
    hall.feed.story('lejos', { status: 'Oculto' });
    await reading.pull();
  };
  await reading.read((reader) => reader.record('story', 'lejos'));
  hall.line = 'dead';
  expect((await reading.read((reader) => reader.record('story', 'lejos'))).data).toBeNull();
});

test('an answer from an old cache does not bring back what was hidden', async () => {
  const { hall, reading } = await filled();
  hall.feed.story('s3', { status: 'Oculto' });
  await reading.pull();
  hall.answers['record/story/s3'] = story('s3');
  await reading.read((reader) => reader.record('story', 's3'));
  hall.line = 'dead';
  expect((await reading.read((reader) => reader.record('story', 's3'))).data).toBeNull();
});

test('a record requested in one epoch is not stored in the next', async () => {
  const { hall, store, reading } = await filled();
  hall.answers['record/story/lejos'] = story('lejos', { title: 'De antes' });
  hall.before = async () => {
    hall.feed.restore('two');
    hall.feed.put('site', site());
    await reading.pull();
  };
  await reading.read((reader) => reader.record('story', 'lejos'));
  expect(await store.use((db) => db.records.toCollection().primaryKeys())).toEqual([['site', 'site']]);
});

test('before the first fill nothing is stored, because it could not be kept up to date', async () => {
  const hall = townHall();
  const { store, reading } = openTab(hall);
  hall.answers['record/story/lejos'] = story('lejos');
  await reading.read((reader) => reader.record('story', 'lejos'));
  expect(await store.use((db) => db.records.count())).toBe(0);
});

test('the record of a first view is fetched and stored after the first fill', async () => {
  const hall = townHall();
  hall.answers['record/story/lejos'] = story('lejos', { date: '2019-01-01' });
  const { reading } = openTab(hall);
  const remembered = reading.remember('story', { id: 'lejos' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(hall.asked).toEqual([]);
  await reading.pull();
  await remembered;
  hall.line = 'dead';
  expect((await reading.read((reader) => reader.record('story', 'lejos'))).data).toMatchObject({ id: 'lejos' });
});

test('the record of a first view is not fetched again if the fill brought it', async () => {
  const { hall, reading } = await filled();
  await reading.remember('story', { id: 's3' });
  await reading.remember('site', { id: 'site' });
  expect(hall.asked).toEqual([]);
});

test('pages are notified of what a pull brings, in every tab, but not during a fill', async () => {
  const hall = townHall();
  for (let at = 1; at <= 12; at += 1) hall.feed.story(`s${at}`);
  const second = openTab(hall);
  const first = openTab(hall, second.name, [(news) => second.reading.take(news)]);
  hall.feed.answers = 3;
  await first.reading.pull();
  expect(first.seen).toMatchObject({ changes: 0, settled: 0 });
  hall.feed.answers = Number.POSITIVE_INFINITY;
  await first.reading.pull();
  const after = first.seen.changes;
  expect(first.seen).toMatchObject({ settled: 1 });
  expect(after).toBeGreaterThan(0);
  expect(second.seen.changes).toBe(1);

  await first.reading.pull();
  expect(first.seen.changes).toBe(after);
  hall.feed.story('s1', { title: 'Otro' });
  await first.reading.pull();
  expect(first.seen).toMatchObject({ changes: after + 1, settled: 2 });
  expect(second.seen.changes).toBe(2);
});

test('saved files are checked again on the next page, even when nothing is new', async () => {
  const { hall, name } = await filled();
  const next = openTab(hall, name);
  // The page shows the age of the store before a pull that brings nothing new.
  await expect.poll(() => next.reading.freshness().at).not.toBeNull();
  await next.reading.pull();
  expect(next.seen).toMatchObject({ changes: 0, settled: 1 });
  await next.reading.pull();
  expect(next.seen).toMatchObject({ changes: 0, settled: 1 });
});

test('it says how old the data is, and whether the server answers', async () => {
  const { hall, clock, name, seen, reading } = await filled();
  vi.stubGlobal('navigator', { ...globalThis.navigator, onLine: true });
  expect(reading.freshness()).toEqual({ at: NOON, online: true });
  const before = seen.freshness;
  clock.now += 60_000;
  hall.line = 'dead';
  await reading.pull();
  expect(reading.freshness()).toEqual({ at: NOON, online: false });
  expect(seen.freshness).toBe(before + 1);
  vi.unstubAllGlobals();

  const later = openTab(hall, name);
  await expect.poll(() => later.reading.freshness().at).toBe(NOON);
});

test('when the server is reachable again, partial pages are notified', async () => {
  const { hall, seen, reading } = await filled();
  hall.line = 'dead';
  await reading.read((reader) => reader.search('noticia', 1));
  const before = seen.changes;
  hall.line = 'good';
  await reading.pull();
  expect(seen.changes).toBe(before + 1);
});

test('an unreachable server is not called again immediately if the device has an answer', async () => {
  const { hall, clock, reading } = await filled();
  hall.line = 'dead';
  await reading.read((reader) => reader.search('noticia', 1));
  hall.line = 'good';
  hall.answers.searchContent = { items: [], pages: 0 };
  expect(await reading.read((reader) => reader.search('noticia', 1))).toMatchObject({ partial: true });
  reading.networkChanged();
  expect(await reading.read((reader) => reader.search('noticia', 1))).toMatchObject({ partial: false });

  hall.line = 'dead';
  await reading.read((reader) => reader.search('noticia', 1));
  hall.line = 'good';
  clock.now += 16_000;
  expect(await reading.read((reader) => reader.search('noticia', 1))).toMatchObject({ partial: false });
});

test('today is the current day in the town, whatever the time zone of the device', async () => {
  const { clock, reading } = await filled();
  clock.now = Date.parse('2026-03-16T02:30:00Z');
  expect(reading.today()).toBe('2026-03-15');
});
