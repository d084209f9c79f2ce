import Database from 'better-sqlite3';
import { accessSync, constants, existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { freeBytes, MIB } from '../../db/disk.ts';
import { compareUploads, filesReferredTo } from '../../files/upload-store.ts';
import { givingTo } from '../ownership.ts';
import { advice, bad, warning, well } from './finding.ts';
import type { Examined, Finding } from './finding.ts';

/** Free space below which there is a warning (enough for months), and an error (enough for days). */
const LITTLE = 2048 * MIB;
const TOO_LITTLE = 256 * MIB;

export function disks({ dbFile, uploadsDir, backupDir }: Examined): Finding[] {
  const folders = { 'la base': dirname(dbFile), 'los archivos subidos': uploadsDir, 'las copias': backupDir };
  return Object.entries(folders).flatMap(([what, folder]) => {
    if (folder === undefined || !existsSync(folder)) return [];
    const free = freeBytes(folder);
    const gib = (free / 1024 / MIB).toLocaleString('es-AR', { maximumFractionDigits: 1 });
    const line = `En el disco de ${what} quedan ${gib} GiB.`;
    if (free > LITTLE) return [well(line)];
    const todo = `Liberá espacio: mirá qué lo ocupa con «du -xh ${folder} | sort -h | tail».`;
    return [free > TOO_LITTLE ? warning(line, todo) : bad(line, todo)];
  });
}

export function uploads({ dbFile, uploadsDir }: Examined): Finding[] {
  if (!existsSync(dbFile)) return [];
  if (!existsSync(uploadsDir)) return [bad(`No existe la carpeta ${uploadsDir}.`, 'Revisá UPLOADS_DIR.')];
  const findings: Finding[] = [];
  const user = userInfo().username;
  const command = givingTo(user, uploadsDir);
  const todo =
    command === null
      ? `Revisá UPLOADS_DIR. Si es esa, tiene que ser del usuario ${user}, con todo lo que tiene adentro.`
      : `Si son de otro usuario: «${command}».`;
  try {
    accessSync(uploadsDir, constants.W_OK | constants.X_OK);
  } catch {
    findings.push(bad(`No se puede escribir en ${uploadsDir}.`, todo));
  }
  try {
    const unreadable = unreadableIn(dbFile, uploadsDir);
    if (unreadable.length > 0) {
      // Whether others are missing cannot be known before.
      return [
        ...findings,
        bad(`No se pueden leer ${unreadable.length} archivos que la base nombra: ${few(unreadable)}.`, todo),
      ];
    }
    const { extra, absent } = compareTwice(dbFile, uploadsDir);
    if (absent.length > 0) {
      findings.push(
        bad(
          `Faltan ${absent.length} archivos que la base nombra: ${few(absent)}.`,
          'Reiniciá el portal: lo que esté en la papelera vuelve solo. Lo demás, copialo desde uploads/ de una ' +
            `copia a ${uploadsDir}.`,
        ),
      );
    }
    if (extra.length > 0) {
      findings.push(
        advice(
          `Sobran ${extra.length} archivos que nadie nombra: ${few(extra)}.`,
          'No hace falta hacer nada: al próximo inicio van a la papelera.',
        ),
      );
    }
    if (absent.length + extra.length === 0) findings.push(well('Los archivos subidos son los que la base nombra.'));
  } catch {
    // A database that cannot be read was reported already.
  }
  return findings;
}

/** Files that records refer to and that this user may not read or whose folder it may not enter. */
function unreadableIn(dbFile: string, uploadsDir: string): string[] {
  const db = new Database(dbFile, { readonly: true, fileMustExist: true, timeout: 5000 });
  try {
    return [...filesReferredTo(db)].filter((path) => {
      try {
        accessSync(join(uploadsDir, path), constants.R_OK);
        return false;
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === 'EACCES';
      }
    });
  } finally {
    db.close();
  }
}

/** Reports only what two comparisons agree on, because the portal may be between writing a file and its record. */
function compareTwice(dbFile: string, uploadsDir: string): ReturnType<typeof compareUploads> {
  const db = new Database(dbFile, { readonly: true, fileMustExist: true, timeout: 5000 });
  try {
    const first = compareUploads({ db, uploadsDir });
    if (first.extra.length + first.absent.length === 0) return first;
    const second = compareUploads({ db, uploadsDir });
    return {
      extra: first.extra.filter((path) => second.extra.includes(path)),
      absent: first.absent.filter((path) => second.absent.includes(path)),
    };
  } finally {
    db.close();
  }
}

function few(all: string[]): string {
  return all.length <= 3 ? all.join(', ') : `${all.slice(0, 3).join(', ')} y ${all.length - 3} más`;
}
