import type { Db } from '../db/database.ts';
import { isOver } from '../contract/calendar/event-times.ts';
import { alertTime, exactly } from '../contract/calendar/alerts.ts';
import type { AlertTime, TimelyAlert } from '../contract/calendar/alerts.ts';
import { dayAt, momentAt } from '../contract/values/dates.ts';
import type { Day, Moment } from '../contract/values/dates.ts';
import { CAROUSEL_ITEMS, LAST_LABELS, RELATED_STORIES, RELATED_WINDOW, SEARCH_CANDIDATES } from '../contract/limits.ts';
import { CATEGORIZED_TYPES, categoryOf, categoryWords, isCategorized } from '../contract/town/categories.ts';
import { hasContent, menuOf } from '../contract/town/menu.ts';
import { isDocument, isLasting, isListedType, RECORD_ENTITIES, traitsOf } from '../contract/record-types.ts';
import { cardOf, cardsOf, daysWithin, listDays, listRecords, newestFirst, paged, pageSize } from '../contract/lists.ts';
import type { ListTime, Paged } from '../contract/lists.ts';
import type { ListQuestion, PublicReader } from '../contract/reader.ts';
import type { DocumentType, ListedType, RecordEntity, RecordType } from '../contract/record-types.ts';
import type { Categories } from '../contract/town/categories.ts';
import type { ChangedDocument, Label, RecordOf, Story, StoryCard } from '../contract/records.ts';
import {
  matches,
  newestPage,
  preparedMatch,
  rankedPage,
  searchResult,
  sectionDocuments,
  wordsIn,
} from '../contract/search.ts';
import type { PreparedMatch, SearchDocument } from '../contract/search.ts';
import { alternativesIn } from '../contract/town/synonyms.ts';
import { findForgiving, vocabularyOf } from '../contract/spelling.ts';
import type { Vocabulary } from '../contract/spelling.ts';
import { decisiveWords, labelHash, searchWords } from '../contract/values/text.ts';
import type { ContextText } from '../contract/values/text.ts';
import { isListed, isReadable } from '../contract/visibility.ts';
import { listOf, openLists } from './listing.ts';
import type { ListEntry, Lists } from './listing.ts';
import { openRecords } from './from-rows.ts';
import { kindOf } from './search-index.ts';
import { openTimelyAlerts } from './timely-alerts.ts';
import { openSearchQueries } from './search-query.ts';

/** The public reader on the server, which also answers what only the spec asks. */
export interface SqlReader extends PublicReader {
  /** The labels of listed stories, by name. */
  labels(): Promise<Label[]>;
}

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
}): SqlReader {
  const source = openSource(db, { changed, draft });
  const timely = openTimelyAlerts(db);
  return {
    ...recordReads(source, db),
    ...listReads(source, () => ({ today: dayAt(now()), now: momentAt(now()) })),
    ...labelReads(db),
    ...searchReads(source, db, { now, alerts: () => timely(now()) }),
    relatedStories: relatedReads(source, db),
    menu: async () => menuRead(source),
    alerts: async () => timely(now()),
  };
}

type Reads<Method extends keyof SqlReader> = Pick<SqlReader, Method>;

/** What all reads share: the lists, and the records of the ids that SQL gives. */
interface Source {
  lists: Lists;
  /** The record of an id, null where the public may not read it. */
  readable<T extends RecordType>(type: T, id: string | undefined): RecordOf<T> | null;
  all<T extends RecordType>(type: T, ids: string[]): RecordOf<T>[];
  document<T extends DocumentType>(type: T): RecordOf<T>;
  /** All listed records of a type that has few, in the order of their list. */
  few<T extends RecordEntity>(type: T): RecordOf<T>[];
}

function openSource(
  db: Db,
  { changed, draft }: Pick<Parameters<typeof createSqlReader>[0], 'changed' | 'draft'>,
): Source {
  const records = openRecords(db);
  const ids = new Map(
    RECORD_ENTITIES.filter((type) => !isListedType(type)).map((type) => [
      String(type),
      idQuery(db, `SELECT id FROM ${type}`),
    ]),
  );

  const all = <T extends RecordType>(type: T, of: string[]) =>
    of.map((id) => records.one(type, id)).filter((record) => record !== null);
  function document<T extends DocumentType>(type: T): RecordOf<T> {
    if (changed?.type === type) return changed.value as RecordOf<T>;
    const record = records.one(type, type);
    if (!record) throw new Error(`document ${type} is missing`);
    return record;
  }
  return {
    lists: openLists(db),
    all,
    readable(type, id) {
      const record = id === undefined ? null : records.one(type, id);
      const isDraft = draft?.type === type && draft.id === id;
      return record && (isDraft || isReadable(type, record)) ? record : null;
    },
    document,
    few: (type) => listRecords(type, all(type, ids.get(type)?.all() ?? []), { site: document('site') }),
  };
}

const idQuery = (db: Db, sql: string) => db.prepare<unknown[], string>(sql).pluck();
const idsOf = (entries: ListEntry[]) => entries.map((entry) => entry.id);

function recordReads({ readable, document }: Source, db: Db): Reads<'document' | 'record' | 'named'> {
  const named = new Map(
    RECORD_ENTITIES.filter((type) => traitsOf(type).hasOwnTitlekey).map((type) => [
      String(type),
      idQuery(db, `SELECT id FROM ${type} WHERE titlekey = ?`),
    ]),
  );
  return {
    document: async (type) => document(type),
    record: async (type, id) => readable(type, id),
    named: async (type, titlekey) => readable(type, named.get(type)?.get(titlekey)),
  };
}

function listReads(
  { few, all, lists, document }: Source,
  time: () => ListTime,
): Reads<'list' | 'days' | 'highlighted'> {
  /** Of the records of a type that are on at a time, those that are over. */
  const overAt = (type: ListedType, now: Moment | undefined) => (id: string) =>
    now !== undefined && isLasting(type) && all(type, [id]).some((event) => isOver(event, now));
  /** The name of a list, all of it or what a label or a category narrows it to. */
  function nameOf(type: ListedType, by: string | undefined): string {
    if (by === undefined) return listOf.listed(type);
    return listOf.narrowed(
      type,
      traitsOf(type).hasLabels ? labelHash(by) : (keyIn(document('categories'), type, by) ?? ''),
    );
  }
  return {
    list: async <T extends RecordEntity>(type: T, { by, range = null, page = 1, limit }: ListQuestion = {}) => {
      const size = pageSize(type);
      const some = <R>(list: Paged<R>): Paged<R> => ({ ...list, items: list.items.slice(0, limit) });
      if (!isListedType(type)) return cardsOf<T>(type, some(paged(by === undefined ? few<T>(type) : [], page, size)));
      const days = listDays(type, range, time());
      const { items, pages } =
        days && traitsOf(type).order === 'soonest'
          ? lists.soonestPage(nameOf(type, by), page, size, days, overAt(type, days.now))
          : lists.newestPage(nameOf(type, by), page, size, days && range);
      return cardsOf<T>(type, { items: all<T>(type, items.slice(0, limit)), pages });
    },
    days: async (type, { by, range }) => daysWithin(range, lists.spans(nameOf(type, by), range)),
    async highlighted(type) {
      const list = listOf.highlighted(type);
      const { today, now } = time();
      const ids =
        traitsOf(type).order === 'soonest'
          ? lists.soonestPage(list, 1, CAROUSEL_ITEMS, { from: today }, overAt(type, now)).items
          : idsOf(lists.newest(list, CAROUSEL_ITEMS));
      return all(type, ids).map((record) => cardOf(type, record));
    },
  };
}

/** Returns the key of a category of a type, as the list of the town has it; undefined if it does not. */
const keyIn = (categories: Categories, type: RecordType, by: string): string | undefined =>
  isCategorized(type) ? categoryOf(categories[type], by)?.key : by;

function menuRead({ lists, few, document, readable }: Source): ReturnType<typeof menuOf> {
  const pageOf = (id: string) => {
    const page = readable('page', id);
    return page && isListed('page', page) ? page : undefined;
  };
  const has = (type: RecordType) =>
    isListedType(type)
      ? lists.total(listOf.listed(type)) > 0
      : hasContent(type, isDocument(type) ? [document(type)] : few(type));
  return menuOf(document('site'), few('authority'), pageOf, has);
}

/** Like `relatedStories` of `contract/lists.ts`, from no more than the newest stories of each label. */
function relatedReads({ readable, all, lists }: Source, db: Db): SqlReader['relatedStories'] {
  const labelsOf = idQuery(db, 'SELECT label_id FROM story_label WHERE story_id = ?');
  function related(story: Story): StoryCard[] {
    const recent = story.labels.flatMap(({ id }) => {
      const newestOfLabel = lists.newest(listOf.narrowed('story', id), RELATED_WINDOW + 1);
      return newestOfLabel.filter((one) => one.id !== story.id).slice(0, RELATED_WINDOW);
    });
    const own = new Set(story.labels.map((label) => label.id));
    const distinct = [...new Map(recent.map((one) => [one.id, one])).values()];
    const scored = distinct.map((one) => ({ ...one, shared: labelsOf.all(one.id).filter((id) => own.has(id)).length }));
    const best = scored.sort((a, b) => b.shared - a.shared || newestFirst(a, b)).slice(0, RELATED_STORIES);
    return all('story', idsOf(best)).map((one) => cardOf('story', one));
  }
  return async (id) => {
    const story = readable('story', id);
    return story ? related(story) : [];
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

function searchReads(
  source: Source,
  db: Db,
  { now, alerts }: { now: () => number; alerts: () => TimelyAlert[] },
): Reads<'listSearch' | 'search'> {
  const { all, document } = source;
  const { queryFor, isIndexed } = openSearchQueries(db);
  const matching = db.prepare<[string], Match>(`
    SELECT d.rowid, d.type, d.id, d.date, d.ranked FROM search JOIN search_document d ON d.rowid = search.rowid
    WHERE search MATCH ? ORDER BY search.rowid DESC LIMIT ${SEARCH_CANDIDATES}`);
  const first = db.prepare<[string], Match>('SELECT rowid FROM search WHERE search MATCH ? LIMIT 1');
  const alternatives = () => alternativesIn(document('categories').synonyms);
  function find(searched: string[], kinds: string[]): Match[] {
    const categories = document('categories');
    const query =
      searched.length === 0 ? null : queryFor(searched, kinds, categories, { alternatives: alternatives() });
    return query === null ? [] : matching.all(query);
  }
  /**
   * What the documents of some kinds say, and some more words. Asked of the documents, because words outlive theirs in
   * the index.
   */
  function vocabulary(kinds: string[], more: string[] = []): Vocabulary {
    const categories = document('categories');
    const named = vocabularyOf(CATEGORIZED_TYPES.flatMap((type) => categories[type].flatMap(categoryWords)));
    const further = vocabularyOf(more);
    return (text) => {
      const known = further(text);
      if (known === 'word' || (!isIndexed(text) && !named(text))) return known;
      const has = (areWhole: boolean) => {
        const query = queryFor([text], kinds, categories, { areWhole });
        return query !== null && first.get(query) !== undefined;
      };
      return has(true) ? 'word' : has(false) ? 'beginning' : known;
    };
  }
  const search = (asked: string, kinds: string[]) =>
    findForgiving(
      searchWords(asked),
      (words) => find(words, kinds),
      () => vocabulary(kinds),
    );
  const matchAt = db.prepare<[number], StoredMatch>(
    'SELECT type, id, date, title, titlekey, phones, note, shown, folded FROM search_document WHERE rowid = ?',
  );
  function preparedAt(rowid: number): PreparedMatch[] {
    const found = matchAt.get(rowid);
    return found ? [restored(found)] : [];
  }
  const timesOf = ({ type, id }: PreparedMatch): AlertTime | undefined =>
    type === 'alert' ? all(type, [id]).map((alert) => alertTime(alert, exactly(now())))[0] : undefined;
  const isOverNow = ({ type, id }: Pick<PreparedMatch, 'type' | 'id'>) =>
    type === 'agenda' && all(type, [id]).some((event) => isOver(event, momentAt(now())));
  return {
    async listSearch(type, asked, { by, page = 1 } = {}) {
      const { found, said } = search(asked, [by === undefined ? type : kindOf(type, by)]);
      const { items, pages } = newestPage(found, page);
      const ids = items.map((hit) => hit.id);
      return { ...cardsOf(type, { items: all(type, ids), pages }), ...said };
    },
    async search(asked, page) {
      const meant = alternatives();
      const sections = sectionDocuments(menuRead(source), document('site'));
      const within = (words: string[]) => sections.filter((one) => matches(one, decisiveWords(words), meant));
      const { found, words, said } = findForgiving<Match | SearchDocument>(
        searchWords(asked),
        (some) => [...within(some), ...find(some, [])],
        () => vocabulary([], sections.flatMap(wordsIn)),
      );
      const { items, pages } = rankedPage(found, words, page, {
        alternatives: meant,
        alerts: alerts(),
        isOver: isOverNow,
      });
      const prepared = items.flatMap((one) => ('rowid' in one ? preparedAt(one.rowid) : preparedMatch(one)));
      const results = prepared.map((one) =>
        searchResult(one, words, { alternatives: meant, alert: timesOf(one), isOver: isOverNow(one) }),
      );
      return { items: results, pages, ...said };
    },
  };
}

interface Match {
  rowid: number;
  type: RecordType;
  id: string;
  date: Day;
  ranked: string;
}

type StoredMatch = Pick<PreparedMatch, 'type' | 'id' | 'date' | 'title' | 'titlekey'> &
  ContextText & { phones: string | null; note: string | null };

function restored({ phones, note, shown, folded, ...rest }: StoredMatch): PreparedMatch {
  return {
    ...rest,
    context: { shown, folded },
    ...(note !== null && { note }),
    ...(phones !== null && { phones: JSON.parse(phones) as string[] }),
  };
}
