import { TRASH_DAYS } from '../contract/limits.ts';
import type { Db } from '../db/database.ts';

// Shortens the history: of old changes it forgets the values, which is what takes space. Who changed what and when
// stays, as do the keys by which a repeated request is recognized, and what other things are computed from: states,
// labels, videos and files, which are short, and the names of users who are gone.
const FORGETTABLE = `(before IS NOT NULL OR after IS NOT NULL) AND (
  action = 'update' AND coalesce(field, '') NOT IN ('status', 'labels', 'videos', 'image', 'images', 'pdf', 'pdfs')
  OR action = 'delete' AND type <> 'user')`;
/** Entries that are changed in one transaction, so that whoever saves meanwhile waits little. */
const BATCH = 500;
const DAY = 24 * 60 * 60 * 1000;

/** What would be forgotten. */
export interface Prunable {
  /** Entries before this number. */
  end: number;
  changes: number;
  /** Records that were deleted, and could not be restored any more. */
  deleted: number;
  /** Of their values, in characters, most of which are a byte. */
  characters: number;
}

/**
 * Returns the moment before which an age lies: so many days (`800d`), months (`30m`) or years (`3a`) ago.
 * @param now ms since the epoch
 * @throws Error in one Spanish line when it is no age, or so short that files in the trash could not be restored
 */
export function momentBefore(age: string, now: number): number {
  const [, number = '', unit = ''] = /^([1-9]\d{0,3})([dma])$/.exec(age) ?? [];
  if (unit === '') {
    throw new Error(`«${age}» no es una edad: se escribe como 2a (años), 30m (meses) u 800d (días).`);
  }
  const moment = new Date(now);
  if (unit === 'd') moment.setUTCDate(moment.getUTCDate() - Number(number));
  if (unit === 'm') moment.setUTCMonth(moment.getUTCMonth() - Number(number));
  if (unit === 'a') moment.setUTCFullYear(moment.getUTCFullYear() - Number(number));
  if (now - moment.getTime() < TRASH_DAYS * DAY) {
    throw new Error(
      'Tiene que ser un año (1a) o más: en ese tiempo el historial puede recuperar también los archivos.',
    );
  }
  return moment.getTime();
}

/** When the last change was made, in ms since the epoch, or now: a clock that is ahead makes nothing older. */
export function lastChangeAt(db: Db, now: number): number {
  const newest = db.prepare<[], string>('SELECT at FROM history ORDER BY id DESC LIMIT 1').pluck().get();
  return newest === undefined ? now : Math.min(now, Date.parse(newest));
}

/**
 * Returns what there is to forget of the time before a moment. An entry that was made after a younger one is not older,
 * whatever a clock that was behind said; one from the future says nothing.
 * @param now ms since the epoch
 */
export function prunable(db: Db, before: number, now: number): Prunable {
  const end = db
    .prepare<[string, string], number | null>('SELECT min(id) FROM history WHERE at >= ? AND at <= ?')
    .pluck()
    .get(new Date(before).toISOString(), new Date(now).toISOString());
  const found = db
    .prepare<[number], Omit<Prunable, 'end'>>(
      `SELECT count(*) AS changes, coalesce(sum(action = 'delete'), 0) AS deleted,
         coalesce(sum(coalesce(length(before), 0) + coalesce(length(after), 0)), 0) AS characters
       FROM history WHERE id < ? AND ${FORGETTABLE}`,
    )
    .get(end ?? 0);
  return { end: end ?? 0, changes: 0, deleted: 0, characters: 0, ...found };
}

/** Forgets it, in small transactions; the portal may be running. If it is interrupted, it can be run again. */
export function prune(db: Db, { end }: Pick<Prunable, 'end'>): void {
  const forget = db.prepare<[number, number]>(
    `UPDATE history SET before = NULL, after = NULL
     WHERE id IN (SELECT id FROM history WHERE id < ? AND ${FORGETTABLE} LIMIT ?)`,
  );
  while (forget.run(end, BATCH).changes > 0);
}
