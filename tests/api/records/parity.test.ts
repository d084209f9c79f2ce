import { describe, expect, test } from 'vitest';
import type { Db } from '../../../api/db/database.ts';
import { openDatabase } from '../../../api/records/open.ts';
import { createSqlReader } from '../../../api/records/read.ts';
import { openRecords } from '../../../api/records/from-rows.ts';
import { openWriter } from '../../../api/records/write/writer.ts';
import { openSubscriptionReader } from '../../../api/subscriptions/reader.ts';
import { ATOM_ENTRIES, CALENDAR_PAST_DAYS } from '#contract/limits';
import { firstCategories } from '#contract/town/categories';
import { HIGHLIGHTED_TYPES, RECORD_ENTITIES, RECORD_TYPES, STATUSES } from '#contract/record-types';
import type { RecordEntity, RecordType } from '#contract/record-types';
import type { EntityName } from '#contract/forms-and-lists';
import {
  cardOf,
  cardsOf,
  daysOf,
  highlightedRecords,
  lastLabels,
  listDays,
  listRecords,
  paged,
  pageSize,
  relatedStories,
} from '#contract/lists';
import type { ListQuestion } from '#contract/reader';
import { isOver } from '#contract/calendar/event-times';
import type { AnyRecord, RecordOf } from '#contract/records';
import {
  matches,
  newestPage,
  preparedMatch,
  rankedPage,
  searchDocuments,
  searchResult,
  sectionDocuments,
} from '#contract/search';
import type { SearchDocument } from '#contract/search';
import { findForgiving, vocabularyOf } from '#contract/spelling';
import type { Forgiving } from '#contract/spelling';
import { alternativesIn } from '#contract/town/synonyms';
import { addDays } from '#contract/values/dates';
import { fold, labelHash, searchWords } from '#contract/values/text';
import { isReadable } from '#contract/visibility';
import { fc } from '../property.ts';

const AGENDA_LABELS = firstCategories.agenda.map(({ key }) => key);
const BULLETIN_CLASSES = firstCategories.bulletin.map(({ key }) => key);

const NOW = Date.parse('2026-03-15T13:32:00Z');
const TODAY = '2026-03-15';
const TIME = { today: TODAY, now: '2026-03-15T10:32' };
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
      endTime: fc.constantFrom('', '10:00', '10:32', '20:00'),
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

/** Each costs as many questions as the search of everything: one of each kind is enough. */
const SEARCHED_IN_CLASSES = new Set(['agua plaza', 'decreto', 'x', 'aguaa ninguna']);

async function compare(db: Db): Promise<void> {
  const reader = createSqlReader({ db, now: () => NOW });
  // A device has what the public may read, and answers with the pure functions.
  const held = <T extends RecordType>(type: T) => allOf(db, type).filter((record) => isReadable(type, record));
  const [stories, bulletins] = [held('story'), held('bulletin')];
  const site = await reader.document('site');
  function listed<T extends RecordEntity>(type: T, { by, range = null }: ListQuestion = {}) {
    return listRecords(type, held(type), { by, days: listDays(type, range, TIME), site });
  }
  async function agreeOn(type: RecordEntity, question: ListQuestion = {}) {
    const { items, pages } = paged(listed(type, question), question.page ?? 1, pageSize(type));
    const expected = cardsOf(type, { items: items.slice(0, question.limit), pages });
    expect([type, question, await reader.list(type, question)]).toEqual([type, question, expected]);
  }

  for (const type of RECORD_ENTITIES) await agreeOn(type);
  for (const page of [1, 2, 3, 9]) {
    await agreeOn('story', { page });
    await agreeOn('album', { page });
    for (const by of [...LABELS, 'obras', 'niñez', 'ninez', 'all', '', '%']) await agreeOn('story', { by, page });
  }
  await agreeOn('story', { limit: 4 });
  await agreeOn('agenda', { limit: 3 });
  const labels = new Map(listed('story').flatMap((story) => story.labels.map((label) => [label.id, label])));
  const byName = [...labels.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  expect(await reader.labels()).toEqual(byName);
  expect(await reader.lastLabels()).toEqual(lastLabels(stories));
  for (const type of HIGHLIGHTED_TYPES) {
    const cards = highlightedRecords(type, held(type), TIME).map((record) => cardOf(type, record));
    expect([type, await reader.highlighted(type)]).toEqual([type, cards]);
  }
  for (const story of stories) expect(await reader.relatedStories(story.id)).toEqual(relatedStories(stories, story));

  for (const range of [null, { from: TODAY, to: TODAY }, { from: '2026-03-05', to: '2026-03-20' }]) {
    for (const page of [1, 2]) {
      for (const by of [undefined, ...AGENDA_LABELS, 'cultura', 'otra']) await agreeOn('agenda', { by, range, page });
      for (const by of [undefined, ...AGENDA_LABELS, 'otra'])
        if (range)
          expect(await reader.days('agenda', { by, range })).toEqual(daysOf('agenda', held('agenda'), { by, range }));
      for (const by of [undefined, ...BULLETIN_CLASSES, 'tarifas', 'otra'])
        await agreeOn('bulletin', { by, range, page });
    }
  }

  const subscribed = openSubscriptionReader({ db, now: () => NOW });
  const ids = (records: { id: string }[]) => records.map(({ id }) => id);
  const changed = (all: { record: { id: string } }[] = []) => ids(all.map(({ record }) => record));
  expect(changed(subscribed.stories())).toEqual(ids(listed('story').slice(0, ATOM_ENTRIES)));
  for (const label of [...LABELS, 'ninez', 'all', '', '%']) {
    const { stories: found } = subscribed.storiesByLabel(labelHash(label)) ?? {};
    expect([label, changed(found)]).toEqual([label, ids(listed('story', { by: label }).slice(0, ATOM_ENTRIES))]);
  }
  expect(changed(subscribed.bulletins())).toEqual(ids(listed('bulletin').slice(0, ATOM_ENTRIES)));
  for (const bclass of BULLETIN_CLASSES) {
    const { bulletins: found } = subscribed.bulletinsByClass(bclass.toLowerCase()) ?? {};
    expect([bclass, changed(found)]).toEqual([bclass, ids(listed('bulletin', { by: bclass }))]);
  }
  const lately = { from: addDays(TODAY, -CALENDAR_PAST_DAYS), to: '9999-12-31' };
  expect(ids(subscribed.events())).toEqual(ids(listed('agenda', { range: lately })));
  for (const label of AGENDA_LABELS) {
    const { events: found = [] } = subscribed.eventsByLabel(label.toLowerCase()) ?? {};
    expect([label, ids(found)]).toEqual([label, ids(listed('agenda', { by: label, range: lately }))]);
  }

  const documents = RECORD_TYPES.flatMap((type) =>
    (held(type) as AnyRecord[]).flatMap((record) => searchDocuments(type, record, firstCategories)),
  );
  const sections = sectionDocuments(await reader.menu(), await reader.document('site'));
  const events = held('agenda') as RecordOf<'agenda'>[];
  const over = new Set(events.flatMap((event) => (isOver(event, TIME.now) ? `agenda${event.id}` : [])));
  const meant = alternativesIn((await reader.document('categories')).synonyms);
  for (const search of [
    ...WORDS,
    'basura',
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
    'aguaa ninguna',
  ]) {
    const searchIn = (some: SearchDocument[]) =>
      findForgiving(
        searchWords(search),
        (asked) => some.filter((document) => matches(document, asked, meant)),
        () => vocabularyOf(some.flatMap(({ titleWords, otherWords }) => `${titleWords}${otherWords}`.split(' '))),
      );
    const { found, words, said } = searchIn([...documents, ...sections]);
    const isOf = (bclass: string, id: string) =>
      bclass === 'all' || fold(bulletins.find((one) => one.id === id)?.bclass ?? '') === fold(bclass);
    const classes = SEARCHED_IN_CLASSES.has(search) ? ['all', 'Decreto', 'tarifas', 'otra'] : [];
    const byClass = new Map(
      classes.map((bclass) => [
        bclass,
        searchIn(documents.filter(({ type, id }) => type === 'bulletin' && isOf(bclass, id))),
      ]),
    );
    for (const number of [1, 2]) {
      const isOver = ({ type, id }: Pick<SearchDocument, 'type' | 'id'>) => over.has(`${type}${id}`);
      const expected = rankedPage(found, words, number, { alternatives: meant, isOver });
      expect([search, await reader.search(search, number)]).toEqual([
        search,
        {
          items: expected.items.map((one) =>
            searchResult(preparedMatch(one), words, { alternatives: meant, isOver: over.has(`${one.type}${one.id}`) }),
          ),
          pages: expected.pages,
          ...said,
        },
      ]);
      for (const bclass of byClass.keys()) {
        if (number > 1 && bclass !== 'all') continue;
        const within = byClass.get(bclass) as Forgiving<SearchDocument>;
        const { items, pages } = newestPage(within.found, number);
        const cards = items
          .map(({ id }) => bulletins.find((one) => one.id === id))
          .filter((one) => one !== undefined)
          .map((one) => cardOf('bulletin', one));
        expect([
          search,
          bclass,
          await reader.listSearch('bulletin', search, { by: bclass === 'all' ? undefined : bclass, page: number }),
        ]).toEqual([search, bclass, { items: cards, pages, ...within.said }]);
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
