import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { adminManifest } from '#contract/addresses/installed';
import { pages } from '#contract/addresses/pages';
import type { Day } from '#contract/values/dates';
import type { PublicReader } from '#contract/reader';
import { documentOf } from './public/document.ts';
import type { Assets, Inline } from './public/document.ts';
import { Plain } from './public/pages/tickets/plain.tsx';
import type { PlainTickets } from '#contract/tickets/plain-page';
import { Portal } from './public/portal.tsx';
import { Redirect } from './public/public-page.ts';
import { graphOf } from './structured-data/graph.ts';
import { metadataOf } from './public/metadata.ts';
import type { StampedView, View, ViewData } from './public/view.ts';
import { viewOf } from './public/view.ts';

export { qrCode, qrModules } from './components/qr-code.ts';

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

/** The request for a page: `path` has the query, `origin` is the portal's public one, used in share links. */
interface PageRequest {
  path: string;
  reader: PublicReader;
  today: Day;
  origin: string;
  /** Returns the stamp of a view's data. */
  stampOf: (json: string) => string;
}

/** Loads the data that the application needs to take over a page; the target if the address is redirected. */
export async function loadView(request: PageRequest): Promise<StampedView | { redirect: string }> {
  const view = await viewOf(request);
  return view instanceof Redirect ? { redirect: view.to } : { ...dataOf(view), stamp: stamped(view, request) };
}

/** Renders a public page as a complete document, without its data unless the application starts at once. */
export async function renderPage({
  path,
  reader,
  today,
  origin,
  stampOf,
  ...parts
}: DocumentParts & PageRequest): Promise<Rendered> {
  const view = await viewOf({ path, origin, reader, today });
  if (view instanceof Redirect) return { status: view.status, html: '', location: view.to };
  const body = render(view, path);
  const { page } = view;
  const opened = view.data === null ? undefined : page.record?.(view.data);
  const html = documentOf({
    site: view.layout.site,
    title: view.head.title,
    body,
    metadata: await metadataOf(view, { origin, reader }),
    page: view.name,
    ...parts,
    // What does not exist has the links of a list in the place of its content.
    first: [...FIRST_SHEETS[view.data === null ? 'rows' : page.style], ...sheetsFor(body)],
    start: page.startsAtOnce ? { data: dataOf(view) } : { opened, stamp: stamped(view, { stampOf }) },
    graph: graphOf(view, origin),
    alerts: view.layout.alerts,
  });
  return { status: view.data === null ? 404 : 200, html };
}

const DRAFT_WORDS =
  'Es un borrador: todavía no está publicado, puede cambiar y quizás no se publique. Se ve por unos días, y solo con ' +
  'este enlace.';
/** Its links and its printed address lead to where the page is not yet. */
const SHARING = /<aside class="share"[^]*?<\/aside>/;
const ENDED_WORDS = 'Este enlace venció o lo anularon. Pedile otro a quien te lo pasó.';

/**
 * Renders the page of a draft for people without an account. It has no scripts, because what they load and keep is for
 * what is public. Where there is nothing to show, it says that the link has ended.
 */
export async function renderDraft({
  path,
  origin,
  reader,
  today,
  assets,
  policyOf,
}: DocumentParts & Omit<PageRequest, 'stampOf'>): Promise<string> {
  const view = await viewOf({ path, origin, reader, today });
  if (view instanceof Redirect) throw new Error(`the draft at ${path} has another address`);
  const isThere = view.data !== null;
  const body = render(view, path).replace(SHARING, '');
  const note = renderToString(
    <aside className="section" aria-label="Sobre este enlace">
      <p>
        <b>{isThere ? DRAFT_WORDS : ENDED_WORDS}</b>
      </p>
    </aside>,
  );
  return documentOf({
    site: view.layout.site,
    title: `Borrador · ${view.head.title}`,
    body: note + body,
    page: view.name,
    first: [...FIRST_SHEETS[isThere ? view.page.style : 'rows'], ...sheetsFor(body)],
    assets: { ...assets, light: null },
    policyOf,
    start: null,
    // Its address is the key to it.
    referrer: 'no-referrer',
  });
}

/**
 * Renders a page of tickets. It shows what it has to people without scripts, and starts the application at once for all
 * others: what that shows is on the device.
 */
export async function renderTickets({
  path,
  shown,
  origin,
  reader,
  today,
  assets,
  policyOf,
}: DocumentParts & Omit<PageRequest, 'stampOf'> & { shown: PlainTickets }): Promise<string> {
  const view = await viewOf({ path, origin, reader, today });
  if (view instanceof Redirect) throw new Error('the page of tickets has another address');
  const { layout } = view;
  const isPlain = shown.is === 'words' || (shown.is === 'form' && shown.isPlain);
  const page = { ...view.page, Page: () => <Plain shown={shown} site={layout.site} /> };
  const body = render({ ...view, page }, path);
  return documentOf({
    site: layout.site,
    title: view.head.title,
    body,
    page: view.name,
    first: [...FIRST_SHEETS.rows, ...sheetsFor(body)],
    assets: { ...assets, light: null },
    policyOf,
    start: isPlain ? null : { data: { layout } },
    alerts: layout.alerts,
    // Its address may be the key to it.
    referrer: 'no-referrer',
  });
}

/** An address of a page that no record has. */
const NOWHERE = pages.page({ id: '-', titlekey: '-' });

/** Renders the page that stands for a document that is not there: what an address without a record shows. */
export async function renderMissingFile({
  origin,
  reader,
  today,
  assets,
  policyOf,
}: DocumentParts & Omit<PageRequest, 'path' | 'stampOf'>): Promise<string> {
  const view = await viewOf({ path: NOWHERE, origin, reader, today });
  if (view instanceof Redirect) throw new Error(`${NOWHERE} leads to ${view.to}`);
  return documentOf({
    site: view.layout.site,
    title: view.head.title,
    body: render(view, NOWHERE),
    page: view.name,
    first: FIRST_SHEETS.rows,
    assets: { ...assets, light: null },
    policyOf,
    start: null,
  });
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
  const [site, { items }, categories] = await Promise.all([
    reader.document('site'),
    reader.menu(),
    reader.document('categories'),
  ]);
  // The device knows the alerts of the moment in which it shows the shell.
  const layout = { site, menu: items, categories, alerts: [], today };
  const body = renderToString(
    <StaticRouter location="/">
      <Portal initial={null} source={null} layout={layout} />
    </StaticRouter>,
  );
  return documentOf({ site, title: site.name, body, first: ['core'], ...parts, start: { data: { layout } } });
}

/** Renders the document that starts the back office, which renders only in the browser. */
export async function renderAdminShell({
  reader,
  ...parts
}: DocumentParts & { reader: PublicReader }): Promise<string> {
  const site = await reader.document('site');
  return documentOf({
    site,
    title: `Administrador · ${site.name}`,
    body: '',
    first: ['shell'],
    ...parts,
    start: { data: null },
    manifest: adminManifest(),
  });
}

/** The style sheets that the first screen of each kind of page needs. */
const FIRST_SHEETS = {
  home: ['core', 'home', 'lists'],
  lists: ['core', 'lists'],
  rows: ['core', 'rows'],
  article: ['core', 'article'],
};

/** The style sheets that only some pages of a kind need. */
const sheetsFor = (body: string) => [
  ...(body.includes(' data-now=') || body.includes(' class="sheet"') ? ['turns'] : []),
  ...(body.includes(' data-severity=') ? ['alerts'] : []),
];

const render = (view: View, path: string) =>
  renderToString(
    <StaticRouter location={path}>
      <Portal initial={view} source={null} layout={view.layout} />
    </StaticRouter>,
  );
const dataOf = ({ page: _, ...data }: View): ViewData => data;
const stamped = ({ layout, data }: View, { stampOf }: Pick<PageRequest, 'stampOf'>) =>
  stampOf(JSON.stringify([layout, data]));
