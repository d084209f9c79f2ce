import type { Statement } from 'better-sqlite3';
import type { Db } from '../db/database.ts';
import { isCategorized } from '../contract/town/categories.ts';
import type { CategorizedType, Category } from '../contract/town/categories.ts';
import { pictureSource } from '../contract/addresses/files.ts';
import { pages, recordPage } from '../contract/addresses/pages.ts';
import { isListedType, isPictureOwner, RECORD_ENTITIES, traitsOf } from '../contract/record-types.ts';
import type { DocumentType, ListedType, RecordEntity, RecordType } from '../contract/record-types.ts';
import type { Picture } from '../contract/values/pictures.ts';
import { narrowedAddress, SECTIONS } from '../contract/sections.ts';
import type { SectionTraits } from '../contract/sections.ts';
import { isReadable } from '../contract/visibility.ts';
import { openLastChange } from './last-change.ts';
import { openRecords } from './from-rows.ts';
import { listOf, openLists } from './listing.ts';

/** A public page: its path, when what it shows was last changed (ISO 8601), and the paths of its pictures. */
export interface SitemapPage {
  path: string;
  changed?: string;
  pictures: string[];
}
export interface SitemapPiece {
  name: string;
  /** Left out when none of the last changes was in it. */
  changed?: string;
}

/**
 * The addresses of everything the public may read, archived records included, in pieces of limited size. A piece has
 * the records of one type and year; in a year with too many, of one month; in a month with too many, a numbered part of
 * it. A change therefore concerns one piece, and the cost of a piece does not grow with the number of records.
 */
export interface Sitemap {
  /** The pieces that contain at least one page. */
  pieces(): SitemapPiece[];
  /** @returns null for a piece that does not exist or is empty */
  pagesOf(name: string): SitemapPage[] | null;
}

/** Maximum number of pages in a piece; the format allows 50,000, which would keep the server busy for a second. */
const PIECE_SIZE = 2000;
/** Maximum number of pictures of a page; search engines read no more. */
const MAX_PICTURES = 1000;
/** Number of last changes among which the time of a piece is looked for. */
const LAST_CHANGES = 2000;
/** Number of records that are read at once to see whether one of them is public. */
const GLANCE = 10;
/** The piece of all pages that are no records of a list. */
const FIXED = 'paginas';

/** @param size maximum number of pages in a piece */
export function openSitemap(db: Db, { size = PIECE_SIZE }: { size?: number } = {}): Sitemap {
  const rows = openRows(db);
  const spansOf = openSpans(db, size);
  const lastChanges = db.prepare<[], { type: RecordType; id: string }>(`
    SELECT type, id FROM change
    WHERE seq > (SELECT max(seq) FROM change) - ${LAST_CHANGES} AND shown = 1 ORDER BY seq DESC`);

  /** When the pieces were last changed, for those among the last changes. */
  function lastTimes(pieces: Span[]): Map<string, string> {
    const times = new Map<string, string>();
    for (const { type, id } of lastChanges.all()) {
      const name = isListedType(type) ? pieceWith(type, id, pieces) : FIXED;
      const at = rows.changedAt(type, id);
      if (name !== undefined && at !== undefined && at > (times.get(name) ?? '')) times.set(name, at);
    }
    return times;
  }

  /** Returns the piece of a record: undefined if it was deleted, or if its month has several. */
  function pieceWith(type: ListedType, id: string, pieces: Span[]): string | undefined {
    const day = rows.dayOf(type, id);
    const those = day === undefined ? [] : pieces.filter((one) => one.type === type && one.from <= day && day < one.to);
    return those.length === 1 ? those[0]?.name : undefined;
  }

  /** Whether a piece has a public page. Usually one of its first records has one. */
  function isFilled(span: Span): boolean {
    for (let at = 0; at < span.count; at += GLANCE) {
      const some = { ...span, skip: span.skip + at, count: Math.min(GLANCE, span.count - at) };
      if (rows.listed(some).some(isPublic)) return true;
    }
    return false;
  }

  return {
    pieces() {
      const pieces = LISTED.flatMap(spansOf).filter(isFilled);
      const times = lastTimes(pieces);
      return [FIXED, ...pieces.map(({ name }) => name)].map((name) => {
        const changed = times.get(name);
        return { name, ...(changed === undefined ? {} : { changed }) };
      });
    },
    pagesOf(name) {
      if (name === FIXED) {
        return [...fixedPages(rows), ...FEW.flatMap((type) => rows.few(type).filter(isPublic).map(rows.page))];
      }
      const type = LISTED.find((one) => name.startsWith(`${one}-`));
      const span = type && spansOf(type).find((one) => one.name === name);
      const found = span ? rows.listed(span).filter(isPublic).map(rows.page) : [];
      return found.length > 0 ? found : null;
    },
  };
}

/** The types whose records have a page each: those whose lists have pages, and those with few records. */
const PAGED = RECORD_ENTITIES.filter(
  (type) => traitsOf(type).page !== undefined && traitsOf(type).titlekeyOf !== undefined,
);
type Listed = RecordEntity & ListedType;
const LISTED = PAGED.filter((type): type is Listed => isListedType(type));
const FEW = PAGED.filter((type) => !isListedType(type));

/** The pages that are not of one record; search results and the log-in are left out. */
function fixedPages({ changedAt, pictures, shownCategories }: Rows): SitemapPage[] {
  const at = (path: string, document?: DocumentType): SitemapPage => {
    const changed = document && changedAt(document, document);
    return {
      path,
      ...(changed === undefined ? {} : { changed }),
      pictures: document ? pictures(document, { id: document }) : [],
    };
  };
  const ofSection = ({ address, document, types }: SectionTraits) => [
    at(address, document),
    ...types
      .filter((type): type is CategorizedType & ListedType => isCategorized(type) && isListedType(type))
      .flatMap((type) => shownCategories(type).map(({ key }) => at(narrowedAddress(address, key)))),
  ];
  const ofSections = SECTIONS.filter(({ page }) => page !== undefined).flatMap(ofSection);
  return [at(pages.home()), ...ofSections, at(pages.today()), at(pages.siteMap()), at(pages.cartelera())];
}

interface Row {
  type: RecordEntity;
  id: string;
  year?: number;
  created: string;
  [column: string]: unknown;
}
const isPublic = (row: Row) => isReadable(row.type, row);

interface Rows {
  /** The categories in use, and the retired ones that have public records. */
  shownCategories(type: CategorizedType & ListedType): Category[];
  listed(span: Span): Row[];
  few(type: RecordEntity): Row[];
  page(row: Row): SitemapPage;
  pictures(type: RecordType, record: { id: string; year?: number }): string[];
  /** When a record was last changed, undefined for one that came with the database. */
  changedAt(type: RecordType, id: string): string | undefined;
  /** The day by which a record is listed. */
  dayOf(type: ListedType, id: string): string | undefined;
}

/** Reads only the columns of each record that its address and visibility depend on, not its long text. */
function openRows(db: Db): Rows {
  const columns = (type: RecordEntity) => {
    const { fields = {}, page = '', hasYear, publicWith = [] } = traitsOf(type);
    const ofAddress = [...page.matchAll(/:(\w+)/g)].map(([, name]) => String(name));
    const ofVisibility = ['status' in fields ? ['status'] : [], publicWith].flat();
    const names = new Set(['id', 'created', ...(hasYear ? ['year'] : []), ...ofAddress, ...ofVisibility]);
    return `'${type}' AS type, ${[...names].map((name) => `r.${name}`).join(', ')}`;
  };
  const listed = new Map(
    LISTED.map((type) => [
      type,
      db.prepare<[string, string, string, number, number], Row>(`
        SELECT ${columns(type)} FROM listing CROSS JOIN ${type} r ON r.id = listing.id
        WHERE list = ? AND listing.date >= ? AND listing.date < ?
        ORDER BY listing.date, listing.created, listing.id LIMIT ? OFFSET ?`),
    ]),
  );
  const few = new Map<RecordType, Statement<[], Row>>(
    FEW.map((type) => [type, db.prepare<[], Row>(`SELECT ${columns(type)} FROM ${type} r ORDER BY created, id`)]),
  );
  const images = db.prepare<[string, string, number], Picture>(
    'SELECT name, width, height FROM image WHERE type = ? AND record_id = ? ORDER BY position LIMIT ?',
  );
  const changedAt = openLastChange(db);
  const records = openRecords(db);
  const { total } = openLists(db);
  const day = db.prepare<[string, string], string>('SELECT date FROM listing WHERE id = ? AND list = ?').pluck();

  function pictures(type: RecordType, record: { id: string; year?: number }): string[] {
    if (!isPictureOwner(type)) return [];
    return images
      .all(type, record.id, MAX_PICTURES)
      .map((picture) => pictureSource(type, record, picture, picture.width).src);
  }
  return {
    listed: ({ type, from, to, skip, count }) => listed.get(type)?.all(listOf.all(type), from, to, count, skip) ?? [],
    few: (type) => few.get(type)?.all() ?? [],
    page: (row) => ({
      path: recordPage(row.type, row),
      changed: changedAt(row.type, row.id) ?? row.created,
      pictures: pictures(row.type, row),
    }),
    pictures,
    changedAt,
    shownCategories: (type) =>
      (records.one('categories', 'categories')?.[type] ?? []).filter(
        ({ key, retired }) => !retired || total(listOf.narrowed(type, key)) > 0,
      ),
    dayOf: (type, id) => day.get(id, listOf.all(type)),
  };
}

/** The part of a type's list that a piece contains. */
interface Span {
  name: string;
  type: Listed;
  /** The first day, and the one after the last. */
  from: string;
  to: string;
  skip: number;
  count: number;
}

/** Divides the lists by the numbers of records in their years and months, which the database keeps. */
function openSpans(db: Db, size: number) {
  const counts = db.prepare<[string, number, string, string], { span: string; n: number }>(
    'SELECT span, n FROM listing_count WHERE list = ? AND grain = ? AND span >= ? AND span < ? AND n > 0 ORDER BY span',
  );
  const spanOf = (type: Listed, days: string, count: number): Span => ({
    name: `${type}-${days}`,
    type,
    from: days,
    to: `${days}~`,
    skip: 0,
    count,
  });
  function parts(whole: Span): Span[] {
    if (whole.count <= size) return [whole];
    return Array.from({ length: Math.ceil(whole.count / size) }, (_, at) => ({
      ...whole,
      name: `${whole.name}-${at + 1}`,
      skip: at * size,
      count: size,
    }));
  }
  return (type: Listed): Span[] =>
    counts.all(listOf.all(type), 4, '', '~').flatMap(({ span: year, n }) => {
      if (n <= size) return [spanOf(type, year, n)];
      const months = counts.all(listOf.all(type), 7, year, `${year}~`);
      return months.flatMap(({ span: month, n: ofMonth }) => parts(spanOf(type, month, ofMonth)));
    });
}
