import Database from 'better-sqlite3';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { blankDocuments } from './contract/documents.ts';

export type Db = Database.Database;

const SCHEMA_VERSION = 1;
const SCHEMA_FILE = new URL('../db/schema.sql', import.meta.url);

/**
 * Opens the database and makes it on first use. Every acknowledged write survives a power cut: WAL with synchronous FULL.
 * @param file path of the database, or `:memory:`
 * @throws Error with one plain Spanish line when the file cannot be opened, is no database or belongs to a newer release
 */
export function openDatabase(file: string): Db {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const db = new Database(file, { timeout: 5000 });
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('trusted_schema = OFF');
  const version = db.pragma('user_version', { simple: true }) as number;
  if (version > SCHEMA_VERSION) {
    throw new Error(`La base ${file} es de una versión más nueva del portal (${version}). Actualizá el portal o usá otra base.`);
  }
  if (version === 0) db.transaction(createSchema).immediate(db);
  return db;
}

/** Which life of the database this is: a restored backup begins a new one. */
export function epochOf(db: Db): string {
  return db.prepare<[], string>("SELECT value FROM meta WHERE key = 'epoch'").pluck().get() ?? '';
}

/** The number of the last change, 0 before the first. */
export function headOf(db: Db): number {
  return db.prepare<[], number | null>('SELECT max(seq) FROM change').pluck().get() ?? 0;
}

/** A new id for a record: 12 characters of [a-z0-9]. */
export function newId(): string {
  return BigInt(`0x${randomBytes(10).toString('hex')}`).toString(36).padStart(12, '0').slice(-12);
}

function createSchema(db: Db): void {
  db.exec(readFileSync(SCHEMA_FILE, 'utf8'));
  db.prepare("INSERT INTO meta (key, value) VALUES ('epoch', ?)").run(newId());
  const document = db.prepare('INSERT INTO document (id, value) VALUES (?, ?)');
  const change = db.prepare('INSERT INTO change (type, id) VALUES (?, ?)');
  const blank = { ...blankDocuments, digest: { pdf: '', pdfname: '', pdfsize: 0 } };
  for (const [id, value] of Object.entries(blank)) {
    document.run(id, JSON.stringify(value));
    change.run(id, id);
  }
  db.pragma(`user_version = ${SCHEMA_VERSION}`);
}
