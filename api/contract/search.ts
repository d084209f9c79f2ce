import type { RecordType } from './changes.ts';
import { PAGE_SIZE, SEARCH_CANDIDATES } from './limits.ts';
import { paged } from './lists.ts';
import type { Paged } from './lists.ts';
import type { AgendaEvent, Album, AnyRecord, Authority, Bulletin, Story } from './records.ts';
import { keywordContext, plainText, words } from './text.ts';
import { isReadable } from './visibility.ts';

export const RESULT_TYPES = { story: 'Noticia', agenda: 'Evento', bulletin: 'Boletin', authority: 'Gobierno', album: 'Turismo' } as const;
export type SearchableType = keyof typeof RESULT_TYPES;

export interface SearchResult {
  type: (typeof RESULT_TYPES)[SearchableType];
  id: string;
  title: string;
  titlekey: string;
  keywordcontext: string;
}
/** What search knows of a record; `date` orders equally good matches. */
export interface SearchDocument {
  type: SearchableType;
  id: string;
  title: string;
  titlekey: string;
  body: string;
  date: string;
}

/** What can be found of a record; null for what no search finds, be it by its type or because the public may not read it. */
export function searchDocument(type: RecordType, record: AnyRecord): SearchDocument | null {
  const texts = searchableTexts(type, record);
  if (!texts || !isReadable(type, record)) return null;
  const { id, titlekey } = record as Story;
  return { type: type as SearchableType, id, titlekey, title: texts.title, date: texts.date, body: texts.parts.map(plainText).filter(Boolean).join(' · ') };
}

/** How good a match is: so many of the searched words begin a word of the title. */
export function titleScore(title: string, searched: string[]): number {
  const inTitle = words(title);
  return searched.filter((one) => inTitle.some((word) => word.startsWith(one))).length;
}

/** Does every searched word begin some word of the document? */
export function matches(document: Pick<SearchDocument, 'title' | 'body'>, searched: string[]): boolean {
  const all = words(`${document.title} ${document.body}`);
  return searched.length > 0 && searched.every((one) => all.some((word) => word.startsWith(one)));
}

/**
 * The order and the pages of results. Of the newest 1000 matches, those with more searched words in the title come
 * first, newer ones before older ones among equals; what lies beyond is not ranked and not counted.
 * @param found matches, in any order
 */
export function rankedPage<D extends Pick<SearchDocument, 'title' | 'date' | 'id'>>(found: D[], searched: string[], page: number): Paged<D> {
  const newest = [...found].sort(newerFirst).slice(0, SEARCH_CANDIDATES);
  const scored = newest.map((document) => ({ document, score: titleScore(document.title, searched) }));
  scored.sort((a, b) => b.score - a.score || newerFirst(a.document, b.document));
  return paged(scored.map(({ document }) => document), page, PAGE_SIZE);
}

/** The pages of matches without a rank: the newest first, and of those the newest 1000. */
export function newestPage<D extends Pick<SearchDocument, 'date' | 'id'>>(found: D[], page: number): Paged<D> {
  return paged([...found].sort(newerFirst).slice(0, SEARCH_CANDIDATES), page, PAGE_SIZE);
}

export function searchResult({ type, id, title, titlekey, body }: SearchDocument, searched: string[]): SearchResult {
  return { type: RESULT_TYPES[type], id, title, titlekey, keywordcontext: keywordContext(body, searched) };
}

function newerFirst(a: Pick<SearchDocument, 'date' | 'id'>, b: Pick<SearchDocument, 'date' | 'id'>): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

function searchableTexts(type: RecordType, record: AnyRecord): { title: string; date: string; parts: string[] } | null {
  if (type === 'story') {
    const { title, date, description, text, labels } = record as Story;
    return { title, date, parts: [description, text, labels.map((label) => label.name).join(' ')] };
  }
  if (type === 'agenda') {
    const { title, date, description, text, label } = record as AgendaEvent;
    return { title, date, parts: [description, text, label] };
  }
  if (type === 'bulletin') {
    const { title, date, number, text, bclass } = record as Bulletin;
    return { title, date, parts: [number, text, bclass] };
  }
  if (type === 'authority') {
    const { name, created, position, field, description, personalData } = record as Authority;
    return { title: name, date: created.slice(0, 10), parts: [position, field, description, personalData] };
  }
  if (type === 'album') {
    const { title, created, shortdescription, description } = record as Album;
    return { title, date: created.slice(0, 10), parts: [shortdescription, description] };
  }
  return null;
}
