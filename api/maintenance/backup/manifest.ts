import Database from 'better-sqlite3';
import { lstatSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { epochOf, isPortal } from '../../db/database.ts';
import { MIGRATIONS } from '../../records/open.ts';
import { latestOf, readMigrations } from '../../db/migrations.ts';
import { filesReferredTo } from '../../files/upload-store.ts';
import { givingTo } from '../ownership.ts';
import { isSame, printOf } from './copy.ts';
import { DATABASE, MANIFEST, UPLOADS } from './layout.ts';

const print = { size: z.int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) };
/** No `..` and no absolute path: a foreign list must not lead out of its folder. */
export const storedPath = z.string().regex(/^(\.(?:trash|tickets)\/)?[\w-][\w.-]*(\/[\w-][\w.-]*)+$/);
const manifest = z.object({
  format: z.literal('portal-backup'),
  version: z.literal(1),
  /** When the database was copied, ISO 8601. */
  at: z.string(),
  /** The database's own version, life and last change. */
  schema: z.int().positive(),
  epoch: z.string().min(1),
  head: z.int().nonnegative(),
  database: z.object(print),
  /** Paths below `uploads/`. */
  files: z.array(z.object({ path: storedPath, ...print })),
  /** What records refer to and was nowhere when the backup was made. */
  missing: z.array(storedPath),
});
export type Manifest = z.infer<typeof manifest>;

/** What is wrong with a backup, in a plain Spanish line. */
export class BadBackup extends Error {}
/** A database that cannot be read at present; it may well be sound. */
export class OutOfReach extends BadBackup {}

/**
 * Returns an error of reading a backup as OutOfReach that says what to do, where it is another user's; any other error
 * as it is.
 */
export function readingTrouble(error: unknown, place: string): unknown {
  const { code, syscall, path = place } = error as NodeJS.ErrnoException;
  if (code !== 'EACCES' && code !== 'EPERM') return error;
  const user = userInfo().username;
  const bring = (what: string) =>
    `llevá la copia a una carpeta donde pueda, y ahí ejecutá «chown -R ${user}: ${what}».`;
  const command = givingTo(user, place);
  const message =
    syscall === 'stat'
      ? `El usuario ${user} no puede entrar a ${dirname(place)}: ${bring(basename(place))}`
      : command === null
        ? `El usuario ${user} no puede leer ${path}, que no es una carpeta del portal. Si no es otra la que querías, ` +
          bring('COPIA')
        : `El usuario ${user} no puede leer ${path}: ejecutá «${command}», y volvé a probar.`;
  return new OutOfReach(message, { cause: error });
}

/** @throws BadBackup when the folder holds no backup of the portal */
export function readManifest(folder: string): Manifest {
  try {
    return manifest.parse(JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')));
  } catch (error) {
    const trouble = readingTrouble(error, folder);
    if (trouble instanceof OutOfReach) throw trouble;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new BadBackup(`${folder} no es una copia del portal: no tiene ${MANIFEST}.`, { cause: error });
    }
    throw new BadBackup(`La copia ${folder} está dañada o es de otro programa: su ${MANIFEST} no se entiende.`);
  }
}

/**
 * Reads a whole backup: every file is there and has the bytes it had, the database is sound and refers to nothing else.
 * @param database where its database is, if that was decompressed
 * @throws BadBackup that says what is wrong
 */
export async function checkBackup(folder: string, database = join(folder, DATABASE)): Promise<Manifest> {
  const listed = readManifest(folder);
  const files = [
    { ...listed.database, path: DATABASE, place: database },
    ...listed.files.map((file) => {
      const path = `${UPLOADS}/${file.path}`;
      return { ...file, path, place: join(folder, path) };
    }),
  ];
  for (const { place, ...file } of files) {
    try {
      if (!lstatSync(place, { throwIfNoEntry: false })?.isFile()) {
        throw new BadBackup(`La copia ${folder} está incompleta: falta ${file.path}.`);
      }
      if (!isSame(await printOf(place), file)) {
        throw new BadBackup(`La copia ${folder} está dañada: ${file.path} cambió desde que se hizo.`);
      }
    } catch (error) {
      throw readingTrouble(error, folder);
    }
  }
  const { schema, epoch, referred } = checkDatabase(database);
  if (schema !== listed.schema || epoch !== listed.epoch) {
    throw new BadBackup(`La copia ${folder} está dañada: su base es de otra copia.`);
  }
  const known = new Set([...listed.files.map((file) => file.path), ...listed.missing]);
  const lost = [...referred].find((one) => !known.has(one));
  if (lost !== undefined) throw new BadBackup(`La copia ${folder} está incompleta: la base nombra ${lost} y no está.`);
  return listed;
}

/**
 * What a sound database of the portal is and, when it is of this release, which files it refers to.
 * @throws BadBackup for any other file
 */
export function checkDatabase(file: string): { schema: number; epoch: string; referred: Set<string> } {
  try {
    const db = new Database(file, { readonly: true, fileMustExist: true });
    try {
      const schema = db.pragma('user_version', { simple: true }) as number;
      if (schema === 0 || !isPortal(db)) throw new BadBackup(`${file} no es una base del portal.`);
      if (db.pragma('integrity_check(1)', { simple: true }) !== 'ok') {
        throw new BadBackup(`La base ${file} está dañada.`);
      }
      if ((db.pragma('foreign_key_check') as unknown[]).length > 0) {
        throw new BadBackup(`La base ${file} está dañada: hay datos que apuntan a otros que no están.`);
      }
      // Only this release's way of storing file names is known.
      const isOurs = schema === latestOf(readMigrations(MIGRATIONS));
      return { schema, epoch: epochOf(db), referred: isOurs ? filesReferredTo(db) : new Set() };
    } finally {
      db.close();
    }
  } catch (error) {
    if (error instanceof BadBackup) throw error;
    const { code } = error as { code?: unknown };
    if (typeof code === 'string' && /^SQLITE_(IOERR|CANTOPEN|READONLY|FULL|BUSY|LOCKED|PERM|AUTH|NOMEM)/.test(code)) {
      throw new OutOfReach(`La base ${file} no se puede leer ahora (${code}).`, { cause: error });
    }
    throw new BadBackup(
      `${file} está dañado o no es una base del portal ` +
        `(${typeof code === 'string' ? code : (error as Error).message}).`,
      { cause: error },
    );
  }
}
