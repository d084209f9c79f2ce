import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from './database.ts';

/** A change of the database from the previous version to this one. */
export interface Migration {
  version: number;
  /** Name of its file. */
  file: string;
  sql: string;
}

/** The version of `db/schema.sql` of release 1.0.0, the oldest in service; migrations are numbered from the next. */
export const FIRST_VERSION = 15;

/**
 * Reads the files `NNN-name.sql` in order; other files are ignored.
 * @throws Error if a number is missing or used twice
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
 * Migrates a database to the latest version. Before that it is copied to `<file>.version-<n>`. Each migration runs in
 * its own transaction, and one that fails changes nothing.
 * @throws Error with a one-line message in Spanish that names the migration and the copy
 */
export function migrate(db: Db, file: string, migrations: Migration[]): void {
  const from = versionOf(db);
  const steps = migrations.filter(({ version }) => version > from);
  if (steps.length === 0) return;
  const kept = keepCopy(db, file, from);
  // Foreign keys are off, because tables are recreated by dropping them. They are checked at the end of each migration.
  db.pragma('foreign_keys = OFF');
  try {
    for (const step of steps) apply(db, file, step, kept);
  } finally {
    db.pragma('foreign_keys = ON');
  }
}

const NAMED = /^\d{3}-[a-z0-9-]+\.sql$/;

function apply(db: Db, file: string, step: Migration, kept: string): void {
  try {
    db.transaction(() => {
      db.exec(step.sql);
      const broken = db.pragma('foreign_key_check') as { table: string }[];
      if (broken[0]) throw new Error(`${broken.length} rows of ${broken[0].table} refer to nothing`);
      db.pragma(`user_version = ${step.version}`);
    }).immediate();
  } catch (cause) {
    const { code } = cause as { code?: unknown };
    // A full disk or a locked database is not a fault of the migration and has another message.
    if (typeof code === 'string' && /FULL|BUSY|READONLY|IOERR/.test(code)) throw cause;
    throw new Error(
      `La base ${file} no se pudo actualizar (${step.file}: ${(cause as Error).message}). Quedó en la versión ` +
      `${versionOf(db)}, y como estaba antes en ${kept}. Volvé a instalar la versión de antes del portal.`,
      { cause },
    );
  }
}

/** Returns the newest copy beside a database that this version or an earlier one can open; null if there is none. */
export function newestCopy(file: string, version: number): string | null {
  for (let one = version; one >= FIRST_VERSION; one -= 1) {
    if (existsSync(copyOf(file, one))) return copyOf(file, one);
  }
  return null;
}

const copyOf = (file: string, version: number) => `${file}.version-${version}`;

function keepCopy(db: Db, file: string, version: number): string {
  const kept = copyOf(file, version);
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

function versionOf(db: Db): number {
  return db.pragma('user_version', { simple: true }) as number;
}
