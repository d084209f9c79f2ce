import type { Db } from '../db/database.ts';
import { storedTextPicture } from '../contract/addresses/files.ts';
import type { RecordType } from '../contract/record-types.ts';
import type { AnyRecord } from '../contract/records.ts';
import type { Picture } from '../contract/values/pictures.ts';
import { textPicturesOf, withSizes } from '../contract/uploaded/text-pictures.ts';
import type { Day } from '../contract/values/dates.ts';

/** Which pictures there are for rich texts, and which texts name them. All of it runs in the caller's transaction. */
interface TextPictures {
  /** Returns a rich text with each picture as it is stored: with its size if the server has it. */
  placed(html: string): string;
  /** Adds a picture, which waits for its text unless one names it already. */
  add(picture: Picture, today: Day): void;
  has(name: string): boolean;
  /** The records whose texts name a picture. */
  usersOf(name: string): { type: RecordType; id: string }[];
  /**
   * Notes which pictures the texts of a record name.
   * @param record as it is now; null if it is deleted
   * @returns paths below `uploads` of the files that no text names any more, and of those that one names again
   */
  note(type: RecordType, id: string, record: AnyRecord | null): { freed: string[]; named: string[] };
}

export function openTextPictures(db: Db): TextPictures {
  const one = db.prepare<[string], Picture>('SELECT name, width, height FROM text_picture WHERE name = ?');
  const add = db.prepare(`
    INSERT INTO text_picture (name, width, height, waits) VALUES (?, ?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET waits = excluded.waits`);
  const endWait = db.prepare('UPDATE text_picture SET waits = NULL WHERE name = ?');
  const users = db.prepare<[string], { type: RecordType; id: string }>(
    'SELECT type, record_id AS id FROM text_picture_use WHERE name = ?',
  );
  const namedBy = db
    .prepare<[string, string], string>('SELECT name FROM text_picture_use WHERE type = ? AND record_id = ?')
    .pluck();
  const use = db.prepare('INSERT INTO text_picture_use (name, type, record_id) VALUES (?, ?, ?)');
  const drop = db.prepare('DELETE FROM text_picture_use WHERE name = ? AND type = ? AND record_id = ?');
  const isNamed = (name: string) => users.all(name).length > 0;
  const filesOf = (names: readonly string[]) =>
    names.flatMap((name) => {
      const picture = one.get(name);
      return picture ? storedTextPicture(picture) : [];
    });

  return {
    placed: (html) => withSizes(html, (name) => one.get(name)),
    add({ name, width, height }, today) {
      add.run(name, width, height, isNamed(name) ? null : today);
    },
    has: (name) => one.get(name) !== undefined,
    usersOf: (name) => users.all(name),
    note(type, id, record) {
      const now = new Set(textPicturesOf(type, record).map(({ name }) => name));
      const before = new Set(namedBy.all(type, id));
      const gone = [...before].filter((name) => !now.has(name));
      const come = [...now].filter((name) => !before.has(name));
      const again = come.filter((name) => !isNamed(name));
      for (const name of gone) drop.run(name, type, id);
      for (const name of come) use.run(name, type, id);
      for (const name of again) endWait.run(name);
      return { freed: filesOf(gone.filter((name) => !isNamed(name))), named: filesOf(again) };
    },
  };
}
