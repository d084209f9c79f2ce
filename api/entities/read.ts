import type { Db } from '../db.ts';
import { dayAt } from '../contract/dates.ts';
import type { Day } from '../contract/dates.ts';
import { CAROUSEL_ITEMS, HOME_STORIES, LAST_LABELS, NEXT_EVENTS, PAGE_SIZE, RELATED_STORIES, SEARCH_CANDIDATES } from '../contract/limits.ts';
import { AGENDA_LABELS, BULLETIN_CLASSES } from '../contract/entities.ts';
import { albumCard, authorityCard, bulletinCard, carouselItem, eventCard, isAny, newestFirst, storyCard } from '../contract/lists.ts';
import type { CarouselItem, Paged } from '../contract/lists.ts';
import type { PublicReader } from '../contract/reader.ts';
import type { RecordType } from '../contract/changes.ts';
import type { Label, RecordOf } from '../contract/records.ts';
import { newestPage, rankedPage, searchDocument, searchResult } from '../contract/search.ts';
import type { SearchableType } from '../contract/search.ts';
import { fold, labelHash, searchWords } from '../contract/text.ts';
import { isListed, isReadable } from '../contract/visibility.ts';
import { openRecords } from './records.ts';

const NEWEST = 'ORDER BY date DESC, created DESC, id DESC';
const SOONEST = 'ORDER BY date, created, id';
const LISTED = "status = 'Publicado'";

/**
 * The public reader over SQLite. SQL selects and orders ids by index; the records themselves are made in one place.
 * What the lists contain is decided by `contract/lists.ts` and `contract/visibility.ts`, and a test compares the two.
 * @param now ms since the epoch; the agenda's today follows from it
 */
export function createSqlReader({ db, now }: { db: Db; now: () => number }): PublicReader {
  const records = openRecords(db);
  const ids = (sql: string) => db.prepare<unknown[], string>(sql).pluck();
  const count = (sql: string) => db.prepare<unknown[], number>(sql).pluck();

  const storyIds = ids(`SELECT id FROM story WHERE ${LISTED} ${NEWEST} LIMIT ? OFFSET ?`);
  const storyCount = count(`SELECT count(*) FROM story WHERE ${LISTED}`);
  const labelled = `FROM story JOIN story_label ON story_id = id AND label_id = ? WHERE ${LISTED}`;
  const labelledIds = ids(`SELECT id ${labelled} ${NEWEST} LIMIT ? OFFSET ?`);
  const labelledCount = count(`SELECT count(*) ${labelled}`);
  const relatedIds = ids(`
    SELECT id FROM story JOIN (
      SELECT other.story_id, count(*) AS shared FROM story_label own JOIN story_label other USING (label_id)
      WHERE own.story_id = @id AND other.story_id <> @id GROUP BY other.story_id
    ) ON story_id = id WHERE ${LISTED} ORDER BY shared DESC, date DESC, created DESC, id DESC LIMIT ${RELATED_STORIES}`);
  const labels = db.prepare<[], Label>(`
    SELECT id, name, id AS namehashed FROM label
    WHERE EXISTS (SELECT 1 FROM story_label JOIN story ON story.id = story_id WHERE label_id = label.id AND ${LISTED}) ORDER BY id`);
  const labelsOfNewest = db.prepare<[], Label>(`
    SELECT label.id, name, label.id AS namehashed FROM story JOIN story_label ON story_id = story.id JOIN label ON label.id = label_id
    WHERE ${LISTED} ORDER BY date DESC, created DESC, story.id DESC, position`);
  const inRange = `FROM agenda WHERE ${LISTED} AND date BETWEEN ? AND ?`;
  const eventIds = ids(`SELECT id ${inRange} ${SOONEST} LIMIT ? OFFSET ?`);
  const eventCount = count(`SELECT count(*) ${inRange}`);
  const labelEventIds = ids(`SELECT id ${inRange} AND label = ? ${SOONEST} LIMIT ? OFFSET ?`);
  const labelEventCount = count(`SELECT count(*) ${inRange} AND label = ?`);
  const albumIds = ids(`SELECT id FROM album WHERE ${LISTED} ORDER BY created DESC, id DESC LIMIT ? OFFSET ?`);
  const albumCount = count(`SELECT count(*) FROM album WHERE ${LISTED}`);
  const highlightedAlbumIds = ids(`SELECT id FROM album WHERE ${LISTED} AND highlight = 1 ORDER BY created DESC, id DESC`);
  const inClass = `FROM bulletin WHERE ${LISTED} AND date BETWEEN ? AND ?`;
  const bulletinIds = ids(`SELECT id ${inClass} ${NEWEST} LIMIT ? OFFSET ?`);
  const bulletinCount = count(`SELECT count(*) ${inClass}`);
  const classIds = ids(`SELECT id ${inClass} AND bclass = ? ${NEWEST} LIMIT ? OFFSET ?`);
  const classCount = count(`SELECT count(*) ${inClass} AND bclass = ?`);
  const carouselIds = {
    story: ids(`SELECT id FROM story WHERE ${LISTED} AND highlight = 1 ${NEWEST} LIMIT ${CAROUSEL_ITEMS}`),
    agenda: ids(`SELECT id FROM agenda WHERE ${LISTED} AND highlight = 1 ${NEWEST} LIMIT ${CAROUSEL_ITEMS}`),
  };
  const madeFirst = (table: string) => ids(`SELECT id FROM ${table} ORDER BY created, id`);
  const authorityIds = madeFirst('authority');
  const mapIds = madeFirst('map');
  const greenPointIds = madeFirst('greenpoint');
  const authorityId = ids('SELECT id FROM authority WHERE titlekey = ?');
  const found = db.prepare<[string], Found>(`
    SELECT d.type, d.id, d.title, d.titlekey, d.date FROM search JOIN search_document d ON d.rowid = search.rowid
    WHERE search MATCH ? ORDER BY search.rowid DESC LIMIT ${SEARCH_CANDIDATES}`);

  function readable<T extends RecordType>(type: T, id: string | undefined): RecordOf<T> | null {
    const record = id === undefined ? null : records.one(type, id);
    return record && isReadable(type, record) ? record : null;
  }
  /** The records behind ids that SQL has chosen. */
  function all<T extends RecordType>(type: T, chosen: string[]): RecordOf<T>[] {
    return chosen.map((id) => records.one(type, id)).filter((record) => record !== null);
  }
  function document<T extends RecordType>(type: T): RecordOf<T> {
    const record = records.one(type, type);
    if (!record) throw new Error(`document ${type} is missing`);
    return record;
  }
  function carousel(types: readonly ('story' | 'agenda')[]): CarouselItem[] {
    const items = types.flatMap((type) =>
      all(type, carouselIds[type].all()).map((record) => ({ ...record, type: type === 'story' ? ('Story' as const) : ('Agenda' as const) })),
    );
    return items.sort(newestFirst).slice(0, CAROUSEL_ITEMS).map(carouselItem);
  }

  return {
    site: async () => document('site'),
    usefulData: async () => document('usefuldata'),
    authorities: async () => all('authority', authorityIds.all()).filter((one) => isListed('authority', one)).map(authorityCard),
    authority: async (name) => readable('authority', authorityId.get(name)),
    story: async (id) => readable('story', id),
    relatedStories: async (id) => (readable('story', id) ? all('story', relatedIds.all({ id })).map(storyCard) : []),
    stories: async (page) => pageOf(all('story', storyIds.all(PAGE_SIZE, offset(page))).map(storyCard), storyCount.get()),
    storiesByLabel: async (label, page) => {
      const hash = labelHash(label);
      return pageOf(all('story', labelledIds.all(hash, PAGE_SIZE, offset(page))).map(storyCard), labelledCount.get(hash));
    },
    lastStories: async () => all('story', storyIds.all(HOME_STORIES, 0)).map(storyCard),
    labels: async () => labels.all(),
    lastLabels: async () => {
      const last = new Map<string, Label>();
      const enough = Math.min(LAST_LABELS, labels.all().length);
      for (const label of labelsOfNewest.iterate()) {
        if (!last.has(label.id)) last.set(label.id, label);
        if (last.size === enough) break;
      }
      return [...last.values()];
    },
    event: async (id) => readable('agenda', id),
    events: async (label, range, page) => {
      const { from, to } = range ?? { from: dayAt(now()), to: LAST_DAY };
      if (isAny(label)) return pageOf(all('agenda', eventIds.all(from, to, PAGE_SIZE, offset(page))).map(eventCard), eventCount.get(from, to));
      const category = AGENDA_LABELS.find((one) => fold(one) === fold(label)) ?? '';
      return pageOf(all('agenda', labelEventIds.all(from, to, category, PAGE_SIZE, offset(page))).map(eventCard), labelEventCount.get(from, to, category));
    },
    nextEvents: async () => all('agenda', eventIds.all(dayAt(now()), LAST_DAY, NEXT_EVENTS, 0)).map(eventCard),
    homeCarousel: async () => carousel(['story', 'agenda']),
    newsCarousel: async () => carousel(['story']),
    albums: async (page) => pageOf(all('album', albumIds.all(PAGE_SIZE, offset(page))).map(albumCard), albumCount.get()),
    highlightedAlbums: async () => all('album', highlightedAlbumIds.all()).map(albumCard),
    album: async (id) => readable('album', id),
    maps: async () => all('map', mapIds.all()).filter((one) => isListed('map', one)),
    greenPoints: async () => all('greenpoint', greenPointIds.all()).filter((one) => isListed('greenpoint', one)),
    greenPointPage: async () => document('greenpointpage'),
    digest: async () => document('digest'),
    bulletin: async (id) => readable('bulletin', id),
    bulletins: async (bclass, range, page) => {
      const { from, to } = range ?? { from: FIRST_DAY, to: LAST_DAY };
      if (isAny(bclass)) return pageOf(all('bulletin', bulletinIds.all(from, to, PAGE_SIZE, offset(page))).map(bulletinCard), bulletinCount.get(from, to));
      const known = BULLETIN_CLASSES.find((one) => fold(one) === fold(bclass)) ?? '';
      return pageOf(all('bulletin', classIds.all(from, to, known, PAGE_SIZE, offset(page))).map(bulletinCard), classCount.get(from, to, known));
    },
    bulletinSearch: async (bclass, search, page) => {
      const searched = searchWords(search);
      if (searched.length === 0) return { items: [], pages: 0 };
      const kinds = isAny(bclass) ? ['bulletin'] : ['bulletin', labelHash(bclass) || '-'];
      const { items, pages } = newestPage(found.all(matchOf(searched, kinds)), page);
      return { items: all('bulletin', items.map((hit) => hit.id)).map(bulletinCard), pages };
    },
    search: async (search, page) => {
      const searched = searchWords(search);
      if (searched.length === 0) return { items: [], pages: 0 };
      const { items, pages } = rankedPage(found.all(matchOf(searched, [])), searched, page);
      const documents = items.map(({ type, id }) => {
        const record = records.one(type, id);
        return record && searchDocument(type, record);
      });
      return { items: documents.filter((one) => one !== null).map((one) => searchResult(one, searched)), pages };
    },
  };
}

interface Found {
  type: SearchableType;
  id: string;
  title: string;
  titlekey: string;
  date: Day;
}

const FIRST_DAY = '0000-01-01';
const LAST_DAY = '9999-12-31';
const offset = (page: number) => (page - 1) * PAGE_SIZE;

function pageOf<T>(items: T[], total: number | undefined): Paged<T> {
  return { items, pages: Math.ceil((total ?? 0) / PAGE_SIZE) };
}

/** An FTS5 query in which every word, quoted, is a prefix: what a visitor typed has no meaning to the search engine. */
function matchOf(searched: string[], kinds: string[]): string {
  const quoted = searched.map((word) => `"${word}"*`).join(' AND ');
  return [`{title body} : (${quoted})`, ...kinds.map((kind) => `kind : "${kind}"`)].join(' AND ');
}
