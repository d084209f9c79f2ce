import { describe, expect, test } from 'vitest';
import type { Db } from '../../../api/db/database.ts';
import { openDatabase } from '../../../api/db/open.ts';
import { createSqlReader } from '../../../api/records/read.ts';
import { openRecords } from '../../../api/records/from-rows.ts';
import { openWriter } from '../../../api/records/write/writer.ts';
import { openSubscriptionReader } from '../../../api/subscriptions/reader.ts';
import { ATOM_ENTRIES, CALENDAR_PAST_DAYS } from '#contract/limits';
import { firstCategories } from '#contract/town/categories';
import { RECORD_TYPES, STATUSES } from '#contract/record-types';
import type { RecordType } from '#contract/record-types';
import type { EntityName } from '#contract/forms-and-lists';
import {
  albumList,
  allLabels,
  authorityList,
  bulletinCard,
  bulletinList,
  eventList,
  highlightedAlbums,
  homeCarousel,
  lastLabels,
  newsCarousel,
  nextEvents,
  paged,
  placeList,
  relatedStories,
  storyList,
} from '#contract/lists';
import type { AnyRecord, RecordOf } from '#contract/records';
import { matches, newestPage, preparedMatch, rankedPage, searchDocuments, searchResult } from '#contract/search';
import { addDays } from '#contract/values/dates';
import { fold, labelHash, searchWords } from '#contract/values/text';
import { isReadable } from '#contract/visibility';
import { fc } from '../property.ts';

const AGENDA_LABELS = firstCategories.agenda.map(({ key }) => key);
const BULLETIN_CLASSES = firstCategories.bulletin.map(({ key }) => key);

const NOW = Date.parse('2026-03-15T13:32:00Z');
const TODAY = '2026-03-15';
const WORDS = ['agua', 'árbol', 'Ñandú', 'nandu', 'plaza', 'feria', 'obra', 'NULL', 'año', 'ano', 'plazoleta', 'AND'];
const LABELS = ['Obras', 'Gobierno', 'Cultura', 'Año Nuevo', 'Agua', 'Niñez', 'Salud', 'Deporte', 'Turismo', 'Ruta 3'];

const texts = fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }).map((words) => words.join(' '));
// Only a few days, so that many records have the same one and tie-breaks are tested.
const days = fc.integer({ min: 1, max: 28 }).map((day) => `2026-03-${String(day).padStart(2, '0')}`);
const dated = {
  title: texts,
  status: fc.constantFrom(...STATUSES, 'Publicado', 'Publicado'),
  highlight: fc.constantFrom(0, 1),
  date: days,
  text: texts,
};
const made = fc.oneof(
  fc.record({
    entity: fc.constant('story' as const),
    labels: fc.array(fc.constantFrom(...LABELS), { maxLength: 4 }),
    fields: fc.record({ ...dated, description: texts }),
  }),
  fc.record({
    entity: fc.constant('agenda' as const),
    labels: fc.constant<string[]>([]),
    fields: fc.record({
      ...dated,
      description: texts,
      labelId: fc.constantFrom(...AGENDA_LABELS),
      lastDay: fc.oneof(fc.constant(''), days),
      startTime: fc.constantFrom('', '09:00', '18:30'),
      place: texts,
    }),
  }),
  fc.record({
    entity: fc.constant('bulletin' as const),
    labels: fc.constant<string[]>([]),
    fields: fc.record({
      title: texts,
      status: dated.status,
      date: days,
      text: texts,
      number: texts,
      bclass: fc.constantFrom(...BULLETIN_CLASSES),
    }),
  }),
  fc.record({
    entity: fc.constant('album' as const),
    labels: fc.constant<string[]>([]),
    fields: fc.record({ title: texts, status: dated.status, highlight: dated.highlight, description: texts }),
  }),
  fc.record({
    entity: fc.constant('authority' as const),
    labels: fc.constant<string[]>([]),
    fields: fc.record({ name: texts, position: texts, personalData: texts }),
  }),
  fc.record({
    entity: fc.constantFrom('map' as const, 'greenpoint' as const),
    labels: fc.constant<string[]>([]),
    fields: fc.record({ title: texts, url: fc.constantFrom('', 'https://a.example/') }),
  }),
);
const towns = fc.array(fc.record({ made, at: fc.integer({ min: 0, max: 5 }) }), { minLength: 5, maxLength: 70 });

interface Making {
  made: { entity: EntityName; labels: string[]; fields: object };
  at: number;
}
/**
 * Creates a database with records, written in the given order. Many are created at the same moment.
 */
function townOf(makings: Making[]): Db {
  const db = openDatabase(':memory:');
  const writer = openWriter({ db, now: () => NOW });
  const act = { userId: '', usergroup: 1, request: 'test' };
  for (const {
    made: { entity, labels, fields },
    at,
  } of makings) {
    const { id } = writer.create(act, entity, { date: new Date(NOW - at * 1000).toISOString() });
    for (const [field, value] of Object.entries(fields)) writer.update(act, entity, id, field, { value });
    for (const label of labels) writer.createLabel(act, id, label);
  }
  return db;
}

function allOf<T extends RecordType>(db: Db, type: T): RecordOf<T>[] {
  const records = openRecords(db);
  return db
    .prepare<[string], string>('SELECT id FROM change WHERE type = ?')
    .pluck()
    .all(type)
    .map((id) => records.one(type, id))
    .filter((record) => record !== null);
}

async function compare(db: Db): Promise<void> {
  const reader = createSqlReader({ db, now: () => NOW });
  // A device has what the public may read, and answers with the pure functions.
  const held = <T extends RecordType>(type: T) => allOf(db, type).filter((record) => isReadable(type, record));
  const [stories, events, bulletins, albums] = [held('story'), held('agenda'), held('bulletin'), held('album')];
  const page = <T>(all: T[], number: number) => paged(all, number);

  for (const number of [1, 2, 3, 9]) {
    expect(await reader.stories(number)).toEqual(page(storyList(stories), number));
    expect(await reader.albums(number)).toEqual(page(albumList(albums), number));
    for (const label of [...LABELS, 'obras', 'niñez', 'ninez', 'all', '', '%']) {
      expect([label, await reader.storiesByLabel(label, number)]).toEqual([
        label,
        page(storyList(stories, label), number),
      ]);
    }
  }
  expect(await reader.lastStories()).toEqual(storyList(stories).slice(0, 4));
  expect(await reader.labels()).toEqual(allLabels(stories));
  expect(await reader.lastLabels()).toEqual(lastLabels(stories));
  expect(await reader.nextEvents()).toEqual(nextEvents(events, TODAY));
  expect(await reader.homeCarousel()).toEqual(homeCarousel(stories, events, TODAY));
  expect(await reader.newsCarousel()).toEqual(newsCarousel(stories));
  expect(await reader.highlightedAlbums()).toEqual(highlightedAlbums(albums));
  expect(await reader.authorities()).toEqual(authorityList(held('authority'), await reader.site()));
  expect(await reader.maps()).toEqual(placeList('map', held('map')));
  expect(await reader.greenPoints()).toEqual(placeList('greenpoint', held('greenpoint')));
  for (const story of stories) expect(await reader.relatedStories(story.id)).toEqual(relatedStories(stories, story));

  for (const range of [null, { from: TODAY, to: TODAY }, { from: '2026-03-05', to: '2026-03-20' }]) {
    for (const label of ['all', '', 'ALL', ...AGENDA_LABELS, 'cultura', 'otra']) {
      for (const number of [1, 2])
        expect([label, range, await reader.events(label, range, number)]).toEqual([
          label,
          range,
          page(eventList(events, label, range, TODAY), number),
        ]);
    }
    for (const bclass of ['all', '', ...BULLETIN_CLASSES, 'tarifas', 'otra']) {
      for (const number of [1, 2])
        expect([bclass, range, await reader.bulletins(bclass, range, number)]).toEqual([
          bclass,
          range,
          page(bulletinList(bulletins, bclass, range), number),
        ]);
    }
  }

  const subscribed = openSubscriptionReader({ db, now: () => NOW });
  const ids = (records: { id: string }[]) => records.map(({ id }) => id);
  const changed = (all: { record: { id: string } }[] = []) => ids(all.map(({ record }) => record));
  expect(changed(subscribed.stories())).toEqual(ids(storyList(stories).slice(0, ATOM_ENTRIES)));
  for (const label of [...LABELS, 'ninez', 'all', '', '%']) {
    const { stories: found } = subscribed.storiesByLabel(labelHash(label)) ?? {};
    expect([label, changed(found)]).toEqual([label, ids(storyList(stories, label).slice(0, ATOM_ENTRIES))]);
  }
  expect(changed(subscribed.bulletins())).toEqual(ids(bulletinList(bulletins, 'all', null).slice(0, ATOM_ENTRIES)));
  for (const bclass of BULLETIN_CLASSES) {
    const { bulletins: found } = subscribed.bulletinsByClass(bclass.toLowerCase()) ?? {};
    expect([bclass, changed(found)]).toEqual([bclass, ids(bulletinList(bulletins, bclass, null))]);
  }
  const lately = { from: addDays(TODAY, -CALENDAR_PAST_DAYS), to: '9999-12-31' };
  expect(ids(subscribed.events())).toEqual(ids(eventList(events, 'all', lately, TODAY)));
  for (const label of AGENDA_LABELS) {
    const { events: found = [] } = subscribed.eventsByLabel(label.toLowerCase()) ?? {};
    expect([label, ids(found)]).toEqual([label, ids(eventList(events, label, lately, TODAY))]);
  }

  const documents = RECORD_TYPES.flatMap((type) =>
    (held(type) as AnyRecord[]).flatMap((record) => searchDocuments(type, record, firstCategories)),
  );
  for (const search of [
    ...WORDS,
    'ninez',
    '10',
    '144',
    'emergencia',
    'denuncia',
    'pla',
    'agua plaza',
    'decreto',
    'turismo',
    'x',
    '',
    '"',
    'N',
    'obras ru',
  ]) {
    const searched = searchWords(search);
    const found = documents.filter((document) => matches(document, searched));
    for (const number of [1, 2]) {
      const expected = rankedPage(found, searched, number);
      expect([search, await reader.search(search, number)]).toEqual([
        search,
        { items: expected.items.map((one) => searchResult(preparedMatch(one), searched)), pages: expected.pages },
      ]);
      for (const bclass of ['all', 'Decreto', 'tarifas', 'otra']) {
        const within = found.filter(
          ({ type, id }) =>
            type === 'bulletin' &&
            (bclass === 'all' || fold(bulletins.find((one) => one.id === id)?.bclass ?? '') === fold(bclass)),
        );
        const { items, pages } = newestPage(within, number);
        const cards = items
          .map(({ id }) => bulletins.find((one) => one.id === id))
          .filter((one) => one !== undefined)
          .map(bulletinCard);
        expect([search, bclass, await reader.bulletinSearch(bclass, search, number)]).toEqual([
          search,
          bclass,
          { items: cards, pages },
        ]);
      }
    }
  }
}

describe('the lists of SQL and those of the pure functions', () => {
  test('are the same in any town', async () => {
    await fc.assert(
      fc.asyncProperty(towns, async (makings) => {
        const db = townOf(makings);
        try {
          await compare(db);
        } finally {
          db.close();
        }
      }),
      { numRuns: 30 },
    );
  });

  test('are the same in an empty town', async () => {
    const db = openDatabase(':memory:');
    await compare(db);
    db.close();
  });
});
