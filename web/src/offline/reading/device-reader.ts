import { nextAlertChange, timelyAlerts } from '#contract/alerts';
import { firstCategories } from '#contract/town/categories';
import { isListedType, RECORD_TYPES } from '#contract/record-types';
import type { ListedType, RecordEntity, RecordType } from '#contract/record-types';
import { SECTIONS } from '#contract/sections';
import type { DateRange, Day } from '#contract/values/dates';
import { FILL_NEWEST } from '#contract/first-fill';
import { CAROUSEL_ITEMS, HOME_STORIES, LAST_LABELS, PAGE_SIZE, RELATED_STORIES } from '#contract/limits';
import {
  albumList,
  allLabels,
  authorityList,
  bulletinCard,
  bulletinList,
  eventList,
  highlightedAlbums,
  homeCarousel,
  isAny,
  lastLabels,
  listDays,
  listPage,
  listRecords,
  newestFirst,
  newsCarousel,
  nextEvents,
  paged,
  placeList,
  positionOf,
  relatedStories,
  storyList,
} from '#contract/lists';
import type { Paged } from '#contract/lists';
import { hasContent, menuOf } from '#contract/town/menu';
import type { PublicReader } from '#contract/reader';
import type { AnyRecord, Bulletin, CategoriesDocument, Hero, RecordOf, Story } from '#contract/records';
import { matches, newestPage, preparedMatch, rankedPage, searchDocuments, searchResult } from '#contract/search';
import { labelHash, searchWords } from '#contract/values/text';
import { isListed } from '#contract/visibility';
import { rowsOf } from '../store/public-db.ts';
import type { Floors, RecordRow, FeedStanding, Store } from '../store/public-db.ts';
import { storedRecord } from '../store/record-shape.ts';
import { serverTime } from './server-time.ts';

/**
 * An answer of the device. `isWhole`: at the last pull the server would have given the same answer, so it need not be
 * called. Without `data` the device has no answer.
 */
export interface DeviceAnswer<T> {
  data: T | undefined;
  isWhole: boolean;
}
type Answers<M extends keyof PublicReader> = (
  ...args: Parameters<PublicReader[M]>
) => Promise<DeviceAnswer<Awaited<ReturnType<PublicReader[M]>>>>;
export type DeviceReader = { [M in keyof PublicReader]: Answers<M> } & {
  /** Name of the fill that the answers come from; null before the first one. */
  head(): Promise<string | null>;
  /**
   * The time by the server's clock; and when, after a time of the device's clock, an alert first begins, ends or
   * disappears (null: never). All are ms since the epoch.
   */
  alertTimes(after: number): Promise<{ at: number; next: number | null }>;
};

/**
 * The public reader over the device's store. It reads each type at most once, so make one for every view.
 *
 * An answer is whole:
 * - of a single record, if the device holds it;
 * - of authorities, maps and green points, once the fill and the first pull have ended;
 * - of lists, newest first, as far as nothing can be missing (`Floors`); their `pages` follow from the server's counts;
 * - of labels, classes and related stories, if the device holds everything that is listed of the type, or enough to
 *   complete the answer;
 * - of searches never, because they also find archived records, which are not counted.
 * @param today the town's day, from which on events are listed
 * @param now ms since the epoch, by the device's clock
 */
export function createDeviceReader({
  store,
  today,
  now,
}: {
  store: Store;
  today: () => Day;
  now: () => number;
}): DeviceReader {
  const reads = readsOf(store);
  const { all, one, document } = reads;
  return {
    head: async () => (await all('site')).standing?.head ?? null,
    async alertTimes(after) {
      const { records, standing } = await all('alert');
      const from = serverTime(standing, after);
      const next = nextAlertChange(timelyAlerts(records, from), from.earliest);
      return { at: serverTime(standing, now()).earliest, next };
    },
    record: (type: RecordEntity, id: string) => one(type, id),
    async list(type: RecordEntity, page: number, range: DateRange | null = null) {
      const kept = await all(type);
      const days = listDays(type, range, today());
      if (!isListedType(type)) return from(kept, (records) => listPage(type, records, page));
      if (days === null) return newest(type, kept, (records) => listRecords(type, records), page);
      return held(kept, listPage(type, kept.records, page, days), kept.isWhole || isHeldFrom(type, kept, days.from));
    },
    site: () => document('site'),
    async hero() {
      const answer = await document('hero');
      return answer.data ? answer : { data: NO_HERO, isWhole: false };
    },
    async categories() {
      const answer = await document('categories');
      return answer.data ? answer : { data: UNREAD_CATEGORIES, isWhole: false };
    },
    usefulData: () => document('usefuldata'),
    async menu() {
      const [sites, freePages, authorities, ...few] = await Promise.all([
        all('site'),
        all('page'),
        all('authority'),
        ...FEW.map((type) => all(type)),
      ]);
      const [town] = sites.records;
      if (!town) return unknown;
      const filled = FEW.filter((type, at) => hasContent(type, few[at]?.records ?? []));
      // Long lists have many records, and their counts are enough.
      const has = (type: RecordType) =>
        isListedType(type) ? sites.standing?.counts[type] !== 0 : type === 'authority' || filled.includes(type);
      const pageOf = (id: string) => freePages.records.find((one) => one.id === id && isListed('page', one));
      return from(authorities, (records) => menuOf(town, authorityList(records, town), pageOf, has));
    },
    async authorities() {
      const [town] = (await all('site')).records;
      return from(await all('authority'), (records) => authorityList(records, town));
    },
    async alerts() {
      const alerts = await all('alert');
      // A device that holds as many as a fill brings has the newest ones.
      const isWhole = alerts.isWhole || (alerts.floors !== null && alerts.records.length >= FILL_NEWEST);
      return held(alerts, timelyAlerts(alerts.records, serverTime(alerts.standing, now())), isWhole);
    },
    async authority(name) {
      const authorities = await all('authority');
      const found = authorities.records.find((one) => one.titlekey === name);
      return found ? { data: found, isWhole: true } : unknown;
    },
    albums: async (page) => from(await all('album'), (albums) => paged(albumList(albums), page)),
    highlightedAlbums: async () => from(await all('album'), highlightedAlbums),
    album: (id) => one('album', id),
    maps: async () => from(await all('map'), (maps) => placeList('map', maps)),
    greenPoints: async () => from(await all('greenpoint'), (points) => placeList('greenpoint', points)),
    greenPointPage: () => document('greenpointpage'),
    digest: () => document('digest'),
    ...storyAnswers(reads),
    ...eventAnswers(reads, today),
    ...carouselAnswers(reads, today),
    ...bulletinAnswers(reads),
    ...searchAnswers(reads),
  };
}

/** The types with few records, other than authorities, that sections show. */
const FEW = SECTIONS.flatMap(({ types }) => types).filter((type) => !isListedType(type) && type !== 'authority');

function storyAnswers({
  all,
  one,
}: Reads): Answering<
  'story' | 'relatedStories' | 'stories' | 'storiesByLabel' | 'lastStories' | 'labels' | 'lastLabels'
> {
  return {
    story: (id) => one('story', id),
    async relatedStories(id) {
      const stories = await all('story');
      const story = stories.records.find((one) => one.id === id);
      if (!story) return { data: [], isWhole: false };
      const related = relatedStories(stories.records, story);
      // No older story comes before those that share every label.
      const { floors } = stories;
      const sure = related.filter((card) => sharesAll(card, story) && isAbove('story', card as Story, floors?.story));
      const isFull = sure.length >= RELATED_STORIES;
      return held(stories, related, stories.isWhole || story.labels.length === 0 || isFull);
    },
    stories: async (page) => newest('story', await all('story'), storyList, page),
    async storiesByLabel(label, page) {
      const answer = from(await all('story'), (stories) => paged(storyList(stories, label), page));
      // Older stories that are not held may have the label.
      return answer.isWhole || answer.data?.pages ? answer : unknown;
    },
    async lastStories() {
      const stories = await all('story');
      const { data, isWhole } = newest('story', stories, storyList, 1);
      const last = data?.items.slice(0, HOME_STORIES) ?? [];
      return held(stories, last, isWhole || aboveFloor('story', stories) >= HOME_STORIES);
    },
    labels: async () => from(await all('story'), allLabels),
    async lastLabels() {
      const stories = await all('story');
      const { floors } = stories;
      const sure = stories.records.filter((one) => isAbove('story', one, floors?.story));
      return held(stories, lastLabels(stories.records), stories.isWhole || lastLabels(sure).length === LAST_LABELS);
    },
  };
}

function eventAnswers({ all, one }: Reads, today: () => Day): Answering<'event' | 'events' | 'nextEvents'> {
  return {
    event: (id) => one('agenda', id),
    async events(label, range, page) {
      const events = await all('agenda');
      const from = range?.from ?? today();
      const listed = paged(eventList(events.records, label, range, today()), page);
      return held(events, listed, events.isWhole || isHeldFrom('agenda', events, from));
    },
    async nextEvents() {
      const events = await all('agenda');
      return held(events, nextEvents(events.records, today()), events.isWhole || isHeldFrom('agenda', events, today()));
    },
  };
}

function carouselAnswers({ all }: Reads, today: () => Day): Answering<'homeCarousel' | 'newsCarousel'> {
  return {
    async homeCarousel() {
      const [stories, events] = [await all('story'), await all('agenda')];
      const isSure = areHighlightsSure(stories) && (events.isWhole || isHeldFrom('agenda', events, today()));
      return held(stories, homeCarousel(stories.records, events.records, today()), isSure);
    },
    async newsCarousel() {
      const stories = await all('story');
      return held(stories, newsCarousel(stories.records), areHighlightsSure(stories));
    },
  };
}

function bulletinAnswers({ all, one, categories }: Reads): Answering<'bulletin' | 'bulletins' | 'bulletinSearch'> {
  return {
    bulletin: (id) => one('bulletin', id),
    async bulletins(bclass, range, page) {
      const bulletins = await all('bulletin');
      const list = (records: Bulletin[]) => bulletinList(records, bclass, range);
      if (!range && isAny(bclass)) return newest('bulletin', bulletins, list, page);
      const isInside = range !== null && isHeldFrom('bulletin', bulletins, range.from);
      return held(bulletins, paged(list(bulletins.records), page), bulletins.isWhole || isInside);
    },
    async bulletinSearch(bclass, search, page) {
      const searched = searchWords(search);
      if (searched.length === 0) return nothingFound;
      const bulletins = await all('bulletin');
      const isWanted = (one: Bulletin) => isAny(bclass) || labelHash(one.bclass) === labelHash(bclass);
      const names = await categories();
      const found = bulletins.records.filter((one) => isWanted(one) && isFound(one, searched, names));
      const { items, pages } = newestPage(found, page);
      return held(bulletins, { items: items.map(bulletinCard), pages }, false);
    },
  };
}

function searchAnswers({ all, categories }: Reads): Answering<'search'> {
  return {
    async search(search, page) {
      const searched = searchWords(search);
      if (searched.length === 0) return nothingFound;
      const types = await Promise.all(RECORD_TYPES.map(async (type) => ({ type, ...(await all(type)) })));
      const names = await categories();
      const documents = types.flatMap(({ type, records }) =>
        records.flatMap((record) => searchDocuments(type, record, names)),
      );
      const found = documents.filter((one) => matches(one, searched));
      const { items, pages } = rankedPage(found, searched, page);
      return held(types[0], { items: items.map((one) => searchResult(preparedMatch(one), searched)), pages }, false);
    },
  };
}

type Answering<M extends keyof PublicReader> = Pick<DeviceReader, M>;

/** Reads of the store; each type is read once. */
interface Reads {
  all<T extends RecordType>(type: T): Promise<TypeRecords<RecordOf<T>>>;
  one<T extends RecordType>(type: T, id: string): Promise<DeviceAnswer<RecordOf<T> | null>>;
  document<T extends RecordType>(type: T): Promise<DeviceAnswer<RecordOf<T>>>;
  categories(): Promise<CategoriesDocument>;
}

function readsOf(store: Store): Reads {
  const kept = new Map<RecordType, Promise<TypeRecords<never>>>();

  function all<T extends RecordType>(type: T): Promise<TypeRecords<RecordOf<T>>> {
    const known = kept.get(type) ?? (readAll(store, type) as Promise<TypeRecords<never>>);
    kept.set(type, known);
    return known;
  }

  async function one<T extends RecordType>(type: T, id: string): Promise<DeviceAnswer<RecordOf<T> | null>> {
    const read = await store.use((db) =>
      db.transaction('r', db.records, db.standing, async () => ({
        row: await db.records.get([type, id]),
        standing: await db.standing.get('feed'),
      })),
    );
    if (!read?.row || !read.standing) return unknown;
    const { record } = read.row;
    if (record === null) return { data: null, isWhole: false };
    const data = storedRecord(type, record);
    return data ? { data, isWhole: true } : unknown;
  }
  async function document<T extends RecordType>(type: T): Promise<DeviceAnswer<RecordOf<T>>> {
    return (await one(type, type)) as DeviceAnswer<RecordOf<T>>;
  }

  const categories = async () => (await document('categories')).data ?? UNREAD_CATEGORIES;

  return { all, one, document, categories };
}

/** Whether no highlighted story is missing among the newest ten. */
function areHighlightsSure(stories: TypeRecords<Story>): boolean {
  if (stories.isWhole || stories.floors === null) return stories.isWhole;
  const floor = stories.floors.highlight;
  if (floor === null) return true;
  const sure = stories.records.filter((one) => isListed('story', one) && one.highlight && isAbove('story', one, floor));
  return sure.length >= CAROUSEL_ITEMS;
}

/** Everything that the device holds of a type. */
interface TypeRecords<R> {
  records: R[];
  standing: FeedStanding | null;
  /** null before the first pull after a fill. */
  floors: FeedStanding['floors'];
  /** Everything that the server lists of the type is held. */
  isWhole: boolean;
}

/** What a device that an earlier release has filled reads until its next pull. */
const NO_HERO: Hero = { id: 'hero', image: null };
const UNREAD_CATEGORIES: CategoriesDocument = { id: 'categories', ...firstCategories };

const unknown = { data: undefined, isWhole: false };
const nothingFound = { data: { items: [], pages: 0 }, isWhole: true };

/** Returns an answer if the store was filled or is being filled; otherwise the device has none. */
function held<T>(kept: { standing: FeedStanding | null } | undefined, data: T, isWhole: boolean): DeviceAnswer<T> {
  return kept?.standing ? { data, isWhole } : unknown;
}

function from<R, T>(kept: TypeRecords<R>, answer: (records: R[]) => T): DeviceAnswer<T> {
  return held(kept, answer(kept.records), kept.isWhole);
}

/** A page of the unfiltered list, newest first; it is whole if it lies above the floor. */
function newest<R extends AnyRecord, C>(
  type: ListedType,
  kept: TypeRecords<R>,
  list: (records: R[]) => C[],
  page: number,
): DeviceAnswer<Paged<C>> {
  const { items, pages } = paged(list(kept.records), page);
  if (kept.isWhole) return held(kept, { items, pages }, true);
  const isSure = page * PAGE_SIZE <= aboveFloor(type, kept);
  const counted = isSure && kept.standing ? Math.ceil((kept.standing.counts[type] ?? 0) / PAGE_SIZE) : pages;
  return held(kept, { items, pages: counted }, isSure);
}

function aboveFloor(type: ListedType, { records, floors }: TypeRecords<AnyRecord>): number {
  return records.filter((one) => isListed(type, one) && isAbove(type, one, floors?.[type])).length;
}

type Floor = Floors[ListedType];
function isAbove(type: ListedType, record: AnyRecord, floor: Floor): boolean {
  if (floor === undefined || typeof floor === 'string') return false;
  return floor === null || newestFirst(positionOf(type, record), floor) <= 0;
}
/** Whether everything of a type is held that is on from a day on. */
function isHeldFrom(type: ListedType, { floors }: TypeRecords<unknown>, day: Day): boolean {
  const floor = floors?.[type];
  if (typeof floor === 'string') return day >= floor;
  return floor !== undefined && (floor === null || day > floor.date);
}

function sharesAll(card: Pick<Story, 'labels'>, { labels }: Pick<Story, 'labels'>): boolean {
  return labels.every((label) => card.labels.some((one) => one.id === label.id));
}

function isFound(bulletin: Bulletin, searched: string[], categories: CategoriesDocument): boolean {
  return searchDocuments('bulletin', bulletin, categories).some((document) => matches(document, searched));
}

async function readAll<T extends RecordType>(store: Store, type: T): Promise<TypeRecords<RecordOf<T>>> {
  const read = await store.use((db) =>
    db.transaction('r', db.records, db.standing, async () => ({
      rows: await rowsOf(db, type),
      standing: (await db.standing.get('feed')) ?? null,
    })),
  );
  const { rows, standing } = read ?? { rows: [], standing: null };
  const present = rows.filter((row) => row.record !== null);
  const sound = present.flatMap((row) => {
    const record = storedRecord(type, row.record);
    return record ? [{ seq: row.seq, record }] : [];
  });
  const records = sound.map(({ record }) => record);
  if (sound.length < present.length) {
    // Another release wrote a record that this one cannot read: what the store holds is unknown, so it is filled again.
    await store.use((db) => db.standing.clear());
    return { records, standing, floors: null, isWhole: false };
  }
  const floors = standing && standing.pulledAt !== null ? standing.floors : null;
  const isWhole = standing !== null && floors !== null && holdsAll(type, sound, standing);
  return { records, standing, floors, isWhole };
}

/** Whether the device holds all records that the server counts. Those that a visitor opened may be newer. */
function holdsAll(
  type: RecordType,
  rows: Pick<RecordRow, 'seq' | 'record'>[],
  { counts, more }: FeedStanding,
): boolean {
  if (!isListedType(type)) return true;
  const listed = rows.filter(({ seq, record }) => seq !== null && record !== null && isListed(type, record));
  // A server that does not count a type does not know it yet.
  return !more && listed.length >= (counts[type] ?? Number.POSITIVE_INFINITY);
}
