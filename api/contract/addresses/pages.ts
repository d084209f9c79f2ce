import type { EntityName } from '../forms-and-lists.ts';
import { RECORD_ENTITIES, traitsOf } from '../record-types.ts';
import type { RecordEntity } from '../record-types.ts';
import type { DateRange } from '../values/dates.ts';
import { pathRange } from '../values/dates.ts';

const part = encodeURIComponent;

/** The pages of spec section 2.1, and those about what this device keeps and is sent. */
export const pages = {
  home: () => '/',
  login: (back?: string) => (back ? `/login?volver=${part(back)}` : '/login'),
  stories: (page = 1) => withPage('/noticias', page),
  storiesByLabel: (label: string, page = 1) => withPage(`/noticias/${part(label)}`, page),
  story: (story: { id: string; titlekey: string }) => recordPage('story', story),
  agenda: () => '/agenda',
  agendaByLabel: (label: string) => `/agenda/${part(label.toLowerCase())}`,
  /** With a category: `/agenda/cultura/fecha/20-11-2026`. */
  agendaByDates: (range: DateRange, label = '') =>
    `/agenda${label && `/${part(label.toLowerCase())}`}/fecha/${pathRange(range)}`,
  event: (event: { id: string; titlekey: string }) => recordPage('agenda', event),
  government: () => '/gobierno',
  authority: (authority: { titlekey: string }) => recordPage('authority', authority),
  procedures: (search = '') => (search ? `/tramites?texto=${part(search)}` : '/tramites'),
  procedure: (procedure: { id: string; titlekey: string }) => recordPage('procedure', procedure),
  today: () => '/hoy',
  rosters: () => '/guardias',
  roster: (roster: { id: string; titlekey: string }) => recordPage('roster', roster),
  tourism: (page = 1) => withPage('/turismo', page),
  album: (album: { id: string }) => recordPage('album', album),
  tourismMap: (map: { id: string }) => `/turismo#mapa-${map.id}`,
  search: (search: string, page = 1) => withPage(`/buscador/${part(search)}`, page),
  greenPoints: () => recordPage('greenpoint', {}),
  greenPoint: (point: { id: string }) => `/puntosverdes#mapa-${point.id}`,
  bulletins: (page = 1) => withPage('/boletin', page),
  bulletinsByClass: (bclass: string, page = 1) => withPage(`/boletin/${part(bclass.toLowerCase())}`, page),
  bulletinSearch: (bclass: string, search: string, page = 1) =>
    withPage(
      bclass === 'all' ? `/boletin/buscar/${part(search)}` : `/boletin/${part(bclass.toLowerCase())}/${part(search)}`,
      page,
    ),
  bulletin: (bulletin: { id: string; titlekey: string }) => recordPage('bulletin', bulletin),
  alerts: (page = 1) => withPage('/alertas', page),
  alert: (alert: { id: string; titlekey: string }) => recordPage('alert', alert),
  usefulData: () => '/datosutiles',
  telephone: (entry: { titlekey: string }) => `/datosutiles#telefono-${entry.titlekey}`,
  page: (page: { id: string; titlekey: string }) => recordPage('page', page),
  siteMap: () => '/mapa-del-sitio',
  cartelera: () => '/cartelera',
  device: () => '/dispositivo',
  notifications: () => '/avisos',
} as const;

/** The public page of a record, by the address that its type declares. */
export function recordPage(type: RecordEntity, record: Partial<Record<string, unknown>>): string {
  return (traitsOf(type).page ?? '/').replace(/:(\w+)/g, (_, name: string) => part(String(record[name] ?? '-')));
}

/** The pattern of the addresses of a type's records, for the table of routes; the title at its end may be missing. */
export const recordRoute = (type: RecordEntity): string =>
  (traitsOf(type).page ?? '/').replace('/:id/:titlekey', '/:id/:titlekey?');

/**
 * Whether an address has the form of a record's page with the record's title at its end. The title may be any text,
 * because the id alone finds the record.
 */
export function isTitledPage(path: string): boolean {
  return RECORD_ENTITIES.some((type) => {
    const { page = '' } = traitsOf(type);
    return page.endsWith('/:id/:titlekey') && new RegExp(`^${page.replace(/:\w+/g, '[^/]+')}$`, 'i').test(path);
  });
}

/** The parameters that a page may have in its query, in this order. Any other parameter is ignored. */
export const PAGE_QUERY = ['pagina', 'texto', 'clase', 'desde', 'hasta', 'volver'] as const;

/**
 * Returns an address from outside if it is a page of this site, otherwise null: another site could show staff a forged
 * form.
 */
export function ownPage(asked: string | null): string | null {
  return asked && /^\/(?![/\\])[^\\\s]*$/.test(asked) ? asked : null;
}

/**
 * The addresses of the back office that spec section 2.2 names, and two beside them: `list`, and `edit` of one record.
 */
const namedSections: Partial<Record<EntityName, { list: string; edit: string }>> = {
  story: { list: '/admin', edit: '/admin/noticia' },
  agenda: { list: '/admin/agenda', edit: '/admin/agenda' },
  authority: { list: '/admin/gobierno', edit: '/admin/gobierno' },
  album: { list: '/admin/turismo', edit: '/admin/turismo' },
  map: { list: '/admin/mapas', edit: '/admin/mapas' },
  greenpoint: { list: '/admin/puntosverdes', edit: '/admin/puntosverdes' },
  bulletin: { list: '/admin/boletin', edit: '/admin/boletin' },
  page: { list: '/admin/paginas', edit: '/admin/paginas' },
  procedure: { list: '/admin/tramites', edit: '/admin/tramites' },
  roster: { list: '/admin/guardias', edit: '/admin/guardias' },
  user: { list: '/admin/users', edit: '/admin/user' },
};
/** All others are called by their type. */
const sectionOf = (entity: EntityName) =>
  namedSections[entity] ?? { list: `/admin/${entity}`, edit: `/admin/${entity}` };

export const admin = {
  list: (entity: EntityName, page = 1) => withPage(sectionOf(entity).list, page),
  edit: (entity: EntityName, id: string) => `${sectionOf(entity).edit}/${id}`,
  editPattern: (entity: EntityName) => `${sectionOf(entity).edit}/:id`,
  pending: () => '/admin/pendientes',
  account: () => '/admin/micuenta',
  usefulData: () => '/admin/datosutiles',
  site: () => '/admin/sitio',
  menu: () => '/admin/menu',
  categories: () => '/admin/listas',
  state: () => '/admin/estado',
  tickets: () => '/admin/reclamos',
  ticket: (id: string) => `/admin/reclamos/${id}`,
  ticketSettings: () => '/admin/reclamos/ajustes',
  history: () => '/admin/historial',
  historyOf: (type: string, id: string) => `/admin/historial/${type}/${id}`,
} as const;

function withPage(path: string, page: number): string {
  return page > 1 ? `${path}?pagina=${page}` : path;
}
