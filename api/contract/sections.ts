import { pages } from './addresses/pages.ts';
import type { DocumentType, RecordType } from './record-types.ts';
import type { SiteTextName } from './town/site-texts.ts';

/** A colour of sections: the planes of `web/src/styles` and the cards of shares have it. */
export type SectionColour = 'agenda' | 'tourism' | 'green' | 'tax' | 'danger';

/** The drawings of signs, which `web/src/components/icon.tsx` has. */
export type SignIcon = 'procedure' | 'bulletin' | 'tax' | 'tourism' | 'agenda' | 'green';

/** What a section of the portal is. A section does not have the parts that are left out. */
export interface SectionTraits {
  /** The path of its page; of a section on another site, the word that the menu stores. */
  address: string;
  /** Its name, unless the town calls it something else. */
  name: string;
  /** Its page in the table of routes; left out for a section on another site. */
  page?: string;
  /** What it shows: a town may hide it while it has none of these. */
  types: readonly RecordType[];
  /** The document that is the text of its page. */
  document?: DocumentType;
  /** The menu does not offer it. */
  isOutsideMenu?: true;
  /** The colour of its sign, its pages and its cards; the town's where it has none. */
  colour?: SectionColour;
  /** Its sign on the home page: the sentence below its name is a text of Sitio, or the same for every town. */
  sign?: { icon: SignIcon; note: { text: SiteTextName } | string; name?: string };
  /** Its place among the shortcuts of an installed portal, and the text of Sitio that describes it there. */
  shortcut?: { place: number; text: SiteTextName };
  /** What a link to it says on a page that has nothing else to show. */
  wayOn?: string;
  /** Other words that a search finds it by, as if it were called so. */
  also?: string;
  /** What its records are called among those that a device keeps. */
  kept?: string;
  /** What other programs subscribe to, at its address with this ending. */
  feed?: 'atom' | 'ics';
  /**
   * Its topic of notifications: its place among them, and what it sends and how often. A record is announced once, when
   * it is published, unless it is dated `mostDays` or more ago: then it belongs to an archive being entered. Topics
   * without `mostDays` have rules of their own.
   */
  topic?: { name: string; place: number; words: string; mostDays?: number };
}

/** The consultation of taxes is on another site, whose address is in Sitio. */
export const TAXES = 'impuestos';

/**
 * The sections of the portal, those of the menu in the order of the spec (section 2.1); procedures and rosters are our
 * own.
 */
export const sections = [
  {
    address: pages.stories(),
    name: 'Noticias',
    page: 'stories',
    types: ['story'],
    shortcut: { place: 3, text: 'news' },
    wayOn: 'Todas las noticias',
    kept: 'Noticias',
    feed: 'atom',
    topic: { name: 'noticias', place: 4, words: 'Cuando sale una noticia: varias veces por semana.', mostDays: 2 },
  },
  { address: pages.government(), name: 'Gobierno', page: 'government', types: ['authority'] },
  {
    address: pages.procedures(),
    name: 'Trámites',
    page: 'procedures',
    types: ['procedure'],
    sign: { icon: 'procedure', note: 'Qué llevar, dónde y cuánto tarda' },
    wayOn: 'Trámites',
    kept: 'Trámites',
  },
  {
    address: pages.bulletins(),
    name: 'Boletín Oficial',
    page: 'bulletins',
    types: ['bulletin', 'digest'],
    sign: { icon: 'bulletin', note: { text: 'bulletinsSign' } },
    shortcut: { place: 2, text: 'bulletins' },
    wayOn: 'Boletín Oficial',
    kept: 'Boletines',
    feed: 'atom',
    topic: {
      name: 'boletin',
      place: 2,
      words: 'Cuando se publica un boletín: unas pocas veces al mes.',
      mostDays: 31,
    },
  },
  {
    address: pages.rosters(),
    name: 'Guardias y recorridos',
    page: 'rosters',
    types: ['roster'],
    kept: 'Guardias',
    wayOn: 'Guardias y recorridos',
    topic: {
      name: 'guardias',
      place: 5,
      words: 'Lo que mañana pasa por tu zona, la tarde anterior, y si cambia un horario: varias veces por semana.',
    },
  },
  {
    address: TAXES,
    name: 'Impuestos',
    types: [],
    colour: 'tax',
    sign: { icon: 'tax', note: 'Se abre en otro sitio', name: 'Consulta de impuestos' },
  },
  {
    address: pages.tourism(),
    name: 'Turismo',
    page: 'tourism',
    types: ['album', 'map'],
    colour: 'tourism',
    sign: { icon: 'tourism', note: { text: 'tourismSign' } },
    shortcut: { place: 4, text: 'tourism' },
  },
  {
    address: pages.agenda(),
    name: 'Agenda',
    page: 'agenda',
    types: ['agenda'],
    colour: 'agenda',
    sign: { icon: 'agenda', note: { text: 'agendaSign' } },
    shortcut: { place: 1, text: 'agenda' },
    wayOn: 'Toda la agenda',
    also: 'eventos hoy mañana fin de semana finde sábado domingo',
    kept: 'Eventos',
    feed: 'ics',
    topic: {
      name: 'agenda',
      place: 3,
      words: 'Los eventos de mañana, la tarde anterior: como mucho un aviso por día.',
    },
  },
  {
    address: pages.greenPoints(),
    name: 'Puntos verdes',
    page: 'green-points',
    types: ['greenpoint', 'greenpointpage'],
    document: 'greenpointpage',
    colour: 'green',
    sign: { icon: 'green', note: { text: 'greenPointsSign' } },
    shortcut: { place: 5, text: 'greenPoints' },
  },
  {
    address: pages.usefulData(),
    name: 'Datos útiles',
    page: 'useful-data',
    types: [],
    document: 'usefuldata',
    wayOn: 'Teléfonos y datos útiles',
    also: 'horarios de la municipalidad',
  },
  {
    address: pages.alerts(),
    name: 'Alertas',
    page: 'alerts',
    types: ['alert'],
    isOutsideMenu: true,
    colour: 'danger',
    feed: 'atom',
    topic: {
      name: 'alertas',
      place: 1,
      words: 'Cortes, temporales, rutas cerradas. Cuando hay una o cambia: a veces ninguna en el mes.',
    },
  },
] as const satisfies readonly SectionTraits[];

type Declared = (typeof sections)[number];
/** The name of a topic of notifications. */
export type Topic = Extract<Declared, { topic: object }>['topic']['name'];
/** The same for code that handles all sections alike. */
export const SECTIONS: readonly SectionTraits[] = sections;

/** Returns the section at an address. */
export const sectionAt = (address: string): SectionTraits | undefined =>
  SECTIONS.find((section) => section.address === address);
/** Returns the section that shows the records of a type. */
export const sectionOf = (type: RecordType): SectionTraits | undefined =>
  SECTIONS.find(({ types }) => types.includes(type));

/** Returns the address of a section's page for one of its categories, by the category's key. */
export const narrowedAddress = (section: string, key: string) => `${section}/${encodeURIComponent(key.toLowerCase())}`;

/** A section with a topic of notifications; the topic is shown under the section's name. */
export type TopicSection = SectionTraits & { topic: { name: Topic; place: number; words: string; mostDays?: number } };
/** The sections that have a topic, in the order in which the topics are offered. */
export const TOPIC_SECTIONS = SECTIONS.filter((section): section is TopicSection => section.topic !== undefined).sort(
  (a, b) => a.topic.place - b.topic.place,
);
export const TOPICS: readonly Topic[] = TOPIC_SECTIONS.map(({ topic }) => topic.name);
