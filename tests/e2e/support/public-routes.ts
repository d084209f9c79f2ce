import type { Page } from 'playwright';
import { matchPath } from 'react-router-dom';
import { untilInPage } from './in-page.ts';
import { untilTakenOver } from './town.ts';
import { TICKETS_PAGE } from '#contract/addresses/tickets';
import { pages, recordRoute } from '#contract/addresses/pages';
import { routes } from '../../../web/src/public/routes.ts';

/** Returns addresses of records of the demo town, from its public calls. */
export interface Found {
  story: string;
  videoStory: string;
  event: string;
  bulletin: string;
  authority: string;
  freePage: string;
  procedure: string;
  roster: string;
  alert: string;
  album: string;
  otherAlbum: string;
}

interface Item {
  id: string;
  title: string;
  titlekey: string;
  video?: string;
  pdf?: string;
}

export async function findRecords(url: string): Promise<Found> {
  const ask = async <T>(call: string) => (await (await fetch(`${url}/api/dataPublic/${call}`)).json()) as T;
  const list = async (call: string) => (await ask<{ items: Item[] }>(call)).items;
  const [stories, events, bulletins, albums, freePages, procedures, rosters, alerts, authorities] = await Promise.all([
    Promise.all([1, 2, 3, 4, 5, 6].map((page) => list(`getStoriesByPage/${page}`))),
    Promise.all([1, 2].map((page) => list(`getAgendaByBlock/all/all/${page}`))),
    list('BulletinByAll'),
    list('getAlbumsByPage/1'),
    list('list/page/1'),
    list('list/procedure/1'),
    list('list/roster/1'),
    list('list/alert/1'),
    ask<Item[]>('getAuthoritiesByAll'),
  ]);
  const one = (items: Item[], path: string, fits: (item: Item) => boolean = () => true) => {
    const item = items.find(fits);
    if (!item) throw new Error(`the demo town has nothing for ${path}`);
    return `${path}/${item.id}/${item.titlekey}`;
  };
  return {
    story: one(stories.flat(), '/noticias/leer'),
    videoStory: one(stories.flat(), '/noticias/leer', ({ video }) => Boolean(video)),
    // It is still to come at any hour, and its text has a table.
    event: one(events.flat(), '/agenda/leer', ({ title }) => title.startsWith('10K')),
    bulletin: one(bulletins, '/boletin/leer', ({ pdf }) => Boolean(pdf)),
    freePage: one(freePages, '/pagina'),
    procedure: one(procedures, '/tramites'),
    roster: one(rosters, '/guardias'),
    alert: one(alerts, '/alertas'),
    album: `/turismo/${albums[0]?.id}`,
    otherAlbum: `/turismo/${albums[1]?.id}`,
    authority: `/gobierno/${authorities[0]?.titlekey}`,
  };
}

/** Returns an example address for every route with a page. @throws Error for parameters without an example */
export function everyAddress(found: Found): string[] {
  const examples: Record<string, string> = {
    '/noticias/:label': '/noticias/gobierno',
    [recordRoute('story')]: found.story,
    '/agenda/fecha/:dates': '/agenda/fecha/01-01-2020',
    [recordRoute('agenda')]: found.event,
    '/agenda/:label': '/agenda/cultura',
    '/agenda/:label/fecha/:dates': '/agenda/cultura/fecha/01-01-2020_31-12-2099',
    [recordRoute('authority')]: found.authority,
    [recordRoute('album')]: found.album,
    '/boletin/buscar/:search': pages.bulletinSearch('all', 'agua potable'),
    [recordRoute('bulletin')]: found.bulletin,
    '/boletin/:bclass': '/boletin/decreto',
    '/boletin/:bclass/:search': '/boletin/decreto/zzzz',
    [recordRoute('page')]: found.freePage,
    [recordRoute('procedure')]: found.procedure,
    [recordRoute('roster')]: found.roster,
    [recordRoute('alert')]: found.alert,
    // A private page is only what the device has of it, and the demo town has no public list: tests of tickets open
    // them.
    [`${TICKETS_PAGE}/*`]: TICKETS_PAGE,
    '/buscador/:search': pages.search('leña y garrafas'),
  };
  return routes
    .filter(({ page }) => page !== undefined)
    .map(({ path }) => {
      const address = examples[path] ?? path;
      if (address.includes(':')) throw new Error(`${path} needs an example in tests/e2e/support/public-routes.ts`);
      return address;
    });
}

/** Returns the first address of each page: others are drawn by the same code from other records. */
export function onePerPage(addresses: readonly string[]): string[] {
  const pageOf = (address: string) => routes.find(({ path }) => matchPath(path, address.split('?', 1)[0] ?? ''))?.page;
  return addresses.filter((address, at) => addresses.findIndex((one) => pageOf(one) === pageOf(address)) === at);
}

/** Waits until the application has taken a page over and its carousels are loaded. */
export async function settled(page: Page): Promise<void> {
  await untilTakenOver(page);
  await untilInPage(page, () =>
    [...document.querySelectorAll('.slides')].every(
      (slides) => slides.children.length < 2 || slides.classList.contains('live'),
    ),
  );
}
