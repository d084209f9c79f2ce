import type { TimelyAlert } from './calendar/alerts.ts';
import type { Found, Narrowing, Paged } from './lists.ts';
import type { Menu } from './town/menu.ts';
import type { CardOf, Label, RecordOf, StoryCard } from './records.ts';
import type {
  DocumentType,
  HighlightedType,
  LastingType,
  ListedType,
  NamedType,
  RecordEntity,
} from './record-types.ts';
import type { DateRange, Day } from './values/dates.ts';
import type { SearchResult } from './search.ts';

/** A part of a list. */
export interface ListQuestion extends Narrowing {
  /** Counted from 1, which it is when left out. */
  page?: number | undefined;
  /** Only so many of the page's records, the first ones. */
  limit?: number | undefined;
}

/** Which days a calendar asks about, at most `EVENT_DAYS`, and for which category. */
export interface DaysQuestion extends Narrowing {
  range: DateRange;
}

/**
 * All that a public page may ask for. Three implementations: SQL on the server, the device's store, and HTTP; a test
 * runs all three over one town. Single records are null when they do not exist or are not public.
 */
export interface PublicReader {
  document<T extends DocumentType>(type: T): Promise<RecordOf<T>>;
  record<T extends RecordEntity>(type: T, id: string): Promise<RecordOf<T> | null>;
  /** The record with a name in its address. */
  named<T extends NamedType>(type: T, titlekey: string): Promise<RecordOf<T> | null>;
  list<T extends RecordEntity>(type: T, question?: ListQuestion): Promise<Paged<CardOf<T>>>;
  /** The records of a list in which every searched word begins a word, newest first. */
  listSearch<T extends ListedType>(
    type: T,
    search: string,
    question?: Pick<ListQuestion, 'by' | 'page'>,
  ): Promise<Found<CardOf<T>>>;
  /** The days of a range that a calendar marks for a list (`markedDays`), in order. */
  days(type: LastingType, question: DaysQuestion): Promise<Day[]>;
  /** Those that staff have highlighted, at most ten, in the order of their list; events that are not over. */
  highlighted<T extends HighlightedType>(type: T): Promise<CardOf<T>[]>;
  relatedStories(id: string): Promise<StoryCard[]>;
  /** The labels of stories that were used last. */
  lastLabels(): Promise<Label[]>;
  menu(): Promise<Menu>;
  /** Those that have not begun, are in force or have just ended; those in force first, the most severe first. */
  alerts(): Promise<TimelyAlert[]>;
  /** Everything public, `page` counted from 1. */
  search(search: string, page: number): Promise<Found<SearchResult>>;
}
