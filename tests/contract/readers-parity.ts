import { expect } from 'vitest';
import { createApiCall } from '../../web/src/offline/pull/api-call.ts';
import { createHttpReader } from '../../web/src/offline/reading/http-reader.ts';
import { addDays } from '#contract/values/dates';
import type { DateRange } from '#contract/values/dates';
import type { PublicReader } from '#contract/reader';
import { HIGHLIGHTED_TYPES, isDocument, RECORD_ENTITIES, RECORD_TYPES } from '#contract/record-types';
import type { RecordEntity } from '#contract/record-types';
import { openTown } from '../api/town.ts';
import { openPhone } from './phone.ts';
import type { AnyReader, Question } from './phone.ts';
import { LABELS, TODAY, randomTown } from './random-town.ts';

type Method = keyof PublicReader;

const DOCUMENTS = RECORD_TYPES.filter(isDocument);

const SMALL = { stories: 40, events: 25, bulletins: 30, albums: 14 };
/** More records than a fill brings. */
const LARGE = { stories: 190, events: 60, bulletins: 160, albums: 14 };

/** What must always be answered offline. */
const ALWAYS_OFFLINE: Method[] = ['document', 'record', 'list', 'days', 'highlighted', 'menu', 'alerts'];
/** Of the lists, those of all records of these types. */
const ALWAYS_LISTED: RecordEntity[] = ['story', 'agenda', 'bulletin', 'album', 'authority', 'map', 'greenpoint'];

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
  const phone = openPhone(town, () => TODAY);
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
  const phone = openPhone(town, () => TODAY);
  const certain = new Set<Method>();
  const listed = new Set<unknown>();
  // Staff make changes during the fill.
  await phone.pull(() => work(4));
  for (const [round, changes] of [0, 1, 10, 80].entries()) {
    work(changes);
    await phone.pull();
    for (const question of questions(quarterOf(ids, round))) {
      const { data, isWhole } = await phone.held(question);
      if (!isWhole) continue;
      certain.add(question[0]);
      if (question[0] === 'list') listed.add(question[1]);
      expect(data, `${question} after ${changes} changes`).toEqual(await ask(town.reader, question));
    }
  }
  for (const method of ALWAYS_OFFLINE) expect(certain).toContain(method);
  for (const type of ALWAYS_LISTED) expect(listed).toContain(type);
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
    'plaza',
  ];
  const records: Question[] = Object.entries(ids).flatMap(([type, some]) =>
    some.map((id): Question => ['record', type, id]),
  );
  const narrowings: [RecordEntity, (string | undefined)[], (DateRange | null)[]][] = [
    ['story', [...LABELS, 'obraspublicas', 'ninguna', 'all'], [null]],
    ['agenda', [undefined, 'Cultura', 'institucional', 'ninguna'], ranges],
    ['bulletin', [undefined, 'decreto', 'Licitaciones', 'ninguna'], ranges],
  ];
  return [
    ...DOCUMENTS.map((type): Question => ['document', type]),
    ...(['menu', 'alerts', 'lastLabels'] as const).map((method): Question => [method]),
    ...[undefined, 'Cultura', 'ninguna'].flatMap((by) =>
      ranges.filter(Boolean).map((range): Question => ['days', 'agenda', { by, range }]),
    ),
    ...HIGHLIGHTED_TYPES.map((type): Question => ['highlighted', type]),
    ...['intendenta', 'concejal-2', 'secretario-de-obras', 'nadie'].map((name): Question => [
      'named',
      'authority',
      name,
    ]),
    ...[...ids.story.slice(0, 60), 'nadienadieno'].map((id): Question => ['relatedStories', id]),
    ...records,
    ...RECORD_ENTITIES.flatMap((type): Question[] => [
      ['list', type],
      ['list', type, { page: 2 }],
      ['list', type, { limit: 3 }],
      ...ranges.map((range): Question => ['list', type, { range }]),
      ['record', type, 'nadienadieno'],
    ]),
    ...pages.flatMap((page): Question[] => [
      ['list', 'story', { page }],
      ['list', 'album', { page }],
      ['list', 'bulletin', { page }],
    ]),
    ...narrowings.flatMap(([type, labels, days]) =>
      labels.flatMap((by) =>
        days.flatMap((range): Question[] => [
          ['list', type, { by, range }],
          ['list', type, { by, range, page: 2 }],
        ]),
      ),
    ),
    ...searches.flatMap((search) =>
      [1, 2].flatMap((page): Question[] => [
        ['search', search, page],
        ['listSearch', 'bulletin', search, { page }],
        ['listSearch', 'bulletin', search, { by: 'tarifas', page }],
      ]),
    ),
  ];
}
