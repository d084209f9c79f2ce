/**
 * Every type of record that devices hold, declared once and without validation code, because residents load this: its
 * values and attachments, who sees it and where it is listed. What staff see of an entity (words, choices,
 * forms) is declared beside it in `forms-and-lists.ts`, and the compiler holds the two together.
 */

export const STATUSES = ['Redaccion', 'Publicado', 'Archivado', 'Oculto'] as const;
export type Status = (typeof STATUSES)[number];

/** The severities, urgencies, certainties and categories of alerts: those of the Common Alerting Protocol (CAP 1.2). */
export const ALERT_SEVERITIES = ['Extreme', 'Severe', 'Moderate', 'Minor'] as const;
export const ALERT_URGENCIES = ['Immediate', 'Expected', 'Future', 'Past', 'Unknown'] as const;
export const ALERT_CERTAINTIES = ['Observed', 'Likely', 'Possible', 'Unlikely', 'Unknown'] as const;
export const ALERT_CATEGORIES = [
  'Met',
  'Infra',
  'Transport',
  'Fire',
  'Health',
  'Safety',
  'Security',
  'Rescue',
  'Geo',
  'Env',
  'CBRNE',
  'Other',
] as const;

/** The kinds of fields; a list of values is a choice between them. A category is one of those that the town has. */
export type PlainKind =
  | 'line'
  | 'lines'
  | 'html'
  | 'day'
  | 'optionalDay'
  | 'time'
  | 'moment'
  | 'flag'
  | 'web'
  | 'video'
  | 'email'
  | 'phones'
  | 'hours'
  | 'category'
  | 'pdfTitles'
  | 'turns';
export type FieldType = PlainKind | readonly string[];

/** What a record type is. A record type does not have the parts that are left out. */
export interface RecordTraits {
  /** Its plain values, in the order of the edit screen. */
  fields?: Record<string, FieldType>;
  /** Those of its fields that records lack which a device has stored with an earlier release: there they are blank. */
  addedFields?: readonly string[];
  /** A document is a single record, stored as JSON under its own name. */
  isDocument?: true;
  /** Its public address; `:id` and `:titlekey` are the record's own. */
  page?: string;
  /**
   * What search calls a result of this type, the field that is its title, and the texts that are searched and quoted.
   * `isStanding`: it comes before what is dated, among equally good results.
   */
  search?: { result: string; title: string; texts: readonly string[]; also?: string; isStanding?: true };
  /** The field that the name in its public address is made of. */
  titlekeyOf?: string;
  /** Names in addresses are unique: those after the first get a number. */
  hasOwnTitlekey?: true;
  /** Keeps the year of its first date, which the addresses of its pictures carry. */
  hasYear?: true;
  /**
   * Has the time of its last change: calendars compare copies of an event by it, and alerts end some days after it.
   */
  hasUpdated?: true;
  hasLabels?: true;
  hasVideos?: true;
  /** One PDF, which the next one replaces, or several. */
  pdfs?: 'one' | 'several';
  /** One picture, which the next one replaces, or several. */
  pictures?: 'one' | 'several';
  /** Its pictures have the limit of 2 MB (spec section 5). */
  hasPictureLimit?: true;
  /** Public once none of these is empty; types with a status depend on the status instead. */
  publicWith?: readonly string[];
  /**
   * Its list grows without limit and has pages, in this order: the newest or, from today on, the soonest by their
   * `date`, or those made last first. Types without it have few records: their lists have one page with all of them,
   * first created first. Staff see the newest first.
   */
  order?: 'newest' | 'soonest' | 'made';
  /** The town gives its records an order, in this part of the menu in the document site. */
  arrangedIn?: 'authorities';
  /** What its cards in lists leave out besides rich text and videos; of a gallery they have the first picture. */
  cardWithout?: readonly string[];
  /** Its list can be narrowed by a label or by the value of a field. */
  narrowedBy?: string;
  /** Which of its records a first fill brings; all when left out. */
  filledWith?: 'newest' | 'upcoming';
  /** Only Admins may change it (spec section 6). */
  isAdminOnly?: true;
}

/** In the order in which a first fill brings them: most needed first. */
export const recordTypes = {
  // Its picture is the shield.
  site: { isDocument: true, isAdminOnly: true, pictures: 'one', hasPictureLimit: true },
  // The photo on the home page; how it is cut is in the document site.
  hero: { isDocument: true, isAdminOnly: true, pictures: 'one' },
  categories: { isDocument: true, isAdminOnly: true },
  usefuldata: { isDocument: true },
  alert: {
    fields: {
      headline: 'line',
      instruction: 'lines',
      description: 'lines',
      area: 'line',
      link: 'web',
      status: STATUSES,
      severity: ALERT_SEVERITIES,
      onset: 'moment',
      expires: 'moment',
      category: ALERT_CATEGORIES,
      urgency: ALERT_URGENCIES,
      certainty: ALERT_CERTAINTIES,
      // Of alerts that the weather service has sent: whose words they are, and what the town says of them.
      source: 'line',
      note: 'lines',
      hiddenFor: 'line',
    },
    addedFields: ['source', 'note', 'hiddenFor'],
    page: '/alertas/:id/:titlekey',
    titlekeyOf: 'headline',
    hasUpdated: true,
    order: 'made',
    filledWith: 'newest',
    search: { result: 'Alerta', title: 'headline', texts: ['instruction', 'description', 'area'] },
  },
  authority: {
    fields: {
      name: 'line',
      position: 'line',
      education: 'line',
      field: 'line',
      description: 'lines',
      email: 'email',
      phones: 'phones',
      inter: 'line',
      address: 'line',
      personalData: 'html',
    },
    page: '/gobierno/:titlekey',
    titlekeyOf: 'position',
    hasOwnTitlekey: true,
    pictures: 'one',
    hasPictureLimit: true,
    publicWith: ['name', 'position'],
    arrangedIn: 'authorities',
    isAdminOnly: true,
    search: { result: 'Gobierno', title: 'name', texts: ['position', 'field', 'description', 'personalData'] },
  },
  // What a resident can get done at the town hall; `requirements` has one on each line.
  procedure: {
    fields: {
      title: 'line',
      description: 'lines',
      topic: 'line',
      requirements: 'lines',
      cost: 'line',
      duration: 'line',
      office: 'line',
      address: 'line',
      hours: 'hours',
      phones: 'phones',
      form: 'web',
      status: STATUSES,
      text: 'html',
    },
    page: '/tramites/:id/:titlekey',
    titlekeyOf: 'title',
    pdfs: 'one',
    cardWithout: ['requirements', 'address', 'hours', 'phones', 'form'],
    search: {
      result: 'Tramite',
      title: 'title',
      texts: ['description', 'topic', 'requirements', 'office', 'text'],
      also: 'tramite',
      isStanding: true,
    },
  },
  // Who is on duty and what comes by, by rules; `turns` has a row for each (`calendar/roster-rows.ts`).
  roster: {
    fields: {
      title: 'line',
      description: 'lines',
      kind: 'category',
      turns: 'turns',
      noholidays: 'flag',
      status: STATUSES,
    },
    page: '/guardias/:id/:titlekey',
    titlekeyOf: 'title',
    hasUpdated: true,
    search: { result: 'Guardia', title: 'title', texts: ['description', 'turns'], isStanding: true },
  },
  map: {
    fields: { title: 'line', url: 'web' },
    page: '/turismo/:id',
    publicWith: ['title', 'url'],
    search: { result: 'Mapa', title: 'title', texts: [], also: 'mapa' },
  },
  greenpoint: {
    fields: { title: 'line', url: 'web' },
    page: '/puntosverdes',
    publicWith: ['title', 'url'],
    search: { result: 'PuntoVerde', title: 'title', texts: [], also: 'punto verde reciclado' },
  },
  greenpointpage: { isDocument: true, pictures: 'several' },
  digest: { isDocument: true, pdfs: 'one' },
  page: {
    fields: { title: 'line', description: 'lines', status: STATUSES, text: 'html', pdftitles: 'pdfTitles' },
    addedFields: ['pdftitles'],
    page: '/pagina/:id/:titlekey',
    titlekeyOf: 'title',
    pdfs: 'several',
    pictures: 'one',
    search: { result: 'Pagina', title: 'title', texts: ['description', 'text'] },
  },
  agenda: {
    fields: {
      title: 'line',
      description: 'lines',
      date: 'day',
      lastDay: 'optionalDay',
      startTime: 'time',
      endTime: 'time',
      place: 'line',
      address: 'line',
      map: 'web',
      status: STATUSES,
      highlight: 'flag',
      label: 'category',
      text: 'html',
    },
    addedFields: ['lastDay', 'startTime', 'endTime', 'place', 'address', 'map'],
    page: '/agenda/leer/:id/:titlekey',
    titlekeyOf: 'title',
    hasYear: true,
    hasUpdated: true,
    pictures: 'one',
    order: 'soonest',
    cardWithout: ['updated'],
    narrowedBy: 'label',
    filledWith: 'upcoming',
    search: { result: 'Evento', title: 'title', texts: ['description', 'place', 'address', 'text'] },
  },
  story: {
    fields: {
      title: 'line',
      description: 'lines',
      date: 'day',
      status: STATUSES,
      highlight: 'flag',
      text: 'html',
      video: 'video',
    },
    page: '/noticias/leer/:id/:titlekey',
    titlekeyOf: 'title',
    hasYear: true,
    hasLabels: true,
    pictures: 'one',
    hasPictureLimit: true,
    order: 'newest',
    narrowedBy: 'labels',
    filledWith: 'newest',
    search: { result: 'Noticia', title: 'title', texts: ['description', 'text'] },
  },
  bulletin: {
    fields: { title: 'line', number: 'line', status: STATUSES, bclass: 'category', date: 'day', text: 'html' },
    page: '/boletin/leer/:id/:titlekey',
    titlekeyOf: 'title',
    pdfs: 'one',
    order: 'newest',
    narrowedBy: 'bclass',
    filledWith: 'newest',
    search: { result: 'Boletin', title: 'title', texts: ['number', 'text'] },
  },
  album: {
    fields: { title: 'line', shortdescription: 'line', status: STATUSES, highlight: 'flag', description: 'html' },
    page: '/turismo/:id',
    titlekeyOf: 'title',
    hasVideos: true,
    pictures: 'several',
    hasPictureLimit: true,
    order: 'made',
    search: { result: 'Turismo', title: 'title', texts: ['shortdescription', 'description'] },
  },
} as const satisfies Record<string, RecordTraits>;

type Types = typeof recordTypes;
export type RecordType = keyof Types;
/** The types of which there are many records, each with a screen of its own in the back office. */
export type RecordEntity = TypesWith<{ fields: Record<string, FieldType> }>;
export type DocumentType = TypesWith<{ isDocument: true }>;
/** The documents whose picture is the town's: its shield, and the photo on the home page. */
export type TownPicture = TypesWith<{ isDocument: true; pictures: 'one' }>;
export type ListedType = TypesWith<{ order: string }>;
export type PictureOwner = TypesWith<{ pictures: string }>;
export type PdfOwner = TypesWith<{ pdfs: string }>;
/** Types with one PDF, which the next upload replaces, and types with several. */
export type PdfHolder = TypesWith<{ pdfs: 'one' }>;
export type PdfListOwner = TypesWith<{ pdfs: 'several' }>;
/** Types whose records each have a public page. */
export type PageType = TypesWith<{ titlekeyOf: string }>;
/** Types whose records are found by the name in their address. */
export type NamedType = TypesWith<{ hasOwnTitlekey: true }>;
/** Types of which staff may highlight records. */
export type HighlightedType = TypesWith<{ order: string; fields: { highlight: 'flag' } }>;
/** Types whose records may last several days: from their `date` to their `lastDay`. */
export type LastingType = TypesWith<{ order: string; fields: { lastDay: 'optionalDay' } }>;
export type FoundType = TypesWith<{ search: object }>;
/** The types whose declaration has a part. */
export type TypesWith<Part> = { [T in RecordType]: Types[T] extends Part ? T : never }[RecordType];

/** The canonical value of a kind of field. */
type ValueOf<K> = K extends readonly (infer V)[] ? V : K extends 'flag' ? 0 | 1 : string;
/** The canonical values of a type's fields. */
export type FieldValues<T extends RecordEntity> = {
  -readonly [F in keyof Types[T]['fields']]: ValueOf<Types[T]['fields'][F]>;
};

// The service worker needs none of this, and calls that are known to be pure are left out of its file.
export const RECORD_TYPES = /* @__PURE__ */ Object.keys(recordTypes) as RecordType[];
/** The traits of a type, for code that handles all types alike. */
export const traitsOf = (type: RecordType): RecordTraits => recordTypes[type];
const typesWhere = <T extends RecordType>(isWanted: (traits: RecordTraits) => boolean) =>
  RECORD_TYPES.filter((type): type is T => isWanted(recordTypes[type]));

export const LISTED_TYPES = /* @__PURE__ */ typesWhere<ListedType>((traits) => traits.order !== undefined);
export const RECORD_ENTITIES = /* @__PURE__ */ typesWhere<RecordEntity>((traits) => traits.fields !== undefined);
export const PICTURE_ENTITIES = /* @__PURE__ */ typesWhere<PictureOwner & RecordEntity>((traits) =>
  Boolean(traits.fields && traits.pictures),
);
export const PDF_ENTITIES = /* @__PURE__ */ typesWhere<PdfOwner & RecordEntity>((traits) =>
  Boolean(traits.fields && traits.pdfs),
);
export const HIGHLIGHTED_TYPES = /* @__PURE__ */ typesWhere<HighlightedType>(
  ({ fields, order }) => order !== undefined && fields?.highlight === 'flag',
);
export const TOWN_PICTURES = /* @__PURE__ */ typesWhere<TownPicture>(
  ({ isDocument, pictures }) => isDocument === true && pictures === 'one',
);
export const isDocument = (type: RecordType): type is DocumentType => traitsOf(type).isDocument === true;
export const isListedType = (type: RecordType): type is ListedType => traitsOf(type).order !== undefined;
export const isPictureOwner = (type: RecordType): type is PictureOwner => traitsOf(type).pictures !== undefined;
export const hasOnePicture = (type: RecordType): type is TypesWith<{ pictures: 'one' }> =>
  traitsOf(type).pictures === 'one';
export const hasGallery = (type: RecordType): type is TypesWith<{ pictures: 'several' }> =>
  traitsOf(type).pictures === 'several';
export const isPdfOwner = (type: RecordType): type is PdfOwner => traitsOf(type).pdfs !== undefined;
export const hasOnePdf = (type: RecordType): type is PdfHolder => traitsOf(type).pdfs === 'one';
export const hasPdfs = (type: RecordType): type is PdfListOwner => traitsOf(type).pdfs === 'several';
/** Whether its list is ordered by the `date` of its records. */
export const isDated = (type: RecordType): boolean => ['newest', 'soonest'].includes(traitsOf(type).order ?? '');
export const isLasting = (type: RecordType): type is LastingType =>
  Object.hasOwn(traitsOf(type).fields ?? {}, 'lastDay');
export const isRecordEntity = (name: string): name is RecordEntity => (RECORD_ENTITIES as string[]).includes(name);
export const isRecordType = (name: string): name is RecordType => Object.hasOwn(recordTypes, name);

/**
 * Returns the values of a new record that are not fields: its empty attachments.
 * @param given when it is created, the year of its first date and the name in its address, for the types that have them
 */
export function attachedValues(
  traits: RecordTraits,
  { created, year, titlekey }: { created: string; year: number; titlekey: string },
) {
  const { titlekeyOf, hasYear, hasUpdated, hasLabels, pictures, hasVideos, pdfs } = traits;
  return {
    ...(titlekeyOf ? { titlekey } : {}),
    ...(hasYear ? { year } : {}),
    ...(hasUpdated ? { updated: created } : {}),
    ...(hasLabels ? { label: '', labels: [] } : {}),
    ...(pictures === 'one' ? { image: null } : {}),
    ...(pictures === 'several' ? { images: [] } : {}),
    ...(hasVideos ? { videos: [] } : {}),
    ...(pdfs === 'one' ? { pdf: '', pdfname: '', pdfsize: 0 } : {}),
    ...(pdfs === 'several' ? { pdfs: [] } : {}),
  };
}
