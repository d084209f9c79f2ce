import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { Day } from '#contract/values/dates';
import type { PublicReader } from '#contract/reader';
import type { SiteDocument } from '#contract/records';
import { documentOf } from './public/document.ts';
import type { Assets } from './public/document.ts';
import { Portal } from './public/portal.tsx';
import { Redirect } from './public/public-page.ts';
import type { View } from './public/view.ts';
import { viewOf } from './public/view.ts';

export interface Rendered {
  status: 200 | 302 | 404;
  /** The complete HTML document; empty for a redirect. */
  html: string;
  /** The target of a 302. */
  location?: string;
}

/**
 * Renders a public page as a complete document, including the data for hydration.
 * @param path path and query
 * @param origin public origin of the portal, used in share links
 */
export async function renderPage({
  path,
  reader,
  today,
  origin,
  assets,
}: {
  path: string;
  reader: PublicReader;
  today: Day;
  origin: string;
  assets: Assets;
}): Promise<Rendered> {
  const view = await viewOf({ path, origin, reader, today });
  if (view instanceof Redirect) return { status: 302, html: '', location: view.to };
  const body = render(view, path);
  const { page: _, ...data } = view;
  const html = documentOf({
    site: view.layout.site,
    head: view.head,
    body,
    data,
    url: view.url,
    assets,
    first: FIRST[view.page.style],
  });
  return { status: view.data === null ? 404 : 200, html };
}

/** Renders the offline shell: the layout with the emergency numbers. The device renders the views itself. */
export async function renderShell({
  reader,
  today,
  assets,
}: {
  reader: PublicReader;
  today: Day;
  assets: Assets;
}): Promise<string> {
  const [site, authorities] = await Promise.all([reader.site(), reader.authorities()]);
  const layout = { site, authorities, today };
  const body = renderToString(
    <StaticRouter location="/">
      <Portal initial={null} source={null} layout={layout} />
    </StaticRouter>,
  );
  return documentOf({ site, head: shellHead(site), body, data: { layout }, assets, first: Object.keys(assets.styles) });
}

/** Renders the document that starts the back office, which renders only in the browser. */
export async function renderAdminShell({ reader, assets }: { reader: PublicReader; assets: Assets }): Promise<string> {
  const site = await reader.site();
  return documentOf({
    site,
    head: { title: `Administrador · ${site.name}`, description: '' },
    body: '',
    data: null,
    assets,
    first: Object.keys(assets.styles),
  });
}

/** The style sheets that a page's first screen needs. */
const FIRST = { home: ['core', 'home', 'lists'], lists: ['core', 'lists', 'rows'], article: ['core', 'article'] };

const render = (view: View, path: string) =>
  renderToString(
    <StaticRouter location={path}>
      <Portal initial={view} source={null} layout={view.layout} />
    </StaticRouter>,
  );
const shellHead = (site: SiteDocument) => ({ title: site.name, description: site.motto });
