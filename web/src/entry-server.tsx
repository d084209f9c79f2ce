import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { adminManifest } from '#contract/addresses/installed';
import type { Day } from '#contract/values/dates';
import type { PublicReader } from '#contract/reader';
import type { SiteDocument } from '#contract/records';
import { documentOf } from './public/document.ts';
import type { Assets, Inline } from './public/document.ts';
import { Portal } from './public/portal.tsx';
import { Redirect } from './public/public-page.ts';
import type { View } from './public/view.ts';
import { viewOf } from './public/view.ts';

export interface Rendered {
  status: 200 | 301 | 302 | 404;
  /** The complete HTML document; empty for a redirect. */
  html: string;
  /** The target of a redirect. */
  location?: string;
}

/** What documents are made of beside their content. */
interface DocumentParts {
  assets: Assets;
  /** Returns the content security policy of a document. */
  policyOf: (inline: Inline) => string;
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
  ...parts
}: DocumentParts & {
  path: string;
  reader: PublicReader;
  today: Day;
  origin: string;
}): Promise<Rendered> {
  const view = await viewOf({ path, origin, reader, today });
  if (view instanceof Redirect) return { status: view.status, html: '', location: view.to };
  const body = render(view, path);
  const { page, ...data } = view;
  const opened = data.data === null ? undefined : page.record?.(data.data);
  const html = documentOf({
    site: view.layout.site,
    head: view.head,
    body,
    data,
    url: view.url,
    ...parts,
    sheets: SHEETS[page.style],
    start: page.startsAtOnce ? 'at once' : { opened },
  });
  return { status: view.data === null ? 404 : 200, html };
}

/** Renders the offline shell: the layout with the emergency numbers. The device renders the views itself. */
export async function renderShell({
  reader,
  today,
  ...parts
}: DocumentParts & {
  reader: PublicReader;
  today: Day;
}): Promise<string> {
  const [site, authorities] = await Promise.all([reader.site(), reader.authorities()]);
  const layout = { site, authorities, today };
  const body = renderToString(
    <StaticRouter location="/">
      <Portal initial={null} source={null} layout={layout} />
    </StaticRouter>,
  );
  const sheets = allSheets(parts.assets);
  return documentOf({ site, head: shellHead(site), body, data: { layout }, ...parts, sheets, start: 'at once' });
}

/** Renders the document that starts the back office, which renders only in the browser. */
export async function renderAdminShell({
  reader,
  ...parts
}: DocumentParts & { reader: PublicReader }): Promise<string> {
  const site = await reader.site();
  return documentOf({
    site,
    head: { title: `Administrador · ${site.name}`, description: '' },
    body: '',
    data: null,
    ...parts,
    sheets: allSheets(parts.assets),
    start: 'at once',
    manifest: adminManifest(),
  });
}

/** The style sheets that the kinds of pages need. */
const SHEETS = {
  home: { first: ['core', 'home', 'lists'], later: ['rows', 'late'] },
  lists: { first: ['core', 'lists'], later: ['rows', 'late'] },
  rows: { first: ['core', 'rows'], later: ['late'] },
  article: { first: ['core', 'article'], later: ['lists', 'rows', 'late'] },
};
const allSheets = ({ styles }: Assets) => ({ first: Object.keys(styles), later: [] });

const render = (view: View, path: string) =>
  renderToString(
    <StaticRouter location={path}>
      <Portal initial={view} source={null} layout={view.layout} />
    </StaticRouter>,
  );
const shellHead = (site: SiteDocument) => ({ title: site.name, description: site.motto });
