import { recordRoute } from '#contract/addresses/pages';
import { TICKETS_PAGE } from '#contract/addresses/tickets';
import type { PublicPage } from './public-page.ts';

/**
 * The table of public pages (spec section 2.1), shared by the browser and the server; the first matching pattern wins.
 * Addresses that match none redirect to the home page, as do the patterns without a page.
 */
const table = [
  { path: '/', page: 'home' },
  { path: '/login', page: 'login' },
  { path: '/noticias', page: 'stories' },
  { path: '/noticias/leer' },
  { path: '/noticias/:label', page: 'stories' },
  { path: recordRoute('story'), page: 'records/story' },
  { path: '/agenda', page: 'agenda' },
  { path: '/agenda/leer' },
  { path: '/agenda/fecha' },
  { path: '/agenda/fecha/:dates', page: 'agenda' },
  { path: recordRoute('agenda'), page: 'records/event' },
  { path: '/agenda/:label', page: 'agenda' },
  { path: '/agenda/:label/fecha/:dates', page: 'agenda' },
  { path: '/gobierno', page: 'government' },
  { path: recordRoute('authority'), page: 'records/authority' },
  { path: '/tramites', page: 'procedures' },
  { path: recordRoute('procedure'), page: 'records/procedure' },
  { path: '/hoy', page: 'today' },
  { path: '/guardias', page: 'rosters' },
  { path: recordRoute('roster'), page: 'records/roster' },
  { path: '/turismo', page: 'tourism' },
  { path: recordRoute('album'), page: 'records/album' },
  { path: '/puntosverdes', page: 'green-points' },
  { path: '/boletin', page: 'bulletins' },
  { path: '/boletin/leer' },
  { path: '/boletin/buscar' },
  { path: '/boletin/buscar/:search', page: 'bulletins' },
  { path: recordRoute('bulletin'), page: 'records/bulletin' },
  { path: '/boletin/:bclass', page: 'bulletins' },
  { path: '/boletin/:bclass/:search', page: 'bulletins' },
  { path: '/alertas', page: 'alerts' },
  { path: recordRoute('alert'), page: 'records/alert' },
  { path: '/datosutiles', page: 'useful-data' },
  { path: recordRoute('page'), page: 'records/free-page' },
  { path: '/mapa-del-sitio', page: 'site-map' },
  { path: '/cartelera', page: 'cartelera' },
  { path: '/dispositivo', page: 'device' },
  { path: '/avisos', page: 'notifications' },
  // The form; what everybody may see (`abiertos`); a private page (`ver`).
  { path: `${TICKETS_PAGE}/*`, page: 'tickets/tickets' },
  { path: '/buscador', page: 'search' },
  { path: '/buscador/:search', page: 'search' },
] as const;

/** The name of a page: of its file in `pages`. */
export type PageName = Extract<(typeof table)[number], { page: string }>['page'];
/** An address pattern and its page; without a page, the address redirects to the home page. */
export interface Route {
  path: string;
  page?: PageName;
}
export const routes: readonly Route[] = table;

const modules = import.meta.glob<{ page: PublicPage }>(['./pages/{,records/}*.tsx', './pages/tickets/tickets.tsx']);

/** Loads a page by its name in the table. @throws Error if there is no such page */
export async function loadPage(name: string): Promise<PublicPage> {
  const load = modules[`./pages/${name}.tsx`];
  if (!load) throw new Error(`no page ${name}`);
  return (await load()).page;
}
