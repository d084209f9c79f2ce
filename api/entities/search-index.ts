import type { Db } from '../db.ts';
import type { RecordType } from '../contract/changes.ts';
import type { AnyRecord, Bulletin } from '../contract/records.ts';
import { searchDocument } from '../contract/search.ts';
import { labelHash, words } from '../contract/text.ts';

/** Keeps the search index level with the records; called by the writer alone, inside its transaction. */
export interface SearchIndex {
  /** Indexes a record as it is now; null takes it out. What no search may find is taken out as well. */
  put(type: RecordType, id: string, record: AnyRecord | null): void;
}

/** A day has room for so many documents. */
const PER_DAY = 2 ** 20;
/** Where within its day a document goes if nobody is there. */
export const placeInDay = (id: string) => Number.parseInt(id.slice(0, 4), 36) % PER_DAY;

export function openSearchIndex(db: Db): SearchIndex {
  const rowOf = db.prepare<[string, string], number>('SELECT rowid FROM search_document WHERE type = ? AND id = ?').pluck();
  const taken = db.prepare<[number], number>('SELECT 1 FROM search_document WHERE rowid = ?').pluck();
  const dropDocument = db.prepare('DELETE FROM search_document WHERE rowid = ?');
  const dropText = db.prepare('DELETE FROM search WHERE rowid = ?');
  const addDocument = db.prepare('INSERT INTO search_document (rowid, type, id, title, titlekey, date) VALUES (?, ?, ?, ?, ?, ?)');
  const addText = db.prepare('INSERT INTO search (rowid, title, body, kind) VALUES (?, ?, ?, ?)');

  /** The newest match must have the highest rowid: the day's number, then a place of its own within the day. */
  function placeOf(date: string, id: string): number {
    const day = Math.floor(Date.parse(`${date}T00:00:00Z`) / 86_400_000) + 1_000_000;
    let place = placeInDay(id);
    while (taken.get(day * PER_DAY + place)) place = (place + 1) % PER_DAY;
    return day * PER_DAY + place;
  }

  return {
    put(type, id, record) {
      const old = rowOf.get(type, id);
      if (old !== undefined) {
        dropDocument.run(old);
        dropText.run(old);
      }
      const document = record && searchDocument(type, record);
      if (!document) return;
      const rowid = placeOf(document.date, id);
      const kind = type === 'bulletin' ? `bulletin ${labelHash((record as Bulletin).bclass)}` : type;
      addDocument.run(rowid, type, id, document.title, document.titlekey, document.date);
      addText.run(rowid, words(document.title).join(' '), words(document.body).join(' '), kind);
    },
  };
}
