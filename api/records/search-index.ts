import type { Db } from '../db/database.ts';
import { isDocument } from '../contract/record-types.ts';
import type { RecordType } from '../contract/record-types.ts';
import { categoryFields, isCategorized } from '../contract/town/categories.ts';
import type { AnyRecord } from '../contract/records.ts';
import { preparedMatch, searchDocuments } from '../contract/search.ts';
import { labelHash } from '../contract/values/text.ts';
import { openRecords } from './from-rows.ts';

/** Keeps the search index up to date; only the writer calls it, inside its transaction. */
interface SearchIndex {
  /** Indexes a record as it is now. It is removed from the index if it is null or the public may not read it. */
  put(type: RecordType, id: string, record: AnyRecord | null): void;
}

/** Maximum number of documents of a day. */
const PER_DAY = 2 ** 20;
/** The preferred offset of a document within its day, from the end of its id: ids made on one day begin alike. */
export const offsetInDay = (id: string) => Number.parseInt(id.slice(-4), 36) % PER_DAY;

/** Returns the word of the index for a category's key. The names of categories are not indexed, because they change. */
export const kindOf = (type: RecordType, key: string) => type + labelHash(key);

export function openSearchIndex(db: Db): SearchIndex {
  const rowOf = db
    .prepare<[string, string], number>('SELECT rowid FROM search_document WHERE type = ? AND id = ?')
    .pluck();
  const rowsOf = db.prepare<[string], number>('SELECT rowid FROM search_document WHERE type = ?').pluck();
  const taken = db.prepare<[number], number>('SELECT 1 FROM search_document WHERE rowid = ?').pluck();
  const dropDocument = db.prepare('DELETE FROM search_document WHERE rowid = ?');
  const dropText = db.prepare('DELETE FROM search WHERE rowid = ?');
  const addDocument = db.prepare(`
    INSERT INTO search_document (rowid, type, id, date, ranked, title, titlekey, phones, note, shown, folded)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const addText = db.prepare('INSERT INTO search (rowid, title, body, kind) VALUES (?, ?, ?, ?)');

  /** Returns a free rowid: the day's number and an offset, so that the newest match has the highest rowid. */
  function rowidFor(date: string, id: string): number {
    const day = Math.floor(Date.parse(`${date}T00:00:00Z`) / 86_400_000) + 1_000_000;
    let offset = offsetInDay(id);
    while (taken.get(day * PER_DAY + offset)) offset = (offset + 1) % PER_DAY;
    return day * PER_DAY + offset;
  }

  return {
    put(type, id, record) {
      // A document may contain several search results, for example telephones.
      for (const old of isDocument(type) ? rowsOf.all(type) : rowOf.all(type, id)) {
        dropDocument.run(old);
        dropText.run(old);
      }
      const field: string | undefined = isCategorized(type) ? categoryFields[type] : undefined;
      const key = field && (record as Partial<Record<string, unknown>> | null)?.[field];
      const kind = key ? `${type} ${kindOf(type, String(key))}` : type;
      for (const document of record ? searchDocuments(type, record) : []) {
        const rowid = rowidFor(document.date, document.id);
        const { title, titlekey, phones, note, context } = preparedMatch(document);
        addDocument.run(
          rowid,
          type,
          document.id,
          document.date,
          document.ranked,
          title,
          titlekey,
          phones ? JSON.stringify(phones) : null,
          note ?? null,
          context.shown,
          context.folded,
        );
        addText.run(rowid, document.titleWords, document.otherWords, kind);
      }
    },
  };
}

/** To be raised whenever the indexed content of records changes: databases are then indexed again on opening. */
const INDEX_VERSION = '11';

/** Indexes all records again, in one transaction, if an earlier release made the index. */
export function renewSearchIndex(db: Db): void {
  const version = db.prepare<[], string>("SELECT value FROM meta WHERE key = 'search'").pluck().get();
  if (version === INDEX_VERSION) return;
  db.transaction(() => {
    db.exec("DELETE FROM search_document; INSERT INTO search (search) VALUES ('delete-all');");
    const index = openSearchIndex(db);
    const records = openRecords(db);
    // In order of rowid, entries are written together; the engine would rewrite its index for each one out of order.
    const all = db.prepare<[], { type: RecordType; id: string }>(`
      SELECT change.type, change.id
      FROM change LEFT JOIN listing ON listing.list = change.type || '*' AND listing.id = change.id
      ORDER BY date IS NULL, date, change.id`);
    for (const { type, id } of all.all()) {
      index.put(type, id, records.one(type, id));
    }
    db.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES ('search', ?)").run(INDEX_VERSION);
  }).immediate();
}
