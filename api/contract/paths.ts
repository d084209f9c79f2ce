import type { DateRange } from './values/dates.ts';
import { pathRange } from './values/dates.ts';
import type { EntityName } from './entities.ts';
import type { PublicReader } from './reader.ts';
import { pictureWidths } from './values/pictures.ts';
import type { Album, Attached, Picture } from './records.ts';
import { isListedType, RECORD_ENTITIES, traitsOf } from './record-types.ts';
import type { PictureOwner, RecordEntity } from './record-types.ts';
import { resultTypeOf } from './search.ts';
import type { SearchResult } from './search.ts';

/** Every address of the portal as a function; nobody writes one by hand. */
const part = encodeURIComponent;

/** The pages of spec section 2.1. */
export const pages = {
  home: () => '/',
  login: (back?: string) => (back ? `/login?volver=${part(back)}` : '/login'),
  stories: (page = 1) => withPage('/noticias', page),
  storiesByLabel: (label: string, page = 1) => withPage(`/noticias/${part(label)}`, page),
  story: (story: { id: string; titlekey: string }) => recordPage('story', story),
  agenda: () => '/agenda',
  agendaByLabel: (label: string) => `/agenda/${part(label.toLowerCase())}`,
  /** Of a category too, where one is given: `/agenda/cultura/fecha/20-11-2026`. */
  agendaByDates: (range: DateRange, label = '') => `/agenda${label && `/${part(label.toLowerCase())}`}/fecha/${pathRange(range)}`,
  event: (event: { id: string; titlekey: string }) => recordPage('agenda', event),
  authority: (authority: { titlekey: string }) => recordPage('authority', authority),
  tourism: (page = 1) => withPage('/turismo', page),
  album: (album: { id: string }) => recordPage('album', album),
  tourismMap: (map: { id: string }) => `/turismo#mapa-${map.id}`,
  search: (search: string, page = 1) => withPage(`/buscador/${part(search)}`, page),
  greenPoints: () => recordPage('greenpoint', {}),
  greenPoint: (point: { id: string }) => `/puntosverdes#mapa-${point.id}`,
  bulletins: (page = 1) => withPage('/boletin', page),
  bulletinsByClass: (bclass: string, page = 1) => withPage(`/boletin/${part(bclass.toLowerCase())}`, page),
  bulletinSearch: (bclass: string, search: string, page = 1) =>
    withPage(bclass === 'all' ? `/boletin/buscar/${part(search)}` : `/boletin/${part(bclass.toLowerCase())}/${part(search)}`, page),
  bulletin: (bulletin: { id: string; titlekey: string }) => recordPage('bulletin', bulletin),
  usefulData: () => '/datosutiles',
} as const;

/** The public page of a record, by the address that its type declares. */
export function recordPage(type: RecordEntity, record: Partial<Record<string, unknown>>): string {
  return (traitsOf(type).page ?? '/').replace(/:(\w+)/g, (_, name: string) => part(String(record[name] ?? '-')));
}

/** What the address of a page may say in its query, in this order. Whatever else stands there makes no other page. */
export const PAGE_QUERY = ['pagina', 'texto', 'clase', 'desde', 'hasta', 'volver'] as const;

/** Where a search result leads, by its type (spec section 2.1); telephones, places and the digest to where they stand. */
export function resultPage(result: Pick<SearchResult, 'type' | 'id' | 'titlekey'>): string {
  const elsewhere = RESULTS_ELSEWHERE[result.type];
  if (elsewhere) return elsewhere(result);
  const type = RECORD_ENTITIES.find((one) => resultTypeOf(one) === result.type);
  return type ? recordPage(type, { ...result }) : pages.home();
}
const RESULTS_ELSEWHERE: Partial<Record<SearchResult['type'], (result: { id: string }) => string>> = {
  Telefono: () => pages.usefulData(), Mapa: (map) => pages.tourismMap(map), PuntoVerde: (point) => pages.greenPoint(point),
  PuntosVerdes: () => pages.greenPoints(), Digesto: () => digestPdf(),
};

/**
 * An address that came from outside, when it is a page of this site; null for any other, because an address of another
 * site would send staff to a stranger's form.
 */
export function ownPage(asked: string | null): string | null {
  return asked && /^\/(?![/\\])[^\\\s]*$/.test(asked) ? asked : null;
}

/** The addresses of the back office that spec section 2.2 names: `list`, and `edit` of one record. */
const namedSections: Partial<Record<EntityName, { list: string; edit: string }>> = {
  story: { list: '/admin', edit: '/admin/noticia' },
  agenda: { list: '/admin/agenda', edit: '/admin/agenda' },
  authority: { list: '/admin/gobierno', edit: '/admin/gobierno' },
  album: { list: '/admin/turismo', edit: '/admin/turismo' },
  map: { list: '/admin/mapas', edit: '/admin/mapas' },
  greenpoint: { list: '/admin/puntosverdes', edit: '/admin/puntosverdes' },
  bulletin: { list: '/admin/boletin', edit: '/admin/boletin' },
  user: { list: '/admin/users', edit: '/admin/user' },
};
/** All others are called by their type. */
const sectionOf = (entity: EntityName) => namedSections[entity] ?? { list: `/admin/${entity}`, edit: `/admin/${entity}` };

export const admin = {
  list: (entity: EntityName, page = 1) => withPage(sectionOf(entity).list, page),
  edit: (entity: EntityName, id: string) => `${sectionOf(entity).edit}/${id}`,
  editPattern: (entity: EntityName) => `${sectionOf(entity).edit}/:id`,
  pending: () => '/admin/pendientes',
  account: () => '/admin/micuenta',
  usefulData: () => '/admin/datosutiles',
  site: () => '/admin/sitio',
  history: () => '/admin/historial',
  historyOf: (type: string, id: string) => `/admin/historial/${type}/${id}`,
} as const;

const PUBLIC = '/api/dataPublic';
const DATA = '/api/data';

/**
 * The public reads of spec section 7.2, by the reader's method that each answers. Express patterns: `:name` is a part.
 * The search alone is a POST, with `{search, page}` as its body.
 */
export const publicCalls = {
  site: '/site',
  usefulData: '/usefulData',
  authorities: '/getAuthoritiesByAll',
  authority: '/getAuthorities/:name',
  story: '/getStoriesById/:id',
  relatedStories: '/getStoriesRelated/:id',
  stories: '/getStoriesByPage/:page',
  storiesByLabel: '/getStoriesByLabel/:label/:page',
  lastStories: '/getLastStories',
  labels: '/getAllLabels',
  lastLabels: '/getLastLabels',
  event: '/getAgendaById/:id',
  events: '/getAgendaByBlock/:label/:dates/:page',
  nextEvents: '/getAgendaNextThree',
  homeCarousel: '/getCarouselStories',
  newsCarousel: '/getCarouselNews',
  albums: '/getAlbumsByPage/:page',
  highlightedAlbums: '/getAlbumsHighlight',
  album: '/getAlbumById/:id',
  maps: '/getMapsByAll',
  greenPoints: '/getGreenPointMapsByAll',
  greenPointPage: '/GreenPointGetPage',
  digest: '/digest',
  bulletin: '/BulletinById/:id',
  bulletins: '/BulletinByDateAndClass/:dates/:bclass/:page',
  bulletinSearch: '/BulletinByKeywords/:bclass/:search/:page',
  search: '/searchContent',
  record: '/record/:type/:id',
  list: '/list/:type/:page',
} as const satisfies Record<keyof PublicReader, string>;

/** The address of a public read; parts are filled in by their names. */
export function publicCall(method: keyof PublicReader, parts: Record<string, string | number> = {}): string {
  return PUBLIC + fill(publicCalls[method], parts);
}
export const publicFeed = (query: string) => `${PUBLIC}/changes${query}`;
/** The shell of the pages that a device opens by itself. */
export const shell = () => '/shell';
export const adminShell = () => '/shell/admin';

interface CallNames {
  create: string;
  remove: string;
  one: string;
  list: string;
  /** The first part of the addresses of field updates (spec section 7.4). */
  update: string;
}

/** The names that spec section 7.3 gives to the admin calls, which follow no rule. */
const namedCalls: Partial<Record<EntityName, CallNames>> = {
  story: { create: 'createStoryBasic', remove: 'deleteStory', one: 'getStoryById', list: 'getStoriesByAll', update: 'story' },
  agenda: { create: 'agendaCreateBasic', remove: 'agendaDelete', one: 'getAgendaById', list: 'getAgendaByAll', update: 'agenda' },
  authority: { create: 'authorityCreateBasic', remove: 'authorityDelete', one: 'getAuthoritiesById', list: 'getAuthoritiesByAll', update: 'authority' },
  album: { create: 'createAlbumBasic', remove: 'deleteAlbum', one: 'getAlbumById', list: 'getAlbumsByAll', update: 'album' },
  map: { create: 'createMap', remove: 'deleteMap', one: 'getMapsById', list: 'getMapsByAll', update: 'map' },
  greenpoint: { create: 'createGreenPoint', remove: 'deleteGreenPoint', one: 'getGreenPointById', list: 'getGreenPointMapsByAll', update: 'greenpoint' },
  bulletin: { create: 'createBulletin', remove: 'deleteBulletin', one: 'getBulletinById', list: 'getBulletinsByPage', update: 'bulletin' },
  user: { create: 'createUserBasic', remove: 'deleteUser', one: 'getUserById', list: 'getUserByAll', update: 'user' },
};
/** All others are called by their type. */
function callNames(entity: EntityName): CallNames {
  const type = `${entity.charAt(0).toUpperCase()}${entity.slice(1)}`;
  return namedCalls[entity] ?? {
    create: `create${type}`, remove: `delete${type}`, one: `get${type}ById`, list: `get${type}ByAll`, update: entity,
  };
}

/** The calls of the back office (spec sections 7.3 and 7.4). All POST unless said. */
export const calls = {
  create: (entity: EntityName) => `${DATA}/${callNames(entity).create}`,
  remove: (entity: EntityName, id: string) => `${DATA}/${callNames(entity).remove}/${id}`,
  /** GET, but for users, which are POST. */
  one: (entity: EntityName, id: string) => `${DATA}/${callNames(entity).one}/${id}`,
  list: (entity: EntityName, page = 1) => `${DATA}/${callNames(entity).list}${isPaged(entity) ? `/${page}` : ''}`,
  update: (entity: EntityName, id: string, field: string) => `/api/${callNames(entity).update}/${id}/update/${field}`,
  document: (name: 'site' | 'usefulData') => `${DATA}/${name}`,
  greenPointText: () => '/api/greenpointpage/update',
  image: (entity: RecordEntity, id: string) => `/api/${entity}/image/${id}`,
  imageDelete: (entity: RecordEntity, id: string) => `/api/${entity}/image/delete/${id}`,
  greenPointImage: () => '/api/greenpoints/image',
  greenPointImageDelete: () => '/api/greenpoints/image/delete',
  pdf: (entity: RecordEntity, id: string) => `/api/${entity}/pdf/${id}`,
  pdfDelete: (entity: RecordEntity, id: string) => `/api/${entity}/pdf/delete/${id}`,
  digest: () => '/api/bulletin/pdf',
  albumVideoAdd: (id: string) => `${DATA}/AlbumAddVideo/${id}`,
  /** These four are GET, as the spec has them. */
  albumVideoDelete: (id: string, video: string) => `${DATA}/AlbumDeleteVideo/${id}/${part(video)}`,
  labelRemove: (story: string, label: string) => `${DATA}/LabelsRemoveStory/${story}/${part(label)}`,
  labelCreateAdd: (story: string, name: string) => `${DATA}/LabelsCreateAddStory/${story}/${part(name)}`,
  labelAdd: (story: string, label: string) => `${DATA}/LabelsAddStory/${story}/${part(label)}`,
  /** GET */
  labelSuggestions: (text: string) => `${DATA}/getLabelsBySearch/${part(text)}`,
  /** GET */
  feed: (query: string) => `${DATA}/changes${query}`,
  /** GET, as are the next four */
  history: (query: string) => `${DATA}/history${query}`,
  historyOf: (type: string, id: string, query = '') => `${DATA}/history/${type}/${id}${query}`,
  historyEntry: (type: string, id: string, entry: number | string) => `${DATA}/history/${type}/${id}/${entry}`,
  historyExport: (query: string) => `${DATA}/historyExport${query}`,
  historyExportOf: (type: string, id: string, query: string) => `${DATA}/historyExport/${type}/${id}${query}`,
  /** Brings a picture or a PDF back to its record from the trash. */
  historyFile: (type: string, id: string) => `${DATA}/historyFile/${type}/${id}`,
  authenticate: () => '/users/authenticate',
  tokenExpired: () => '/users/tokenExpired',
  logout: () => '/users/logout',
} as const;

/** Do the entity's admin list and its address have pages? The short ones come whole. */
export function isPaged(entity: EntityName): boolean {
  return entity !== 'user' && isListedType(entity);
}

/** The query of a pull or of a fill's next piece. */
export const feedQuery = {
  fill: () => '',
  next: (token: string) => `?next=${part(token)}`,
  since: (cursor: string) => `?since=${part(cursor)}`,
} as const;

/** The query of the history's pages and of its export. */
export const historyQuery = {
  page: ({ before, deleted = false }: { before?: number | null; deleted?: boolean } = {}) => {
    const given = [...(deleted ? ['deleted=1'] : []), ...(before ? [`before=${before}`] : [])];
    return given.length > 0 ? `?${given.join('&')}` : '';
  },
  format: (format: 'json' | 'csv') => `?format=${format}`,
} as const;

/** The folder of a record's pictures: stories and events by year and id, the others by id (spec section 3). */
export function pictureFolder(owner: PictureOwner, record: { id: string; year?: number }): string {
  return traitsOf(owner).hasYear ? `${owner}/${record.year}/${record.id}` : `${owner}/${record.id}`;
}
export const pictureFile = (name: string, width: number) => `${name}-${width}.webp`;

/** The `src` and `srcSet` of a picture that is shown at about `width` CSS pixels at most. */
export function pictureSource(owner: PictureOwner, record: { id: string; year?: number }, picture: Picture, width = 960): { src: string; srcSet: string } {
  // A photo that only this device has: its address is its name.
  if (picture.name.startsWith('blob:')) return { src: picture.name, srcSet: '' };
  const folder = `/uploads/${pictureFolder(owner, record)}`;
  const widths = pictureWidths(picture);
  const fitting = widths.find((one) => one >= width) ?? picture.width;
  return {
    src: `${folder}/${pictureFile(picture.name, fitting)}`,
    srcSet: widths.map((one) => `${folder}/${pictureFile(picture.name, one)} ${one}w`).join(', '),
  };
}
export const albumPicture = (album: Pick<Album, 'id'>, picture: Picture, width?: number) => pictureSource('album', album, picture, width);
/** A record's PDF, as long as the public may read the record. */
export const recordPdf = (type: RecordEntity, record: { id: string } & Pick<Attached, 'pdf'>) => `/uploads/${type}/${record.id}/${record.pdf}`;
export const bulletinPdf = (bulletin: { id: string } & Pick<Attached, 'pdf'>) => recordPdf('bulletin', bulletin);
/** The municipal digest: one address, whatever file stands behind it. */
export const digestPdf = () => '/uploads/digesto.pdf';
/** Is this the address of an uploaded file, and so of no page? */
export const isUpload = (path: string) => path.startsWith('/uploads/');

function withPage(path: string, page: number): string {
  return page > 1 ? `${path}?pagina=${page}` : path;
}

function fill(pattern: string, parts: Record<string, string | number>): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => part(String(parts[name] ?? 'all')));
}
