import { lastDayOf } from './event-times.ts';
import { daysFrom } from './values/dates.ts';
import type { DateRange, Day } from './values/dates.ts';
import { CAROUSEL_ITEMS, LAST_LABELS, NEXT_EVENTS, PAGE_SIZE, RELATED_STORIES, RELATED_WINDOW } from './limits.ts';
import type {
  AgendaEvent,
  AnyRecord,
  Album,
  AlbumCard,
  Authority,
  AuthorityCard,
  Bulletin,
  BulletinCard,
  EventCard,
  Label,
  Picture,
  RecordOf,
  SiteDocument,
  Story,
  StoryCard,
} from './records.ts';
import { isDated, isListedType, traitsOf } from './record-types.ts';
import type { ListedType, RecordEntity, RecordType } from './record-types.ts';
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
 * Orders records that are on from a day on. Those that have begun before it come after those that begin on it, the first
 * to end first.
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
}

/** Returns the days that a list is about; null for all, which lists without dates have always. */
export function listDays(type: RecordType, range: DateRange | null, today: Day): ListDays | null {
  if (!isDated(type)) return null;
  return range ?? (traitsOf(type).order === 'soonest' ? { from: today } : null);
}

/** Returns those of some records that the public list of their type has, in its order. */
export function listRecords<T extends RecordEntity>(
  type: T,
  records: readonly RecordOf<T>[],
  days: ListDays | null = null,
): RecordOf<T>[] {
  const listed = records.filter((record) => isListed(type, record));
  const { order } = traitsOf(type);
  if (!isDated(type)) return listed.sort(order === 'made' ? lastMadeFirst : firstMadeFirst);
  const { from = '', to = LAST_DAY } = days ?? {};
  return (listed as (RecordOf<T> & Dated)[])
    .filter((one) => lastDayOf(one) >= from && one.date <= to)
    .sort(order === 'soonest' ? soonestFrom(from) : newestFirst);
}
const LAST_DAY: Day = '9999-12-31';

/** Returns a page of a type's list. Types with few records are returned whole, as one page. */
export function listPage<T extends RecordEntity>(
  type: T,
  records: readonly RecordOf<T>[],
  page: number,
  days: ListDays | null = null,
): Paged<RecordOf<T>> {
  const listed = listRecords(type, records, days);
  return paged(listed, page, isListedType(type) ? PAGE_SIZE : Math.max(1, listed.length));
}

export function storyList(stories: Story[], label?: string): StoryCard[] {
  const hash = label === undefined ? null : labelHash(label);
  const wanted = stories.filter((story) => hash === null || story.labels.some((one) => one.id === hash));
  return listRecords('story', wanted).map(storyCard);
}

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
    .map(storyCard);
}

/** Labels of listed stories, by name. */
export function allLabels(stories: Story[]): Label[] {
  const labels = new Map(
    stories
      .filter((story) => isListed('story', story))
      .flatMap((story) => story.labels.map((label) => [label.id, label])),
  );
  return [...labels.values()].sort((a, b) => compare(a.id, b.id));
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
 * Returns events of a category that are on in a range of days, by default from today on. An empty label or `all` means
 * any.
 */
export function eventList(events: AgendaEvent[], label: string, range: DateRange | null, today: Day): EventCard[] {
  const wanted = events.filter((event) => isAny(label) || fold(event.label) === fold(label));
  return listRecords('agenda', wanted, listDays('agenda', range, today)).map(eventCard);
}

export function nextEvents(events: AgendaEvent[], today: Day): EventCard[] {
  return eventList(events, 'all', null, today).slice(0, NEXT_EVENTS);
}

/** Returns bulletins of a class in a range of days. An empty class or `all` means any. */
export function bulletinList(bulletins: Bulletin[], bclass: string, range: DateRange | null): BulletinCard[] {
  const wanted = bulletins.filter((bulletin) => isAny(bclass) || fold(bulletin.bclass) === fold(bclass));
  return listRecords('bulletin', wanted, range).map(bulletinCard);
}

export const albumList = (albums: Album[]): AlbumCard[] => listRecords('album', albums).map(albumCard);

export const highlightedAlbums = (albums: Album[]) => albumList(albums.filter((album) => album.highlight));

/** Returns at most ten highlighted stories, newest first. */
export function newsCarousel(stories: Story[]): CarouselItem[] {
  const highlighted = listRecords(
    'story',
    stories.filter((story) => story.highlight),
  );
  return highlighted.slice(0, CAROUSEL_ITEMS).map((story) => carouselItem('Story', story));
}

/**
 * Returns the start of the home page: at most ten highlighted stories and highlighted events that are not over, sorted
 * by their distance from today in days, past or future. At the same distance events come first.
 */
export function homeCarousel(stories: Story[], events: AgendaEvent[], today: Day): CarouselItem[] {
  const toCome = listRecords(
    'agenda',
    events.filter((event) => event.highlight),
    { from: today },
  );
  return nearestFirst(
    newsCarousel(stories),
    toCome.slice(0, CAROUSEL_ITEMS).map((event) => carouselItem('Agenda', event)),
    today,
  );
}

/** Merges the newest highlighted stories and the next highlighted events, each in their own order. */
export function nearestFirst(stories: CarouselItem[], events: CarouselItem[], today: Day): CarouselItem[] {
  // A story with a future date counts as one of today.
  const distance = ({ type, date }: CarouselItem) =>
    Math.max(0, type === 'Story' ? daysFrom(date, today) : daysFrom(today, date));
  return [...events, ...stories].sort((a, b) => distance(a) - distance(b)).slice(0, CAROUSEL_ITEMS);
}

/** @param site the town's document, which has the order that staff gave the authorities */
export function authorityList(authorities: Authority[], site: Pick<SiteDocument, 'menu'> | undefined): AuthorityCard[] {
  const { authorities: order = [] } = site?.menu ?? {};
  const placeOf = ({ id }: Authority) => (order.includes(id) ? order.indexOf(id) : order.length);
  return authorities
    .filter((authority) => isListed('authority', authority))
    .sort((a, b) => placeOf(a) - placeOf(b) || firstMadeFirst(a, b))
    .map(authorityCard);
}

export const placeList = <T extends 'map' | 'greenpoint'>(type: T, places: RecordOf<T>[]): RecordOf<T>[] =>
  listRecords(type, places);

/** Does a class or category in an address mean any? */
export const isAny = (name: string) => name === '' || name.toLowerCase() === 'all';

export const storyCard = ({ text: _, ...card }: Story): StoryCard => card;
export const eventCard = ({ text: _, updated: __, ...card }: AgendaEvent): EventCard => card;
export const bulletinCard = ({ text: _, ...card }: Bulletin): BulletinCard => card;
export const albumCard = ({ description: _, images, videos: __, ...card }: Album): AlbumCard => ({
  ...card,
  image: images[0] ?? null,
});
export const authorityCard = ({ id, created, name, position, titlekey }: Authority): AuthorityCard => ({
  id,
  created,
  name,
  position,
  titlekey,
});
export function carouselItem(
  type: CarouselItem['type'],
  { id, year, title, titlekey, label, date, lastDay, image }: Omit<CarouselItem, 'type'>,
): CarouselItem {
  return { type, id, year, title, titlekey, label, date, ...(lastDay !== undefined && { lastDay }), image };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
