import type { Db } from '../db.ts';
import type { RecordType } from '../contract/changes.ts';
import type { EntityName } from '../contract/entities.ts';
import type { Label, Picture, RecordOf, User } from '../contract/records.ts';
import { videoOf } from '../contract/videos.ts';
import { columnsOf } from './columns.ts';

/** Rows turned into the records of the contract, whole: with labels, pictures and videos. */
export interface Records {
  /** The record, whatever its status; null when there is none of that id. */
  one<T extends RecordType>(type: T, id: string): RecordOf<T> | null;
  user(id: string): User | null;
  /** Labels whose name or hashed name begins like this, for suggestions. */
  labelsLike(hash: string): Label[];
}

const DOCUMENTS: readonly RecordType[] = ['site', 'usefuldata', 'greenpointpage', 'digest'];
export const isDocument = (type: RecordType) => DOCUMENTS.includes(type);

export function openRecords(db: Db): Records {
  const document = db.prepare<[string], string>('SELECT value FROM document WHERE id = ?').pluck();
  const images = db.prepare<[string, string], Picture>('SELECT name, width, height FROM image WHERE type = ? AND record_id = ? ORDER BY position');
  const labels = db.prepare<[string], Label>(
    'SELECT label.id, label.name, label.id AS namehashed FROM story_label JOIN label ON label.id = label_id WHERE story_id = ? ORDER BY position',
  );
  const videos = db.prepare<[string], string>('SELECT url FROM album_video WHERE album_id = ? ORDER BY position').pluck();
  const suggestions = db.prepare<[string, string], Label>(
    'SELECT id, name, id AS namehashed FROM label WHERE id >= ? AND id < ? ORDER BY id LIMIT 8',
  );
  const rows = Object.fromEntries(
    (['story', 'agenda', 'authority', 'album', 'map', 'greenpoint', 'bulletin', 'user'] as const).map((entity) => [
      entity, db.prepare<[string], Row>(`SELECT ${columnsOf(entity).join(', ')} FROM ${entity} WHERE id = ?`),
    ]),
  ) as unknown as Record<EntityName, { get(id: string): Row | undefined }>;

  function assemble(type: Exclude<EntityName, 'user'>, row: Row): Row {
    const { id } = row;
    if (type === 'story') {
      const own = labels.all(id);
      return { ...row, label: own[0]?.name ?? '', labels: own, image: images.get(type, id) ?? null };
    }
    if (type === 'agenda' || type === 'authority') return { ...row, image: images.get(type, id) ?? null };
    if (type === 'album') return { ...row, images: images.all(type, id), videos: videos.all(id).map(videoOf) };
    return row;
  }

  function oneDocument(type: RecordType): Row | null {
    const value = document.get(type);
    if (value === undefined) return null;
    const record = { id: type, ...(JSON.parse(value) as object) };
    return type === 'greenpointpage' ? { ...record, images: images.all(type, type) } : record;
  }

  return {
    one<T extends RecordType>(type: T, id: string) {
      if (isDocument(type)) return (id === type ? oneDocument(type) : null) as RecordOf<T> | null;
      const row = rows[type as Exclude<EntityName, 'user'>].get(id);
      return (row ? assemble(type as Exclude<EntityName, 'user'>, row) : null) as RecordOf<T> | null;
    },
    user: (id) => (rows.user.get(id) as User | undefined) ?? null,
    labelsLike: (hash) => suggestions.all(hash, `${hash}\uffff`),
  };
}

type Row = { id: string } & Partial<Record<string, unknown>>;
