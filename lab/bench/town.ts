import { readFileSync } from 'node:fs';
import { addDays, dayAt } from '../../api/contract/values/dates.ts';
import { firstCategories } from '../../api/contract/town/categories.ts';
import { CAROUSEL_ITEMS } from '../../api/contract/limits.ts';
import { STATUSES } from '../../api/contract/record-types.ts';
import type { AnyRecord } from '../../api/contract/records.ts';
import { labelHash, titlekey } from '../../api/contract/values/text.ts';
import { isReadable } from '../../api/contract/visibility.ts';
import type { Db } from '../../api/db/database.ts';
import { columnsOf } from '../../api/db/answer-columns.ts';
import { openListing } from '../../api/records/listing.ts';
import { openRecords } from '../../api/records/from-rows.ts';
import { openSearchIndex, offsetInDay } from '../../api/records/search-index.ts';
import { openWriter } from '../../api/records/write/writer.ts';

const AGENDA_LABELS = firstCategories.agenda.map(({ key }) => key);
const BULLETIN_CLASSES = firstCategories.bulletin.map(({ key }) => key);

export interface Sizes {
  stories: number;
  events: number;
  bulletins: number;
}
export const SMALL: Sizes = { stories: 500, events: 100, bulletins: 100 };
export const MIDDLE: Sizes = { stories: 20_000, events: 4000, bulletins: 4000 };
export const LARGE: Sizes = { stories: 100_000, events: 20_000, bulletins: 20_000 };
export const HUGE: Sizes = { stories: 1_000_000, events: 20_000, bulletins: 20_000 };

/** A record as staff would write it: when it was created and its id, its fields by name, and its labels. */
export interface Written {
  entity: 'story' | 'agenda' | 'bulletin';
  id: string;
  /** Time in ISO 8601. */
  created: string;
  fields: Record<string, string | number>;
  labels: string[];
}

/** A word that is in every text, so that a search for it matches everything. */
export const EVERYWHERE = 'municipalidad';
export const LABELS = 24;
export const labelName = (number: number) => `Etiqueta ${number}`;
const YEARS = 20;
const DAY = 86_400_000;

/**
 * Generates the records of a town, always the same ones for the same sizes and time. Texts have about 2 KB, from a
 * vocabulary in which, as in any language, a few words are very frequent and most are rare. Dates cover twenty years,
 * and some events are in the future. Even the small town fills a page of every list and the carousel, so that they can
 * be compared.
 * @param now ms since the epoch
 */
export function* writtenTown(sizes: Sizes, now: number): Generator<Written> {
  const { random, under, one, phrase, paragraph, title, text } = openLanguage();
  const status = () => (random() < 0.94 ? 'Publicado' : one(STATUSES));
  const today = dayAt(now);
  const day = (ahead: number) => addDays(today, ahead - under(YEARS * 365));

  function base(
    entity: Written['entity'],
    number: number,
    of: number,
  ): Pick<Written, 'id' | 'entity' | 'created' | 'labels'> {
    const at = now - Math.floor((of - number) * ((YEARS * 365 * DAY) / of));
    return { entity, id: idOf(entity, number), created: new Date(at).toISOString(), labels: [] };
  }

  for (let number = 0; number < sizes.stories; number += 1) {
    yield {
      ...base('story', number, sizes.stories),
      labels: [...new Set(Array.from({ length: under(4) }, () => labelName(under(LABELS))))],
      fields: {
        title: title(8),
        description: phrase(14),
        date: day(0),
        status: status(),
        highlight: random() < 0.04 ? 1 : 0,
        text: text(),
        video: '',
      },
    };
  }
  for (let number = 0; number < sizes.events; number += 1) {
    const isShown = number >= sizes.events - CAROUSEL_ITEMS;
    yield {
      ...base('agenda', number, sizes.events),
      fields: {
        title: title(6),
        description: phrase(12),
        date: isShown || random() < 0.2 ? addDays(today, under(60)) : day(0),
        status: isShown ? 'Publicado' : status(),
        highlight: isShown || random() < 0.04 ? 1 : 0,
        label: one(AGENDA_LABELS),
        text: paragraph(60),
        lastDay: '',
        startTime: random() < 0.7 ? `${10 + under(12)}:30` : '',
        endTime: '',
        place: phrase(2),
        address: '',
        map: '',
      },
    };
  }
  for (let number = 0; number < sizes.bulletins; number += 1) {
    yield {
      ...base('bulletin', number, sizes.bulletins),
      fields: {
        title: title(7),
        number: `${number + 1}/${2006 + under(YEARS)}`,
        status: status(),
        bclass: one(BULLETIN_CLASSES),
        date: day(0),
        text: text(),
      },
    };
  }
}

/** Returns a function that returns texts like those of the town's stories, a different one each time. */
export const textWriter = (): (() => string) => openLanguage().text;

/** Returns a reproducible source of chance and functions that write texts from the town's vocabulary with it. */
function openLanguage() {
  const random = chance(7);
  const under = (most: number) => Math.floor(random() * most);
  const one = <T>(from: readonly T[]) => from[under(from.length)] as T;
  const words = vocabulary(one);
  // The fourth power makes the first words of the vocabulary the most frequent ones.
  const word = () => words[Math.floor(words.length * random() ** 4)] as string;
  const phrase = (count: number) => Array.from({ length: count }, word).join(' ');
  const paragraph = (count: number) => `<p>${phrase(count)}.</p>`;
  const title = (count: number) => {
    const text = phrase(count);
    return text[0]?.toUpperCase() + text.slice(1);
  };
  const text = () => `<p>La ${EVERYWHERE} informa: ${phrase(60)}.</p>${paragraph(70)}${paragraph(70)}${paragraph(60)}`;
  return { random, under, one, phrase, paragraph, title, text };
}

/**
 * Fills a new database with a town at a few thousand records per second: with the rows, lists, search entries, changes
 * and one history entry per record that the writer would make, but without the writer's intermediate steps.
 */
export function fillTown(db: Db, sizes: Sizes, now: number): void {
  const insert = (table: string, columns: readonly string[]) =>
    db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`);
  const columns = { story: columnsOf('story'), agenda: columnsOf('agenda'), bulletin: columnsOf('bulletin') };
  const rows = {
    story: insert('story', columns.story),
    agenda: insert('agenda', columns.agenda),
    bulletin: insert('bulletin', columns.bulletin),
  };
  const label = db.prepare('INSERT OR IGNORE INTO label (id, name) VALUES (?, ?)');
  const storyLabel = insert('story_label', ['story_id', 'label_id', 'position']);
  const change = insert('change', ['type', 'id', 'shown']);
  const history = insert('history', ['user_id', 'request', 'at', 'action', 'type', 'record_id', 'after', 'answer']);
  const index = openSearchIndex(db);
  const listing = openListing(db);

  function write({ entity, id, created, fields, labels }: Written): void {
    const derived = {
      id,
      created,
      titlekey: titlekey(String(fields.title)),
      year: Number(dayAt(Date.parse(created)).slice(0, 4)),
      pdf: '',
      pdfname: '',
      pdfsize: 0,
    };
    const row: Record<string, unknown> = { ...derived, ...fields };
    rows[entity].run(...columns[entity].map((column) => row[column]));
    const own = labels.map((name) => ({ id: labelHash(name), name, namehashed: labelHash(name) }));
    own.forEach((one, place) => {
      label.run(one.id, one.name);
      storyLabel.run(id, one.id, place + 1);
    });
    const record = (entity === 'story' ? { ...row, labels: own } : row) as AnyRecord;
    listing.put(entity, id, record);
    change.run(entity, id, Number(isReadable(entity, record)));
    history.run('', 'bench', created, 'create', entity, id, JSON.stringify(fields), JSON.stringify({ id }));
  }

  const records = openRecords(db);
  const places: { type: Written['entity']; id: string; date: string }[] = [];
  inBatches(db, writtenTown(sizes, now), (one) => {
    write(one);
    places.push({ type: one.entity, id: one.id, date: String(one.fields.date) });
  });
  // The search engine flushes its index whenever an entry comes before the last one, so entries are added in order.
  places.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : offsetInDay(a.id) - offsetInDay(b.id)));
  inBatches(db, places, ({ type, id }) => index.put(type, id, records.one(type, id)));
}

function inBatches<T>(db: Db, all: Iterable<T>, work: (one: T) => void): void {
  const batch = db.transaction((some: T[]) => some.forEach(work));
  const some: T[] = [];
  for (const one of all) {
    some.push(one);
    if (some.length === 5000) batch(some.splice(0));
  }
  batch(some);
}

/** Creates what every town has, in the amounts of a small one, through the writer as staff would. */
export function furnishTown(db: Db, now: number): void {
  const writer = openWriter({ db, now: () => now });
  const act = { userId: '', usergroup: 1, request: 'bench' };
  const document = (file: string) =>
    JSON.parse(readFileSync(new URL(`../../db/demo/${file}.json`, import.meta.url), 'utf8')) as unknown;
  writer.setDocument(act, 'site', document('site'));
  writer.setDocument(act, 'usefuldata', document('useful-data'));
  const make = (
    entity: 'authority' | 'album' | 'map' | 'greenpoint',
    number: number,
    fields: Record<string, unknown>,
  ) => {
    const { id } = writer.create(act, entity, {
      id: idOf(entity, number),
      date: new Date(now - number * DAY).toISOString(),
    });
    for (const [field, value] of Object.entries(fields)) writer.update(act, entity, id, field, { value });
  };
  for (let number = 0; number < 8; number += 1)
    make('authority', number, { name: `Nombre ${number}`, position: `Cargo ${number}` });
  for (let number = 0; number < 12; number += 1)
    make('album', number, { title: `Álbum ${number}`, status: 'Publicado', highlight: number % 3 === 0 ? 1 : 0 });
  for (let number = 0; number < 6; number += 1)
    make('map', number, { title: `Mapa ${number}`, url: 'https://mapa.example/' });
  for (let number = 0; number < 6; number += 1)
    make('greenpoint', number, { title: `Punto ${number}`, url: 'https://mapa.example/' });
}

/** Returns an id of twelve characters. Like real ones, ids of consecutive records are far apart in the tables. */
export function idOf(entity: string, number: number): string {
  const mixed =
    (BigInt(number + 1) * 0x9e3779b97f4a7c15n + BigInt(entity.length) * 0xbf58476d1ce4e5b9n) & 0xffffffffffffffffn;
  return mixed.toString(36).padStart(13, '0').slice(-12);
}

const SYLLABLES = [
  'ca',
  'ña',
  'dón',
  'hue',
  'mul',
  'pa',
  'ta',
  'go',
  'nia',
  'ri',
  'o',
  'chi',
  'co',
  'es',
  'te',
  'pa',
  'gua',
  'na',
  'cos',
  'la',
  'gu',
  'nas',
  'ven',
  'tis',
  'que',
  'ro',
  'lla',
  'mar',
  'sol',
  'nie',
  've',
  'cam',
];
const FREQUENT = [
  'de',
  'la',
  'el',
  'en',
  'y',
  'los',
  'las',
  'que',
  'del',
  'se',
  'para',
  'con',
  'por',
  'una',
  'vecinos',
  'obra',
  'plaza',
  'agua',
  'salud',
  'escuela',
];

function vocabulary(one: <T>(from: readonly T[]) => T): string[] {
  const made = new Set(FREQUENT);
  while (made.size < 6000) made.add(Array.from({ length: one([2, 3, 4]) }, () => one(SYLLABLES)).join(''));
  return [...made];
}

/** Returns a reproducible random generator (mulberry32) of numbers in [0, 1). */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
