import type { DateRange, Day } from './dates.ts';
import { pathDay, pathRange } from './dates.ts';
import type { EntityName } from './entities.ts';
import type { PublicReader } from './reader.ts';
import { pictureWidths } from './pictures.ts';
import type { Album, Attached, Picture } from './records.ts';
import type { SearchResult } from './search.ts';

/** Every address of the portal as a function; nobody writes one by hand. */
const part = encodeURIComponent;

/** The pages of spec section 2.1. */
export const pages = {
  home: () => '/',
  login: (back?: string) => (back ? `/login?volver=${part(back)}` : '/login'),
  stories: (page = 1) => withPage('/noticias', page),
  storiesByLabel: (label: string, page = 1) => withPage(`/noticias/${part(label)}`, page),
  story: (story: { id: string; titlekey: string }) => `/noticias/leer/${story.id}/${part(story.titlekey)}`,
  agenda: () => '/agenda',
  agendaByLabel: (label: string) => `/agenda/${part(label.toLowerCase())}`,
  agendaByDates: (range: DateRange) => `/agenda/fecha/${pathRange(range)}`,
  agendaOn: (day: Day) => `/agenda/fecha/${pathDay(day)}`,
  event: (event: { id: string; titlekey: string }) => `/agenda/leer/${event.id}/${part(event.titlekey)}`,
  authority: (authority: { titlekey: string }) => `/gobierno/${part(authority.titlekey)}`,
  tourism: (page = 1) => withPage('/turismo', page),
  album: (album: { id: string }) => `/turismo/${album.id}`,
  tourismMap: (map: { id: string }) => `/turismo#mapa-${map.id}`,
  search: (search: string, page = 1) => withPage(`/buscador/${part(search)}`, page),
  greenPoints: () => '/puntosverdes',
  bulletins: (page = 1) => withPage('/boletin', page),
  bulletinsByClass: (bclass: string, page = 1) => withPage(`/boletin/${part(bclass.toLowerCase())}`, page),
  bulletinSearch: (bclass: string, search: string, page = 1) =>
    withPage(bclass === 'all' ? `/boletin/buscar/${part(search)}` : `/boletin/${part(bclass.toLowerCase())}/${part(search)}`, page),
  bulletin: (bulletin: { id: string; titlekey: string }) => `/boletin/leer/${bulletin.id}/${part(bulletin.titlekey)}`,
  usefulData: () => '/datosutiles',
} as const;

/** Where a search result leads, by its type (spec section 2.1). */
export function resultPage(result: Pick<SearchResult, 'type' | 'id' | 'titlekey'>): string {
  if (result.type === 'Noticia') return pages.story(result);
  if (result.type === 'Evento') return pages.event(result);
  if (result.type === 'Boletin') return pages.bulletin(result);
  return result.type === 'Gobierno' ? pages.authority(result) : pages.album(result);
}

/**
 * An address that came from outside, when it is a page of this site; null for any other, because an address of another
 * site would send staff to a stranger's form.
 */
export function ownPage(asked: string | null): string | null {
  return asked && /^\/(?![/\\])[^\\\s]*$/.test(asked) ? asked : null;
}

/** The sections of the back office (spec section 2.2): `list`, and `edit` of one record. */
const sections: Record<EntityName, { list: string; edit: string }> = {
  story: { list: '/admin', edit: '/admin/noticia' },
  agenda: { list: '/admin/agenda', edit: '/admin/agenda' },
  authority: { list: '/admin/gobierno', edit: '/admin/gobierno' },
  album: { list: '/admin/turismo', edit: '/admin/turismo' },
  map: { list: '/admin/mapas', edit: '/admin/mapas' },
  greenpoint: { list: '/admin/puntosverdes', edit: '/admin/puntosverdes' },
  bulletin: { list: '/admin/boletin', edit: '/admin/boletin' },
  user: { list: '/admin/users', edit: '/admin/user' },
};
export const admin = {
  list: (entity: EntityName, page = 1) => withPage(sections[entity].list, page),
  edit: (entity: EntityName, id: string) => `${sections[entity].edit}/${id}`,
  editPattern: (entity: EntityName) => `${sections[entity].edit}/:id`,
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
} as const satisfies Record<keyof PublicReader, string>;

/** The address of a public read; parts are filled in by their names. */
export function publicCall(method: keyof PublicReader, parts: Record<string, string | number> = {}): string {
  return PUBLIC + fill(publicCalls[method], parts);
}
export const publicFeed = (query: string) => `${PUBLIC}/changes${query}`;
/** The shell of the pages that a device opens by itself. */
export const shell = () => '/shell';
export const adminShell = () => '/shell/admin';

/** The names of the admin calls of spec section 7.3, which follow no rule. `update` is the first part of 7.4's addresses. */
export const adminCalls = {
  story: { create: 'createStoryBasic', remove: 'deleteStory', one: 'getStoryById', list: 'getStoriesByAll', update: 'story' },
  agenda: { create: 'agendaCreateBasic', remove: 'agendaDelete', one: 'getAgendaById', list: 'getAgendaByAll', update: 'agenda' },
  authority: { create: 'authorityCreateBasic', remove: 'authorityDelete', one: 'getAuthoritiesById', list: 'getAuthoritiesByAll', update: 'authority' },
  album: { create: 'createAlbumBasic', remove: 'deleteAlbum', one: 'getAlbumById', list: 'getAlbumsByAll', update: 'album' },
  map: { create: 'createMap', remove: 'deleteMap', one: 'getMapsById', list: 'getMapsByAll', update: 'map' },
  greenpoint: { create: 'createGreenPoint', remove: 'deleteGreenPoint', one: 'getGreenPointById', list: 'getGreenPointMapsByAll', update: 'greenpoint' },
  bulletin: { create: 'createBulletin', remove: 'deleteBulletin', one: 'getBulletinById', list: 'getBulletinsByPage', update: 'bulletin' },
  user: { create: 'createUserBasic', remove: 'deleteUser', one: 'getUserById', list: 'getUserByAll', update: 'user' },
} as const satisfies Record<EntityName, Record<'create' | 'remove' | 'one' | 'list' | 'update', string>>;

/** The calls of the back office (spec sections 7.3 and 7.4). All POST unless said. */
export const calls = {
  create: (entity: EntityName) => `${DATA}/${adminCalls[entity].create}`,
  remove: (entity: EntityName, id: string) => `${DATA}/${adminCalls[entity].remove}/${id}`,
  /** GET, but for users, which are POST. */
  one: (entity: EntityName, id: string) => `${DATA}/${adminCalls[entity].one}/${id}`,
  list: (entity: EntityName, page = 1) => `${DATA}/${adminCalls[entity].list}${isPaged(entity) ? `/${page}` : ''}`,
  update: (entity: EntityName, id: string, field: string) => `/api/${adminCalls[entity].update}/${id}/update/${field}`,
  document: (name: 'site' | 'usefulData') => `${DATA}/${name}`,
  greenPointText: () => '/api/greenpointpage/update',
  image: (entity: 'story' | 'agenda' | 'authority' | 'album', id: string) => `/api/${entity}/image/${id}`,
  albumImageDelete: (id: string) => `/api/album/image/delete/${id}`,
  greenPointImage: () => '/api/greenpoints/image',
  greenPointImageDelete: () => '/api/greenpoints/image/delete',
  bulletinPdf: (id: string) => `/api/bulletin/pdf/${id}`,
  bulletinPdfDelete: (id: string) => `/api/bulletin/pdf/delete/${id}`,
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
  return entity === 'story' || entity === 'agenda' || entity === 'album' || entity === 'bulletin';
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

type PictureOwner = 'story' | 'agenda' | 'authority' | 'album' | 'greenpointpage';
/** The folder of a record's pictures: stories and events by year and id, the others by id (spec section 3). */
export function pictureFolder(owner: PictureOwner, record: { id: string; year?: number }): string {
  return owner === 'story' || owner === 'agenda' ? `${owner}/${record.year}/${record.id}` : `${owner}/${record.id}`;
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
/** A bulletin's PDF, as long as the public may read the bulletin. */
export const bulletinPdf = (bulletin: { id: string } & Pick<Attached, 'pdf'>) => `/uploads/bulletin/${bulletin.id}/${bulletin.pdf}`;
/** The municipal digest: one address, whatever file stands behind it. */
export const digestPdf = () => '/uploads/digesto.pdf';

function withPage(path: string, page: number): string {
  return page > 1 ? `${path}?pagina=${page}` : path;
}

function fill(pattern: string, parts: Record<string, string | number>): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => part(String(parts[name] ?? 'all')));
}
