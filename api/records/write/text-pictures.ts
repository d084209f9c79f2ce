import type { RecordType } from '../../contract/record-types.ts';
import type { Picture } from '../../contract/values/pictures.ts';
import { isDocument } from '../../contract/record-types.ts';
import { dayAt } from '../../contract/values/dates.ts';
import { textFieldsOf } from '../../contract/uploaded/text-pictures.ts';
import type { Act, WriteContext } from './operate.ts';

/** The writer's operation on the pictures within texts. Its files must be stored before. */
export function openTextPictureWrites({ operate, records, sql, textPictures, now }: WriteContext) {
  /** Gives a picture its size in a text that was stored before it came. Returns what was changed. */
  function place({ type, id }: { type: RecordType; id: string }) {
    const values = records.one(type, id) as Partial<Record<string, string>> | null;
    return textFieldsOf(type).flatMap((field) => {
      const before = values?.[field] ?? '';
      const after = textPictures.placed(before);
      if (after === before) return [];
      if (isDocument(type))
        sql('UPDATE document SET value = ? WHERE id = ?').run(JSON.stringify({ [field]: after }), id);
      else sql(`UPDATE ${type} SET ${field} = ? WHERE id = ?`).run(after, id);
      return [{ type, id, field, before, after }];
    });
  }

  return {
    /** Adds a picture that texts may show, also those that named it before it came. Every group may. */
    addTextPicture: (act: Act, picture: Picture): 1 =>
      operate(
        act,
        'story',
        () => {
          textPictures.add(picture, dayAt(now()));
          const [first, ...others] = textPictures.usersOf(picture.name).flatMap(place);
          return first ? { entry: { action: 'update', ...first }, answer: 1, also: others } : { unchanged: 1 };
        },
        true,
      ),
  };
}
