import { categoryFields, categoryOf, categoryWords, isCategorized } from './town/categories.ts';
import type { Categories } from './town/categories.ts';
import { isDated, isDocument, recordTypes, traitsOf } from './record-types.ts';
import type { DocumentType, FoundType, RecordType } from './record-types.ts';
import type { AlertTime, TimelyAlert } from './calendar/alerts.ts';
import { pages } from './addresses/pages.ts';
import { TICKETS_PAGE } from './addresses/tickets.ts';
import { addDays } from './values/dates.ts';
import type { Day } from './values/dates.ts';
import { otherNames } from './town/emergencies.ts';
import { sectionName } from './town/menu.ts';
import type { Menu } from './town/menu.ts';
import { siteTexts } from './town/site-texts.ts';
import { itself } from './town/synonyms.ts';
import type { Alternatives } from './town/synonyms.ts';
import { PAGE_SIZE, SEARCH_CANDIDATES } from './limits.ts';
import { paged } from './lists.ts';
import type { Paged } from './lists.ts';
import type {
  AnyRecord,
  Digest,
  GreenPointPage,
  RecordOf,
  SiteDocument,
  Story,
  UsefulDataDocument,
} from './records.ts';
import {
  contextText,
  cut,
  decisiveWords,
  dottedText,
  keywordContext,
  labelHash,
  plainText,
  titlekey as keyOf,
  words,
} from './values/text.ts';
import type { ContextText } from './values/text.ts';
import { rosterText } from './calendar/roster-rows.ts';
import { shownText, withSpokenPictures } from './uploaded/text-pictures.ts';
import { shownTitle, titledPdfs } from './values/pdf-titles.ts';
import { phoneParts } from './values/phones.ts';
import { sectionAt, TAXES } from './sections.ts';
import { isReadable } from './visibility.ts';

/** Result types of the documents. The town's document and the directory each contain several telephones. */
const DOCUMENT_RESULTS = {
  site: 'Telefono',
  // Nothing in these two is a result of its own.
  hero: 'Portada',
  categories: 'Categoria',
  usefuldata: 'Telefono',
  greenpointpage: 'PuntosVerdes',
  digest: 'Digesto',
} as const satisfies Record<DocumentType, string>;
/** What a search finds in: records, and the sections of the menu with its links to other sites. */
export type SearchedType = RecordType | 'section';
type ResultType =
  | 'Seccion'
  | (typeof DOCUMENT_RESULTS)[DocumentType]
  | (typeof recordTypes)[FoundType]['search']['result'];

/** Returns the result type of what was found. */
export const resultTypeOf = (type: SearchedType): ResultType =>
  type === 'section' ? 'Seccion' : isDocument(type) ? DOCUMENT_RESULTS[type] : recordTypes[type].search.result;

export interface SearchResult {
  type: ResultType;
  id: string;
  title: string;
  titlekey: string;
  keywordcontext: string;
  /** The day of what has one, which tells two of the same title apart. */
  date?: Day;
  /** The numbers to call, for telephones only. */
  phones?: string[];
  /** An event that is over. */
  isOver?: true;
  /** Of an alert: one that has ended must not look as if it were in force. */
  alert?: AlertTime;
}
/** What a result shows of a match. */
interface Telling {
  type: SearchedType;
  /** Id of the record, or of one telephone in a document with several; the address of a section. */
  id: string;
  title: string;
  titlekey: string;
  /** Of content without a date, one that gives it its place. */
  date: Day;
  phones?: string[];
  /** Text that the result shows in place of the excerpt. */
  note?: string;
}
/** A match prepared for its result, limited in size, so that showing it costs the same however long the record is. */
export interface PreparedMatch extends Telling {
  context: ContextText;
}
/** What is searched of a record; `date` orders equally good matches. */
export interface SearchDocument extends Telling {
  body: string;
  /** Folded words, each after a space. `ranked` has those that count for the rank: `rankedWords`. */
  titleWords: string;
  otherWords: string;
  ranked: string;
}
/**
 * What is collected from a record. `also` has other names of the same thing, which are searched but never quoted.
 */
type Gathered = Omit<SearchDocument, 'titleWords' | 'otherWords' | 'ranked'> & { also: string };

/** Maximum number of characters of a title that a result shows, and of its words that count for the rank. */
const TITLE_SHOWN = 300;
const TITLE_RANKED = 300;
/** Maximum number of different words of a text that can be found, so that no text slows down all searches. */
const WORDS_FOUND = 10_000;

/**
 * Returns everything that can be found of a record; nothing if the public may not read it.
 * @param categories by whose names the record is found too; an index that outlives them leaves them out
 */
export function searchDocuments<T extends RecordType>(
  type: T,
  record: AnyRecord,
  categories?: Categories,
): SearchDocument[] {
  if (!isReadable(type, record)) return [];
  const named = categories ? namesOf(type, record, categories) : '';
  return gathered(type, record).map(({ also, ...rest }) => searchDocument({ ...rest, also: `${also} ${named}` }));
}

function searchDocument({ also, title, ...rest }: Gathered): SearchDocument {
  const titleWords = spaced(title);
  const otherWords = spaced(`${rest.body} ${also}`);
  return {
    ...rest,
    title: cut(title, TITLE_SHOWN, TITLE_SHOWN),
    titleWords,
    ranked: rankedWords(rest.type, title, otherWords),
    otherWords,
  };
}

/**
 * The words that count for the rank: those of the title; of a telephone also, each after a bar, those of its name
 * (`Agua y Saneamiento: guardia por cortes` is called what stands before the colon), and all others.
 */
function rankedWords(type: SearchedType, title: string, otherWords: string): string {
  const titleWords = spaced(title).slice(0, TITLE_RANKED);
  if (!isPhone(type)) return titleWords;
  const [name = ''] = title.split(/[:(]/, 1);
  return [titleWords, spaced(name).slice(0, TITLE_RANKED), otherWords.slice(0, TITLE_RANKED)].join('|');
}

/** Returns what can be found of a menu: the sections that it shows, and its links to other sites. */
export function sectionDocuments({ items, sections }: Menu, site: SiteDocument): SearchDocument[] {
  const texts = siteTexts(site);
  const own = sections.map((address) => {
    const { name = '', sign, also: called = '' } = sectionAt(address) ?? {};
    const note = typeof sign?.note === 'string' ? sign.note : sign ? texts[sign.note.text] : '';
    const id = address === TAXES ? site.taxUrl : address;
    return {
      id,
      title: sectionName(site, address, sign?.name),
      note,
      called,
      also: `${name} ${sign?.name ?? ''} ${note}`,
    };
  });
  // What is on today comes from both.
  if ([pages.agenda(), pages.rosters()].some((address) => sections.includes(address)))
    own.push({ id: pages.today(), title: 'Hoy', note: TODAY, called: 'mañana', also: '' });
  const others = items
    .flatMap((entry) => ('items' in entry ? entry.items : [entry]))
    .flatMap(({ to, name }) => {
      const one = { id: to, title: name, also: '' };
      if (to === TICKETS_PAGE) return { ...one, note: TICKETS, called: 'queja bache pozo luminaria', also: TICKETS };
      return /^https?:/.test(to) && to !== site.taxUrl ? { ...one, note: ELSEWHERE, called: '' } : [];
    });
  return [...own, ...others].map(({ called, also, ...one }) => {
    const document = { ...one, type: 'section' as const, titlekey: '', date: SECTIONS_DAY, body: '' };
    const found = searchDocument({ ...document, also: `${also} ${called}` });
    return { ...found, ranked: found.ranked + spaced(called) };
  });
}
const ELSEWHERE = 'Se abre en otro sitio';
const TICKETS = 'Avisá de un bache, una luz, la basura o lo que haga falta';
const TODAY = 'Lo de hoy y lo de mañana';

function namesOf(type: RecordType, record: AnyRecord, categories: Categories): string {
  if (!isCategorized(type)) return '';
  const field: string = categoryFields[type];
  const key = (record as Partial<Record<string, unknown>>)[field];
  const category = key ? categoryOf(categories[type], String(key)) : undefined;
  return category ? categoryWords(category).join(' ') : '';
}

/** Returns each word once, because frequency does not count. */
function spaced(text: string): string {
  return [...new Set(words(text))]
    .slice(0, WORDS_FOUND)
    .map((word) => ` ${word}`)
    .join('');
}

function gathered<T extends RecordType>(type: T, record: AnyRecord): Gathered[] {
  if (type === 'site') return emergencies(record as SiteDocument);
  if (type === 'usefuldata') return directory(record as UsefulDataDocument);
  const texts = searchableTexts(type, record);
  if (!texts) return [];
  const { title, date, parts, also = '' } = texts;
  const { id, titlekey = keyOf(title) } = record as Story;
  return [{ type, id, titlekey, title, date, also, body: parts.map(textOf).filter(Boolean).join(' · ') }];
}

/** What is read of a rich text, and of its pictures. */
const textOf = (html: string) => dottedText(withSpokenPictures(shownText(html)));

/**
 * Returns the rank of a match: 2 for each searched word that begins a word of the title, 1 where only one that means
 * the same does: who looks for the hospital finds it before other places of health.
 */
function titleScore(ranked: string, searched: string[], alternatives: Alternatives): number {
  const has = (one: string) => ranked.includes(` ${one}`);
  return searched.reduce((score, word) => score + (has(word) ? 2 : alternatives(word).some(has) ? 1 : 0), 0);
}

/**
 * Returns the rank of a telephone, compared number by number: how many searched words its name has; how much of what
 * they mean it says anywhere, a word itself twice as much as another that means the same; whether it is an emergency
 * line; and the ranks of its name and its title. So whoever looks for a doctor finds those who say several words of the
 * matter before the waterworks, of whose telephone only the hours are called like one of them.
 */
function phoneScore({ type, ranked }: Ranked, searched: string[], alternatives: Alternatives): number[] {
  const [title = '', name = ''] = ranked.split('|');
  const sum = (scoreOf: (word: string) => number) => searched.reduce((score, word) => score + scoreOf(word), 0);
  const says = (word: string) => Number(ranked.includes(` ${word}`));
  return [
    sum((word) => Number(name.includes(` ${word}`))),
    sum((word) => says(word) + alternatives(word).reduce((score, one) => score + says(one), 0)),
    Number(type === 'site'),
    titleScore(name, searched, alternatives),
    titleScore(title, searched, alternatives),
  ];
}
type Ranked = Pick<SearchDocument, 'type' | 'ranked' | 'date' | 'id'>;

/** Which of two ranks is the higher one, as a number to sort by. */
const higherFirst = (a: number[], b: number[]) =>
  a.map((one, at) => (b[at] ?? 0) - one).find((difference) => difference !== 0) ?? 0;

/** Returns the words of a document. */
export const wordsIn = ({ titleWords, otherWords }: SearchDocument) =>
  `${titleWords}${otherWords}`.split(' ').filter(Boolean);

/** Does every searched word, or one that means the same, begin some word of the document? */
export function matches(
  { titleWords, otherWords }: Pick<SearchDocument, 'titleWords' | 'otherWords'>,
  searched: string[],
  alternatives = itself,
): boolean {
  const has = (one: string) => titleWords.includes(` ${one}`) || otherWords.includes(` ${one}`);
  return searched.length > 0 && searched.every((word) => alternatives(word).some(has));
}

/**
 * Returns a page of ranked results. Telephones come first, because a person who looks for one may be in a hurry, then
 * sections that are called by a searched word, then alerts that are not over. Of the newest 1000 matches, those with
 * more searched words in the title come first, newer ones before older ones among equals; older ones are not ranked and
 * not counted. Whoever asks who somebody is gets the authorities first. Of an event that is over a searched word counts
 * half, so that those to come stand before it.
 * @param found matches, in any order
 * @param alerts those of the moment, with their state
 */
export function rankedPage<D extends Ranked>(
  found: D[],
  searched: string[],
  page: number,
  {
    alternatives = itself,
    alerts = [],
    isOver = () => false,
  }: {
    alternatives?: Alternatives;
    alerts?: readonly TimelyAlert[];
    isOver?: (event: Pick<SearchDocument, 'type' | 'id' | 'date'>) => boolean;
  } = {},
): Paged<D> {
  const telling = decisiveWords(searched);
  const ahead = new Set(alerts.flatMap(({ id, state }) => (state === 'over' ? [] : id)));
  const newest = [...found].sort(newerFirst).slice(0, SEARCH_CANDIDATES);
  const scored = newest.map((document) => {
    const { type, id, ranked } = document;
    if (isPhone(type)) return { document, rank: [3, ...phoneScore(document, telling, alternatives)] };
    const score = titleScore(ranked, telling, alternatives) / (type === 'agenda' && isOver(document) ? 2 : 1);
    if (type === 'authority' && searched.includes('quien')) return { document, rank: [4, score] };
    const first = type === 'section' && score > 0 ? 2 : type === 'alert' && ahead.has(id) ? 1 : 0;
    return { document, rank: [first, score] };
  });
  scored.sort((a, b) => higherFirst(a.rank, b.rank) || newerFirst(a.document, b.document));
  return paged(
    scored.map(({ document }) => document),
    page,
    PAGE_SIZE,
  );
}

/** Returns a page of matches without ranking: the newest 1000, newest first. */
export function newestPage<D extends Pick<SearchDocument, 'date' | 'id'>>(found: D[], page: number): Paged<D> {
  return paged([...found].sort(newerFirst).slice(0, SEARCH_CANDIDATES), page, PAGE_SIZE);
}

export function preparedMatch({ type, id, date, title, titlekey, note, phones, body }: SearchDocument): PreparedMatch {
  return {
    type,
    id,
    date,
    title,
    titlekey,
    context: contextText(body),
    ...(note !== undefined && { note }),
    ...(phones && { phones }),
  };
}

export function searchResult(
  { type, id, date, title, titlekey, context, note, phones }: PreparedMatch,
  searched: string[],
  {
    alternatives = itself,
    alert,
    isOver = false,
  }: { alternatives?: Alternatives; alert?: AlertTime | undefined; isOver?: boolean } = {},
): SearchResult {
  const keywordcontext = note ?? keywordContext(context, searched.flatMap(alternatives));
  const shown = {
    ...(type !== 'section' && isDated(type) && { date }),
    ...(phones && { phones }),
    ...(alert && { alert }),
    ...(isOver && { isOver }),
  };
  return { type: resultTypeOf(type), id, title, titlekey, keywordcontext, ...shown };
}

const isPhone = (type: SearchedType) => resultTypeOf(type) === 'Telefono';

function newerFirst(a: Pick<SearchDocument, 'date' | 'id'>, b: Pick<SearchDocument, 'date' | 'id'>): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

/** Dates of content without a date, which comes before all other; telephones keep their order. */
const LAST_DAY: Day = '9999-12-31';
const STANDING: Day = '9999-01-01';
const SECTIONS_DAY: Day = '9999-06-01';
const ALWAYS = '24 h todos los días';
const NOTE = 130;

function emergencies(site: SiteDocument): Gathered[] {
  return site.lines.map((line, at) => ({
    type: 'site',
    id: String(at),
    titlekey: keyOf(line.name),
    title: line.name,
    body: '',
    also: `${otherNames(line)} ${numbers([line.phone])}`,
    date: addDays(LAST_DAY, -at),
    phones: [line.phone],
    note: line.always ? ALWAYS : line.note,
  }));
}

/** Returns the rows of the directory. Rows have no id, so their position is used. */
function directory({ rows }: UsefulDataDocument): Gathered[] {
  return rows.map(({ area, phones, extension, hours, always, address, email }, at) => ({
    type: 'usefuldata',
    id: String(at),
    titlekey: keyOf(area),
    title: area,
    body: [address, email].filter(Boolean).join(' · '),
    also: numbers(phones),
    date: addDays(LAST_DAY, -AFTER_EMERGENCIES - at),
    phones,
    note: cut(
      [always ? ALWAYS : hours, address, extension && `int. ${extension}`].filter(Boolean).join(' · '),
      NOTE,
      NOTE - 3,
    ),
  }));
}
const AFTER_EMERGENCIES = 10;

/** Returns telephone numbers as they are written, each also as its digits alone, with and without its code. */
const numbers = (phones: string[]) =>
  phones
    .flatMap((phone) => [phone, ...phoneParts(phone).flatMap(({ tel, text }) => (tel ? undivided(text) : []))])
    .join(' ');

/** `(02902) 48-1144` is dialled as 02902481144 or 481144. */
function undivided(text: string): string[] {
  const groups = text.match(/\d+/g) ?? [];
  return groups.map((_, at) => groups.slice(at).join('')).filter((digits, at) => at === 0 || digits.length > 5);
}

interface Texts {
  title: string;
  date: Day;
  parts: string[];
  also?: string;
}

/** The titles of a record's PDFs, where it has several. */
function pdfWords(record: AnyRecord): string {
  const { pdfs = [], pdftitles = '' } = record as Partial<RecordOf<'page'>>;
  return titledPdfs(pdfs, pdftitles).map(shownTitle).join(' · ');
}

function searchableTexts(type: RecordType, record: AnyRecord): Texts | null {
  if (type === 'greenpointpage') {
    const { txt } = record as GreenPointPage;
    return plainText(txt) ? { title: 'Puntos verdes', date: STANDING, parts: [txt], also: 'reciclado' } : null;
  }
  if (type === 'digest') {
    const { pdf, pdfname } = record as Digest;
    return pdf
      ? {
          title: 'Digesto municipal',
          date: STANDING,
          parts: ['Las normas del municipio, en un PDF', pdfname],
          also: 'ordenanzas',
        }
      : null;
  }
  const { search, fields = {} } = traitsOf(type);
  if (!search) return null;
  const { date, created, labels = [] } = record as Partial<Story>;
  const valueOf = (field: string) => String((record as Partial<Record<string, unknown>>)[field] ?? '');
  const textOf = (field: string) => {
    const value = valueOf(field);
    return fields[field] === 'turns'
      ? rosterText(value)
      : fields[field] === 'lines'
        ? value.replace(/\n/g, '<br>')
        : value;
  };
  // A label is found by its address too, in which it is one word.
  const hashes = labels
    .filter(({ name }) => !words(name).includes(labelHash(name)))
    .map(({ namehashed }) => namehashed);
  return {
    title: textOf(search.title),
    date: (search.isStanding ? STANDING : isDated(type) ? date : created?.slice(0, 10)) ?? '',
    parts: [...search.texts.map(textOf), labels.map((label) => label.name).join(' '), pdfWords(record)],
    also: [search.also ?? '', ...hashes].join(' ').trim(),
  };
}
