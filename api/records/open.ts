import Database from 'better-sqlite3';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { blankDocuments } from '../contract/town/documents.ts';
import { ENTITY_NAMES } from '../contract/forms-and-lists.ts';
import { columnsOf } from '../db/answer-columns.ts';
import { renewSearchIndex } from './search-index.ts';
import { typed } from '../installation.ts';
import { isPortal, isWithoutSchema, newEpoch } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { makeFolder } from '../db/disk.ts';
import { FIRST_VERSION, latestOf, migrate, newestCopy, readMigrations } from '../db/migrations.ts';
import type { Migration } from '../db/migrations.ts';

const SCHEMA_FILE = new URL('../../db/schema.sql', import.meta.url);
export const MIGRATIONS = fileURLToPath(new URL('../../db/migrations', import.meta.url));

/**
 * Opens the database. It is created on first use, and migrated if it is of an earlier release. Every acknowledged write
 * survives a power cut: WAL with synchronous FULL.
 * @param file path of the database, or `:memory:`
 * @param migrations the folder of the steps between releases
 * @throws Error with one plain Spanish line when the file is no database of the portal, belongs to a newer release or
 *   one before 1.0.0, could not be brought up to date or lacks a table or column; SQLite's own error when it cannot be
 *   opened
 */
export function openDatabase(file: string, { migrations = MIGRATIONS }: { migrations?: string } = {}): Db {
  if (file !== ':memory:') makeFolder(dirname(file));
  const db = new Database(file, { timeout: 5000 });
  try {
    prepare(db, file, readMigrations(migrations));
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Returns what to do with a database of a newer release, in Spanish: it may have been kept as it was before. */
export function wayBack(file: string, latest: number): string {
  const kept = newestCopy(file, latest);
  return kept === null
    ? 'Actualizá el portal o usá otra base.'
    : `Actualizá el portal, o volvé a la base de antes con «${typed('restore', kept, file)}»: se pierde lo guardado ` +
        'desde entonces.';
}

function prepare(db: Db, file: string, migrations: Migration[]): void {
  const latest = latestOf(migrations);
  const version = db.pragma('user_version', { simple: true }) as number;
  if (version > latest) {
    throw new Error(`La base ${file} es de una versión más nueva del portal (${version}). ${wayBack(file, latest)}`);
  }
  const isNew = isWithoutSchema(db);
  if (!isNew && (version === 0 || !isPortal(db))) {
    throw new Error(`El archivo ${file} es una base de otro programa. Elegí otro con DB_FILE.`);
  }
  if (!isNew && version < FIRST_VERSION) {
    throw new Error(
      `La base ${file} es de una versión del portal anterior a la 1.0.0. Actualizala primero con el portal 1.0.0.`,
    );
  }
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  // What is changed or deleted is overwritten, earlier versions of people's data too (sqlite.org/pragma.html).
  db.pragma('secure_delete = ON');
  db.pragma('foreign_keys = ON');
  db.pragma('trusted_schema = OFF');
  if (isNew) {
    makeNew(db, file, latest);
  } else {
    migrate(db, file, migrations);
    checkColumns(db, file);
  }
  renewSearchIndex(db);
}

function makeNew(db: Db, file: string, version: number): void {
  db.transaction(() => {
    createSchema(db, version);
    checkColumns(db, file);
  }).immediate();
}

function checkColumns(db: Db, file: string): void {
  const missing = missingIn(db);
  if (missing.length === 0) return;
  const few = missing.slice(0, 5).join(', ');
  throw new Error(
    `A la base ${file} le falta lo que usa esta versión del portal: ${few}. Volvé a instalar el portal completo; ` +
      'si estás agregando un campo, declaralo en db/schema.sql y sumá su paso en db/migrations.',
  );
}

/** Returns the tables and columns (`table.column`) that the schema or an entity declares and the database lacks. */
function missingIn(db: Db): string[] {
  const model = new Database(':memory:');
  model.exec(readFileSync(SCHEMA_FILE, 'utf8'));
  const wanted = [
    ...columnsIn(model),
    ...ENTITY_NAMES.flatMap((entity) => columnsOf(entity).map((column) => `${entity}.${column}`)),
  ];
  model.close();
  const there = new Set(columnsIn(db));
  return [...new Set(wanted)].filter((column) => !there.has(column));
}

function columnsIn(db: Db): string[] {
  return db
    .prepare<[], string>(
      "SELECT t.name || '.' || c.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'",
    )
    .pluck()
    .all();
}

function createSchema(db: Db, version: number): void {
  db.exec(readFileSync(SCHEMA_FILE, 'utf8'));
  db.prepare("INSERT INTO meta (key, value) VALUES ('epoch', ?)").run(newEpoch());
  const document = db.prepare('INSERT INTO document (id, value) VALUES (?, ?)');
  const change = db.prepare('INSERT INTO change (type, id, shown) VALUES (?, ?, 1)');
  const blank = { ...blankDocuments, hero: {}, digest: { pdf: '', pdfname: '', pdfsize: 0 } };
  for (const [id, value] of Object.entries(blank)) {
    document.run(id, JSON.stringify(value));
    change.run(id, id);
  }
  db.pragma(`user_version = ${version}`);
}
