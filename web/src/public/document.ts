import { OVER } from '#contract/calendar/alerts';
import type { TimelyAlert } from '#contract/calendar/alerts';
import { manifest as publicManifest } from '#contract/addresses/installed';
import { icon, tabIcon } from '#contract/town/icons';
import { lookStyle } from '#contract/town/look';
import type { SiteDocument } from '#contract/records';
import { escaped } from '#contract/values/text';
import { savesData } from '../browser/saves-data.ts';
import { meta } from './head.ts';
import type { HeadElement } from './head.ts';
import type { ShownRecord } from './public-page.ts';

/** The build's output files, as a document refers to them. */
export interface Assets {
  /** Address of the application. */
  script: string;
  /** The chunks that the application imports, to preload. */
  imports: string[];
  /** The script that starts the application when it is needed. */
  starter: string;
  /** Address of the script that turns carousels before the application has started. */
  turning: string;
  /** Address of the script for people who pay by the megabyte; null for documents without public pictures. */
  light: string | null;
  /**
   * Returns the style sheets by name, inlined so that the first paint needs no further request: the parts of them that
   * a document with this body uses, or without a body all of them.
   */
  styles: (body?: string) => Record<string, string>;
  /** The script that is inlined into documents with alerts. */
  beforeAlerts: string;
  /** Address of all these style sheets as one, for the application. */
  style: string;
  /**
   * Contents of the style sheets that belong to single pages, by the page's name. They stand after the body; elsewhere
   * the page's code loads them.
   */
  ownStyles: Record<string, string>;
}

/** What a document contains that a content security policy has to allow. */
export interface Inline {
  styles: string[];
  scripts: string[];
}

/**
 * When a page starts the application: at once, with the data that the document brings, or when it is touched. `opened`
 * is the record that it shows, `stamp` that of its data (`StampedView`). Null: never, and the page has no scripts.
 */
export type Start = { data: unknown } | { opened: ShownRecord | undefined; stamp: string } | null;

/**
 * Builds a complete HTML document around a rendered body.
 * @param page name of the page that it shows
 * @param first names of the style sheets that the first screen needs: they stand in the head, the others after the
 * body, so that the emergency numbers come early
 * @param metadata by default that of a shell, which has no address of its own, and nothing that could be found
 * @param policyOf returns the document's content security policy
 * @param graph what the page says to search engines, as JSON-LD; after all that a person sees
 * @param alerts those that the body contains
 * @param manifest address of the manifest that a browser installs the document's application from
 * @param referrer what requests say of the document's address; it counts, whatever the header of the answer says
 */
export function documentOf({
  site,
  title,
  body: rendered,
  metadata = [meta('name', 'robots', 'noindex')],
  page = '',
  first,
  assets,
  policyOf,
  start,
  graph = null,
  alerts = [],
  manifest = publicManifest(),
  // Video hosts refuse to play for a page that sends no referrer. No path: on the way to a private page, and back from
  // one, the address may be its, while the document is another's.
  referrer = 'strict-origin',
}: {
  site: SiteDocument;
  title: string;
  body: string;
  metadata?: HeadElement[];
  page?: string;
  first: readonly string[];
  assets: Assets;
  policyOf: (inline: Inline) => string;
  start: Start;
  graph?: object | null;
  alerts?: readonly TimelyAlert[];
  manifest?: string;
  referrer?: 'strict-origin' | 'no-referrer';
}): string {
  const [, pictures = '', body = ''] = LEADING_PRELOADS.exec(rendered) ?? [];
  const isStarted = start !== null && 'data' in start;
  const tab = tabIcon(site);
  const content = assets.styles(isStarted ? undefined : body);
  const contentOf = (names: readonly string[]) => names.map((name) => content[name] ?? '').join('');
  const early = `${lookStyle(site)}${contentOf(first)}`;
  const rest = contentOf(Object.keys(content).filter((name) => !first.includes(name)));
  const late = `${rest}${assets.ownStyles[page] ?? ''}`;
  const styles = [early, ...(late ? [late] : [])];
  const light = assets.light === null ? '' : lightScript(assets.light);
  const scripts = [
    ...(light ? [light] : []),
    ...(alerts.length > 0 ? [assets.beforeAlerts] : []),
    ...(isStarted || !start ? [] : [assets.starter]),
  ];
  const next = Math.min(...alerts.map(({ state, end }) => (state === 'over' ? end + OVER : end)));
  const alertScript = alerts.length > 0 ? `<script data-next="${next}">${assets.beforeAlerts}</script>` : '';
  return (
    `<!doctype html><html lang="es-AR"><head><meta charset="utf-8">` +
    `<meta http-equiv="Content-Security-Policy" content="${escaped(policyOf({ styles, scripts }))}">` +
    `<meta name="referrer" content="${referrer}">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1">${pictures}` +
    `<title>${escaped(title)}</title>${metadata.map(elementOf).join('')}` +
    `<meta name="color-scheme" content="light dark">` +
    `<meta name="theme-color" content="${escaped(site.accent)}"><link rel="manifest" href="${manifest}">` +
    `<link rel="icon" href="${tab.href}" type="${tab.type}"><link rel="apple-touch-icon" href="${icon(site, '180')}">` +
    `${light && `<script>${light}</script>`}<style>${early}</style>${alertScript}</head>` +
    `<body><div id="root"${rootData(start, assets)}>${body}</div>` +
    `${late && `<style>${late}</style>`}${startElements(start, assets)}` +
    `${graph ? `<script type="application/ld+json">${json(graph)}</script>` : ''}</body></html>`
  );
}

/**
 * For people who pay by the megabyte: hides lazy pictures before the browser can ask for them, and loads the script
 * that shows those of the first screen. Without that script all pictures are shown.
 */
const lightScript = (address: string) =>
  `if((${String(savesData)})()){const{classList:c}=document.documentElement;c.add("light","held");` +
  `import("${address}").catch(()=>c.remove("held"))}`;

function rootData(start: Start, { style }: Assets): string {
  if (!start) return '';
  if (!('data' in start)) return ` data-style="${style}" data-stamp="${start.stamp}"`;
  // The back office, which shows public pages in previews.
  return start.data === null ? ` data-style="${style}"` : '';
}

function startElements(start: Start, { script, imports, starter, turning }: Assets): string {
  if (!start) return '';
  if (!('data' in start)) {
    const opened = start.opened ? ` data-opened="${escaped(`${start.opened.type} ${start.opened.record.id}`)}"` : '';
    return `<script data-app="${script}" data-turning="${turning}"${opened}>${starter}</script>`;
  }
  const preloads = imports.map((file) => `<link rel="modulepreload" fetchpriority="low" href="${file}">`);
  return (
    `<script type="application/json" id="data">${json(start.data)}</script>` +
    `${preloads.join('')}<script type="module" fetchpriority="low" src="${script}"></script>`
  );
}

/** React renders the preload of the first picture first; placed before the style, it starts a little earlier. */
const LEADING_PRELOADS = /^((?:<link rel="preload"[^>]*>)*)(.*)$/s;
const elementOf = ({ name, attributes }: HeadElement) =>
  `<${name} ${Object.entries(attributes)
    .map(([key, value]) => `${key}="${escaped(value)}"`)
    .join(' ')}>`;

/** Serializes JSON for embedding in an element: escaped so that it cannot close the element. */
function json(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028|\u2029/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);
}
