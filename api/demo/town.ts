import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { addDays, dayAt, leafOf, longDay } from '../contract/values/dates.ts';
import type { Day } from '../contract/values/dates.ts';
import { firstCategories } from '../contract/town/categories.ts';
import type { Categories } from '../contract/town/categories.ts';
import type { Site, UsefulData } from '../contract/town/documents.ts';
import type { EntityName } from '../contract/forms-and-lists.ts';
import type { PictureOwner } from '../contract/record-types.ts';

const FOLDER = new URL('../../db/demo/', import.meta.url);
const DAY = 86_400_000;

interface Dated {
  /** Distance from today in days, and the resulting day. */
  day: number;
  date: string;
}
interface Undated {
  day?: never;
}
interface Illustrated {
  /** Name of a drawing, null for none. */
  drawing?: string | null;
  drawings?: string[];
}
type Text<F extends string> = Record<F, string>;
interface Highlighted {
  status: string;
  highlight: boolean;
}
type DemoStory = Dated &
  Illustrated &
  Highlighted &
  Text<'title' | 'description' | 'text'> & { labels: string[]; video: string };
type EventPart = 'startTime' | 'endTime' | 'place' | 'address' | 'map';
type DemoEvent = Dated &
  Illustrated &
  Highlighted &
  Text<'title' | 'description' | 'text' | 'label' | 'lastDay'> &
  Partial<Text<EventPart>> & {
    /** Distance of its last day from today, for an event of several days. */
    until?: number;
  };
type DemoAuthority = Undated &
  Illustrated &
  Text<
    | 'name'
    | 'position'
    | 'education'
    | 'field'
    | 'description'
    | 'email'
    | 'phones'
    | 'inter'
    | 'address'
    | 'personalData'
  >;
type DemoAlbum = Dated &
  Illustrated &
  Highlighted &
  Text<'title' | 'shortdescription' | 'description'> & { videos: string[] };
type DemoPlace = Undated & Text<'title' | 'url'>;
type DemoBulletin = Dated & Text<'status' | 'bclass' | 'title' | 'number' | 'text'> & { pdf: boolean };
type DemoAlert = Dated &
  Text<
    | 'status'
    | 'headline'
    | 'instruction'
    | 'description'
    | 'area'
    | 'severity'
    | 'category'
    | 'urgency'
    | 'certainty'
    | 'onset'
    | 'expires'
  >;

type DemoProcedure = Undated &
  Text<
    | 'title'
    | 'description'
    | 'topic'
    | 'requirements'
    | 'cost'
    | 'duration'
    | 'office'
    | 'address'
    | 'hours'
    | 'phones'
    | 'form'
    | 'status'
    | 'text'
  >;
type DemoRoster = Undated & Text<'title' | 'description' | 'kind' | 'turns' | 'status'> & { noholidays: 0 | 1 };
type DemoPage = Undated & Illustrated & Text<'title' | 'description' | 'status' | 'text'>;

/** The demo town: its records as in db/demo, with their days relative to the time of loading. */
export interface Town {
  at: number;
  today: string;
  site: Site;
  categories: Categories;
  usefuldata: UsefulData;
  greenpointpage: { txt: string; drawings: string[] };
  authority: DemoAuthority[];
  map: DemoPlace[];
  greenpoint: DemoPlace[];
  alert: DemoAlert[];
  agenda: DemoEvent[];
  story: DemoStory[];
  bulletin: DemoBulletin[];
  album: DemoAlbum[];
  procedure: DemoProcedure[];
  roster: DemoRoster[];
  page: DemoPage[];
  /** What drawings show, by their names. Portraits have none: the page says whose they are. */
  alts: Partial<Record<string, string>>;
}

/** @param at time of loading, ms since the epoch */
export function readTown(at: number): Town {
  const today = dayAt(at);
  const dated = <T extends Dated>(file: string) =>
    read<T[]>(file).map((one) => ({ ...one, date: addDays(today, one.day) }));
  return {
    at,
    today,
    site: read('site.json'),
    categories: {
      ...firstCategories,
      zones: read<{ zone: string; streets: string[] }[]>('zones.json').map(({ zone, streets }) => ({
        zone,
        streets: streets.join('\n'),
      })),
    },
    usefuldata: read('useful-data.json'),
    greenpointpage: read('greenpointpage.json'),
    authority: read('authorities.json'),
    map: read('maps.json'),
    greenpoint: read('greenpoints.json'),
    // Past ones: one in force would stand above every page.
    alert: dated<DemoAlert & Text<'from' | 'to'>>('alerts.json').map(({ from, to, ...one }) => ({
      ...one,
      onset: `${one.date}T${from}`,
      expires: `${one.date}T${to}`,
    })),
    agenda: dated<DemoEvent>('agenda.json').map((one) => ({
      ...one,
      lastDay: one.until === undefined ? '' : addDays(today, one.until),
    })),
    story: dated<DemoStory>('stories.json').map((one) => ({ ...one, text: withDays(one.text, one.date) })),
    bulletin: dated<DemoBulletin>('bulletins.json').map((one) => ({
      ...one,
      number: one.number.replace('{year}', one.date.slice(0, 4)),
    })),
    album: dated('albums.json'),
    procedure: read('procedures.json'),
    roster: read<(Omit<DemoRoster, 'turns'> & { turns: string[] })[]>('rosters.json').map((one) => ({
      ...one,
      turns: one.turns.join('\n').replace(/\{day\+(\d+)\}/g, (_, days: string) => addDays(today, Number(days))),
    })),
    page: read('pages.json'),
    alts: read('pictures.json'),
  };
}

/** Writes days into a text: `{workday+2}` is the second working day after another, `{Workday+2}` begins a sentence. */
export const withDays = (text: string, from: Day) =>
  text.replace(/\{([wW])orkday\+(\d)\}/g, (_, letter: string, count: string) => {
    const day = workday(from, Number(count));
    const words = `${leafOf(day).weekday} ${longDay(day).replace(/ de \d+$/, '')}`;
    return letter === 'W' ? words[0]?.toUpperCase() + words.slice(1) : words;
  });

/** Returns the nth day after another that is not of a weekend. */
function workday(from: Day, nth: number): Day {
  const next = addDays(from, 1);
  const isOfWeekend = [0, 6].includes(new Date(next).getUTCDay());
  return nth === 1 && !isOfWeekend ? next : workday(next, isOfWeekend ? nth : nth - 1);
}

/** Returns the PDF of a bulletin, by its place in bulletins.json, or `digest`; `lab/demo-pdfs.ts` has drawn them. */
export const pdfOf = (name: string) => readFileSync(new URL(`pdfs/${name}.pdf`, FOLDER));

/** Returns the SVG of a drawing. */
export const drawing = (name: string) => readFileSync(new URL(`drawings/${name}.svg`, FOLDER));

/** Returns the id of a record, which follows from its index in its file: loading again writes the same files. */
export function idOf(entity: EntityName, index: number): string {
  return BigInt(`0x${createHash('sha256').update(`demo ${entity} ${index}`).digest('hex')}`)
    .toString(36)
    .slice(-12);
}

/**
 * Returns when a record was created: on its day, or today if that is in the future, and one second after the previous
 * record of its file.
 */
export function madeAt({ at }: Pick<Town, 'at'>, records: readonly { day?: number }[], index: number): number {
  return at + Math.min(records[index]?.day ?? 0, 0) * DAY - (records.length - index) * 1000;
}

/** The drawings that a record shows, and the record that their files belong to. */
interface Illustration {
  owner: PictureOwner;
  id: string;
  year?: number;
  drawings: string[];
}

export function illustrations(town: Town): Illustration[] {
  const records = (['story', 'agenda', 'authority', 'album', 'page'] as const).flatMap((owner) =>
    town[owner].map((record, index) => ({
      owner,
      id: idOf(owner, index),
      year: Number(dayAt(madeAt(town, town[owner], index)).slice(0, 4)),
      drawings: drawingsOf(record),
    })),
  );
  return [...records, { owner: 'greenpointpage', id: 'greenpointpage', drawings: town.greenpointpage.drawings }];
}

export function drawingsOf({ drawing: one, drawings }: Illustrated): string[] {
  return drawings ?? (one ? [one] : []);
}

function read<T>(file: string): T {
  return JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as T;
}
