import type { Db } from '../db/database.ts';
import { dayAt } from '../contract/values/dates.ts';
import type { DateRange, Day } from '../contract/values/dates.ts';
import {
  CAROUSEL_ITEMS,
  HOME_STORIES,
  LAST_LABELS,
  NEXT_EVENTS,
  PAGE_SIZE,
  RELATED_STORIES,
  RELATED_WINDOW,
  SEARCH_CANDIDATES,
} from '../contract/limits.ts';
import { categoryOf } from '../contract/town/categories.ts';
import { hasContent, menuOf } from '../contract/town/menu.ts';
import { isDocument, isListedType, RECORD_ENTITIES, traitsOf } from '../contract/record-types.ts';
import {
  albumCard,
  authorityList,
  bulletinCard,
  carouselItem,
  eventCard,
  isAny,
  listDays,
  listPage,
  nearestFirst,
  newestFirst,
  storyCard,
} from '../contract/lists.ts';
import type { CarouselItem, Paged } from '../contract/lists.ts';
import type { PublicReader } from '../contract/reader.ts';
import type { DocumentType, ListedType, RecordEntity, RecordType } from '../contract/record-types.ts';
import type { ChangedDocument, Label, RecordOf, Story, StoryCard } from '../contract/records.ts';
import { newestPage as newestFound, rankedPage, searchResult } from '../contract/search.ts';
import type { PreparedMatch } from '../contract/search.ts';
import { labelHash, searchWords } from '../contract/values/text.ts';
import type { ContextText } from '../contract/values/text.ts';
import { isListed, isReadable } from '../contract/visibility.ts';
import { listOf, openLists } from './listing.ts';
import type { ListEntry, Lists } from './listing.ts';
import { openRecords } from './from-rows.ts';
import { kindOf } from './search-index.ts';
import { openTimelyAlerts } from './timely-alerts.ts';
import { openSearchQueries } from './search-query.ts';

/**
 * The public reader over SQLite. Lists and SQL give ids in order, from which the records are read in one place.
 * `contract/lists.ts` and `contract/visibility.ts` decide what the lists contain, and a test compares the two.
 * @param now ms since the epoch, from which the agenda's current day follows
 * @param changed a document that is read in the place of the stored one
 */
export function createSqlReader({
  db,
  now,
  changed,
  draft,
}: {
  db: Db;
  now: () => number;
  changed?: ChangedDocument | undefined;
  /** A record that it returns as if it were published, where a page asks for it by its id. */
  draft?: { type: RecordType; id: string } | undefined;
}): PublicReader {
  const source = openSource(db, { changed, draft });
  const today = () => dayAt(now());
  return {
    ...recordReads(source, today),
    ...alertReads(db, now),
    ...storyReads(source, db),
    ...labelReads(db),
    ...eventReads(source, today),
    ...carouselReads(source, today),
    ...bulletinReads(source),
    ...searchReads(source, db),
  };
}

type Reads<Method extends keyof PublicReader> = Pick<PublicReader, Method>;

/** What all reads share: the lists, and the records of the ids that SQL gives. */
interface Source {
  lists: Lists;
  /** The record of an id, null where the public may not read it. */
  readable<T extends RecordType>(type: T, id: string | undefined): RecordOf<T> | null;
  all<T extends RecordType>(type: T, ids: string[]): RecordOf<T>[];
  document<T extends DocumentType>(type: T): RecordOf<T>;
  /** All listed records of a type that has few, first created first. */
  small<T extends RecordEntity>(type: T): RecordOf<T>[];
  newest<T extends ListedType>(type: T, list: string, limit: number): RecordOf<T>[];
  newestPage<T extends ListedType, C>(
    type: T,
    card: (record: RecordOf<T>) => C,
    list: string,
    page: number,
    range?: DateRange | null,
  ): Paged<C>;
}

function openSource(
  db: Db,
  { changed, draft }: Pick<Parameters<typeof createSqlReader>[0], 'changed' | 'draft'>,
): Source {
  const records = openRecords(db);
  const lists = openLists(db);
  const smallTypes = RECORD_ENTITIES.filter((type) => !isListedType(type));
  const firstCreated = new Map(
    smallTypes.map((type): [RecordEntity, ReturnType<typeof idQuery>] => [
      type,
      idQuery(db, `SELECT id FROM ${type} ORDER BY created, id`),
    ]),
  );

  const all = <T extends RecordType>(type: T, ids: string[]) =>
    ids.map((id) => records.one(type, id)).filter((record) => record !== null);
  return {
    lists,
    all,
    readable(type, id) {
      const record = id === undefined ? null : records.one(type, id);
      const isDraft = draft?.type === type && draft.id === id;
      return record && (isDraft || isReadable(type, record)) ? record : null;
    },
    document<T extends DocumentType>(type: T) {
      if (changed?.type === type) return changed.value as RecordOf<T>;
      const record = records.one(type, type);
      if (!record) throw new Error(`document ${type} is missing`);
      return record;
    },
    small: (type) => all(type, firstCreated.get(type)?.all() ?? []).filter((one) => isListed(type, one)),
    newest: (type, list, limit) => all(type, idsOf(lists.newest(list, limit))),
    newestPage(type, card, list, page, range) {
      const { items, pages } = lists.newestPage(list, page, PAGE_SIZE, range);
      return { items: all(type, items).map(card), pages };
    },
  };
}

const idQuery = (db: Db, sql: string) => db.prepare<unknown[], string>(sql).pluck();
const idsOf = (entries: ListEntry[]) => entries.map((entry) => entry.id);

function recordReads(
  { readable, document, small, all, lists, newest, newestPage }: Source,
  today: () => Day,
): Reads<
  | 'record'
  | 'list'
  | 'site'
  | 'hero'
  | 'categories'
  | 'menu'
  | 'usefulData'
  | 'albums'
  | 'highlightedAlbums'
  | 'album'
  | 'maps'
  | 'greenPoints'
  | 'greenPointPage'
  | 'digest'
> {
  return {
    record: async (type, id) => readable(type, id),
    list: async <T extends RecordEntity>(type: T, page: number, range: DateRange | null = null) => {
      if (!isListedType(type)) return listPage<T>(type, small<T>(type), page);
      const days = listDays(type, range, today());
      const { items, pages } =
        days && traitsOf(type).order === 'soonest'
          ? lists.soonestPage(listOf.listed(type), page, PAGE_SIZE, days)
          : lists.newestPage(listOf.listed(type), page, PAGE_SIZE, days && range);
      return { items: all<T>(type, items), pages };
    },
    site: async () => document('site'),
    hero: async () => document('hero'),
    categories: async () => document('categories'),
    menu: async () => {
      const pageOf = (id: string) => {
        const page = readable('page', id);
        return page && isListed('page', page) ? page : undefined;
      };
      const has = (type: RecordType) =>
        isListedType(type)
          ? lists.total(listOf.listed(type)) > 0
          : hasContent(type, isDocument(type) ? [document(type)] : small(type));
      return menuOf(document('site'), authorityList(small('authority'), document('site')), pageOf, has);
    },
    usefulData: async () => document('usefuldata'),
    albums: async (page) => newestPage('album', albumCard, listOf.listed('album'), page),
    highlightedAlbums: async () => newest('album', listOf.highlighted('album'), NO_LIMIT).map(albumCard),
    album: async (id) => readable('album', id),
    maps: async () => small('map'),
    greenPoints: async () => small('greenpoint'),
    greenPointPage: async () => document('greenpointpage'),
    digest: async () => document('digest'),
  };
}

function alertReads(db: Db, now: () => number): Reads<'alerts'> {
  const timely = openTimelyAlerts(db);
  return { alerts: async () => timely(now()) };
}

/** No limit, in SQLite. */
const NO_LIMIT = -1;

function storyReads(
  { readable, all, document, lists, newest, newestPage, small }: Source,
  db: Db,
): Reads<'authorities' | 'authority' | 'story' | 'relatedStories' | 'stories' | 'storiesByLabel' | 'lastStories'> {
  const labelsOf = idQuery(db, 'SELECT label_id FROM story_label WHERE story_id = ?');
  const authorityId = idQuery(db, 'SELECT id FROM authority WHERE titlekey = ?');

  /** Like `relatedStories` of `contract/lists.ts`, from no more than the newest stories of each label. */
  function related(story: Story): StoryCard[] {
    const recent = story.labels.flatMap(({ id }) => {
      const newestOfLabel = lists.newest(listOf.narrowed('story', id), RELATED_WINDOW + 1);
      return newestOfLabel.filter((one) => one.id !== story.id).slice(0, RELATED_WINDOW);
    });
    const own = new Set(story.labels.map((label) => label.id));
    const distinct = [...new Map(recent.map((one) => [one.id, one])).values()];
    const scored = distinct.map((one) => ({ ...one, shared: labelsOf.all(one.id).filter((id) => own.has(id)).length }));
    const best = scored.sort((a, b) => b.shared - a.shared || newestFirst(a, b)).slice(0, RELATED_STORIES);
    return all('story', idsOf(best)).map(storyCard);
  }

  return {
    authorities: async () => authorityList(small('authority'), document('site')),
    authority: async (name) => readable('authority', authorityId.get(name)),
    story: async (id) => readable('story', id),
    relatedStories: async (id) => {
      const story = readable('story', id);
      return story ? related(story) : [];
    },
    stories: async (page) => newestPage('story', storyCard, listOf.listed('story'), page),
    storiesByLabel: async (label, page) =>
      newestPage('story', storyCard, listOf.narrowed('story', labelHash(label)), page),
    lastStories: async () => newest('story', listOf.listed('story'), HOME_STORIES).map(storyCard),
  };
}

function labelReads(db: Db): Reads<'labels' | 'lastLabels'> {
  const labels = db.prepare<[], Label>(`
    SELECT id, name, id AS namehashed
    FROM label CROSS JOIN listing_count ON list = 'story#' || id AND grain = 0 AND span = ''
    WHERE n > 0 ORDER BY id`);
  // Dates, moments and ids have a fixed length each, so the newest entry is the greatest as text.
  const lastLabels = db.prepare<[], Label>(`
    SELECT id, name, id AS namehashed FROM (
      SELECT id, name, (
        SELECT date || ' ' || created || ' ' || listing.id FROM listing WHERE list = 'story#' || label.id
        ORDER BY date DESC, created DESC, listing.id DESC LIMIT 1) AS newest FROM label)
    WHERE newest IS NOT NULL
    ORDER BY newest DESC,
      (SELECT position FROM story_label WHERE story_id = substr(newest, -12) AND label_id = id) LIMIT ${LAST_LABELS}`);
  return { labels: async () => labels.all(), lastLabels: async () => lastLabels.all() };
}

function eventReads(
  { readable, all, lists, document }: Source,
  today: () => Day,
): Reads<'event' | 'events' | 'nextEvents'> {
  return {
    event: async (id) => readable('agenda', id),
    events: async (label, range, page) => {
      const category = categoryOf(document('categories').agenda, label)?.key ?? '';
      const list = isAny(label) ? listOf.listed('agenda') : listOf.narrowed('agenda', category);
      const { items, pages } = lists.soonestPage(list, page, PAGE_SIZE, range ?? { from: today() });
      return { items: all('agenda', items).map(eventCard), pages };
    },
    nextEvents: async () => {
      const { items } = lists.soonestPage(listOf.listed('agenda'), 1, NEXT_EVENTS, { from: today() });
      return all('agenda', items).map(eventCard);
    },
  };
}

function carouselReads({ all, lists, newest }: Source, today: () => Day): Reads<'homeCarousel' | 'newsCarousel'> {
  const stories = () =>
    newest('story', listOf.highlighted('story'), CAROUSEL_ITEMS).map((story) => carouselItem('Story', story));
  function eventsFrom(day: Day): CarouselItem[] {
    const { items } = lists.soonestPage(listOf.highlighted('agenda'), 1, CAROUSEL_ITEMS, { from: day });
    return all('agenda', items).map((event) => carouselItem('Agenda', event));
  }
  return {
    homeCarousel: async () => nearestFirst(stories(), eventsFrom(today()), today()),
    newsCarousel: async () => stories(),
  };
}

function bulletinReads({ readable, newestPage, document }: Source): Reads<'bulletin' | 'bulletins'> {
  return {
    bulletin: async (id) => readable('bulletin', id),
    bulletins: async (bclass, range, page) => {
      const known = categoryOf(document('categories').bulletin, bclass)?.key ?? '';
      const list = isAny(bclass) ? listOf.listed('bulletin') : listOf.narrowed('bulletin', known);
      return newestPage('bulletin', bulletinCard, list, page, range);
    },
  };
}

function searchReads({ all, document }: Source, db: Db): Reads<'bulletinSearch' | 'search'> {
  const queryFor = openSearchQueries(db);
  const matching = db.prepare<[string], Found>(`
    SELECT d.rowid, d.type, d.id, d.date, d.ranked FROM search JOIN search_document d ON d.rowid = search.rowid
    WHERE search MATCH ? ORDER BY search.rowid DESC LIMIT ${SEARCH_CANDIDATES}`);
  function found(searched: string[], kinds: string[]): Found[] {
    const query = queryFor(searched, kinds, document('categories'));
    return query === null ? [] : matching.all(query);
  }
  const matchAt = db.prepare<[number], StoredMatch>(
    'SELECT type, id, title, titlekey, phones, note, shown, folded FROM search_document WHERE rowid = ?',
  );
  return {
    bulletinSearch: async (bclass, search, page) => {
      const searched = searchWords(search);
      if (searched.length === 0) return { items: [], pages: 0 };
      const kinds = [isAny(bclass) ? 'bulletin' : kindOf('bulletin', bclass)];
      const { items, pages } = newestFound(found(searched, kinds), page);
      return {
        items: all(
          'bulletin',
          items.map((hit) => hit.id),
        ).map(bulletinCard),
        pages,
      };
    },
    search: async (search, page) => {
      const searched = searchWords(search);
      if (searched.length === 0) return { items: [], pages: 0 };
      const { items, pages } = rankedPage(found(searched, []), searched, page);
      const prepared = items.map(({ rowid }) => matchAt.get(rowid)).filter((one) => one !== undefined);
      return { items: prepared.map((one) => searchResult(restored(one), searched)), pages };
    },
  };
}

interface Found {
  rowid: number;
  type: RecordType;
  id: string;
  date: Day;
  ranked: string;
}

type StoredMatch = Pick<PreparedMatch, 'type' | 'id' | 'title' | 'titlekey'> &
  ContextText & { phones: string | null; note: string | null };

function restored({ phones, note, shown, folded, ...rest }: StoredMatch): PreparedMatch {
  return {
    ...rest,
    context: { shown, folded },
    ...(note !== null && { note }),
    ...(phones !== null && { phones: JSON.parse(phones) as string[] }),
  };
}
