import { beforeAll, describe, expect, test } from 'vitest';
import { newRecordId } from '#contract/values/ids';
import { openDatabase } from '../../../api/records/open.ts';
import type { Db } from '../../../api/db/database.ts';
import { offsetInDay } from '../../../api/records/search-index.ts';
import { createSqlReader } from '../../../api/records/read.ts';
import { openWriter } from '../../../api/records/write/writer.ts';
import { EVERYWHERE, fillTown, idOf, labelName, writtenTown } from '../../../lab/bench/town.ts';

const NOW = Date.parse('2026-03-15T13:32:00Z');
const SIZES = { stories: 90, events: 40, bulletins: 40 };
const act = { userId: '', usergroup: 1, request: 'test' };

/** Makes the same town with the writer, record by record and field by field, as staff do. */
function written(): Db {
  const db = openDatabase(':memory:');
  const writer = openWriter({ db, now: () => NOW });
  for (const { entity, id, created, fields, labels } of writtenTown(SIZES, NOW)) {
    writer.create(act, entity, { id, date: created });
    for (const [name, value] of Object.entries(fields))
      writer.update(act, entity, id, entity === 'agenda' && name === 'label' ? 'labelId' : name, { value });
    for (const label of labels) writer.createLabel(act, id, label);
  }
  return db;
}
function filled(): Db {
  const db = openDatabase(':memory:');
  fillTown(db, SIZES, NOW);
  return db;
}

/** The columns that must be equal in both: all but the number of a change, its author and its request. */
const TABLES = {
  story: '*',
  agenda: '*',
  bulletin: '*',
  label: '*',
  story_label: '*',
  image: '*',
  document: '*',
  listing: '*',
  listing_count: '*',
  change: 'type, id',
  search_document: '*',
} as const;

describe('a town filled for the benchmarks', () => {
  let byWriter: Db;
  let byBench: Db;
  beforeAll(() => {
    [byWriter, byBench] = [written(), filled()];
  });

  test.for(Object.entries(TABLES))('has the same %s rows that the writer makes', ([table, columns]) => {
    const rows = (db: Db) =>
      db
        .prepare(`SELECT ${columns} FROM ${table} ${table === 'listing_count' ? 'WHERE n > 0' : ''}`)
        .all()
        .map((row) => JSON.stringify(row))
        .sort();
    expect(rows(byBench)).toEqual(rows(byWriter));
    expect(rows(byBench).length).toBeGreaterThan(table === 'image' ? -1 : 3);
  });

  test('is found by the same words', () => {
    const terms = (db: Db) => {
      db.exec('CREATE VIRTUAL TABLE IF NOT EXISTS temp.terms USING fts5vocab(main, search, instance)');
      return db.prepare('SELECT term, doc, col, offset FROM temp.terms ORDER BY 1, 2, 3, 4').all();
    };
    expect(terms(byBench)).toEqual(terms(byWriter));
    expect(terms(byBench).length).toBeGreaterThan(10_000);
  });

  test('has a history entry for every record', () => {
    expect(byBench.prepare("SELECT count(*) FROM history WHERE action = 'create'").pluck().get()).toBe(170);
  });
});

describe('the counts of lists', () => {
  test('match the rows, whatever is done to records', () => {
    const db = filled();
    const writer = openWriter({ db, now: () => NOW });
    const ids = Array.from({ length: 30 }, (_, number) => idOf('story', number));
    ids.forEach((id, number) => {
      writer.update(act, 'story', id, 'status', { value: number % 2 ? 'Publicado' : 'Archivado' });
      writer.update(act, 'story', id, 'date', { value: `20${10 + (number % 9)}-0${1 + (number % 9)}-11` });
      writer.createLabel(act, id, labelName(number % 3));
      if (number % 3 === 0) writer.removeLabel(act, id, 'etiqueta0');
      if (number % 5 === 0) writer.remove(act, 'story', id);
    });
    for (const grain of [0, 4, 7]) {
      const counted = db
        .prepare('SELECT list, span, n FROM listing_count WHERE grain = ? AND n <> 0 ORDER BY list, span')
        .all(grain);
      const rows = db
        .prepare('SELECT list, substr(date, 1, ?) AS span, count(*) AS n FROM listing GROUP BY 1, 2 ORDER BY 1, 2')
        .all(grain);
      expect(counted).toEqual(rows);
    }
  });

  test('lead to every page, and to none past the last one', async () => {
    const db = filled();
    const reader = createSqlReader({ db, now: () => NOW });
    const expected = db
      .prepare<[], string>("SELECT id FROM story WHERE status = 'Publicado' ORDER BY date DESC, created DESC, id DESC")
      .pluck()
      .all();
    const paged: string[] = [];
    const { pages } = await reader.list('story');
    for (let page = 1; page <= pages; page += 1)
      paged.push(...(await reader.list('story', { page })).items.map(({ id }) => id));
    expect(paged).toEqual(expected);
    expect(await reader.list('story', { page: pages + 1 })).toEqual({ items: [], pages });
    expect(await reader.list('story', { page: 10 ** 15 })).toEqual({ items: [], pages });
  });
});

test('a search finds at most the newest thousand, and its number of pages agrees', async () => {
  const db = openDatabase(':memory:');
  fillTown(db, { stories: 1200, events: 0, bulletins: 0 }, NOW);
  const reader = createSqlReader({ db, now: () => NOW });
  expect((await reader.search(EVERYWHERE, 1)).pages).toBe(100);
  expect((await reader.search(EVERYWHERE, 100)).items).toHaveLength(10);
  expect(await reader.search(EVERYWHERE, 101)).toEqual({ items: [], pages: 100 });
});

test('records made on one day seldom want the same place in the search index', () => {
  const places = Array.from({ length: 1000 }, () => offsetInDay(newRecordId(NOW)));
  expect(new Set(places).size).toBeGreaterThan(990);
});
