import { matchPath } from 'react-router-dom';
import type { Day } from '#contract/values/dates';
import { pages, recordPage } from '#contract/addresses/pages';
import type { PublicReader } from '#contract/reader';
import { loadPage, routes } from './routes.ts';
import type { PageName } from './routes.ts';
import { Redirect } from './public-page.ts';
import type { Head, LayoutData, PublicPage } from './public-page.ts';

/** Everything needed to render one view. */
export interface View {
  /** Path and query. */
  path: string;
  /** The absolute public URL, for sharing: the same whichever address led here. */
  url: string;
  name: PageName;
  page: PublicPage;
  layout: LayoutData;
  head: Head;
  /** null if the address names nothing public. */
  data: unknown;
}

/** A view as JSON, without `page`, which is looked up again by `name`. */
export type ViewData = Omit<View, 'page'>;

/** `stamp` is the same for the same data, so that the application knows whether a document shows other data. */
export type StampedView = ViewData & { stamp: string };

/**
 * Loads the view of an address (path and query), or the redirect that replaces it. A record is shown at its own address
 * alone: others that lead to it, as with the slug of a former title, are redirected there.
 */
export async function viewOf({
  path,
  origin,
  reader,
  today,
}: {
  path: string;
  origin: string;
  reader: PublicReader;
  today: Day;
}): Promise<View | Redirect> {
  const url = addressOf(path, origin);
  const found = routeOf(url.pathname);
  if (!found) return new Redirect(pages.home());
  const [page, site, { items }, all, alerts] = await Promise.all([
    loadPage(found.name),
    reader.document('site'),
    reader.menu(),
    reader.document('categories'),
    reader.alerts(),
  ]);
  const data = await page.load(reader, { params: found.params, query: url.searchParams, categories: all, today });
  // The streets of a town would be in the data of every page.
  const { zones: _, ...categories } = all;
  if (data instanceof Redirect) return data;
  const head = data === null ? missingHead : page.head(data, site);
  const shown = data === null ? undefined : page.record?.(data);
  const known = shown ? recordPage(shown.type, { ...shown.record }) : (head.path ?? url.pathname);
  if (shown && known !== url.pathname) return new Redirect(known, 301);
  return {
    path,
    url: url.origin + known,
    name: found.name,
    page,
    layout: {
      site,
      menu: items,
      categories,
      alerts: alerts.filter(({ state }) => state !== 'coming'),
      today,
    },
    head: wholeHead(head, site.name),
    data,
  };
}

/**
 * Returns the absolute URL of a path on this site. Concatenated rather than resolved: `new URL('//other.example')`
 * would name another site.
 */
function addressOf(path: string, origin: string): URL {
  const [pathname = '/', ...query] = path.split('?');
  const url = new URL(origin);
  url.pathname = pathname;
  url.search = query.join('?');
  return url;
}

function routeOf(pathname: string): { name: PageName; params: Partial<Record<string, string>> } | null {
  const decoded = pathname.split('/').map(decodedPart).join('/');
  for (const { path, page } of routes) {
    const match = matchPath(path, decoded);
    if (match) return page === undefined ? null : { name: page, params: match.params };
  }
  return null;
}

/** Decodes one path segment. An encoded slash stays encoded; `matchPath` decodes it after splitting. */
function decodedPart(part: string): string {
  return part.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run).replaceAll('/', '%2F');
    } catch {
      return run;
    }
  });
}

const missingHead: Head = {
  title: 'No encontramos esa página',
  description: 'La dirección no lleva a ninguna publicación.',
  noIndex: true,
};

function wholeHead({ title, description, subscriptions, page = 1, noIndex = false }: Head, name: string): Head {
  const [ofTitle, ofDescription] = page > 1 ? [`, página ${page}`, ` Página ${page}.`] : ['', ''];
  return {
    title: title === name ? name : `${title}${ofTitle} · ${name}`,
    description: `${description.trim() || `${title}, en el portal de ${name}.`}${ofDescription}`,
    ...(subscriptions ? { subscriptions } : {}),
    noIndex,
  };
}
