import { isOver, lastDayOf, markedDays } from './calendar/event-times.ts';
import { daysFrom } from './values/dates.ts';
import type { DateRange, Day, Moment } from './values/dates.ts';
import { CAROUSEL_ITEMS, LAST_LABELS, PAGE_SIZE, RELATED_STORIES, RELATED_WINDOW } from './limits.ts';
import type { AnyRecord, CardOf, EventCard, Label, RecordOf, SiteDocument, Story, StoryCard } from './records.ts';
import type { Picture } from './values/pictures.ts';
import { isDated, isListedType, traitsOf } from './record-types.ts';
import type { HighlightedType, LastingType, ListedType, RecordEntity, RecordType } from './record-types.ts';
import { fold, labelHash } from './values/text.ts';
import { isListed } from './visibility.ts';

/**
 * Which records are in which list, and in what order. Devices use only these functions; the server's SQL must return
 * the same, and a test compares the two.
 */
export interface Paged<T> {
  items: T[];
  /** The total number of pages; 0 when the list is empty. */
  pages: number;
}

/** What a search found. */
export interface Found<T> extends Paged<T> {
  /** The words that were searched instead of those that were asked for, where these find nothing (`spelling.ts`). */
  instead?: string[];
}

export interface CarouselItem {
  type: 'Story' | 'Agenda';
  id: string;
  year: number;
  title: string;
  titlekey: string;
  label: string;
  date: Day;
  /** Of an event, '' where it has none. */
  lastDay?: Day;
  image: Picture | null;
}

/** One page of a list, counted from 1; a page past the end is empty and keeps the true count. */
export function paged<T>(all: T[], page: number, size = PAGE_SIZE): Paged<T> {
  return { items: all.slice((page - 1) * size, page * size), pages: Math.ceil(all.length / size) };
}

type Dated = {
  date: Day;
  created: string;
  id: string;
  /** Of an event. */
  startTime?: string;
  endTime?: string;
  lastDay?: Day;
};
/** What lists order a record by: its date, and then the time when it begins, if it has one. */
export const dateOrder = ({ date, startTime }: Pick<Dated, 'date' | 'startTime'>) =>
  startTime ? `${date}T${startTime}` : date;

/** Orders by date, newest first; on the same day, the last created first. */
export function newestFirst(a: Dated, b: Dated): number {
  return compare(dateOrder(b), dateOrder(a)) || lastMadeFirst(a, b);
}
/**
 * Orders records that are on from a day on. Those that have begun before it come after those that begin on it, the
 * first to end first.
 */
const soonestFrom = (day: Day) => (a: Dated, b: Dated) => {
  const order = (one: Dated) => (one.date < day ? `${day}~${lastDayOf(one)}` : dateOrder(one));
  return compare(order(a), order(b)) || firstMadeFirst(a, b);
};
export function firstMadeFirst(a: Pick<Dated, 'created' | 'id'>, b: Pick<Dated, 'created' | 'id'>): number {
  return compare(a.created, b.created) || compare(a.id, b.id);
}
export function lastMadeFirst(a: Pick<Dated, 'created' | 'id'>, b: Pick<Dated, 'created' | 'id'>): number {
  return firstMadeFirst(b, a);
}

/** The position of a record in its list, newest first: its date contains the time when it begins, if it has one. */
export interface ListPosition {
  date: string;
  created: string;
  id: string;
}
export function positionOf(type: ListedType, record: AnyRecord): ListPosition {
  const { created, id, ...dated } = record as Dated;
  return { date: isDated(type) ? dateOrder(dated) : created.slice(0, 10), created, id };
}

/** The days that a list is about; without an end, from the first on. */
export interface ListDays {
  from: Day;
  to?: Day;
  /** What is over at this moment is left out. */
  now?: Moment;
}
/** The town's day, from which on events are listed, and the moment at which those of the day may be over. */
export interface ListTime {
  today: Day;
  now: Moment;
}

/** Returns the days that a list is about; null for all, which lists without dates have always. */
export function listDays(type: RecordType, range: DateRange | null, { today, now }: ListTime): ListDays | null {
  if (!isDated(type)) return null;
  return range ?? (traitsOf(type).order === 'soonest' ? { from: today, now } : null);
}

/** What narrows a public list. */
export interface Narrowing {
  /** The name or hashed name of a label, or the key of a category; left out for any. */
  by?: string | undefined;
  /** What is dated, or lasts, in these days; without, those that are listed soonest first begin today. */
  range?: DateRange | null | undefined;
}

/** Whether a record has the label, or is of the category, by which a list is narrowed. */
export function isNarrowedTo(by: string, type: RecordType, record: AnyRecord): boolean {
  const { narrowedBy = '', hasLabels } = traitsOf(type);
  if (hasLabels) return (record as Story).labels.some(({ id }) => id === labelHash(by));
  const value = (record as Partial<Record<string, unknown>>)[narrowedBy];
  return typeof value === 'string' && fold(value) === fold(by);
}

/**
 * Returns those of some records that the public list of their type has, in its order.
 * @param days those that the list is about, as `listDays` returns them
 * @param site the town's document, which has the order that staff gave the authorities
 */
export function listRecords<T extends RecordEntity>(
  type: T,
  records: readonly RecordOf<T>[],
  { by, days, site }: { by?: string | undefined; days?: ListDays | null; site?: Arranging | undefined } = {},
): RecordOf<T>[] {
  const listed = records.filter(
    (record) => isListed(type, record) && (by === undefined || isNarrowedTo(by, type, record)),
  );
  const { order, arrangedIn } = traitsOf(type);
  if (!isDated(type)) {
    const places = (arrangedIn && site?.menu?.[arrangedIn]) ?? [];
    const placeOf = ({ id }: RecordOf<T>) => (places.includes(id) ? places.indexOf(id) : places.length);
    return listed.sort((a, b) => placeOf(a) - placeOf(b) || (order === 'made' ? lastMadeFirst : firstMadeFirst)(a, b));
  }
  const { from = '', to = LAST_DAY, now = '' } = days ?? {};
  return (listed as (RecordOf<T> & Dated)[])
    .filter((one) => lastDayOf(one) >= from && one.date <= to && !(now && isOver(one, now)))
    .sort(order === 'soonest' ? soonestFrom(from) : newestFirst);
}
type Arranging = Pick<SiteDocument, 'menu'>;
const LAST_DAY: Day = '9999-12-31';

/** Returns the days of a range that a calendar marks for those of some records that are listed, in order. */
export function daysOf<T extends LastingType>(
  type: T,
  records: readonly RecordOf<T>[],
  { by, range }: { by?: string | undefined; range: DateRange },
): Day[] {
  return daysWithin(range, listRecords(type, records, { by, days: range }));
}
export const daysWithin = ({ from, to }: DateRange, events: Parameters<typeof markedDays>[0]): Day[] =>
  markedDays(events)
    .filter((day) => day >= from && day <= to)
    .sort();

/** Returns the number of records that a page of a type's list has. Types with few records have one page with all. */
export const pageSize = (type: RecordType): number => (isListedType(type) ? PAGE_SIZE : Number.MAX_SAFE_INTEGER);

/** Returns the records of a list that are in the carousels, at most ten of those that staff have highlighted. */
export function highlightedRecords<T extends HighlightedType>(
  type: T,
  records: readonly RecordOf<T>[],
  time: ListTime,
): RecordOf<T>[] {
  const highlighted = records.filter((record) => record.highlight);
  return listRecords(type, highlighted, { days: listDays(type, null, time) }).slice(0, CAROUSEL_ITEMS);
}

/** Returns what a list shows of a record: all but rich text and videos, and of a gallery the first picture. */
export function cardOf<T extends RecordEntity>(type: T, record: RecordOf<T>): CardOf<T> {
  const { fields = {}, cardWithout = [], pictures } = traitsOf(type);
  const without = ['images', 'videos', ...cardWithout];
  const kept = Object.entries(record).filter(([name]) => fields[name] !== 'html' && !without.includes(name));
  const { images = [] } = record as { images?: Picture[] };
  return Object.fromEntries(pictures === 'several' ? [...kept, ['image', images[0] ?? null]] : kept) as CardOf<T>;
}

/** Returns the cards of a page of records. */
export const cardsOf = <T extends RecordEntity>(type: T, { items, pages }: Paged<RecordOf<T>>): Paged<CardOf<T>> => ({
  items: items.map((record) => cardOf(type, record)),
  pages,
});

/**
 * Returns the stories that share most labels with one, newest first among equals, chosen among the newest 30 of each of
 * its labels.
 */
export function relatedStories(stories: Story[], story: Pick<Story, 'id' | 'labels'>): StoryCard[] {
  const own = new Set(story.labels.map((label) => label.id));
  const shared = (other: Story) => other.labels.filter((label) => own.has(label.id)).length;
  const others = stories
    .filter((other) => other.id !== story.id && isListed('story', other) && shared(other) > 0)
    .sort(newestFirst);
  const recent = [...own].flatMap((id) =>
    others.filter((other) => other.labels.some((label) => label.id === id)).slice(0, RELATED_WINDOW),
  );
  return [...new Set(recent)]
    .sort((a, b) => shared(b) - shared(a) || newestFirst(a, b))
    .slice(0, RELATED_STORIES)
    .map((one) => cardOf('story', one));
}

/** Returns the labels used last: those of the newest listed stories, each once. */
export function lastLabels(stories: Story[]): Label[] {
  const labels = new Map<string, Label>();
  for (const story of stories.filter((one) => isListed('story', one)).sort(newestFirst)) {
    for (const label of story.labels) {
      if (!labels.has(label.id) && labels.size < LAST_LABELS) labels.set(label.id, label);
    }
  }
  return [...labels.values()];
}

/**
 * Returns the start of the home page: highlighted stories and events, sorted by their distance from today in days, past
 * or future. At the same distance events come first.
 */
export function homeCarousel(stories: StoryCard[], events: EventCard[], today: Day): CarouselItem[] {
  // A story with a future date counts as one of today.
  const distance = ({ type, date }: CarouselItem) =>
    Math.max(0, type === 'Story' ? daysFrom(date, today) : daysFrom(today, date));
  return [
    ...events.map((event) => carouselItem('Agenda', event)),
    ...stories.map((story) => carouselItem('Story', story)),
  ]
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, CAROUSEL_ITEMS);
}

/** Does a class or category in an address mean any? */
export const isAny = (name: string) => name === '' || name.toLowerCase() === 'all';

export function carouselItem(
  type: CarouselItem['type'],
  { id, year, title, titlekey, label, date, lastDay, image }: Omit<CarouselItem, 'type'>,
): CarouselItem {
  return { type, id, year, title, titlekey, label, date, ...(lastDay !== undefined && { lastDay }), image };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
