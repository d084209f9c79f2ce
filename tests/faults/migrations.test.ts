import Database from 'better-sqlite3';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../api/records/open.ts';
import type { Db } from '../../api/db/database.ts';
import { createSqlReader } from '../../api/records/read.ts';
import { openWriter } from '../../api/records/write/writer.ts';
import { openFeed } from '../../api/records/feed.ts';
import { FIRST_VERSION, latestOf, readMigrations } from '../../api/db/migrations.ts';
import { temporaryFolder } from '../api/files.ts';
import { firstCategories } from '../../api/contract/town/categories.ts';

const RELEASE = join(import.meta.dirname, 'release-1.0.0');
const OWN = join(import.meta.dirname, '../../db/migrations');
const KEPT_HOURS = 'Horario de atención: de 08 a 14 hs.';
const NOW = Date.parse('2026-03-16T13:00:00Z');

/** Creates a database as release 1.0.0 wrote it, with a few records of each kind. */
function release1(): { file: string; folder: string } {
  const folder = temporaryFolder();
  const file = join(folder, 'portal.sqlite');
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.exec(readFileSync(join(RELEASE, 'schema.sql'), 'utf8'));
  // The search index is written as it was on disk, which SQLite otherwise forbids.
  db.unsafeMode();
  db.transaction(() => db.exec(readFileSync(join(RELEASE, 'content.sql'), 'utf8')))();
  db.pragma(`user_version = ${FIRST_VERSION}`);
  db.close();
  return { file, folder };
}

/** Creates a folder with the portal's own migrations and further ones after them. */
function steps(...sql: string[]): string {
  const folder = temporaryFolder();
  const own = readMigrations(OWN);
  for (const { file, sql: text } of own) writeFileSync(join(folder, file), text);
  for (const [index, text] of sql.entries())
    writeFileSync(join(folder, `${String(latestOf(own) + 1 + index).padStart(3, '0')}-step-${index + 1}.sql`), text);
  return folder;
}

const versionOf = (db: Db) => db.pragma('user_version', { simple: true });
const LATEST = latestOf(readMigrations(OWN));

test('a database of release 1.0.0 opens with everything in it', async () => {
  const { file } = release1();
  const db = openDatabase(file);
  expect(versionOf(db)).toBe(LATEST);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  const reader = createSqlReader({ db, now: () => NOW });
  await expect(reader.record('bulletin', 'bulletin0000')).resolves.toMatchObject({ title: 'Decreto 12' });
  expect(
    openFeed({ db, now: () => NOW, scope: 'admin' })
      .read({})
      .puts.map(({ type }) => type),
  ).toEqual(expect.arrayContaining(['story', 'agenda', 'bulletin', 'authority', 'album', 'map', 'page', 'alert']));
  const writer = openWriter({ db, now: () => NOW });
  const { user_id: userId, request } = db
    .prepare<[], { user_id: string; request: string }>("SELECT user_id, request FROM history WHERE op_id = 'op-2'")
    .get()!;
  expect(
    writer.update({ userId, usergroup: 1, request: `${request.slice(1)}b` }, 'story', 'story0000000', 'title', {
      value: 'Cierra la pileta',
    }),
  ).toBe(1);
  db.close();
});

test('a picture of release 1.0.0 without alt text can get one, and until then is sent as it was', async () => {
  const { file } = release1();
  const db = openDatabase(file);
  const [id, name] = ['story0000000', `pileta-${'a'.repeat(16)}`];
  const image = async () => (await createSqlReader({ db, now: () => NOW }).record('story', id))?.image;
  expect(await image()).toEqual({ name, width: 700, height: 400 });
  const writer = openWriter({ db, now: () => NOW });
  writer.setAlt({ userId: '', usergroup: 1, request: 'test' }, 'story', id, name, { value: 'La pileta, vacía.' });
  expect(await image()).toEqual({ name, width: 700, height: 400, alt: 'La pileta, vacía.' });
  db.close();
});

test('in a database of release 1.0.0 the feed lists as deleted what the public could read, and no drafts', () => {
  const { file } = release1();
  const db = openDatabase(file);
  const writer = openWriter({ db, now: () => NOW });
  const feed = openFeed({ db, now: () => NOW, scope: 'public' });
  const { cursor } = feed.read({});
  for (const [entity, id] of [
    ['album', 'album0000000'],
    ['bulletin', 'bulletin0000'],
    ['map', 'map000000000'],
  ] as const)
    writer.remove({ userId: '', usergroup: 1, request: 'test' }, entity, id);
  expect(feed.read({ since: cursor }).dels.map(({ id }) => id)).toEqual(['bulletin0000', 'map000000000']);
  db.close();
});

test('a menu that a town has made its own gets the sections that were added at its end, where empty sections are hidden', async () => {
  const menuAfter = async (menu: object | undefined) => {
    const { file } = release1();
    const old = new Database(file);
    const site = JSON.parse(
      old.prepare("SELECT value FROM document WHERE id = 'site'").pluck().get() as string,
    ) as object;
    old.prepare("UPDATE document SET value = ? WHERE id = 'site'").run(JSON.stringify({ ...site, menu }));
    old.close();
    const db = openDatabase(file);
    const after = (await createSqlReader({ db, now: () => NOW }).document('site')).menu;
    db.close();
    return after;
  };
  const own = [{ to: '/agenda', name: 'Qué hacer', isHidden: false }];
  const added = ['/tramites', '/guardias'].map((to) => ({ to, name: '', isHidden: false }));
  expect(await menuAfter({ hidesEmpty: true, items: own })).toEqual({ hidesEmpty: true, items: [...own, ...added] });
  expect(await menuAfter({ hidesEmpty: false, items: own })).toEqual({ hidesEmpty: false, items: own });
  expect(await menuAfter(undefined)).toBeUndefined();
});

test('the lists of release 1.0.0 get the kinds of rosters, and devices are sent them', async () => {
  const { file } = release1();
  const db = openDatabase(file);
  const categories = await createSqlReader({ db, now: () => NOW }).document('categories');
  expect(categories.roster).toEqual(firstCategories.roster);
  expect(db.prepare("SELECT shown FROM change WHERE type = 'categories'").pluck().get()).toBe(1);
  db.close();
});

test.for([
  ['Los Ñires', { news: 'Novedades del valle' }, { news: 'Novedades del valle', hours: KEPT_HOURS }],
  ['Los Ñires', undefined, { hours: KEPT_HOURS }],
  ['Los Ñires', { hours: 'De 7 a 13 h.' }, { hours: 'De 7 a 13 h.' }],
  ['Mi localidad', {}, {}],
] as const)('%s with the texts %o keeps the opening hours that its pages said', async ([town, texts, after]) => {
  const { file } = release1();
  const old = new Database(file);
  const site = old.prepare("SELECT value FROM document WHERE id = 'site'").pluck().get() as string;
  const written = { ...(JSON.parse(site) as object), town, ...(texts ? { texts } : {}) };
  old.prepare("UPDATE document SET value = ? WHERE id = 'site'").run(JSON.stringify(written));
  old.close();
  const db = openDatabase(file);
  expect((await createSqlReader({ db, now: () => NOW }).document('site')).texts).toEqual(after);
  db.close();
});

test('a town that was begun before release 1.0.0 and never saved Sitio keeps its look and its emergency numbers', async () => {
  const { file } = release1();
  const old = new Database(file);
  const site = JSON.parse(
    old.prepare("SELECT value FROM document WHERE id = 'site'").pluck().get() as string,
  ) as object;
  const added = { shortName: '', second: '#ffc631', skyline: 'mesetas', photo: { x: 50, y: 50 } };
  const lacking = Object.fromEntries(
    Object.entries(site).filter(([name]) => !(name in added) && name !== 'lines' && name !== 'texts'),
  );
  const written = { ...lacking, genderViolencePhone: '02902 48-1140' };
  old.prepare("UPDATE document SET value = ? WHERE id = 'site'").run(JSON.stringify(written));
  old.close();
  const db = openDatabase(file);
  const line = (name: string, phone: string, note = '') => ({ name, phone, note, always: true });
  expect(await createSqlReader({ db, now: () => NOW }).document('site')).toEqual({
    id: 'site',
    ...written,
    ...added,
    texts: { hours: KEPT_HOURS },
    lines: [
      line('Bomberos', '100'),
      line('Policía', '101'),
      line('Emergencias médicas', '107'),
      line('Violencia de género', '02902 48-1140', 'en Desarrollo Social'),
    ],
    image: null,
  });
  db.close();
});

test('search finds the content of a database of release 1.0.0 as in a new one, including telephone numbers', async () => {
  const { file } = release1();
  const db = openDatabase(file);
  const { search } = createSqlReader({ db, now: () => NOW });
  const titles = async (word: string) => (await search(word, 1)).items.map(({ title }) => title);
  expect(await titles('pileta')).toEqual(['Abre la pileta']);
  expect(await titles('bomberos')).toEqual(['Bomberos']);
  expect(await titles('camping')).toEqual(['Camping']);
  expect(await titles('lago')).toEqual([]);
  db.close();
  // The index is not built again at the next start: a change made in it by hand stays.
  const again = openDatabase(file);
  again.exec('DELETE FROM search_document');
  again.close();
  const last = openDatabase(file);
  expect(last.prepare('SELECT count(*) FROM search_document').pluck().get()).toBe(0);
  last.close();
});

test('a database of release 1.0.0, once migrated, has the tables and columns of a new one', () => {
  const { file } = release1();
  const [upgraded, fresh] = [openDatabase(file), openDatabase(':memory:')];
  expect(shapeOf(upgraded), 'a change of schema.sql needs a step in db/migrations').toEqual(shapeOf(fresh));
  upgraded.close();
  fresh.close();
});

test('migrations run in order, each once, after a copy of the database was made', () => {
  const { file, folder } = release1();
  const migrations = steps(
    "ALTER TABLE story ADD COLUMN lead TEXT NOT NULL DEFAULT '';",
    "UPDATE story SET lead = title; UPDATE meta SET value = 'otra vida' WHERE key = 'epoch';",
  );
  const db = openDatabase(file, { migrations });
  expect(versionOf(db)).toBe(LATEST + 2);
  expect(db.prepare('SELECT lead FROM story').pluck().all()).toEqual(['Abre la pileta']);
  expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
  db.prepare("UPDATE story SET lead = 'hecha a mano'").run();
  db.close();
  const again = openDatabase(file, { migrations });
  expect(again.prepare('SELECT lead FROM story').pluck().all()).toEqual(['hecha a mano']);
  again.close();

  expect(readdirSync(folder).sort()).toEqual(['portal.sqlite', `portal.sqlite.version-${FIRST_VERSION}`]);
  const kept = new Database(`${file}.version-${FIRST_VERSION}`, { readonly: true });
  expect(versionOf(kept)).toBe(FIRST_VERSION);
  expect(kept.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(kept.prepare('SELECT title, text FROM story').all()).toEqual([
    { title: 'Abre la pileta', text: '<p>La pileta <strong>municipal</strong> abre.</p>' },
  ]);
  expect(kept.prepare('SELECT count(*) FROM history').pluck().get()).toBe(37);
  expect(kept.prepare("SELECT count(*) FROM search WHERE search MATCH 'pileta'").pluck().get()).toBe(1);
  kept.close();
});

test('a table that others refer to can be recreated', () => {
  const { file } = release1();
  const migrations = steps(
    'CREATE TABLE label_new (id TEXT PRIMARY KEY, name TEXT NOT NULL, colour TEXT) STRICT, WITHOUT ROWID; ' +
      'INSERT INTO label_new SELECT id, name, NULL FROM label; ' +
      'DROP TABLE label; ALTER TABLE label_new RENAME TO label;',
  );
  const db = openDatabase(file, { migrations });
  expect(db.prepare('SELECT label_id FROM story_label').pluck().all()).toEqual(['deporte']);
  db.close();
});

test.for([
  ['fails half way', "UPDATE story SET title = 'a medias'; DROP TABLE unknown;", /step-2\.sql: no such table: unknown/],
  ['leaves rows that refer to nothing', 'DELETE FROM label;', /step-2\.sql: 1 rows of story_label refer to nothing/],
] as const)('a migration that %s leaves the database as it was', ([, sql, reason]) => {
  const { file } = release1();
  const migrations = steps('CREATE TABLE extra (id INTEGER PRIMARY KEY) STRICT;', sql);
  const refusal = (() => {
    try {
      openDatabase(file, { migrations }).close();
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  })();
  expect(refusal).toMatch(reason);
  expect(refusal).toMatch(/^La base [^\n]+\.$/);
  const db = new Database(file);
  expect(versionOf(db)).toBe(LATEST + 1);
  expect(db.prepare('SELECT title FROM story').pluck().all()).toEqual(['Abre la pileta']);
  expect(db.prepare('SELECT count(*) FROM label').pluck().get()).toBe(1);
  expect(db.prepare('SELECT count(*) FROM extra').pluck().get()).toBe(0);
  db.close();
  const mended = openDatabase(file, {
    migrations: steps('CREATE TABLE extra (id INTEGER PRIMARY KEY) STRICT;', 'DROP TABLE extra;'),
  });
  expect(versionOf(mended)).toBe(LATEST + 2);
  mended.close();
});

test('a database of a newer release is refused and left unchanged', () => {
  const { file } = release1();
  openDatabase(file, { migrations: steps('CREATE TABLE extra (id INTEGER PRIMARY KEY) STRICT;') }).close();
  const before = readFileSync(file);
  expect(() => openDatabase(file)).toThrow('es de una versión más nueva del portal');
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('a database of before release 1.0.0 is refused, with what to do, and left unchanged', () => {
  const { file } = release1();
  const old = new Database(file);
  old.pragma('journal_mode = DELETE');
  old.pragma(`user_version = ${FIRST_VERSION - 1}`);
  old.close();
  const before = readFileSync(file);
  expect(() => openDatabase(file)).toThrow('Actualizala primero con el portal 1.0.0.');
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('a database of another program is refused and left unchanged', () => {
  for (const version of [0, 1]) {
    const file = join(temporaryFolder(), 'portal.sqlite');
    const other = new Database(file);
    other.exec(
      `CREATE TABLE meta (key TEXT, value TEXT); INSERT INTO meta VALUES ('epoch', 'x'); ` +
        `PRAGMA user_version = ${version};`,
    );
    other.close();
    const before = readFileSync(file);
    expect(() => openDatabase(file)).toThrow('es una base de otro programa');
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(existsSync(`${file}-wal`)).toBe(false);
  }
});

test('migrations that skip a number are refused before anything is opened', () => {
  const folder = steps();
  mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, `${String(LATEST + 2).padStart(3, '0')}-late.sql`), 'SELECT 1;');
  expect(() => openDatabase(':memory:', { migrations: folder })).toThrow('no siguen su numeración');
});

/** Returns tables, columns, keys and indexes, without the text of their declarations. */
function shapeOf(db: Db): object {
  const tables = db
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name",
    )
    .all();
  return Object.fromEntries(
    tables.map(({ name, sql }) => {
      const indexes = db.pragma(`index_list(${name})`) as { name: string; unique: number }[];
      return [
        name,
        {
          columns: db.pragma(`table_xinfo(${name})`),
          references: db.pragma(`foreign_key_list(${name})`),
          indexes: indexes.map((index) => [index.unique, db.pragma(`index_xinfo(${index.name})`)]),
          virtual: sql.startsWith('CREATE VIRTUAL') ? sql.replace(/\s+/g, ' ') : null,
        },
      ];
    }),
  );
}
