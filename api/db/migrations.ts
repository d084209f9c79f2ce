import type Database from 'better-sqlite3';
import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** What brings a database from the version before to this one. */
export interface Migration {
  version: number;
  /** The name of its file. */
  file: string;
  sql: string;
}

/** The version of `db/schema.sql` of the first release; migrations are numbered from the next. */
export const FIRST_VERSION = 1;

/**
 * Reads `NNN-name.sql`, in order; other files are not looked at.
 * @throws Error when a number is missing or given twice
 */
export function readMigrations(folder: string): Migration[] {
  const files = readdirSync(folder).filter((file) => NAMED.test(file)).sort();
  return files.map((file, index) => {
    const version = Number(file.slice(0, 3));
    if (version !== FIRST_VERSION + 1 + index) {
      throw new Error(
        `Las migraciones de ${folder} no siguen su numeración: ${file} está fuera de lugar. Volvé a instalar el ` +
        'portal.',
      );
    }
    return { version, file, sql: readFileSync(join(folder, file), 'utf8') };
  });
}

export function latestOf(migrations: Migration[]): number {
  return migrations.at(-1)?.version ?? FIRST_VERSION;
}

/**
 * Brings a database to the latest version, each step in a transaction of its own that leaves nothing when it fails.
 * What it was is kept beside it first, as `<file>.version-<n>`.
 * @throws Error with one plain Spanish line that names the step and the copy
 */
export function migrate(db: Database.Database, file: string, migrations: Migration[]): void {
  const from = versionOf(db);
  const steps = migrations.filter(({ version }) => version > from);
  if (steps.length === 0) return;
  const kept = keepCopy(db, file, from);
  // Off, because tables are remade by dropping them; what is broken at the end of a step undoes the step.
  db.pragma('foreign_keys = OFF');
  try {
    for (const step of steps) apply(db, file, step, kept);
  } finally {
    db.pragma('foreign_keys = ON');
  }
}

const NAMED = /^\d{3}-[a-z0-9-]+\.sql$/;

function apply(db: Database.Database, file: string, step: Migration, kept: string): void {
  try {
    db.transaction(() => {
      db.exec(step.sql);
      const broken = db.pragma('foreign_key_check') as { table: string }[];
      if (broken[0]) throw new Error(`${broken.length} rows of ${broken[0].table} refer to nothing`);
      db.pragma(`user_version = ${step.version}`);
    }).immediate();
  } catch (cause) {
    const { code } = cause as { code?: unknown };
    // A full disk or another program in the way is no fault of the step, and has words of its own.
    if (typeof code === 'string' && /FULL|BUSY|READONLY|IOERR/.test(code)) throw cause;
    throw new Error(
      `La base ${file} no se pudo actualizar (${step.file}: ${(cause as Error).message}). Quedó en la versión ` +
      `${versionOf(db)}, y como estaba antes en ${kept}.`,
      { cause },
    );
  }
}

function keepCopy(db: Database.Database, file: string, version: number): string {
  const kept = `${file}.version-${version}`;
  const copying = `${kept}.copiando`;
  rmSync(copying, { force: true });
  try {
    db.prepare('VACUUM INTO ?').run(copying);
    const handle = openSync(copying, 'r+');
    fsyncSync(handle);
    closeSync(handle);
    renameSync(copying, kept);
  } catch (error) {
    rmSync(copying, { force: true });
    throw error;
  }
  return kept;
}

function versionOf(db: Database.Database): number {
  return db.pragma('user_version', { simple: true }) as number;
}
