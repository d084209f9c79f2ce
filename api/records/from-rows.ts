import type { Db } from '../db/database.ts';
import type { Site, UsefulData } from '../contract/town/documents.ts';
import { withGroups } from '../contract/town/suggested-groups.ts';
import { withoutEmergencies } from '../contract/town/emergency-copies.ts';
import { isDocument, traitsOf } from '../contract/record-types.ts';
import type { DocumentType, RecordType } from '../contract/record-types.ts';
import { ENTITY_NAMES } from '../contract/forms-and-lists.ts';
import type { Label, RecordOf, User } from '../contract/records.ts';
import type { Attached } from '../contract/values/pdf-titles.ts';
import type { Picture } from '../contract/values/pictures.ts';
import { videoOf } from '../contract/values/videos.ts';
import { columnsOf } from '../db/answer-columns.ts';
import { openLastChange } from './last-change.ts';

/** Rows turned into the records of the contract, whole: with labels, pictures and videos. */
export interface Records {
  /** The record, whatever its status; null when there is none of that id. */
  one<T extends RecordType>(type: T, id: string): RecordOf<T> | null;
  user(id: string): User | null;
  /** Labels whose hashed name begins with this text, at most eight, for suggestions. */
  labelsLike(hash: string): Label[];
}

/** Opens the records of a database. All readers share one instance, because preparing the statements takes time. */
export function openRecords(db: Db): Records {
  const records = opened.get(db) ?? prepareRecords(db);
  opened.set(db, records);
  return records;
}
const opened = new WeakMap<Db, Records>();

function prepareRecords(db: Db): Records {
  const document = db.prepare<[string], string>('SELECT value FROM document WHERE id = ?').pluck();
  const images = db.prepare<[string, string], Required<Picture>>(
    'SELECT name, width, height, alt FROM image WHERE type = ? AND record_id = ? ORDER BY position',
  );
  const picturesOf = (type: RecordType, id: string): Picture[] =>
    images.all(type, id).map(({ alt, ...picture }) => (alt ? { ...picture, alt } : picture));
  const pdfs = db.prepare<[string, string], Attached>(
    'SELECT pdf, pdfname, pdfsize FROM pdf WHERE type = ? AND record_id = ? ORDER BY position',
  );
  const labels = db.prepare<[string], Label>(`
    SELECT label.id, label.name, label.id AS namehashed FROM story_label JOIN label ON label.id = label_id
    WHERE story_id = ? ORDER BY position`);
  const videos = db
    .prepare<[string], string>('SELECT url FROM album_video WHERE album_id = ? ORDER BY position')
    .pluck();
  const suggestions = db.prepare<[string, string], Label>(
    'SELECT id, name, id AS namehashed FROM label WHERE id >= ? AND id < ? ORDER BY id LIMIT 8',
  );
  const lastChange = openLastChange(db);
  const rows = new Map(
    ENTITY_NAMES.map((entity) => [
      entity,
      db.prepare<[string], RecordRow>(`SELECT ${columnsOf(entity).join(', ')} FROM ${entity} WHERE id = ?`),
    ]),
  );

  /** Returns what is attached to a record, whether it is a row or a document. */
  function attached(type: RecordType, { id, created }: RecordRow): Partial<Record<string, unknown>> {
    const traits = traitsOf(type);
    const { hasUpdated, hasLabels, hasVideos, pictures } = traits;
    const own = hasLabels ? labels.all(id) : [];
    return {
      ...(hasUpdated ? { updated: lastChange(type, id) ?? created } : {}),
      ...(hasLabels ? { label: own[0]?.name ?? '', labels: own } : {}),
      ...(pictures === 'one' ? { image: picturesOf(type, id)[0] ?? null } : {}),
      ...(pictures === 'several' ? { images: picturesOf(type, id) } : {}),
      ...(traits.pdfs === 'several' ? { pdfs: pdfs.all(type, id) } : {}),
      ...(hasVideos ? { videos: videos.all(id).map(videoOf) } : {}),
    };
  }

  function valuesOf(type: RecordType, id: string): RecordRow | undefined {
    if (!isDocument(type)) return rows.get(type)?.get(id);
    const value = id === type ? document.get(type) : undefined;
    if (value === undefined) return undefined;
    const values = JSON.parse(value) as object;
    return { id, ...shownOf(type, values) };
  }

  /** Returns a document as it is read: rows without what is not shown, and with a group. */
  function shownOf(type: DocumentType, values: object): object {
    if (type !== 'usefuldata') return values;
    const site = document.get('site');
    const lines = site === undefined ? [] : (JSON.parse(site) as Site).lines;
    return withGroups(withoutEmergencies(values as UsefulData, lines));
  }

  return {
    one<T extends RecordType>(type: T, id: string) {
      const values = valuesOf(type, id);
      return (values ? { ...values, ...attached(type, values) } : null) as RecordOf<T> | null;
    },
    user: (id) => (rows.get('user')?.get(id) as User | undefined) ?? null,
    labelsLike: (hash) => suggestions.all(hash, `${hash}\uffff`),
  };
}

type RecordRow = { id: string } & Partial<Record<string, unknown>>;
