import { alertTime, nextAlertChange, timelyAlerts } from '#contract/calendar/alerts';
import { isOver, nextEventEnd } from '#contract/calendar/event-times';
import { firstCategories } from '#contract/town/categories';
import { isListedType, RECORD_TYPES, traitsOf } from '#contract/record-types';
import type { DocumentType, HighlightedType, ListedType, RecordEntity, RecordType } from '#contract/record-types';
import { SECTIONS } from '#contract/sections';
import { addDays, atMoment, dayAt, momentAt } from '#contract/values/dates';
import type { Day } from '#contract/values/dates';
import { FILL_NEWEST } from '#contract/messages/first-fill';
import { CAROUSEL_ITEMS, LAST_LABELS, RELATED_STORIES } from '#contract/limits';
import {
  cardOf,
  cardsOf,
  daysOf,
  highlightedRecords,
  isNarrowedTo,
  lastLabels,
  listDays,
  listRecords,
  newestFirst,
  paged,
  pageSize,
  positionOf,
  relatedStories,
} from '#contract/lists';
import type { ListTime, Paged } from '#contract/lists';
import { hasContent, menuOf } from '#contract/town/menu';
import type { ListQuestion, PublicReader } from '#contract/reader';
import type { AnyRecord, CardOf, CategoriesDocument, Hero, RecordOf, Story } from '#contract/records';
import {
  matches,
  newestPage,
  preparedMatch,
  rankedPage,
  searchDocuments,
  searchResult,
  sectionDocuments,
  wordsIn,
} from '#contract/search';
import type { SearchDocument } from '#contract/search';
import { findForgiving, vocabularyOf } from '#contract/spelling';
import type { Forgiving } from '#contract/spelling';
import { alternativesIn } from '#contract/town/synonyms';
import type { Alternatives } from '#contract/town/synonyms';
import { decisiveWords, searchWords } from '#contract/values/text';
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
/** The questions whose answer is of the type that is asked for. */
type Typed = 'document' | 'record' | 'list' | 'highlighted';
type Answers<M extends keyof PublicReader> = (
  ...args: Parameters<PublicReader[M]>
) => Promise<DeviceAnswer<Awaited<ReturnType<PublicReader[M]>>>>;
export type DeviceReader = { [M in Exclude<keyof PublicReader, Typed>]: Answers<M> } & {
  document<T extends DocumentType>(type: T): Promise<DeviceAnswer<RecordOf<T>>>;
  record<T extends RecordEntity>(type: T, id: string): Promise<DeviceAnswer<RecordOf<T> | null>>;
  list<T extends RecordEntity>(type: T, question?: ListQuestion): Promise<DeviceAnswer<Paged<CardOf<T>>>>;
  highlighted<T extends HighlightedType>(type: T): Promise<DeviceAnswer<CardOf<T>[]>>;
  /** Name of the fill that the answers come from; null before the first one. */
  head(): Promise<string | null>;
  /**
   * The time by the server's clock; and when, after a time of the device's clock, an alert first begins, ends or
   * disappears, an event is over, or the day ends in the town. All are ms since the epoch.
   */
  alertTimes(after: number): Promise<{ at: number; next: number | null }>;
};

/**
 * The public reader over the device's store. It reads each type at most once, so make one for every view.
 *
 * An answer is whole:
 * - of a single record, if the device holds it;
 * - of types with few records, once the fill and the first pull have ended;
 * - of lists, newest first, as far as nothing can be missing (`Floors`); their `pages` follow from the server's counts;
 * - of labels, categories and related stories, if the device holds everything that is listed of the type, or enough to
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
  const { all, one } = reads;
  // Where the time is uncertain, an event that may not be over is not.
  const timeOf = ({ standing }: Standing): ListTime => ({
    today: today(),
    now: momentAt(serverTime(standing, now()).earliest),
  });
  return {
    head: async () => (await all('site')).standing?.head ?? null,
    async alertTimes(after) {
      const { records, standing } = await all('alert');
      const from = serverTime(standing, after);
      // Pages take the day from the device's clock.
      const midnight = from.earliest + atMoment(`${addDays(dayAt(after), 1)}T00:00`) - after;
      const changes = [
        nextAlertChange(timelyAlerts(records, from), from.earliest),
        nextEventEnd((await all('agenda')).records, from.earliest),
      ].filter((change) => change !== null);
      return { at: serverTime(standing, now()).earliest, next: Math.min(midnight, ...changes) };
    },
    async document<T extends DocumentType>(type: T) {
      const answer = (await one(type, type)) as DeviceAnswer<RecordOf<T>>;
      const unread = UNREAD.get(type) as RecordOf<T> | undefined;
      return answer.data || !unread ? answer : { data: unread, isWhole: false };
    },
    record: (type, id) => one(type, id),
    async named(type, titlekey) {
      const found = (await all(type)).records.find((record) => record.titlekey === titlekey);
      return found ? { data: found, isWhole: true } : unknown;
    },
    ...listAnswers(reads, timeOf),
    ...labelAnswers(reads),
    ...searchAnswers(reads, now),
    menu: () => menuAnswer(reads),
    async alerts() {
      const alerts = await all('alert');
      // A device that holds as many as a fill brings has the newest ones.
      const isWhole = alerts.isWhole || (alerts.floors !== null && alerts.records.length >= FILL_NEWEST);
      return held(alerts, timelyAlerts(alerts.records, serverTime(alerts.standing, now())), isWhole);
    },
  };
}

type Standing = { standing: FeedStanding | null };
type TimeOf = (kept: Standing) => ListTime;

/** The types with few records, other than authorities, that sections show. */
const FEW = SECTIONS.flatMap(({ types }) => types).filter((type) => !isListedType(type) && type !== 'authority');

async function menuAnswer({ all }: Reads): ReturnType<DeviceReader['menu']> {
  const [sites, freePages, authorities, ...few] = await Promise.all([
    all('site'),
    all('page'),
    all('authority'),
    ...FEW.map((type) => all(type)),
  ]);
  const [site] = sites.records;
  if (!site) return unknown;
  const filled = FEW.filter((type, at) => hasContent(type, few[at]?.records ?? []));
  // Long lists have many records, and their counts are enough.
  const has = (type: RecordType) =>
    isListedType(type) ? sites.standing?.counts[type] !== 0 : type === 'authority' || filled.includes(type);
  const pageOf = (id: string) => freePages.records.find((one) => one.id === id && isListed('page', one));
  const menu = menuOf(site, listRecords('authority', authorities.records, { site }), pageOf, has);
  return held(authorities, menu, authorities.isWhole);
}

function listAnswers({ all }: Reads, timeOf: TimeOf): Answering<'list' | 'days' | 'highlighted'> {
  return {
    async list<T extends RecordEntity>(type: T, { by, range = null, page = 1, limit }: ListQuestion = {}) {
      const kept = await all(type);
      const [site] = traitsOf(type).arrangedIn ? (await all('site')).records : [];
      const days = listDays(type, range, timeOf(kept));
      const listed = listRecords(type, kept.records, { by, days, site });
      const size = pageSize(type);
      const { items: shown, pages } = paged(listed, page, size);
      const { items } = cardsOf<T>(type, { items: shown.slice(0, limit), pages });
      if (kept.isWhole || !isListedType(type)) return held(kept, { items, pages }, kept.isWhole);
      if (days) return held(kept, { items, pages }, isHeldFrom(type, kept, days.from));
      // Older records that are not held may have the label.
      if (by !== undefined)
        return traitsOf(type).hasLabels && pages === 0 ? unknown : held(kept, { items, pages }, false);
      const last = (page - 1) * size + Math.min(size, limit ?? size);
      const isSure = last <= listed.filter((one) => isAbove(type, one, kept.floors?.[type])).length;
      const counted = isSure && kept.standing ? Math.ceil((kept.standing.counts[type] ?? 0) / size) : pages;
      return held(kept, { items, pages: counted }, isSure);
    },
    async days(type, { by, range }) {
      const kept = await all(type);
      return held(kept, daysOf(type, kept.records, { by, range }), kept.isWhole || isHeldFrom(type, kept, range.from));
    },
    async highlighted<T extends HighlightedType>(type: T) {
      const kept = await all(type);
      const cards = highlightedRecords(type, kept.records, timeOf(kept)).map((record) => cardOf(type, record));
      const isSure =
        traitsOf(type).order === 'soonest' ? isHeldFrom(type, kept, timeOf(kept).today) : areHighlightsSure(type, kept);
      return held(kept, cards, kept.isWhole || isSure);
    },
  };
}

function labelAnswers({ all }: Reads): Answering<'relatedStories' | 'lastLabels'> {
  return {
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
    async lastLabels() {
      const stories = await all('story');
      const { floors } = stories;
      const sure = stories.records.filter((one) => isAbove('story', one, floors?.story));
      return held(stories, lastLabels(stories.records), stories.isWhole || lastLabels(sure).length === LAST_LABELS);
    },
  };
}

function searchAnswers({ all, one }: Reads, now: () => number): Answering<'listSearch' | 'search'> {
  const categories = async () => (await one('categories', 'categories')).data ?? UNREAD_CATEGORIES;
  return {
    async listSearch(type: ListedType, search, { by, page = 1 } = {}) {
      const searched = searchWords(search);
      if (searched.length === 0) return nothingFound;
      const [kept, names] = [await all(type), await categories()];
      const within = kept.records.filter((record) => by === undefined || isNarrowedTo(by, type, record));
      const documents = within.flatMap((record) =>
        searchDocuments(type, record, names).map((document) => ({ ...document, record })),
      );
      const { found, said } = searchIn(documents, searched, alternativesIn(names.synonyms));
      const { items, pages } = newestPage(found, page);
      return held(kept, { items: items.map(({ record }) => cardOf(type, record)), pages, ...said }, false);
    },
    async search(search, page) {
      const searched = searchWords(search);
      if (searched.length === 0) return nothingFound;
      const types = await Promise.all(RECORD_TYPES.map(async (type) => ({ type, ...(await all(type)) })));
      const names = await categories();
      const documents = types.flatMap(({ type, records }) =>
        records.flatMap((record) => searchDocuments(type, record, names)),
      );
      const [site] = (await all('site')).records;
      const { data: menu } = await menuAnswer({ all, one });
      if (site && menu) documents.push(...sectionDocuments(menu, site));
      const meant = alternativesIn(names.synonyms);
      const { found, words, said } = searchIn(documents, searched, meant);
      const { standing, records: alerts } = await all('alert');
      const time = serverTime(standing, now());
      const times = new Map(alerts.map((alert) => [alert.id, alertTime(alert, time)]));
      const events = (await all('agenda')).records;
      const at = momentAt(time.earliest);
      const over = new Set(events.flatMap((event) => (isOver(event, at) ? event.id : [])));
      const { items, pages } = rankedPage(found, words, page, {
        alternatives: meant,
        alerts: timelyAlerts(alerts, time),
        isOver: ({ id }) => over.has(id),
      });
      const results = items.map((one) =>
        searchResult(preparedMatch(one), words, {
          alternatives: meant,
          alert: one.type === 'alert' ? times.get(one.id) : undefined,
          isOver: one.type === 'agenda' && over.has(one.id),
        }),
      );
      return held(types[0], { items: results, pages, ...said }, false);
    },
  };
}

/** The documents that match, or else those that match what somebody may have meant, with the words for it. */
const searchIn = <D extends SearchDocument>(
  documents: D[],
  searched: string[],
  alternatives: Alternatives,
): Forgiving<D> =>
  findForgiving(
    searched,
    (words) => documents.filter((one) => matches(one, decisiveWords(words), alternatives)),
    () => vocabularyOf(documents.flatMap(wordsIn)),
  );

type Answering<M extends keyof PublicReader> = Pick<DeviceReader, M>;

/** Reads of the store; each type is read once. */
interface Reads {
  all<T extends RecordType>(type: T): Promise<TypeRecords<RecordOf<T>>>;
  one<T extends RecordType>(type: T, id: string): Promise<DeviceAnswer<RecordOf<T> | null>>;
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

  return { all, one };
}

/** Whether nothing is missing among the newest highlighted records. There is a floor of stories alone. */
function areHighlightsSure(
  type: HighlightedType,
  { floors, records }: TypeRecords<RecordOf<HighlightedType>>,
): boolean {
  const floor = type === 'story' ? floors?.highlight : undefined;
  if (floor === null) return true;
  const sure = records.filter((one) => isListed(type, one) && one.highlight && isAbove(type, one, floor));
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

/** What a device reads until it holds them. */
const NO_HERO: Hero = { id: 'hero', image: null };
const UNREAD_CATEGORIES: CategoriesDocument = { id: 'categories', ...firstCategories };
const UNREAD = new Map<DocumentType, RecordOf<DocumentType>>([
  ['hero', NO_HERO],
  ['categories', UNREAD_CATEGORIES],
]);

const unknown = { data: undefined, isWhole: false };
const nothingFound = { data: { items: [], pages: 0 }, isWhole: true };

/** Returns an answer if the store was filled or is being filled; otherwise the device has none. */
function held<T>(kept: { standing: FeedStanding | null } | undefined, data: T, isWhole: boolean): DeviceAnswer<T> {
  return kept?.standing ? { data, isWhole } : unknown;
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
