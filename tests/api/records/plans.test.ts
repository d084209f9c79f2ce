import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { firstCategories } from '#contract/town/categories';
import { openDatabase } from '../../../api/records/open.ts';
import type { Db } from '../../../api/db/database.ts';
import { createAdminReader } from '../../../api/records/admin-read.ts';
import { openHistoryReader } from '../../../api/records/history-read.ts';
import { createSqlReader } from '../../../api/records/read.ts';
import { openWriter } from '../../../api/records/write/writer.ts';
import { openSitemap } from '../../../api/records/sitemap.ts';
import { openFeed } from '../../../api/records/feed.ts';
import { versionOf } from '../../../api/http/cache/answer-cache.ts';
import { ENTITY_NAMES } from '#contract/forms-and-lists';
import { traitsOf } from '#contract/record-types';
import { openSearchQueries } from '../../../api/records/search-query.ts';
import { fillTown, furnishTown, idOf, labelName } from '../../../lab/bench/town.ts';

/**
 * Tables that grow. No statement of the portal may scan or sort all rows of one. The tests read SQLite's query plan of
 * each statement that the code prepares.
 */
const GROWS = [
  'story',
  'story_label',
  'alert',
  'agenda',
  'bulletin',
  'album',
  'album_video',
  'image',
  'listing',
  'listing_count',
  'change',
  'history',
  'search',
  'search_document',
  'session',
];
const NOW = Date.parse('2026-03-15T13:32:00Z');
const asked = new Set<string>();
let db: Db;

beforeAll(async () => {
  db = openDatabase(':memory:');
  furnishTown(db, NOW);
  fillTown(db, { stories: 300, events: 60, bulletins: 60 }, NOW);
  const prepare = db.prepare.bind(db);
  vi.spyOn(db, 'prepare').mockImplementation(((sql: string) => {
    asked.add(sql);
    return prepare(sql);
  }) as typeof db.prepare);
  await useEverything();
});
afterAll(() => db.close());

/** Calls whatever reads and writes, so that what is prepared late is seen too. */
async function useEverything(): Promise<void> {
  const now = () => NOW;
  const reader = createSqlReader({ db, now });
  await Promise.all([
    reader.list('story'),
    reader.relatedStories(idOf('story', 5)),
    reader.search('plaza', 1),
    reader.lastLabels(),
    reader.alerts(),
    reader.days('agenda', { range: { from: '2026-03-01', to: '2026-04-30' } }),
  ]);
  const admin = createAdminReader(db);
  for (const entity of ENTITY_NAMES) admin.list(entity, 1);
  openHistoryReader(db).latest({ deleted: true, withUsers: true });
  for (const scope of ['public', 'admin'] as const) openFeed({ db, now, scope }).read({});
  versionOf(db)();
  const { pieces, pagesOf } = openSitemap(db, { size: 20 });
  for (const { name } of pieces()) pagesOf(name);
  const writer = openWriter({ db, now });
  const act = { userId: '', usergroup: 1, request: 'test', opId: 'x' };
  for (const entity of ENTITY_NAMES.filter((one) => one !== 'user')) {
    let turn = 0;
    const own = () => ({ ...act, opId: `${entity}${turn++}` });
    const { id } = writer.create(own(), entity);
    writer.update(own(), entity, id, traitsOf(entity).titlekeyOf ?? 'title', { value: 'Algo' });
    if (entity === 'story') {
      writer.createLabel(own(), id, labelName(1));
      writer.removeLabel(own(), id, 'etiqueta1');
      writer.setPicture(own(), 'story', id, { name: 'foto-0123456789abcdef', width: 1600, height: 900 });
    }
    if (entity === 'album') writer.addVideo(own(), id, 'https://vimeo.com/123456');
    expect(writer.remove(own(), entity, id)).toBe(1);
    expect(() => writer.remove(own(), entity, id)).toThrow();
  }
}

interface Step {
  detail: string;
}
/** What SQLite is going to do for a statement, values unknown. */
function planOf(sql: string): string[] {
  return db
    .prepare<unknown[], Step>(`EXPLAIN QUERY PLAN ${sql.replace(/[@:]\w+/g, '?')}`)
    .all(...Array(count(sql)).fill(null))
    .map((step) => step.detail);
}
const count = (sql: string) => (sql.replace(/[@:]\w+/g, '?').match(/\?/g) ?? []).length;

/** The tables of a statement by the names that its plan uses. */
function tableOf(sql: string, name: string): string {
  const alias = new RegExp(`(?:FROM|JOIN|,) (\\w+) (?:AS )?${name}\\b`, 'i').exec(sql.replace(/\s+/g, ' '))?.[1] ?? '';
  return GROWS.includes(name) || !GROWS.includes(alias) ? name : alias;
}

function faultsOf(sql: string): string[] {
  const plan = planOf(sql);
  const touched = plan.flatMap((detail) => {
    const [, how, name = ''] = /^(SCAN|SEARCH) (\w+)/.exec(detail) ?? [];
    return how ? [{ how, table: tableOf(sql, name), detail }] : [];
  });
  // A full-text table is always "scanned", through its own index, where it is asked for a match or a row.
  const scans = touched.filter(
    ({ how, table, detail }) => how === 'SCAN' && GROWS.includes(table) && !/VIRTUAL TABLE INDEX \d+:\S/.test(detail),
  );
  const sorts = plan.filter((detail) => detail.includes('TEMP B-TREE') || detail.includes('AUTOMATIC'));
  // Sorting is fine where what is sorted comes from a table that stays small, or from one record's own rows.
  const drivesFromSmall = touched[0] !== undefined && !GROWS.includes(touched[0].table);
  const isOneRecords =
    /\b(record_id|story_id|album_id) = /.test(touched[0]?.detail ?? '') ||
    /\((type=\? AND record_id|story_id|album_id)=\?\)/.test(touched[0]?.detail ?? '');
  return [...scans.map(({ detail }) => detail), ...(drivesFromSmall || isOneRecords ? [] : sorts)];
}

describe('how SQLite finds the rows', () => {
  test('is checked for every statement that readers, feeds and the writer prepare', () => {
    const selects = [...asked].filter((sql) => /^\s*select/i.test(sql));
    expect(selects.length).toBeGreaterThan(40);
    for (const table of ['listing', 'listing_count', 'search MATCH', 'story_label', 'change', 'history']) {
      expect(
        selects.some((sql) => sql.includes(table)),
        table,
      ).toBe(true);
    }
  });

  test('is never a scan of a growing table, nor a sort over one', () => {
    const faults = [...asked]
      .filter((sql) => /^\s*(select|update|delete)/i.test(sql))
      .map((sql) => ({ sql, faults: faultsOf(sql) }));
    expect(faults.filter((one) => one.faults.length > 0)).toEqual([]);
  });

  test.for([
    ['SELECT id FROM story ORDER BY title LIMIT 1', /SCAN story/],
    ['SELECT count(*) FROM agenda', /SCAN agenda/],
    ["SELECT s.id FROM story s WHERE status = 'Publicado'", /SCAN s/],
    ["SELECT id FROM listing WHERE list = 'story' ORDER BY created", /TEMP B-TREE/],
    ['SELECT * FROM search', /SCAN search/],
  ] as const)('would be noticed if it were: %s', ([sql, fault]) => {
    expect(faultsOf(sql).join('\n')).toMatch(fault);
  });
});

describe('how the search engine is asked', () => {
  test('for the words that a long beginning has in the index, because it would merge all of their entries first', () => {
    const town = openDatabase(':memory:');
    const writer = openWriter({ db: town, now: () => NOW });
    const act = { userId: '', usergroup: 1, request: 'test' };
    const { id } = writer.create(act, 'story');
    const many = Array.from({ length: 33 }, (_, number) => `camino${number}`).join(' ');
    writer.update(act, 'story', id, 'title', { value: `Plaza plazas plazoleta ñandú Ñandúes ${many}` });
    writer.update(act, 'story', id, 'status', { value: 'Publicado' });
    const { queryFor } = openSearchQueries(town);
    const query = (searched: string[], kinds: string[]) => queryFor(searched, kinds, firstCategories);
    expect(query(['plaza'], [])).toBe('({title body} : ("plaza" OR "plazas"))');
    expect(query(['plaz', 'plazo'], [])).toBe('({title body} : ("plazoleta"))');
    expect(query(['plaz', 'nand'], ['bulletin'])).toBe(
      '({title body} : "plaz"*) AND ({title body} : "nand"*) AND kind : "bulletin"',
    );
    expect(query(['nandu'], [])).toBe('({title body} : ("nandu" OR "nandues"))');
    expect(query(['camino'], [])).toBe('({title body} : "camino"*)');
    expect(query(['camino1'], [])).toMatch(/^\(\{title body\} : \("camino1" OR .* "camino19"\)\)$/);
    expect(query(['plaza', 'desierto'], [])).toBeNull();
    expect(query(['licitacion'], [])).toBe('(kind : "bulletinlicitaciones")');
    town.close();
  });

  test('for shorter beginnings as they are, because they have entries of their own', () => {
    const schema = db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'search'").pluck().get() as string;
    expect(schema).toContain("prefix = '1 2 3 4'");
  });
});
