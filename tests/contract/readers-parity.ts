import 'fake-indexeddb/auto';
import { expect, onTestFinished } from 'vitest';
import { openFeed } from '../../api/records/feed.ts';
import { createApiCall } from '../../web/src/offline/pull/api-call.ts';
import { createDeviceReader } from '../../web/src/offline/reading/device-reader.ts';
import type { DeviceAnswer } from '../../web/src/offline/reading/device-reader.ts';
import { createHttpReader } from '../../web/src/offline/reading/http-reader.ts';
import { openStore } from '../../web/src/offline/store/public-db.ts';
import { createSync } from '../../web/src/offline/pull/sync.ts';
import { addDays } from '#contract/values/dates';
import type { PublicReader } from '#contract/reader';
import { RECORD_ENTITIES } from '#contract/record-types';
import { openTown } from '../api/town.ts';
import type { Town } from '../api/town.ts';
import { LABELS, TODAY, randomTown } from './random-town.ts';

type Method = keyof PublicReader;
type Question = { [M in Method]: [M, ...Parameters<PublicReader[M]>] }[Method];
type AnyReader = Record<Method, (...args: unknown[]) => Promise<unknown>>;

const SMALL = { stories: 40, events: 25, bulletins: 30, albums: 14 };
/** More records than a fill brings. */
const LARGE = { stories: 190, events: 60, bulletins: 160, albums: 14 };

/** What must always be answered offline. */
const ALWAYS_OFFLINE = [
  'site',
  'hero',
  'usefulData',
  'menu',
  'alerts',
  'authorities',
  'stories',
  'lastStories',
  'newsCarousel',
  'events',
  'nextEvents',
  'albums',
  'maps',
  'greenPoints',
  'bulletins',
  'story',
  'digest',
  'record',
  'list',
] as const;

/** Asks every question of a town over HTTP and of SQL. @param seed makes the same town every time */
export async function httpAgrees(seed: number): Promise<void> {
  const town = await openTown();
  const { ids } = randomTown(town, seed, SMALL);
  const http = createHttpReader(createApiCall({ fetch: (path, init) => fetch(town.url + String(path), init) }));
  for (const question of questions(ids)) {
    // Requests stay below the rate limit of a visitor.
    town.clock.now += 100;
    expect(await ask(http, question), String(question)).toEqual(await ask(town.reader, question));
  }
}

/** Asks every question of a device that has pulled every change, and of SQL. */
export async function wholeDeviceAgrees(seed: number): Promise<void> {
  const town = await openTown();
  const phone = openPhone(town);
  await phone.pull();
  const { ids, work } = randomTown(town, seed, SMALL);
  await phone.pull();
  work(60);
  await phone.pull();
  for (const question of questions(ids)) {
    const { data } = await phone.held(question);
    // A device has no record of what was deleted or never public; the server answers null.
    expect(data ?? null, String(question)).toEqual(await ask(town.reader, question));
  }
}

/**
 * Asks every question of a device after a fill, while staff go on working: what it is certain of must be what SQL says.
 * @param seed odd for a town that has more records than a fill brings
 */
export async function filledDeviceAgrees(seed: number): Promise<void> {
  const town = await openTown();
  const { ids, work } = randomTown(town, seed, seed % 2 ? LARGE : SMALL);
  const phone = openPhone(town);
  const certain = new Set<Method>();
  // Staff make changes during the fill.
  await phone.pull(() => work(4));
  for (const [round, changes] of [0, 1, 10, 80].entries()) {
    work(changes);
    await phone.pull();
    for (const question of questions(quarterOf(ids, round))) {
      const { data, isWhole } = await phone.held(question);
      if (!isWhole) continue;
      certain.add(question[0]);
      expect(data, `${question} after ${changes} changes`).toEqual(await ask(town.reader, question));
    }
  }
  for (const method of ALWAYS_OFFLINE) expect(certain).toContain(method);
}

function openPhone(town: Town) {
  let meanwhile = () => {};
  const store = openStore(`parity-${Math.random()}`);
  const feed = openFeed({ db: town.db, now: () => town.clock.now, scope: 'public' });
  const sync = createSync({
    store,
    name: 'parity',
    now: () => town.clock.now,
    feedUrl: (query) => query,
    callApi: async (url) => {
      if (url !== '') meanwhile();
      const query = new URLSearchParams(url.slice(1));
      const body: unknown = JSON.parse(
        JSON.stringify(feed.read({ since: query.get('since') ?? undefined, next: query.get('next') ?? undefined })),
      );
      return { status: 200, body, at: town.clock.now };
    },
  });
  onTestFinished(() => store.close());
  return {
    async pull(between = () => {}) {
      meanwhile = between;
      expect(await sync.pull()).toBe('done');
    },
    held([method, ...args]: Question): Promise<DeviceAnswer<unknown>> {
      const device = createDeviceReader({ store, today: () => TODAY, now: () => town.clock.now }) as unknown as Record<
        Method,
        (...args: unknown[]) => Promise<DeviceAnswer<unknown>>
      >;
      return device[method](...args);
    },
  };
}

const ask = (reader: PublicReader, [method, ...args]: Question) => (reader as unknown as AnyReader)[method](...args);

type Ids = Record<'story' | 'agenda' | 'bulletin' | 'album', string[]>;

/** Returns every fourth id: four rounds ask about each record once. @param round from 0 to 3 */
function quarterOf(ids: Ids, round: number): Ids {
  const some = (all: string[]) => all.filter((_, index) => index % 4 === round);
  return { story: some(ids.story), agenda: some(ids.agenda), bulletin: some(ids.bulletin), album: some(ids.album) };
}

/** Returns all questions that pages may ask, including those of wrong addresses. */
function questions(ids: Ids): Question[] {
  const pages = [1, 2, 3, 4, 9, 10, 11, 14, 30];
  const ranges = [
    null,
    { from: TODAY, to: TODAY },
    { from: addDays(TODAY, -20), to: addDays(TODAY, 20) },
    { from: addDays(TODAY, -300), to: addDays(TODAY, -31) },
    { from: addDays(TODAY, -90), to: TODAY },
  ];
  const searches = [
    'ano',
    'año',
    'NIÑOS',
    'vacunacion',
    'plaza ruta',
    'c.e.m',
    'NULL',
    '',
    '"or" -x*',
    'z',
    '24',
    'inten',
    'ninez',
    'nandu',
    'policia',
    'emergencias',
    '107',
    '481130',
    'digesto',
    'puntos verdes',
    'mapa',
  ];
  const labels = ['all', '', 'Cultura', 'institucional', 'ninguna'];
  return [
    ...(
      [
        'site',
        'hero',
        'usefulData',
        'menu',
        'alerts',
        'authorities',
        'lastStories',
        'labels',
        'lastLabels',
        'nextEvents',
        'homeCarousel',
        'newsCarousel',
        'highlightedAlbums',
        'maps',
        'greenPoints',
        'greenPointPage',
        'digest',
      ] as const
    ).map((method): Question => [method]),
    ...['intendenta', 'concejal-2', 'secretario-de-obras', 'nadie'].map((name): Question => ['authority', name]),
    ...[...ids.story.slice(0, 60), 'nadienadieno'].flatMap((id): Question[] => [
      ['story', id],
      ['relatedStories', id],
    ]),
    ...ids.agenda.map((id): Question => ['event', id]),
    ...ids.bulletin.map((id): Question => ['bulletin', id]),
    ...ids.album.map((id): Question => ['album', id]),
    ...RECORD_ENTITIES.flatMap((type): Question[] => [
      ['list', type, 1],
      ['list', type, 2],
      ...ranges.map((range): Question => ['list', type, 1, range]),
      ['record', type, 'nadienadieno'],
    ]),
    ...ids.story.slice(0, 5).map((id): Question => ['record', 'story', id]),
    ...ids.bulletin.slice(0, 5).map((id): Question => ['record', 'bulletin', id]),
    ...pages.flatMap((page): Question[] => [
      ['stories', page],
      ['albums', page],
      ['bulletins', 'all', null, page],
    ]),
    ...[...LABELS, 'obraspublicas', 'ninguna'].flatMap((label): Question[] => [
      ['storiesByLabel', label, 1],
      ['storiesByLabel', label, 2],
    ]),
    ...ranges.flatMap((range) =>
      labels.flatMap((label): Question[] => [
        ['events', label, range, 1],
        ['events', label, range, 2],
      ]),
    ),
    ...ranges.flatMap((range) =>
      ['all', '', 'decreto', 'Licitaciones', 'ninguna'].flatMap((bclass): Question[] => [
        ['bulletins', bclass, range, 1],
        ['bulletins', bclass, range, 2],
      ]),
    ),
    ...searches.flatMap((search) =>
      [1, 2].flatMap((page): Question[] => [
        ['search', search, page],
        ['bulletinSearch', 'all', search, page],
        ['bulletinSearch', 'tarifas', search, page],
      ]),
    ),
  ];
}
