import type { Db } from '../db/database.ts';
import { storedTextPicture } from '../contract/addresses/files.ts';
import type { Picture } from '../contract/values/pictures.ts';
import type { Day } from '../contract/values/dates.ts';

/**
 * Days for which a picture is kept that no text has named yet: it may wait for a text that is being written offline.
 */
export const WAITING_DAYS = 30;

/**
 * The pictures whose files are to be in their places: those that texts name, and those that wait for a text.
 * @param since the first day of those that may still wait
 */
export function keptTextPictures(db: Db, since: Day): Picture[] {
  return db
    .prepare<[string], Picture>(
      `SELECT name, width, height FROM text_picture
       WHERE waits >= ? OR name IN (SELECT name FROM text_picture_use)`,
    )
    .all(since);
}

/** Forgets pictures that no text names and whose files are gone for good. @param isGone whether a file is */
export function forgetTextPictures(db: Db, isGone: (path: string) => boolean): void {
  const unused = db
    .prepare<[], Picture>(
      'SELECT name, width, height FROM text_picture WHERE name NOT IN (SELECT name FROM text_picture_use)',
    )
    .all();
  const forget = db.prepare('DELETE FROM text_picture WHERE name = ?');
  for (const picture of unused) if (storedTextPicture(picture).every(isGone)) forget.run(picture.name);
}
