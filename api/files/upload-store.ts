import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { TRASH_DAYS } from '../contract/limits.ts';
import { addDays, dayAt } from '../contract/values/dates.ts';
import { storedPdf, storedPictures, storedTextPicture, TEXT_PICTURES } from '../contract/addresses/files.ts';
import { Problem } from '../contract/problems.ts';
import {
  hasOnePdf,
  isDocument,
  isPdfOwner,
  isPictureOwner,
  RECORD_ENTITIES,
  RECORD_TYPES,
  traitsOf,
} from '../contract/record-types.ts';
import type { PdfHolder, PdfOwner, PictureOwner } from '../contract/record-types.ts';
import { isStoredPdfName } from '../contract/uploaded/upload-names.ts';
import { pictureNameIn } from '../contract/values/pictures.ts';
import type { Db } from '../db/database.ts';
import { diskProblem } from '../db/disk.ts';
import { storedTicketPhotos, TICKET_PHOTOS } from './ticket-photos.ts';
import { forgetTextPictures, keptTextPictures, WAITING_DAYS } from './kept-text-pictures.ts';

/** A file by its path below the uploads folder, with `/` between its parts. */
export interface StoredFile {
  path: string;
  bytes: Uint8Array;
}

export interface Uploads {
  /**
   * Stores files and writes the record that refers to them. A new file that no record refers to afterwards is removed
   * again: the change was refused, or it was a repeated request and the record has changed since.
   * @param commit writes the record; it runs synchronously after the files were stored
   * @param isKept returns whether a record refers to the files
   * @throws what `commit` throws; Problem 503 if the disk cannot be written
   */
  attach<A>(files: StoredFile[], commit: () => A, isKept: () => boolean): Promise<A>;
  /**
   * The same for files in the trash: they are moved back to their places, and into the trash again if no record refers
   * to them afterwards.
   * @throws Problem 410 if one of them does not exist
   */
  recover<A>(paths: string[], commit: () => A, isKept: () => boolean): A;
  /**
   * Moves files that no record refers to any more into the trash, which is never served, so that they can be restored
   * for a year. What has been there for longer is removed.
   */
  discard(paths: string[]): void;
  /** Moves files out of the trash to their places again, as far as they are there. */
  bringBack(paths: string[]): void;
}

/** What a sweep did, as paths below the uploads folder. */
interface Sweep {
  /** Moved to the trash, because no record refers to them. */
  discarded: string[];
  /** Moved back from the trash, because a record refers to them. */
  restored: string[];
  /** Files that a record refers to and that do not exist. */
  missing: string[];
}

/** The trash has a folder for each day, with the files under their former paths. */
export const TRASH = '.trash';
/** Folder of files that are still arriving; it is emptied at every start. */
export const ARRIVING = '.tmp';

/** @param now ms since the epoch; the trash has a folder for each day */
export function openUploads({ uploadsDir, now }: { uploadsDir: string; now: () => number }): Uploads {
  const inside = insideOf(uploadsDir);

  return {
    async attach(files, commit, isKept) {
      const arriving = files.map((file) => ({
        ...file,
        temporary: inside(`${ARRIVING}/${randomBytes(12).toString('hex')}`),
        place: inside(file.path),
      }));
      try {
        if (files.length > 0) await mkdir(inside(ARRIVING), { recursive: true });
        for (const { temporary, bytes } of arriving) await writeFile(temporary, bytes, { flush: true });
        return commitWith(arriving, commit, isKept);
      } catch (error) {
        throw diskProblem(error);
      } finally {
        await Promise.all(arriving.map(({ temporary }) => rm(temporary, { force: true })));
      }
    },
    recover(paths, commit, isKept) {
      const { absent, back } = bringBackAbsent(paths);
      try {
        if (back.length < absent) {
          throw new Problem('deleted', { message: 'Ese archivo ya no está en el servidor.' });
        }
        return commit();
      } finally {
        if (back.length > 0 && !isKept()) this.discard(back);
      }
    },
    discard(paths) {
      emptyOldTrash(inside(TRASH), now());
      for (const path of paths) {
        try {
          moveFile(inside(path), inside(`${TRASH}/${dayAt(now())}/${path}`));
          removeEmpty(dirname(inside(path)), inside('.'));
        } catch {
          // The record is written, so a file left behind is no failure of the call: the next start's sweep removes it.
        }
      }
    },
    bringBack(paths) {
      try {
        bringBackAbsent(paths);
      } catch {
        // The same: the next start's sweep brings them back.
      }
    },
  };

  function bringBackAbsent(paths: readonly string[]): { absent: number; back: string[] } {
    const absent = paths.filter((path) => !existsSync(inside(path)));
    return { absent: absent.length, back: absent.length > 0 ? absent.filter(bringBack(inside)) : [] };
  }

  function commitWith<A>(arriving: { temporary: string; place: string }[], commit: () => A, isKept: () => boolean): A {
    const placed = arriving.filter(({ place }) => !existsSync(place));
    try {
      for (const { temporary, place } of placed) moveFile(temporary, place);
      return commit();
    } finally {
      if (placed.length > 0 && !isKept()) {
        for (const { place } of placed) {
          rmSync(place, { force: true });
          removeEmpty(dirname(place), inside('.'));
        }
      }
    }
  }
}

/**
 * Repairs inconsistencies between database and files after a crash; called at start, before requests are served. Files
 * that are not named like the portal's are left alone.
 */
export function sweep({ db, uploadsDir, now = Date.now }: { db: Db; uploadsDir: string; now?: () => number }): Sweep {
  const inside = insideOf(uploadsDir);
  rmSync(inside(ARRIVING), { recursive: true, force: true });
  const { extra: discarded, absent } = compareUploads({ db, uploadsDir, now });
  openUploads({ uploadsDir, now }).discard(discarded);
  const restored = absent.length > 0 ? absent.filter(bringBack(inside)) : [];
  const back = new Set(restored);
  const isTrashed = inTrash(inside);
  forgetTextPictures(db, (path) => !existsSync(inside(path)) && !isTrashed(path));
  return { discarded, restored, missing: absent.filter((path) => !back.has(path)) };
}

/**
 * Compares files with records without changing anything. Returns the files that no record refers to, and the missing
 * ones.
 */
export function compareUploads({
  db,
  uploadsDir,
  now = Date.now,
}: {
  db: Db;
  uploadsDir: string;
  now?: () => number;
}): {
  extra: string[];
  absent: string[];
} {
  const inside = insideOf(uploadsDir);
  const referred = filesReferredTo(db, now);
  const present = new Set([...OWN_FOLDERS, TICKET_PHOTOS].flatMap((folder) => filesBelow(inside(folder), inside('.'))));
  return {
    extra: [...present].filter((path) => !referred.has(path) && isOwnFile(path)),
    absent: [...referred].filter((path) => !present.has(path)),
  };
}

/**
 * The uploaded files of a town, by their paths below the folder: whether or not a record refers to them, or trashed.
 */
export function storedFiles(uploadsDir: string): string[] {
  const inside = insideOf(uploadsDir);
  return [...OWN_FOLDERS, TRASH].flatMap((folder) => filesBelow(inside(folder), inside('.'))).filter(isOwnFile);
}

const OWN_FOLDERS = [...RECORD_TYPES.filter((type) => isPictureOwner(type) || isPdfOwner(type)), TEXT_PICTURES];
const isOwnFile = (path: string) => pictureNameIn(basename(path)) !== null || isStoredPdfName(basename(path));

/**
 * Every file that a record or a ticket refers to, by its path below the uploads folder. Pictures that wait for their
 * text count.
 */
export function filesReferredTo(db: Db, now: () => number = Date.now): Set<string> {
  const dated = RECORD_ENTITIES.filter((type) => traitsOf(type).hasYear);
  const years = [...dated.map((type) => `${type}.year`), 'NULL'].join(', ');
  const joins = dated.map((type) => `LEFT JOIN ${type} ON image.type = '${type}' AND ${type}.id = record_id`).join(' ');
  interface PictureRow {
    owner: PictureOwner;
    id: string;
    year: number | null;
    name: string;
    width: number;
  }
  const pictures = db
    .prepare<[], PictureRow>(
      `
    SELECT image.type AS owner, record_id AS id, coalesce(${years}) AS year, name, width FROM image ${joins}`,
    )
    .all();
  return new Set([
    ...pictures.flatMap(({ owner, id, year, ...picture }) =>
      storedPictures(owner, year === null ? { id } : { id, year }, [picture]),
    ),
    ...RECORD_TYPES.filter(hasOnePdf).flatMap((type) => onePdfs(db, type)),
    ...severalPdfs(db),
    ...storedTicketPhotos(db),
    ...keptTextPictures(db, addDays(dayAt(now()), -WAITING_DAYS)).flatMap(storedTextPicture),
  ]);
}

function severalPdfs(db: Db): string[] {
  const rows = db.prepare<[], { type: PdfOwner; id: string; pdf: string }>(
    'SELECT type, record_id AS id, pdf FROM pdf',
  );
  return rows.all().map(({ type, id, pdf }) => storedPdf(type, id, pdf));
}

function onePdfs(db: Db, type: PdfHolder): string[] {
  const query = isDocument(type)
    ? `SELECT id, value ->> 'pdf' AS pdf FROM document WHERE id = '${type}' AND value ->> 'pdf' <> ''`
    : `SELECT id, pdf FROM ${type} WHERE pdf <> ''`;
  return db
    .prepare<[], { id: string; pdf: string }>(query)
    .all()
    .map(({ id, pdf }) => storedPdf(type, id, pdf));
}

/**
 * Removes from the trash what the history cannot restore any more. A day is kept for a week longer, so that no time
 * zone takes a file away early, and its age is counted to the newest day of the trash, so that no clock does which is
 * wrong at a start.
 */
function emptyOldTrash(trash: string, now: number): void {
  const days = existsSync(trash)
    ? readdirSync(trash)
        .filter((name) => /^\d{4}-\d{2}-\d{2}$/.test(name))
        .sort()
    : [];
  const [newest, today] = [days.at(-1), dayAt(now)];
  if (newest === undefined) return;
  const oldest = addDays(newest < today ? newest : today, -TRASH_DAYS - TRASH_MARGIN);
  for (const day of days.filter((one) => one < oldest)) rmSync(join(trash, day), { recursive: true, force: true });
}
const TRASH_MARGIN = 7;

/** Tries to bring a file back from the trash, the newest day first. */
function bringBack(inside: (path: string) => string): (path: string) => boolean {
  const placeOf = inTrash(inside);
  return (path) => {
    const place = placeOf(path);
    if (place === undefined) return false;
    moveFile(place, inside(path));
    return true;
  };
}

/** Returns where in the trash a file is, the newest day first; undefined if it is not there. */
function inTrash(inside: (path: string) => string): (path: string) => string | undefined {
  const days = existsSync(inside(TRASH)) ? readdirSync(inside(TRASH)).sort().reverse() : [];
  return (path) => days.map((day) => inside(`${TRASH}/${day}/${path}`)).find((place) => existsSync(place));
}

/** Every file below a folder, by its path below the root, with `/` between its parts. */
export function filesBelow(folder: string, root: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** Returns where a path is on the disk. @throws Error when it would leave the folder */
export function insideOf(uploadsDir: string): (path: string) => string {
  const root = resolve(uploadsDir);
  return (path) => {
    const place = resolve(root, path);
    if (place !== root && !place.startsWith(root + sep)) throw new Error('a path left the uploads folder');
    return place;
  };
}

/** Moves a file atomically, also on a power cut: its bytes are on the disk already. */
function moveFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
  syncFolder(dirname(to));
}

/** Makes sure that the names in a folder are on the disk. */
export function syncFolder(folder: string): void {
  // Windows opens no folders.
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Removes a folder and those above it that have become empty, up to the root. */
function removeEmpty(folder: string, root: string): void {
  try {
    for (let one = folder; one !== root; one = dirname(one)) rmdirSync(one);
  } catch {
    // The folder is not empty.
  }
}
